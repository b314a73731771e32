// Times as Discord shows them: `<t:…:R>` ticks, the others are in the reader's own zone.

import { h } from "./dom.js";

let ahead = 0;

/** The stand-in's clock can be moved forward; `now` is its time in seconds. */
export function setClock(now) {
  ahead = now * 1000 - Date.now();
}

const now = () => Date.now() + ahead;

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function relative(at) {
  const seconds = Math.round((at - now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || UNITS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

export function written(at, style) {
  return new Intl.DateTimeFormat(undefined, STYLES[style] || STYLES.f).format(at);
}

/** `<t:seconds:style>`. */
export function moment(seconds, style) {
  const at = Number(seconds) * 1000;
  if (Math.abs(at) > 8.64e15) return `<t:${seconds}>`;
  const text = style === "R" ? relative(at) : written(at, style);
  return h(
    "time",
    {
      class: "moment",
      title: written(at, "F"),
      datetime: new Date(at).toISOString(),
      data: style === "R" ? { at } : {},
    },
    text,
  );
}

setInterval(() => {
  for (const element of document.querySelectorAll("time[data-at]")) {
    const text = relative(Number(element.dataset.at));
    if (element.textContent !== text) element.textContent = text;
  }
}, 1000);

const dayOf = (at) => new Date(at).toDateString();

/** When a message was written, in its head. */
export function when(stamp) {
  const at = Date.parse(stamp);
  const today = dayOf(now());
  if (dayOf(at) === today) return written(at, "t");
  if (dayOf(at + 86400000) === today) return `Yesterday at ${written(at, "t")}`;
  return `${written(at, "d")}, ${written(at, "t")}`;
}

export function sameDay(one, other) {
  return dayOf(one) === dayOf(other);
}
