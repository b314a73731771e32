// What the page uses of Discord's package. Its index would also bring prices and other formatting.
export { DiscordSDK } from "./node_modules/@discord/embedded-app-sdk/output/Discord.mjs";
