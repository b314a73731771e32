// Pictures, files and embeds of a message.

import { local } from "./api.js";
import { h, icon } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { when } from "./moments.js";

/** A picture with its alternative text; a click enlarges it. */
export function picture(media, description, small = false) {
  const alt = description || media.filename || "picture without a description";
  const image = h("img", {
    src: local(media.url),
    alt,
    title: description || null,
    width: media.width || null,
    height: media.height || null,
    decoding: "async",
  });
  const label = description ? null : `Enlarge ${alt}`;
  const open = () => enlarge(media, alt);
  const hint = description && !small && h("span", { class: "alt", "aria-hidden": "true" }, "ALT");
  const frame = h(
    "button",
    { class: small ? "thumbnail" : "picture", type: "button", "aria-label": label, onclick: open },
    image,
    hint,
  );
  if (!small && media.width && media.height) {
    // The space is reserved before the picture is there, so that nothing jumps.
    frame.classList.add("sized");
    frame.style.setProperty("--width", `${media.width}px`);
    frame.style.setProperty("--ratio", media.width / media.height);
  }
  return frame;
}

function enlarge(media, alt) {
  const image = h("img", { src: local(media.url), alt });
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": "Picture", onclick: close, onclose: () => dialog.remove() },
    image,
    h("p", { class: "lightbox-alt" }, alt),
    h("button", { type: "button", class: "plain", onclick: close }, "Close"),
  );
  document.body.append(dialog);
  dialog.showModal();
}

const KILO = 1024;

export function size(bytes) {
  if (bytes < KILO) return `${bytes} bytes`;
  return bytes < KILO * KILO ? `${(bytes / KILO).toFixed(1)} KB` : `${(bytes / KILO / KILO).toFixed(1)} MB`;
}

/** A file that is not a picture: its name and size; a press saves it. */
export function file(media, name, bytes) {
  return h(
    "a",
    { class: "file", href: local(media.url), download: name, title: `Download ${name}` },
    icon("file"),
    h("span", { class: "file-name" }, name),
    h("small", {}, size(bytes || 0)),
    icon("download"),
  );
}

export function isPicture(attachment) {
  return /^image\/(png|jpeg|gif|webp)$/.test(attachment.content_type || "");
}

export function attachments(all) {
  return all.map((one) =>
    isPicture(one) ? picture(one, one.description) : file(one, one.filename, one.size),
  );
}

function coloured(element, colour) {
  if (colour !== null && colour !== undefined)
    element.style.borderInlineStartColor = `#${colour.toString(16).padStart(6, "0")}`;
  return element;
}

export function embed(given) {
  const fields = (given.fields || []).map((field) =>
    h(
      "div",
      { class: field.inline ? "field inline" : "field" },
      h("strong", {}, inline(field.name)),
      h("div", {}, markdown(field.value)),
    ),
  );
  const foot = [given.footer?.text, given.timestamp && when(given.timestamp)].filter(Boolean).join(" · ");
  const title =
    given.url && /^https?:/.test(given.url)
      ? h("a", { href: given.url, target: "_blank", rel: "noopener noreferrer" }, given.title || given.url)
      : inline(given.title || "");
  const shown = h(
    "article",
    { class: "embed" },
    given.thumbnail && own(given.thumbnail) && picture(given.thumbnail, null, true),
    given.author && h("small", {}, h("strong", {}, given.author.name)),
    given.title && h("div", { class: "embed-title" }, title),
    given.description && h("div", {}, markdown(given.description)),
    fields.length > 0 && h("div", { class: "fields" }, fields),
    given.image && own(given.image) && picture(given.image, given.image.description),
    foot && h("small", { class: "subtext" }, foot),
  );
  return coloured(shown, given.color);
}

// Nothing is loaded from elsewhere: only uploads are shown.
function own(media) {
  return new URL(media.url, location.href).pathname.startsWith("/attachments/");
}

export { coloured, own };
