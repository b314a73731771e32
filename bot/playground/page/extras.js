// What goes with a message besides its text: whom it answers, and files.

import { LARGEST } from "./api.js";
import { h, icon, nameOf } from "./dom.js";
import { size } from "./embeds.js";
import { act, app, membersHere } from "./state.js";

/** `reply` is `{message, ping}` or null; `changed` is set by the message box. */
export const extras = { reply: null, files: [], changed: () => {} };

export const chooser = h("input", {
  type: "file",
  multiple: true,
  hidden: true,
  tabindex: -1,
  "aria-hidden": "true",
});
export const attach = h(
  "button",
  { type: "button", class: "bar-button", title: "Upload files", "aria-label": "Upload files" },
  icon("plus"),
);
export const replyBar = h("div", { class: "reply-bar", hidden: true });
export const fileBar = h("div", { class: "file-bar", hidden: true });

/** Clear what goes with the next message. */
export function clear() {
  extras.reply = null;
  extras.files = [];
  for (const bar of [replyBar, fileBar]) {
    bar.hidden = true;
    bar.replaceChildren();
  }
}

export function setReply(message) {
  extras.reply = message && { message, ping: message.author.id !== app.me };
  replyBar.hidden = !extras.reply;
  if (!extras.reply) return replyBar.replaceChildren();
  const name = nameOf(membersHere().find((m) => m.id === message.author.id) || message.author);
  const ping = h(
    "button",
    {
      type: "button",
      class: "link ping",
      "aria-pressed": String(extras.reply.ping),
      title: "Whether the author is notified",
      onclick: () => {
        extras.reply.ping = !extras.reply.ping;
        ping.setAttribute("aria-pressed", String(extras.reply.ping));
        ping.textContent = extras.reply.ping ? "@ ON" : "@ OFF";
        extras.changed();
      },
    },
    extras.reply.ping ? "@ ON" : "@ OFF",
  );
  replyBar.replaceChildren(
    h("span", {}, "Replying to ", h("strong", {}, name)),
    (message.author.id !== app.me && ping) || "",
    h(
      "button",
      { type: "button", class: "bar-button", "aria-label": "Do not reply", onclick: () => setReply(null) },
      icon("close"),
    ),
  );
  extras.changed();
}

export function setFiles(chosen) {
  const large = chosen.filter((file) => file.size > LARGEST);
  if (large.length) act.toast(`Too large, 10 MB at most: ${large.map((f) => f.name).join(", ")}`);
  extras.files = chosen.filter((file) => file.size <= LARGEST).slice(0, 10);
  fileBar.hidden = !extras.files.length;
  fileBar.replaceChildren(
    ...extras.files.map((file) =>
      h(
        "span",
        { class: "chip" },
        file.name,
        h("small", {}, size(file.size)),
        h(
          "button",
          {
            type: "button",
            class: "bar-button",
            "aria-label": `Remove ${file.name}`,
            onclick: () => setFiles(extras.files.filter((f) => f !== file)),
          },
          icon("close"),
        ),
      ),
    ),
  );
  extras.changed();
}

attach.addEventListener("click", () => chooser.click());
chooser.addEventListener("change", () => {
  setFiles([...extras.files, ...chooser.files]);
  chooser.value = "";
});
