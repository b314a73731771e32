// Makes elements. Text is only ever set as text: nothing here parses HTML.

/** `h("p", {class: "x", onclick: f}, "text", child)`; null and false among the children are left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(9).filter((child) => child !== null && child !== false && child !== undefined),
  );
  return element;
}

const SHAPES = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M4 5h16v10H10l-4 4v-4H4z",
  menu: "M3 6h18M3 12h18M3 18h18",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9c0-4 3-6 6-6s6 2 6 6M16 4.5a3 3 0 0 1 0 6M18 14c2 .7 3 2.500 3 6",
  reply: "M9 6 3 12l6 6M3.500 12H13c5 0 8 3 8 7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  plus: "M12 4v16M4 12h16",
  close: "M5 5l14 14M19 5 5 19",
  send: "M4 4l17 8-17 8 3-8z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  down: "M6 9l6 6 6-6",
  help: "M9 9a3 3 0 1 1 4.500 2.600C12.500 12.200 12 13 12 14M12 17.500h.01M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20z",
  home: "M4 5h16v10H10l-4 4v-4H4z",
  back: "M11 5l-7 7 7 7M4 12h16",
  poll: "M5 20V10M12 20V4M19 20v-7",
  bot: "M5 9h14v10H5zM12 9V5M9 14h.01M15 14h.01",
  pen: "M4 20l1-5L16 4l4 4L9 19z",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  file: "M6 2h8l5 5v15H6zM14 2v5h5M9 13h7M9 17h7",
  download: "M12 3v12M7 10l5 5 5-5M4 20h16",
  copy: "M8 8h12v12H8zM4 16V4h12",
  at: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm4-4v2a2.500 2.500 0 0 0 5 0v-2a9 9 0 1 0-4 7.500",
};

/** A drawing beside words that say the same. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Rebuild `place` only if what it shows has changed, and keep the focus. */
export function show(place, model, build) {
  const now = JSON.stringify(model);
  if (place.shown === now) return;
  place.shown = now;
  const focused = place.contains(document.activeElement) && document.activeElement.dataset.key;
  place.replaceChildren(...[build()].flat(9).filter(Boolean));
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const HUES = [210, 265, 330, 12, 150, 185, 40, 95];

/** A round picture made of initials, in a colour that goes with the person. */
export function avatar(user, size = "") {
  const name = nameOf(user);
  const circle = h(
    "span",
    { class: `avatar ${size}`, "aria-hidden": "true" },
    user.bot ? icon("bot") : initials(name),
  );
  const sum = [...user.username].reduce((total, letter) => total + letter.codePointAt(0), 0);
  circle.style.setProperty("--hue", HUES[sum % HUES.length]);
  return circle;
}

export function nameOf(user) {
  return user.nick || user.global_name || user.username;
}

export function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] || "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
}
