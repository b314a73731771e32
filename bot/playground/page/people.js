// Who this tab is, menus on people and messages, and what to do on a first visit.

import { launch } from "./activity.js";
import { CannotDo, call } from "./api.js";
import { avatar, h, icon, nameOf, show } from "./dom.js";
import { Wrong, dialog, openMenu } from "./overlays.js";
import { act, app, commandsHere, guildNow, membersHere, personById } from "./state.js";

const USER_COMMAND = 2;
const MESSAGE_COMMAND = 3;
const PRIVATE = 1 << 6;

// The corner

export function showCorner() {
  const me = app.home.me;
  show(document.getElementById("corner"), [me, document.documentElement.dataset.theme], () => [
    h(
      "button",
      {
        type: "button",
        class: "myself",
        title: "Be somebody else in this tab",
        "aria-haspopup": "menu",
        data: { key: "me" },
        onclick: who,
      },
      avatar(me, "small"),
      h("span", { class: "my-name" }, h("strong", {}, nameOf(me)), h("small", {}, "you, in this tab")),
      icon("down"),
    ),
  ]);
}

/** The menu in the corner. */
export function who(event) {
  const people = app.home.people.filter((person) => !person.bot);
  const theme = document.documentElement.dataset.theme || "auto";
  const themes = [
    ["auto", "As the system"],
    ["light", "Light"],
    ["dark", "Dark"],
  ];
  openMenu(event, "Who you are in this tab", [
    { heading: "You are, in this tab" },
    ...people.map((person) => ({
      label: nameOf(person),
      picture: avatar(person, "tiny"),
      checked: person.id === app.me,
      does: () => become(person),
    })),
    { label: "Add a person…", does: addPerson },
    "-",
    { heading: "Colours" },
    ...themes.map(([key, label]) => ({ label, checked: key === theme, does: () => setTheme(key) })),
  ]);
}

export function become(person) {
  act.become(person.id);
  act.toast(`This tab is ${nameOf(person)} now.`);
}

export function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  if (app.home) showCorner();
}

function addPerson() {
  const name = h("input", { type: "text", id: "person-name", maxlength: 32, autocomplete: "off" });
  const guild = guildNow() || app.home.guilds[0];
  const done = async () => {
    const wanted = name.value.trim().replace(/\s+/g, " ");
    if (!wanted) throw new Wrong("A person needs a name.");
    if (/[@#:`<>]/.test(wanted)) throw new Wrong("A name is without @ # : ` < and >.");
    const taken = app.home.people.some(
      (p) =>
        [nameOf(p), p.username].some((n) => n.toLowerCase() === wanted.toLowerCase().replace(/\s/g, "")) ||
        nameOf(p).toLowerCase() === wanted.toLowerCase(),
    );
    if (taken) throw new Wrong("Somebody has that name already.");
    const made = await call("create_person", { name: wanted, guilds: guild ? [guild.id] : [] });
    become(made);
  };
  dialog(
    "Add a person",
    h(
      "div",
      { class: "dialog-field" },
      h("label", { for: "person-name" }, "Name"),
      h("small", {}, `A new member${guild ? ` of ${guild.name}` : ""}, whom this tab becomes.`),
      name,
    ),
    "Add",
    done,
  );
}

/** The address of this page for another person, for a second tab. */
export function addressFor(person) {
  return `${location.pathname}?as=${encodeURIComponent(nameOf(person))}${location.hash}`;
}

// Menus

function apps(type, target) {
  const found = commandsHere(type);
  if (!found.length) return [];
  return [
    "-",
    { heading: "Apps" },
    ...found.map((command) => ({ label: command.name, does: () => act.useMenu(command.name, target) })),
  ];
}

const copied = (words) =>
  navigator.clipboard.writeText(words).then(
    () => act.toast("Copied."),
    () => act.toast("The browser does not let us copy."),
  );

export function personMenu(event, id) {
  const person = personById(id);
  if (!person) return;
  const here = membersHere().some((member) => member.id === id);
  openMenu(event, nameOf(person), [
    { heading: `${nameOf(person)} · ${person.username}` },
    { label: "Mention", does: () => act.mention(person) },
    !person.bot && id !== app.me && { label: `Be ${nameOf(person)} in this tab`, does: () => become(person) },
    !person.bot &&
      id !== app.me && {
        label: `Open a tab as ${nameOf(person)}`,
        does: () => open(addressFor(person), "_blank", "noopener"),
      },
    person.bot && { label: "Message", does: () => act.openDirect() },
    person.bot && app.home.windows && { label: "Launch its Activity", does: () => launch(app.channel) },
    ...(here ? apps(USER_COMMAND, id) : []),
    "-",
    { label: "Copy user ID", does: () => copied(id) },
  ]);
}

export function messageMenu(event, message) {
  const own = message.author.id === app.me;
  const lasting = !(message.flags & PRIVATE);
  const channel = act.channelNow();
  openMenu(event, "Message", [
    lasting && channel?.sends && { label: "Reply", picture: icon("reply"), does: () => act.reply(message) },
    message.content && { label: "Copy text", picture: icon("copy"), does: () => copied(message.content) },
    own && { label: "Edit message", picture: icon("pen"), does: () => editMessage(message) },
    !lasting && { label: "Dismiss message", picture: icon("close"), does: () => act.dismiss(message) },
    ...(lasting ? apps(MESSAGE_COMMAND, message.id) : []),
    "-",
    { label: "Copy message ID", does: () => copied(message.id) },
    lasting &&
      (own || channel?.moderates) && {
        label: "Delete message",
        picture: icon("bin"),
        danger: true,
        does: () => deleteMessage(message),
      },
  ]);
}

export function editMessage(message) {
  const text = h("textarea", { id: "edited", rows: 4, maxlength: 2000, value: message.content });
  const done = async () => {
    if (!text.value.trim()) throw new Wrong("A message needs a text; delete it instead.");
    await call("edit_message", { user: app.me, message: message.id, text: text.value });
    act.refresh();
  };
  dialog(
    "Edit message",
    h("div", { class: "dialog-field" }, h("label", { for: "edited" }, "Text"), text),
    "Save",
    done,
  );
}

async function deleteMessage(message) {
  try {
    await call("delete_message", { user: app.me, message: message.id });
  } catch (error) {
    if (error instanceof CannotDo) act.toast(error.message);
    else throw error;
  }
  act.refresh();
}

// The first visit

const WELCOMED = "welcomed";
let wanted = !localStorage.getItem(WELCOMED);
/** Whether all of it was asked for: once there is something to read, it is only a line otherwise. */
let unfolded = false;

const quiet = () => app.home.begun || app.messages.some((message) => message.author.bot);
const folded = () => quiet() && !unfolded;

export function welcome(open) {
  const onlyLine = wanted && folded();
  wanted = open ?? (onlyLine || !wanted);
  unfolded = wanted;
  if (!wanted) localStorage.setItem(WELCOMED, "yes");
  showWelcome();
}

function fold() {
  unfolded = !unfolded;
  showWelcome();
}

async function start(scene) {
  const guild = guildNow() || app.home.guilds[0];
  if (!guild) return;
  const before = new Set(app.messages.map((message) => message.id));
  const begun = await call("play_scene", { name: scene.name, guild: guild.id });
  if (scene.guided) {
    localStorage.setItem(WELCOMED, "yes");
    unfolded = false;
  } else {
    welcome(false);
  }
  await act.refresh();
  await act.open(begun.channel);
  showWelcome();
  arriving = { scene: scene.name, channel: begun.channel, before };
  if (!scene.guided) following = { ...arriving, before: begun.begun ? before : new Set() };
  arrived();
}

/** The scene whose first message has not come yet: it is shown as soon as it is there. */
let arriving = null;
/** The scene whose game may get a thread: whoever wants to watch it is taken there. */
let following = null;

export function arrived() {
  if (arriving !== null && app.channel === arriving.channel) {
    const found = app.messages.find((message) => !arriving.before.has(message.id));
    if (found) {
      arriving = null;
      act.jump(found.id);
    }
  }
  if (following === null) return;
  const { scene, channel, before } = following;
  const thread = app.messages.findLast((message) => message.thread && !before.has(message.id))?.thread;
  const here = app.channel === channel;
  if ((here && thread) || !here || !app.scenes.find((one) => one.name === scene)?.runs) following = null;
  if (here && thread) act.open(thread.id);
}

let told = "";

export function showWelcome() {
  const place = document.getElementById("welcome");
  place.hidden = !wanted;
  const failed = app.scenes.find((scene) => scene.failed && !scene.runs);
  if (failed && told !== failed.failed) act.toast(`“${failed.title}” broke off: ${failed.failed}`);
  told = failed?.failed || "";
  if (!wanted) return;
  const other = app.home.people.find((person) => !person.bot && person.id !== app.me);
  show(place, [app.me, other, app.scenes, app.home.begun, quiet(), unfolded], () => [
    quiet() ? line(other) : h("h2", {}, "A Discord server of your own"),
    !folded() && steps(other),
    !folded() && h("div", { class: "row" }, scenes(), !quiet() && away()),
  ]);
}

/** All that is left once there is something to read: who one is, and the way to the steps. */
function line(other) {
  return h(
    "div",
    { class: "line" },
    h("span", {}, "You are ", h("strong", {}, nameOf(app.home.me))),
    other && h("span", {}, secondTab(other, `Second tab as ${nameOf(other)}`)),
    h(
      "button",
      {
        type: "button",
        class: "fold link",
        "aria-expanded": String(unfolded),
        data: { key: "fold" },
        onclick: fold,
      },
      "Three steps",
      icon("down"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "bar-button",
        title: "Got it",
        "aria-label": "Got it",
        data: { key: "away" },
        onclick: () => welcome(false),
      },
      icon("close"),
    ),
  );
}

function secondTab(other, words) {
  return h("a", { href: addressFor(other), target: "_blank", rel: "noopener" }, words);
}

function steps(other) {
  const first = app.scenes.find((scene) => scene.guided)?.command || "challenge";
  return h(
    "ol",
    { class: "steps" },
    h(
      "li",
      {},
      "You are ",
      h("strong", {}, nameOf(app.home.me)),
      " in this tab. To be two players, open a ",
      other ? secondTab(other, `second tab as ${nameOf(other)}`) : "second tab",
      ", or change who you are in the corner.",
    ),
    h(
      "li",
      {},
      "Type ",
      h("kbd", {}, `/${first}`),
      " in the message box and choose the other player, who presses ",
      h("strong", {}, "Accept"),
      ". If the game has a thread of its own, ",
      h("strong", {}, "Open"),
      " on its card leads there. On your own? ",
      h("kbd", {}, "/learn"),
      " teaches you on the board, and with ",
      h("kbd", {}, "/practice"),
      " you play against the bot.",
    ),
    h(
      "li",
      {},
      "Play with the buttons under the board or with ",
      h("strong", {}, "/play"),
      ". Everything is kept until next time.",
    ),
  );
}

/** What can be begun at a click; once something has, only what there is to see. */
function scenes() {
  return app.scenes
    .filter((scene) => !(scene.guided && app.home.begun))
    .map((scene) =>
      h(
        "button",
        {
          type: "button",
          class: `button ${app.home.begun ? "secondary" : "primary"}`,
          title: scene.about,
          disabled: scene.runs,
          data: { key: scene.name },
          onclick: () => start(scene),
        },
        scene.title,
      ),
    );
}

function away() {
  return h(
    "button",
    { type: "button", class: "button secondary", data: { key: "away" }, onclick: () => welcome(false) },
    "Got it",
  );
}
