// The list above the message box: commands, options, choices, people. One at a time.

import { h } from "./dom.js";

/** A list that belongs to whatever field is being typed in. */
export class Picker {
  constructor() {
    this.list = h("div", {
      class: "picker-list",
      role: "listbox",
      id: "picker-list",
      "aria-label": "Suggestions",
    });
    this.heading = h("div", { class: "picker-heading" });
    this.element = h("div", { class: "picker", hidden: true }, this.heading, this.list);
    // Pressing an entry must not take the focus out of the field.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.items = [];
    this.at = -1;
    this.field = null;
  }

  /** Items are `{label, about, aside, picture, group}`; `chosen` gets one of them. `typed` is what they
   *  are for, where that is not the whole text of the field. */
  open(field, items, { heading = "", empty = "", at = -1, typed = null, chosen }) {
    if (this.field && this.field !== field) this.release();
    this.field = field;
    this.items = items;
    this.chosen = chosen;
    this.heading.replaceChildren(...[heading].flat().filter(Boolean));
    this.heading.hidden = !heading;
    const shown = items.map((item, number) => this.entry(item, number, items[number - 1]));
    this.list.replaceChildren(
      ...(shown.length ? shown.flat() : empty ? [h("div", { class: "picker-empty" }, empty)] : []),
    );
    this.list.hidden = !this.list.childElementCount;
    this.element.hidden = this.heading.hidden && this.list.hidden;
    field.setAttribute("aria-controls", "picker-list");
    field.setAttribute("aria-expanded", String(items.length > 0));
    this.moved = false;
    this.typed = typed;
    this.mark(items.length ? Math.min(at, items.length - 1) : -1);
  }

  entry(item, number, before) {
    const made = h(
      "div",
      {
        class: `picker-item${item.required ? " required" : ""}`,
        role: "option",
        id: `picker-${number}`,
        "aria-selected": "false",
        onclick: () => this.choose(number),
        onmousemove: () => this.at !== number && this.mark(number, false),
      },
      item.picture,
      h(
        "span",
        { class: "picker-text" },
        h("span", { class: "picker-label" }, item.label),
        item.about && h("span", { class: "picker-about" }, item.about),
      ),
      item.aside && h("span", { class: "picker-aside" }, item.aside),
    );
    const group =
      item.group &&
      item.group !== before?.group &&
      h("div", { class: "picker-group", role: "presentation" }, item.group);
    return group ? [group, made] : [made];
  }

  mark(number, scroll = true) {
    this.list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
    this.at = number;
    const entry = number < 0 ? null : this.list.querySelector(`#picker-${number}`);
    entry?.setAttribute("aria-selected", "true");
    if (scroll) entry?.scrollIntoView({ block: "nearest" });
    if (entry) this.field?.setAttribute("aria-activedescendant", entry.id);
    else this.field?.removeAttribute("aria-activedescendant");
  }

  choose(number) {
    const item = this.items[number];
    if (item) this.chosen(item);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** What Tab takes: what was moved to, else what begins with the text of the field; -1 if nothing. */
  completion() {
    if (this.moved && this.at >= 0) return this.at;
    const typed = bare(this.typed ?? this.field.value);
    const begins = (item) => bare(item.label).startsWith(typed);
    return this.items[this.at] && begins(this.items[this.at]) ? this.at : this.items.findIndex(begins);
  }

  /** Arrows move, Enter chooses what is marked, Tab completes; true if the key was for us. */
  key(event) {
    if (!this.isOpen || event.isComposing) return false;
    if (event.key === "Escape") {
      this.close();
    } else if (!this.items.length) {
      return false;
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = this.at < 0 && step < 0 ? 0 : this.at;
      this.mark((from + step + this.items.length) % this.items.length);
      this.moved = true;
    } else if (event.key === "Enter" && !event.shiftKey && this.at >= 0) {
      this.choose(this.at);
    } else if (event.key === "Tab" && !event.shiftKey && this.completion() >= 0) {
      this.choose(this.completion());
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  release() {
    for (const name of ["aria-activedescendant", "aria-controls"]) this.field?.removeAttribute(name);
    this.field?.setAttribute("aria-expanded", "false");
  }

  close() {
    this.release();
    this.field = null;
    this.items = [];
    this.at = -1;
    this.element.hidden = true;
  }
}

/** A label or what was typed of one, without the sign that it begins with. */
function bare(text) {
  return text.trim().toLowerCase().replace(/^[/@#]/, "");
}

export const picker = new Picker();
