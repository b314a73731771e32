// The message box: text, replies, files, and slash commands.

import { call, encoded } from "./api.js";
import { avatar, h, icon, nameOf } from "./dom.js";
import { attach, chooser, clear, extras, fileBar, replyBar, setFiles, setReply } from "./extras.js";
import { flattened } from "./options.js";
import { picker } from "./picker.js";
import { CommandLine } from "./slash.js";
import { act, app, channelNow, commandsHere, membersHere } from "./state.js";
import { toEnd } from "./log.js";

const LONGEST = 2000;
/** What stands before the names of channels and of those whom one writes to. */
const SIGNS = { 0: "#", 1: "@" };
const COMMAND = 1;

const composer = document.getElementById("composer");
let line = null;
let drafts = {}; // by person and channel

const text = h("textarea", {
  id: "write",
  rows: 1,
  autocomplete: "off",
  role: "combobox",
  "aria-expanded": "false",
  "aria-autocomplete": "list",
  enterkeyhint: "send",
});
const send = h(
  "button",
  { type: "button", class: "bar-button send", title: "Send", "aria-label": "Send" },
  icon("send"),
);
const slot = h("div", { class: "slot" }, text);
const counter = h("span", { class: "counter", hidden: true, role: "status" });
const closed = h(
  "div",
  { class: "no-sending", hidden: true },
  "You do not have permission to send messages in this channel.",
);
const box = h("div", { class: "box" }, attach, slot, counter, send);
composer.append(picker.element, replyBar, fileBar, box, closed, chooser);

const draftKey = () => `${app.me}:${app.channel}`;
let shownFor = "";

/** Fit the box to the channel: its name, whether one may write, and what was being written. */
export function showComposer() {
  const channel = channelNow();
  const may = Boolean(channel?.sends);
  box.hidden = !may;
  closed.hidden = may || !channel;
  attach.hidden = !channel?.attaches;
  const name = channel && `${SIGNS[channel.type] || ""}${channel.name}`;
  text.placeholder = `Message ${name || ""}`;
  text.setAttribute("aria-label", `Message ${name || ""}; type / for commands`);
  if (shownFor === draftKey()) return;
  shownFor = draftKey();
  clear();
  leaveCommand(drafts[shownFor] || "", false);
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 200)}px`;
  const left = LONGEST - text.value.length;
  counter.hidden = left > 200;
  counter.textContent = String(left);
  counter.classList.toggle("over", left < 0);
  composer.classList.toggle("has-text", Boolean(line || text.value.trim() || extras.files.length));
}

// What else goes with a message

extras.changed = () => {
  grow();
  if (extras.reply && line) leaveCommand("");
  else text.focus();
};

function takeFiles(files, place) {
  if (line) line.take(files[0], place);
  else if (attach.hidden) act.toast("You do not have permission to attach files in this channel.");
  else setFiles([...extras.files, ...files]);
}

box.addEventListener("paste", (event) => {
  if (event.clipboardData?.files.length) {
    event.preventDefault();
    takeFiles(event.clipboardData.files, event.target);
  }
});
composer.addEventListener("dragover", (event) => {
  if (box.hidden || !event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  box.classList.add("under-file");
});
composer.addEventListener("dragleave", () => box.classList.remove("under-file"));
composer.addEventListener("drop", (event) => {
  box.classList.remove("under-file");
  if (box.hidden || !event.dataTransfer.files.length) return;
  event.preventDefault();
  takeFiles(event.dataTransfer.files, event.target);
});

// Commands

function enterCommand(command) {
  picker.close();
  const given = { send: sendCommand, leave: (rest) => leaveCommand(rest) };
  line = new CommandLine(command, given);
  slot.replaceChildren(line.element);
  text.value = "";
  drafts[shownFor] = "";
  grow();
  line.focus();
}

function leaveCommand(rest, focus = true) {
  line = null;
  picker.close();
  slot.replaceChildren(text);
  text.value = rest;
  grow();
  if (focus) {
    text.focus();
    suggest();
  }
}

/** Begin `/path` as if it had been typed. */
export function beginCommand(path) {
  const found = flattened(commandsHere(COMMAND)).filter(
    (c) => c.path === path || c.path.startsWith(`${path} `),
  );
  if (found.length === 1) enterCommand(found[0]);
  else leaveCommand(`/${path} `);
}

async function sendCommand(path, options) {
  const channel = app.channel;
  const after = app.messages.at(-1)?.id || 0;
  const one = { channel, command: `/${path}`, after, error: null };
  app.local.push(one);
  leaveCommand("", false);
  text.focus();
  act.render();
  toEnd();
  try {
    const answer = await call("slash", { user: app.me, channel, command: path, options });
    if (answer.error) one.error = answer.error;
    else act.forget(one, false);
    if (answer.modal) act.modal(answer);
  } catch (error) {
    one.error = error.message;
  }
  act.refresh();
  act.render();
}

// Suggestions while a text is typed

function suggest() {
  const value = text.value;
  if (value.startsWith("/") && !value.includes("\n")) return suggestCommands(value.slice(1));
  const mention = /(^|\s)@([\p{L}\p{N}_.]{0,32})$/u.exec(value.slice(0, text.selectionStart));
  if (mention) return suggestPeople(mention[2]);
  return picker.close();
}

function suggestCommands(typed) {
  const all = flattened(commandsHere(COMMAND));
  const wanted = typed.toLowerCase();
  const entered = all.find((c) => wanted === `${c.path} `);
  if (entered) return enterCommand(entered);
  const fitting = all.filter((c) => c.path.startsWith(wanted));
  const others = all.filter((c) => !c.path.startsWith(wanted) && c.path.includes(wanted.trim()));
  const items = [...fitting, ...others].map((command) => ({
    label: `/${command.path}`,
    about: command.description,
    aside: app.home.application.username,
    group: "Commands",
    picture: avatar(app.home.application, "small"),
    command,
  }));
  return picker.open(text, items, {
    at: 0,
    chosen: (item) => enterCommand(item.command),
    empty: all.length ? "No command begins so." : "There are no commands here.",
  });
}

function suggestPeople(typed) {
  const items = membersHere()
    .filter((m) => nameOf(m).toLowerCase().startsWith(typed.toLowerCase()))
    .map((m) => ({
      label: nameOf(m),
      aside: m.username,
      group: "Members",
      picture: avatar(m, "small"),
      name: nameOf(m),
    }));
  if (!items.length) return picker.close();
  return picker.open(text, items, {
    at: 0,
    typed,
    chosen: (item) => insert(`@${item.name} `, typed.length + 1),
  });
}

function insert(words, over) {
  const end = text.selectionStart;
  text.setRangeText(words, end - over, end, "end");
  picker.close();
  grow();
  text.focus();
}

export function mention(person) {
  if (line) leaveCommand("");
  insert(`${text.value && !text.value.endsWith(" ") ? " " : ""}@${nameOf(person)} `, 0);
}

/** `@Name` becomes the mention that Discord's client would send; the longest name wins. */
function withMentions(value) {
  const members = [...membersHere()].sort((one, other) => nameOf(other).length - nameOf(one).length);
  let made = value;
  for (const member of members) {
    const name = nameOf(member).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    made = made.replace(new RegExp(`(^|[^\\w<])@${name}(?![\\p{L}\\p{N}_])`, "gu"), `$1<@${member.id}>`);
  }
  return made;
}

// Sending

async function submit() {
  if (line) return line.submit();
  const value = text.value.trim();
  if (!value && !extras.files.length) return null;
  if (value.length > LONGEST) return act.toast(`A message has at most ${LONGEST} characters.`);
  const kept = { value: text.value, ...extras };
  const channel = app.channel;
  text.value = "";
  drafts[shownFor] = "";
  clear();
  grow();
  picker.close();
  try {
    const sent = await Promise.all(kept.files.map(encoded));
    await call("say", {
      user: app.me,
      channel,
      text: withMentions(value),
      reply_to: kept.reply?.message.id ?? null,
      ping: kept.reply?.ping ?? true,
      files: sent,
    });
    await act.refresh();
    if (channel === app.channel) toEnd();
  } catch (error) {
    act.toast(`Your message was not sent: ${error.message}`);
    if (channel !== app.channel || text.value) return null;
    text.value = kept.value;
    setFiles(kept.files);
  }
  return null;
}

text.addEventListener("input", () => {
  drafts[shownFor] = text.value;
  grow();
  suggest();
});
text.addEventListener("blur", () =>
  setTimeout(() => picker.field === text && document.activeElement !== text && picker.close(), 150),
);
text.addEventListener("keydown", (event) => {
  if (picker.field === text && picker.key(event)) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape" && extras.reply) {
    setReply(null);
  } else if (event.key === "ArrowUp" && !text.value && !extras.reply) {
    const own = [...app.messages].reverse().find((m) => m.author.id === app.me);
    if (own) {
      event.preventDefault();
      act.edit(own);
    }
  }
});
send.addEventListener("mousedown", (event) => event.preventDefault());
send.addEventListener("click", submit);

export function focusComposer() {
  if (line) line.focus();
  else if (!box.hidden) text.focus();
}
