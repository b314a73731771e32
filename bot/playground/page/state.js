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
  /** The id of the newest message, which may stand in the list as another one. */
  newest: null,
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

/** A thread's channel; null for all that is no thread. */
export function parentOf(channel) {
  return (channel?.parent_id && channelById(channel.parent_id)) || null;
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

const ADMINISTRATOR = 8n;

/** Commands that this person can use here, those of the server first. */
export function commandsHere(type) {
  const guild = guildNow();
  const all = [...(guild ? guild.commands : []), ...app.home.commands];
  return all.filter((command) => command.type === type && offered(command, guild) && allowed(command, guild));
}

function offered(command, guild) {
  if (command.contexts) return command.contexts.includes(guild ? 0 : 1);
  return guild !== null || command.dm_permission !== false;
}

function allowed(command, guild) {
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined || !guild) return true;
  const has = BigInt(channelNow()?.permissions || 0);
  return needed === "0" ? Boolean(has & ADMINISTRATOR) : (has & BigInt(needed)) === BigInt(needed);
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
