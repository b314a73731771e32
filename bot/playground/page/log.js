// The list of messages: only what has changed is rebuilt, and the reading position stays.

import { h, icon } from "./dom.js";
import { build } from "./message.js";
import { sameDay, written } from "./moments.js";
import { act, app, channelNow, markRead } from "./state.js";

const scroller = document.getElementById("scroller");
const log = document.getElementById("log");
const live = document.getElementById("live");
const local = document.getElementById("local");
const present = document.getElementById("present");
const NEAR = 80;

let shownChannel = null;
let following = true;
let signatures = new Map();
/** A button that is rebuilt between the pointer's going down and coming up hears of no click. */
let held = false;
let missed = false;
const CLICK_FOLLOWS_MS = 60;

log.addEventListener("pointerdown", () => {
  held = true;
});
addEventListener("click", () => {
  held = false;
}, true);
for (const over of ["pointerup", "pointercancel", "blur"])
  addEventListener(over, () => {
    if (held) setTimeout(letGo, CLICK_FOLLOWS_MS);
  });

function letGo() {
  held = false;
  if (missed) showLog();
}

export function atEnd() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
}

export function toEnd() {
  following = true;
  scroller.scrollTop = scroller.scrollHeight;
}

function signature(message, before) {
  const near = before ? [before.id, before.author.id, before.flags, before.timestamp] : null;
  return JSON.stringify([message, near, app.pressed.get(message.id), message.id === firstNew(), app.me]);
}

/** The first message after the place where this person stopped reading. */
function firstNew() {
  if (app.divider === null) return null;
  const found = app.messages.find((message) => BigInt(message.id) > BigInt(app.divider));
  return found && found.author.id !== app.me && found !== app.messages[0] ? found.id : null;
}

function beforeIt(message, before) {
  const lines = [];
  if (!before || !sameDay(Date.parse(before.timestamp), Date.parse(message.timestamp))) {
    lines.push(
      h(
        "li",
        { class: "day", role: "separator" },
        h("span", {}, written(Date.parse(message.timestamp), "D")),
      ),
    );
  }
  if (message.id === firstNew())
    lines.push(h("li", { class: "new", role: "separator" }, h("span", {}, "New")));
  return lines;
}

function opening() {
  const channel = channelNow();
  if (!channel) return [];
  if (app.messages.length >= app.limit)
    return [
      h(
        "li",
        { class: "older" },
        h(
          "button",
          { type: "button", class: "button secondary", onclick: () => act.older() },
          "Show older messages",
        ),
      ),
    ];
  const kind = channel.type === 1 ? "direct messages" : channel.parent_id ? "thread" : "channel";
  return [
    h(
      "li",
      { class: "start" },
      h(
        "span",
        { class: "start-icon" },
        icon(channel.parent_id ? "thread" : channel.type === 1 ? "bot" : "hash"),
      ),
      h("h2", {}, `${channel.type === 0 ? "#" : ""}${channel.name}`),
      h("p", {}, `This is the start of the ${kind}.`),
    ),
  ];
}

/** Bring the list up to date with `app.messages`. */
export function showLog() {
  missed = held && shownChannel === app.channel;
  if (missed) return;
  const follow = shownChannel !== app.channel || following || atEnd();
  const anchors = shownChannel === app.channel ? seen() : [];
  const focused = log.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  if (shownChannel !== app.channel) {
    // A new list is not read out message by message.
    live.setAttribute("aria-live", "off");
    live.setAttribute("aria-label", `Messages in ${channelNow()?.name}`);
    log.replaceChildren();
    signatures = new Map();
  }
  const old = new Map();
  for (const element of log.querySelectorAll(":scope > .message")) old.set(element.dataset.id, element);
  const wanted = opening();
  const fresh = new Map();
  let before = null;
  for (const message of app.messages) {
    const now = signature(message, before);
    fresh.set(message.id, now);
    const kept = signatures.get(message.id) === now ? old.get(message.id) : null;
    wanted.push(...beforeIt(message, before), kept || build(message, before));
    before = message;
  }
  signatures = fresh;
  place(wanted);
  shownChannel = app.channel;
  showLocal();
  if (focused) log.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  if (follow) toEnd();
  else stay(anchors);
  present.hidden = atEnd();
  setTimeout(() => live.setAttribute("aria-live", "polite"), 500);
  readNow();
}

/** The messages on the screen, and where they are. */
function seen() {
  const { top, bottom } = scroller.getBoundingClientRect();
  return [...log.querySelectorAll(":scope > .message")]
    .map((element) => ({ id: element.dataset.id, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom);
}

/** Whatever was added, changed or deleted: the first of these that is still there does not move. */
function stay(anchors) {
  for (const { id, box } of anchors) {
    const found = log.querySelector(`:scope > [data-id="${CSS.escape(id)}"]`);
    if (!found) continue;
    scroller.scrollTop += found.getBoundingClientRect().top - box.top;
    return;
  }
}

/** Move as little as possible: an element that stays where it is keeps its focus and its picture. */
function place(wanted) {
  const keep = new Set(wanted);
  for (const element of [...log.children]) if (!keep.has(element)) element.remove();
  wanted.forEach((element, number) => {
    if (log.children[number] !== element) log.insertBefore(element, log.children[number] || null);
  });
}

/** The live socket can bring the answer before the sending of the command has returned. */
function answered(one) {
  return (
    !one.error &&
    app.messages.some(
      ({ id, interaction }) =>
        BigInt(id) > BigInt(one.after) &&
        interaction?.user.id === app.me &&
        one.command.replace(/^\//, "") === interaction.name,
    )
  );
}

function showLocal() {
  local.replaceChildren(
    ...app.local
      .filter((one) => one.channel === app.channel && !answered(one))
      .map((one) =>
        h(
          "div",
          { class: `message private ${one.error ? "is-failed" : "is-sending"}` },
          h(
            "div",
            { class: "body" },
            h("div", {}, h("span", { class: "mention" }, one.command), " "),
            h("div", { class: one.error ? "failed" : "subtext" }, one.error || "Sending command…"),
            one.error &&
              h(
                "div",
                { class: "only-you" },
                icon("eye"),
                "Only you can see this",
                h("span", { "aria-hidden": "true" }, "•"),
                h(
                  "button",
                  { type: "button", class: "link", onclick: () => act.forget(one) },
                  "Dismiss message",
                ),
              ),
          ),
        ),
      ),
  );
}

/** Mark as read what is on the screen down to its end. */
export function readNow() {
  if (!app.newest || document.visibilityState !== "visible" || !atEnd()) return;
  if (markRead(app.channel, app.newest)) act.refresh();
}

export function jump(id) {
  const found = log.querySelector(`[data-id="${CSS.escape(id)}"]`);
  if (!found) return act.toast("That message is further back than what is shown here.");
  found.scrollIntoView({ block: "center" });
  found.focus({ preventScroll: true });
  found.classList.add("flash");
  setTimeout(() => found.classList.remove("flash"), 1600);
}

scroller.addEventListener(
  "scroll",
  () => {
    present.hidden = atEnd();
    readNow();
  },
  { passive: true },
);
present.addEventListener("click", toEnd);
// Neither a picture that arrives late nor a taller message box may push the end out of sight.
const resized = new ResizeObserver(() => {
  if (following) toEnd();
});
resized.observe(log);
resized.observe(scroller);
let top = 0;
scroller.addEventListener(
  "scroll",
  () => {
    // Only scrolling up stops the following, not growth below.
    if (atEnd()) following = true;
    else if (scroller.scrollTop < top) following = false;
    top = scroller.scrollTop;
  },
  { passive: true },
);
document.addEventListener("visibilitychange", readNow);
