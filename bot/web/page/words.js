// Texts of the page, and texts of the server in Discord's notation. Nothing here becomes markup.
"use strict";
const page = {};

(() => {
  const $ = (id) => document.getElementById(id);
  const texts = JSON.parse($("texts").textContent);
  let names = {};

  /** The text with this key, with `{name}` replaced. */
  function words(key, values = {}) {
    return (texts[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  }

  /** An element. Attributes that are undefined or false are left out. */
  function h(tag, attributes, ...content) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== false) made.setAttribute(name, value);
    }
    made.append(...content.flat());
    return made;
  }

  /** Set text only if it differs, so that nothing is read out twice. */
  function put(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

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
  const spoken = document.documentElement.lang || "en";
  // Dates as the reader's own machine writes them, if it speaks the language of the page.
  const language = navigator.languages.find((one) => one.split("-")[0] === spoken.split("-")[0]) || spoken;

  function relative(at) {
    const seconds = Math.round((at - Date.now()) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || UNITS.at(-1);
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(seconds / size), unit);
  }

  function time(all, seconds, style) {
    const at = Number(seconds) * 1000;
    if (Math.abs(at) > 8.64e15) return all;
    const written = (as) => new Intl.DateTimeFormat(language, STYLES[as] || STYLES.f).format(at);
    const ticks = style === "R" && String(at);
    return h(
      "time",
      { title: written("F"), datetime: new Date(at).toISOString(), "data-at": ticks },
      ticks ? relative(at) : written(style),
    );
  }

  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-at]")) {
      put(element, relative(Number(element.dataset.at)));
    }
  }, 1000);

  const wrapped = (tag) => (found) => h(tag, {}, inline(found[1]));
  // What can begin at a place in a line, tried in this order.
  const INLINE = [
    [/^\\([^\w\s])/, (found) => found[1]],
    [/^`([^`\n]+)`/, (found) => h("code", {}, found[1])],
    [/^<@!?(\d+)>/, (found) => h("b", { class: "person" }, names[found[1]] ?? "?")],
    [/^<t:(-?\d{1,13})(?::(\w))?>/, (found) => time(...found)],
    [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s()<>]+)>?\)/, (found) => link(found[2], inline(found[1]))],
    [/^<(https?:\/\/[^\s<>]+)>/, (found) => link(found[1], [found[1]])],
    [/^\*\*(?=\S)([^]+?)\*\*(?!\*)/, wrapped("strong")],
    [/^__(?=\S)([^]+?)__(?!_)/, wrapped("u")],
    [/^~~(?=\S)([^]+?)~~/, wrapped("s")],
    [/^\*(?=\S)([^*]+?)\*/, wrapped("em")],
    [/^_(?=\S)([^_]+?)_(?!\w)/, wrapped("em")],
  ];

  function link(address, content) {
    return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, content);
  }

  function inline(text) {
    const parts = [];
    let plain = "";
    for (let at = 0; at < text.length; ) {
      const special = /[\\`<[*_~]/.test(text[at]) && !(text[at] === "_" && /\w/.test(text[at - 1] || ""));
      const rest = special ? text.slice(at) : "";
      let found;
      const kind = special && INLINE.find(([pattern]) => (found = pattern.exec(rest)));
      if (kind) {
        parts.push(plain, kind[1](found));
        plain = "";
      } else plain += text[at];
      at += kind ? found[0].length : 1;
    }
    return [...parts, plain].filter((part) => part !== "");
  }

  /** A text of the server: a paragraph for each line, and a table as it is. */
  function rendered(text) {
    return text.split(/^```\n([^]*?)\n```$/m).flatMap((part, at) => {
      if (at % 2) return [h("pre", { tabindex: 0 }, part)];
      return part.split("\n").filter((line) => line.trim()).map(paragraph);
    });
  }

  function paragraph(line) {
    const head = /^(?:(-#)|#{1,3}|[-*>]) (.+)/.exec(line);
    return h("p", { class: head?.[1] && "small" }, inline(head ? head[2] : line));
  }

  /** The same without markup, for screen readers. */
  function plain(text) {
    return rendered(text).map((part) => part.textContent).join(" ");
  }

  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = words(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", words(element.dataset.label));
  }
  document.title = words("web-loading");

  Object.assign(page, { $, words, h, put, inline, rendered, plain });
  page.knows = (people) => people && Object.assign(names, people);
  page.announce = (text) => put($("announced"), text);
})();
