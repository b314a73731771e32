// Modals of the bot, menus on people and messages, short notices.

import { CannotDo, LARGEST, call, encoded } from "./api.js";
import { offered } from "./components.js";
import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { act, app } from "./state.js";

// Notices

export function toast(words) {
  const shown = h("div", { class: "toast" }, words);
  document.getElementById("toasts").append(shown);
  setTimeout(() => shown.remove(), 6000);
}

// Menus

let menu = null;
let opener = null;

export function closeMenu(refocus = true) {
  if (!menu) return;
  const had = menu.contains(document.activeElement);
  menu.remove();
  menu = null;
  if (refocus && had) opener?.focus?.();
}

/** Open a menu at the pointer. Items are `{label, does, danger, checked}`, "-" or `{heading}`. */
export function openMenu(event, label, items) {
  event.preventDefault();
  event.stopPropagation();
  closeMenu(false);
  opener = event.currentTarget instanceof HTMLElement ? event.currentTarget : document.activeElement;
  const entry = (item) => {
    if (item === "-") return h("hr", { role: "separator" });
    if (item.heading) return h("div", { class: "menu-heading", role: "presentation" }, item.heading);
    const role = item.checked === undefined ? "menuitem" : "menuitemradio";
    const does = () => {
      closeMenu();
      item.does();
    };
    return h(
      "button",
      {
        type: "button",
        role,
        tabindex: -1,
        class: `menu-item${item.danger ? " danger" : ""}`,
        "aria-checked": item.checked === undefined ? null : String(item.checked),
        onclick: does,
      },
      item.picture,
      h("span", {}, item.label),
      item.checked && h("span", { class: "check", "aria-hidden": "true" }, "✓"),
    );
  };
  menu = h(
    "div",
    { class: "menu", role: "menu", "aria-label": label, onkeydown: menuKey },
    items.filter(Boolean).map(entry),
  );
  document.body.append(menu);
  const box = event.currentTarget?.getBoundingClientRect?.();
  const byKey = !event.clientX && !event.clientY && box;
  const x = byKey ? box.left : event.clientX;
  const y = byKey ? box.bottom : event.clientY;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
  menu.querySelector("button")?.focus();
}

function menuKey(event) {
  const all = [...menu.querySelectorAll("button")];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) all[to % all.length].focus();
  else if (event.key === "Escape" || event.key === "Tab") closeMenu();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("pointerdown", (event) => {
  if (menu && !menu.contains(event.target)) closeMenu(false);
});
addEventListener("resize", () => closeMenu(false));

// Dialogs

/** A small form: `fields` are elements; its button calls `done`, which may throw. */
export function dialog(title, fields, action, done, name = "") {
  const wrong = h("p", { class: "failed", role: "alert", hidden: true });
  const finish = h("button", { type: "submit", class: "button primary" }, action);
  const box = h(
    "dialog",
    { class: "dialog", "aria-labelledby": "dialog-title", onclose: () => box.remove() },
    h(
      "form",
      {
        novalidate: true,
        onsubmit: async (event) => {
          event.preventDefault();
          finish.disabled = true;
          wrong.hidden = true;
          try {
            await done();
            box.close();
          } catch (error) {
            wrong.textContent =
              error instanceof CannotDo || error instanceof Wrong
                ? error.message
                : "Something went wrong. Try again.";
            wrong.hidden = false;
          }
          finish.disabled = false;
        },
      },
      h(
        "header",
        {},
        h("h2", { id: "dialog-title" }, title),
        name && h("small", {}, name),
        h(
          "button",
          { type: "button", class: "bar-button", "aria-label": "Close", onclick: () => box.close() },
          "✕",
        ),
      ),
      h("div", { class: "dialog-fields" }, fields, wrong),
      h(
        "footer",
        {},
        h("button", { type: "button", class: "button plain", onclick: () => box.close() }, "Cancel"),
        finish,
      ),
    ),
  );
  document.body.append(box);
  box.showModal();
  box.querySelector("input, textarea, select")?.focus();
}

/** Something that the person who filled in a form has to correct. */
export class Wrong extends Error {}

// A bot's modal

const FEW = 10;

/** A field of a modal: its element and how to read it. */
function field(given) {
  const required = given.required !== false;
  if (given.type === 4) {
    const common = {
      maxlength: given.max_length || 4000,
      placeholder: given.placeholder,
      "aria-required": String(required),
      autocomplete: "off",
      value: given.value || "",
    };
    const element =
      given.style === 2 ? h("textarea", { rows: 4, ...common }) : h("input", { type: "text", ...common });
    const read = () => {
      const size = element.value.length;
      if (required && !element.value) throw wrongAt(element, "This field is required.");
      if (size && size < (given.min_length || 0))
        throw wrongAt(element, `At least ${given.min_length} characters are needed.`);
      return element.value;
    };
    return { element, read };
  }
  if (given.type === 19) {
    const element = h("input", {
      type: "file",
      multiple: (given.max_values || 1) > 1,
      "aria-required": String(required),
    });
    const read = () => {
      const files = [...element.files];
      if (required && !files.length) throw wrongAt(element, "This field is required.");
      const large = files.find((file) => file.size > LARGEST);
      if (large) throw wrongAt(element, `${large.name} is too large: 10 MB at most.`);
      return Promise.all(files.map(encoded));
    };
    return { element, read };
  }
  if (given.type === 23) {
    const element = h("input", { type: "checkbox", checked: Boolean(given.default) });
    return { element, read: () => element.checked };
  }
  if (given.type === 21 || given.type === 22) {
    const type = given.type === 21 ? "radio" : "checkbox";
    const boxes = given.options.map((o) => [
      h("input", { type, name: given.custom_id, value: o.value, checked: Boolean(o.default) }),
      o,
    ]);
    const element = h(
      "div",
      { class: "boxes", role: type === "radio" ? "radiogroup" : "group" },
      boxes.map(([box, o]) =>
        h("label", {}, box, h("span", {}, o.label, o.description && h("small", {}, o.description))),
      ),
    );
    return { element, read: () => boxes.filter(([box]) => box.checked).map(([box]) => box.value) };
  }
  const many = (given.max_values || 1) > 1;
  const offers = offered(given);
  // A required choice can be changed, but not emptied again.
  const empties = !many && !(required && offers.some(([, , , chosen]) => chosen));
  const options = offers.map(([value, label, about, chosen]) =>
    h("option", { value, selected: Boolean(chosen) }, about ? `${label} — ${about}` : label),
  );
  const element = h(
    "select",
    { multiple: many, "aria-required": String(required) },
    empties && h("option", { value: "" }, given.placeholder || "Make a selection"),
    options,
  );
  const read = () => {
    const values = [...element.selectedOptions].map((o) => o.value).filter(Boolean);
    if (required && !values.length) throw wrongAt(element, "This field is required.");
    return values;
  };
  return { element, read };
}

function wrongAt(element, words) {
  element.focus();
  return new Wrong(words);
}

/** How many characters may still be typed into `element`, shown if they are few. */
function left(element, most) {
  const shown = h("small", { class: "subtext", hidden: true });
  element.addEventListener("input", () => {
    const more = most - element.value.length;
    shown.hidden = more > FEW;
    shown.textContent = `${more} of ${most} characters left`;
  });
  return shown;
}

/** Show the modal that an interaction opened, and send it. */
export function openModal(answer) {
  const channel = app.channel;
  const reads = [];
  let number = 0;
  const shown = (given, label, description) => {
    number += 1;
    const made = field(given);
    const id = `field-${number}`;
    made.element.id = id;
    if (description) made.element.setAttribute("aria-describedby", `${id}-about`);
    reads.push([given.custom_id, made.read]);
    const limit = given.type === 4 && given.max_length && left(made.element, given.max_length);
    return h(
      "div",
      { class: "dialog-field" },
      h(
        "label",
        { for: id },
        label,
        given.required !== false && h("span", { class: "star", title: "required" }, " *"),
      ),
      description && h("small", { id: `${id}-about` }, description),
      made.element,
      limit,
    );
  };
  const fields = answer.modal.components.map((component) => {
    if (component.type === 18) return shown(component.component, component.label, component.description);
    if (component.type === 1) return component.components.map((inner) => shown(inner, inner.label));
    return component.type === 10 ? h("div", {}, markdown(component.content)) : null;
  });
  const submit = async () => {
    const values = {};
    for (const [name, read] of reads) values[name] = await read();
    const said = await call("submit_modal", {
      user: app.me,
      interaction: answer.interaction_id,
      fields: values,
    });
    if (said.error) throw new Wrong(said.error);
    if (channel === app.channel) act.refresh();
  };
  dialog(answer.modal.title, fields, "Submit", submit, app.home.application.username);
}
