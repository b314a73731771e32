// What this tab knows. The person and the place belong to the tab; what was read, to the person.

export const app = {
  /** What `home` answered last: servers, channels, members, commands. */
  home: null,
  /** The id of the person that this tab is. */
  me: null,
  /** The server that is shown; null for direct messages. */
  guild: null,
  /** The id of the channel that is shown. */
  channel: null,
  messages: [],
  /** How many of the newest messages are asked for. */
  limit: 50,
  /** The newest message read when the channel was opened: the line "new" comes after it. */
  divider: null,
  /** Commands under way or failed, which only this tab shows. */
  local: [],
  /** Message to the control that waits for the bot, or failed: `{id, failed}`. */
  pressed: new Map(),
  scenes: [],
};

/** What modules do for each other without importing each other; each fills in its own. */
export const act = {};

export function guildNow() {
  return app.home.guilds.find((guild) => guild.id === app.guild) || null;
}

export function channels() {
  return [...app.home.guilds.flatMap((guild) => guild.channels), ...app.home.direct];
}

export function channelNow() {
  return channels().find((channel) => channel.id === app.channel) || null;
}

export function channelById(id) {
  return channels().find((channel) => channel.id === id) || null;
}

export function personById(id) {
  const member = guildNow()?.members.find((person) => person.id === id);
  return member || app.home.people.find((person) => person.id === id) || null;
}

/** Those who can be mentioned and chosen here. */
export function membersHere() {
  return guildNow()?.members || [personById(app.me), app.home.application];
}

/** Commands that can be used here, those of the server first. */
export function commandsHere(type) {
  const guild = guildNow();
  const all = [...(guild ? guild.commands : []), ...app.home.commands];
  const context = guild ? 0 : 1;
  return all.filter(
    (command) => command.type === type && (!command.contexts || command.contexts.includes(context)),
  );
}

// What was read, for each person of this browser.

export function readMarks() {
  return JSON.parse(localStorage.getItem(`read:${app.me}`) || "{}");
}

export function markRead(channel, message) {
  const marks = readMarks();
  if (BigInt(marks[channel] || 0) >= BigInt(message)) return false;
  localStorage.setItem(`read:${app.me}`, JSON.stringify({ ...marks, [channel]: message }));
  return true;
}

// Where and who this tab is.

export function remember(name, value) {
  sessionStorage.setItem(name, value);
}

export function remembered(name) {
  return sessionStorage.getItem(name);
}
