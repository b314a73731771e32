// One message: who, when, what, and what can be done with it.

import { attachments, embed, isPicture } from "./embeds.js";
import { components } from "./components.js";
import { avatar, h, icon, nameOf } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { when, written } from "./moments.js";
import { poll } from "./polls.js";
import { act, app, membersHere } from "./state.js";

export const PRIVATE = 1 << 6;
export const LOADING = 1 << 7;
const SILENT = 1 << 12;
const REPLY = 19;
const TOGETHER_MS = 7 * 60 * 1000;

/** Whether it stands under the head of the message before. */
export function joins(message, before) {
  return Boolean(
    before &&
    !NOTICES[before.type] &&
    before.author.id === message.author.id &&
    message.type === 0 &&
    !message.interaction &&
    !((before.flags ^ message.flags) & PRIVATE) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS,
  );
}

function known(user) {
  return membersHere().find((member) => member.id === user.id) || user;
}

export function author(user) {
  const shown = known(user);
  return [
    h(
      "button",
      {
        type: "button",
        class: "author",
        onclick: (event) => act.personMenu(event, user.id),
        oncontextmenu: (event) => act.personMenu(event, user.id),
      },
      nameOf(shown),
    ),
    user.bot && badge(),
  ];
}

export function badge() {
  return h("span", { class: "badge", title: "An application, not a person" }, "APP");
}

function above(message) {
  if (message.interaction && message.type !== 0) {
    const { user, name } = message.interaction;
    return h(
      "div",
      { class: "above" },
      avatar(user, "tiny"),
      h("span", { class: "author" }, nameOf(known(user))),
      " used ",
      h("span", { class: "mention" }, `/${name}`),
    );
  }
  if (message.type !== REPLY) return null;
  const first = message.referenced_message;
  if (!first) return h("div", { class: "above" }, h("em", {}, "Original message was deleted"));
  const pinged =
    message.mentions.some((user) => user.id === first.author.id) && !message.author.bot ? "@" : "";
  return h(
    "button",
    {
      type: "button",
      class: "above",
      onclick: () => act.jump(first.id),
      "aria-label": `Reply to ${nameOf(known(first.author))}: ${plain(first.content)}`,
    },
    avatar(first.author, "tiny"),
    h("span", { class: "author" }, pinged + nameOf(known(first.author))),
    h("span", { class: "above-text" }, plain(first.content) || instead(first)),
  );
}

/** What stands in for a message without text. */
function instead(message) {
  const [first] = message.attachments;
  if (!first) return "…";
  return isPicture(first) ? "Click to see the picture" : "Click to see the file";
}

/** The thread that was started from the message, named even where its name is long. */
function threadCard(message) {
  const { id, name, message_count: count, thread_metadata: state } = message.thread;
  return h(
    "button",
    { type: "button", class: "thread-card", data: { key: `${message.id}:thread` }, onclick: () => act.open(id) },
    icon("thread"),
    h("strong", {}, name),
    h(
      "span",
      { class: "thread-count" },
      `${state.archived ? "archived · " : ""}${count} ${count === 1 ? "message" : "messages"} ›`,
    ),
  );
}

function silent(message) {
  if (!(message.flags & SILENT)) return null;
  return h("span", { class: "silent", title: "Sent without a notification" }, "@silent");
}

// What Discord itself writes

const NOTICES = {
  4: (message) => ["pen", " changed the name of the thread: ", h("strong", {}, message.content)],
  18: (message) => [
    "thread",
    " started a thread: ",
    h(
      "button",
      { type: "button", class: "link", onclick: () => act.open(message.message_reference.channel_id) },
      message.content,
    ),
  ],
  21: () => ["thread", " wrote what this thread is about; it was deleted."],
  46: (message) => {
    const told = Object.fromEntries(message.embeds[0].fields.map((field) => [field.name, field.value]));
    const won = told.victor_answer_text;
    const result = won
      ? `${won}, with ${told.victor_answer_votes} of ${told.total_votes} votes`
      : Number(told.total_votes)
        ? "a draw"
        : "no votes";
    return [
      "poll",
      "’s poll ",
      h(
        "button",
        { type: "button", class: "link", onclick: () => act.jump(message.message_reference.message_id) },
        told.poll_question_text,
      ),
      ` has closed: ${result}.`,
    ];
  },
};

function notice(message) {
  const [drawn, ...words] = NOTICES[message.type](message);
  return h(
    "li",
    { class: "message notice", data: { id: message.id, key: message.id }, tabindex: -1 },
    icon(drawn),
    h(
      "div",
      { class: "body" },
      author(message.author)[0],
      words,
      " ",
      h("time", { datetime: message.timestamp }, when(message.timestamp)),
    ),
  );
}

function tools(message) {
  const name = nameOf(known(message.author));
  const tool = (label, drawn, action) =>
    h(
      "button",
      {
        type: "button",
        class: "tool",
        title: label,
        "aria-label": `${label}: message of ${name}`,
        data: { key: `${message.id}:${label}` },
        onclick: action,
      },
      icon(drawn),
    );
  const lasting = !(message.flags & PRIVATE);
  return h(
    "div",
    { class: "tools" },
    lasting && tool("Reply", "reply", () => act.reply(message)),
    tool("More", "more", (event) => act.messageMenu(event, message)),
  );
}

function content(message) {
  if (message.flags & LOADING) {
    return h(
      "div",
      { class: "content thinking" },
      h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const edited =
    message.edited_timestamp &&
    h(
      "small",
      { class: "subtext edited", title: written(Date.parse(message.edited_timestamp), "F") },
      " (edited)",
    );
  if (!message.content) return edited;
  return h("div", { class: "content" }, markdown(message.content), edited);
}

/** The element; `above` is the message before it. */
export function build(message, before) {
  if (NOTICES[message.type]) return notice(message);
  const joined = joins(message, before);
  const mine = message.mentions.some((user) => user.id === app.me) || message.mention_everyone;
  const own = message.author.id === app.me ? " own" : "";
  const hidden = Boolean(message.flags & PRIVATE);
  const failed = app.pressed.get(message.id)?.failed;
  const at = when(message.timestamp);
  return h(
    "li",
    {
      class: `message${joined ? " joined" : ""}${mine && !own ? " calls" : ""}${hidden ? " private" : ""}`,
      data: { id: message.id, key: message.id },
      tabindex: -1,
      oncontextmenu: (event) => {
        if (!event.target.closest("a, img, button.author")) act.messageMenu(event, message);
      },
    },
    !joined && above(message),
    joined
      ? h("time", { class: "aside", "aria-hidden": "true" }, written(Date.parse(message.timestamp), "t"))
      : avatar(message.author),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        { class: joined ? "name for-readers" : "name" },
        author(message.author),
        h("time", { datetime: message.timestamp, title: written(Date.parse(message.timestamp), "F") }, at),
        silent(message),
      ),
      content(message),
      attachments(message.attachments),
      message.embeds.map(embed),
      message.poll && poll(message),
      components(message.components, message),
      failed && h("p", { class: "failed", role: "alert" }, failed),
      message.thread && message.thread.id !== app.channel && threadCard(message),
      hidden &&
        h(
          "div",
          { class: "only-you" },
          icon("eye"),
          "Only you can see this",
          h("span", { "aria-hidden": "true" }, "•"),
          h(
            "button",
            { type: "button", class: "link", onclick: () => act.dismiss(message) },
            "Dismiss message",
          ),
        ),
    ),
    tools(message),
  );
}
