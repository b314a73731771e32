// Buttons, selects and the newer layout components of a message.

import { coloured, file, own, picture } from "./embeds.js";
import { h } from "./dom.js";
import { markdown, within } from "./markdown.js";
import { act, app, channels, guildNow, membersHere } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

const KINDS = {
  1: (row, message) => h("div", { class: "row" }, components(row.components, message)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: (section, message) =>
    h(
      "div",
      { class: "section" },
      h("div", {}, components(section.components, message)),
      components([section.accessory], message),
    ),
  10: (text) => h("div", { class: "content" }, markdown(text.content)),
  11: (thumbnail) => own(thumbnail.media) && picture(thumbnail.media, thumbnail.description, true),
  12: (gallery) =>
    gallery.items.filter((item) => own(item.media)).map((item) => picture(item.media, item.description)),
  13: (one) => file(one.file, one.name || "file", one.size),
  14: (separator) => h("hr", { class: separator.divider === false ? "space" : "" }),
  17: (container, message) =>
    coloured(
      h("div", { class: "embed container" }, components(container.components, message)),
      container.accent_color,
    ),
};

export function components(given, message) {
  return (given || []).map((component) => KINDS[component.type]?.(component, message) ?? null);
}

function emoji(given) {
  return given?.name && !given.id ? `${given.name} ` : "";
}

function button(given, message) {
  const label = `${emoji(given.emoji)}${given.label || ""}`;
  if (given.style === 5) {
    const own = within(given.url);
    const data = { key: `${message.id}:${given.url}` };
    if (own) return h("button", { type: "button", class: "button secondary", data, onclick: own.go }, label);
    return h(
      "a",
      {
        class: "button secondary",
        href: /^https?:/.test(given.url) ? given.url : null,
        target: "_blank",
        rel: "noopener noreferrer",
      },
      label,
    );
  }
  const waiting = app.pressed.get(message.id);
  const mine = waiting && !waiting.failed && waiting.id === given.custom_id;
  return h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[given.style] || "secondary"}${mine ? " waiting" : ""}`,
      disabled: Boolean(given.disabled),
      "aria-busy": mine ? "true" : null,
      data: { key: `${message.id}:${given.custom_id}`, custom: given.custom_id },
      onclick: () => act.press(message, given.custom_id, "click", { button: given.custom_id }),
    },
    h("span", {}, label),
  );
}

/** What a select offers: `[value, label, description, chosen]`. */
export function offered(given) {
  if (given.type === 3)
    return given.options.map((o) => [o.value, `${emoji(o.emoji)}${o.label}`, o.description, o.default]);
  const before = new Set((given.default_values || []).map((value) => value.id));
  const entry = (id, label) => [id, label, null, before.has(id)];
  const people = () => membersHere().map((p) => entry(p.id, `@${p.nick || p.global_name || p.username}`));
  const roles = () => (guildNow()?.roles || []).map((role) => entry(role.id, `@${role.name}`));
  const places = () =>
    channels()
      .filter((c) => c.guild_id === app.guild && !c.archived)
      .filter((c) => !given.channel_types?.length || given.channel_types.includes(c.type))
      .map((c) => entry(c.id, `#${c.name}`));
  return { 5: people, 6: roles, 7: () => [...roles(), ...people()], 8: places }[given.type]?.() || [];
}

/** What is chosen and not sent yet, by select: its message is drawn anew at every change. */
const picks = new Map();

function select(given, message) {
  const key = `${message.id}:${given.custom_id}`;
  const asked = JSON.stringify(given);
  const picked = picks.get(key)?.asked === asked ? picks.get(key).values : null;
  const options = offered(given);
  const many = given.max_values > 1;
  const empties = given.min_values === 0;
  const send = (values) => act.press(message, given.custom_id, "select", { select: given.custom_id, values });
  const list = h(
    "select",
    {
      "aria-label": given.placeholder || "Choose",
      disabled: Boolean(given.disabled),
      multiple: many,
      size: many ? Math.min(options.length, 5) : null,
      data: { key },
      onchange: () => {
        if (many) picks.set(key, { asked, values: chosen() });
        else if (list.value || empties) send(list.value ? [list.value] : []);
      },
    },
    !many && h("option", { value: "" }, given.placeholder || "Make a selection"),
    options.map(([value, label, about, before]) =>
      h(
        "option",
        { value, selected: picked ? picked.includes(value) : Boolean(before) },
        about ? `${label} — ${about}` : label,
      ),
    ),
  );
  const chosen = () => [...list.selectedOptions].map((option) => option.value);
  const done = () => {
    picks.delete(key);
    send(chosen());
  };
  return h(
    "div",
    { class: "select" },
    many && h("small", { class: "select-about", "aria-hidden": "true" }, given.placeholder || "Choose"),
    list,
    many && h("button", { type: "button", class: "button primary", onclick: done }, "Done"),
  );
}
