// Discord's markdown, as much as bots and players use, made into elements. No text becomes markup.

import { h } from "./dom.js";
import { moment } from "./moments.js";
import { act, app, channelById, guildNow, personById } from "./state.js";

// What can begin at a place in a line, tried in this order.
const INLINE = [
  [/^\\([\\`*_~|<>#@[\]()\-+.!])/, (m) => m[1]],
  [/^``([^]+?)``|^`([^`\n]+)`/, (m) => h("code", {}, m[1] ?? m[2])],
  [/^<@!?(\d+)>/, (m) => person(m[1], m[0])],
  [/^<#(\d+)>/, (m) => channel(m[1])],
  [/^<@&(\d+)>/, (m) => h("span", { class: "mention" }, roleName(m[1]))],
  [
    /^<\/([-\w ]+):(\d+)>/,
    (m) => h("button", { class: "mention", type: "button", onclick: () => act.command(m[1]) }, `/${m[1]}`),
  ],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => moment(m[1], m[2] || "f")],
  [/^@(everyone|here)\b/, (m) => h("span", { class: "mention" }, m[0])],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => link(m[1])],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s()<>]+)>?\)/, (m) => link(m[2], inline(m[1]))],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?"')\]}]/, (m) => link(m[0])],
  [/^\*\*\*(?=\S)([^]+?)\*\*\*/, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/^\*\*(?=\S)([^]+?)\*\*(?!\*)/, (m) => h("strong", {}, inline(m[1]))],
  [/^__(?=\S)([^]+?)__(?!_)/, (m) => h("u", {}, inline(m[1]))],
  [/^~~(?=\S)([^]+?)~~/, (m) => h("s", {}, inline(m[1]))],
  [/^\|\|([^]+?)\|\|/, (m) => spoiler(m[1])],
  [/^\*(?=\S)([^*]+?)\*(?!\*)/, (m) => h("em", {}, inline(m[1]))],
  [/^_(?=\S)([^_]+?)_(?![\w_])/, (m) => h("em", {}, inline(m[1]))],
];

/** The parts of a line. */
export function inline(text) {
  const parts = [];
  let plain = "";
  let rest = text;
  while (rest) {
    const before = plain.at(-1);
    let found = null;
    if (/[\\`*_~|<@[h]/.test(rest[0]) && !(rest[0] === "_" && /\w/.test(before || ""))) {
      for (const [pattern, make] of INLINE) {
        const match = pattern.exec(rest);
        if (match) {
          found = [match[0].length, make(match)];
          break;
        }
      }
    }
    if (found) {
      if (plain) parts.push(plain);
      plain = "";
      parts.push(found[1]);
      rest = rest.slice(found[0]);
    } else {
      const character = String.fromCodePoint(rest.codePointAt(0));
      plain += character;
      rest = rest.slice(character.length);
    }
  }
  if (plain) parts.push(plain);
  return parts;
}

/** A whole message. */
export function markdown(text) {
  const parts = [];
  const fence = /```(?:[a-z0-9+-]*\n)?([^]*?)```/gi;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    parts.push(...lines(text.slice(from, match.index).replace(/\n$/, "")));
    parts.push(h("pre", {}, h("code", {}, match[1].replace(/\n$/, ""))));
    from = match.index + match[0].length;
    if (text[from] === "\n") from += 1;
  }
  return [...parts, ...lines(text.slice(from))];
}

function lines(text) {
  if (!text) return [];
  const parts = [];
  let quoted = [];
  const flush = () => {
    if (quoted.length) parts.push(h("blockquote", {}, lines(quoted.join("\n"))));
    quoted = [];
  };
  const all = text.split("\n");
  all.forEach((line, number) => {
    if (line.startsWith("> ")) return quoted.push(line.slice(2));
    flush();
    const head = /^(#{1,3}|-#|[-*]) (.+)/.exec(line);
    if (!head) {
      parts.push(...inline(line));
      if (number < all.length - 1) parts.push(h("br"));
    } else if (head[1] === "-#") parts.push(h("small", { class: "subtext" }, inline(head[2])));
    else if (head[1] === "-" || head[1] === "*") parts.push(h("div", { class: "bullet" }, inline(head[2])));
    else
      parts.push(
        h(
          "div",
          { class: `heading h${head[1].length}`, role: "heading", "aria-level": head[1].length + 2 },
          inline(head[2]),
        ),
      );
  });
  flush();
  return parts;
}

function person(id, raw) {
  const found = personById(id);
  if (!found) return raw;
  const mine = id === app.me ? " me" : "";
  return h(
    "button",
    { class: `mention${mine}`, type: "button", onclick: (event) => act.personMenu(event, id) },
    `@${found.nick || found.global_name || found.username}`,
  );
}

function channel(id) {
  const found = channelById(id);
  if (!found) return "#unknown";
  return h("button", { class: "mention", type: "button", onclick: () => act.open(id) }, `#${found.name}`);
}

function roleName(id) {
  const found = guildNow()?.roles.find((role) => role.id === id);
  return `@${found ? found.name : "unknown-role"}`;
}

// Discord shows links to its own messages as the channel's name and goes there at a click.
const OWN = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Where a link to a channel or a message leads: `{channel, message, go}`; null for any other link. */
export function within(address) {
  const own = OWN.exec(address);
  return own && { channel: own[2], message: own[3], go: () => act.open(own[2], own[3]) };
}

function placeOf(own) {
  const place = channelById(own.channel);
  return place ? `#${place.name}${own.message ? " › message" : ""}` : "#unknown";
}

function link(address, words) {
  const own = within(address);
  if (own) return h("button", { class: "mention", type: "button", onclick: own.go }, words || placeOf(own));
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words || address);
}

function spoiler(text) {
  const reveal = (event) => event.currentTarget.removeAttribute("class");
  return h(
    "button",
    { class: "spoiler", type: "button", "aria-label": "Spoiler: press to read", onclick: reveal },
    inline(text),
  );
}

/** One line without markup, for previews of replies. */
export function plain(text) {
  return text
    .replace(/<@!?(\d+)>/g, (raw, id) =>
      personById(id) ? `@${personById(id).global_name || personById(id).username}` : raw,
    )
    .replace(/<@&(\d+)>/g, (_, id) => roleName(id))
    .replace(/<#(\d+)>/g, (_, id) => `#${channelById(id)?.name || "unknown"}`)
    .replace(/https:\/\/\S+/g, (raw) => (within(raw) ? placeOf(within(raw)) : raw))
    .replace(/<t:(-?\d+)(?::\w)?>/g, (raw, seconds) => moment(seconds, "R").textContent || raw)
    .replace(/^(?:-# |#{1,3} )/gm, "")
    .replace(/\[([^\]]+)\]\(<?https?:[^)]*\)/g, "$1")
    .replace(/```[a-z]*|[*_`~|]{1,2}/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
