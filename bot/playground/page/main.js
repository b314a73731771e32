// Starts the tab, keeps it up to date, and handles presses.

import { openActivity } from "./activity.js";
import { Away, CannotDo, call, key, listen } from "./api.js";
import { beginCommand, focusComposer, mention, showComposer } from "./composer.js";
import { setReply } from "./extras.js";
import { jump, showLog, toEnd } from "./log.js";
import { nameOf } from "./dom.js";
import { setClock } from "./moments.js";
import { closeMenu, openModal, toast } from "./overlays.js";
import {
  arrived,
  editMessage,
  messageMenu,
  personMenu,
  setTheme,
  showCorner,
  showWelcome,
  welcome,
  who,
} from "./people.js";
import { showSides } from "./sidebar.js";
import { act, app, channelById, channelNow, guildNow, readMarks, remember, remembered } from "./state.js";

const page = document.getElementById("app");
const notice = document.getElementById("notice");
const drawer = document.getElementById("drawer");
const veil = document.getElementById("veil");
const PAGE_OF_MESSAGES = 50;

// Keeping up to date

let asking = null;
let again = false;

/** Ask for everything anew; calls that come meanwhile become a single one after it. */
export function refresh() {
  again = true;
  asking ??= (async () => {
    try {
      while (again) {
        again = false;
        await ask().catch((error) => {
          // What was asked for may be gone meanwhile: then there is more to ask for.
          if (!again || !(error instanceof CannotDo)) throw error;
        });
      }
    } finally {
      asking = null;
    }
  })();
  return asking;
}

async function ask() {
  const channel = app.channel;
  const me = app.me;
  const [home, scenes] = await Promise.all([call("home", { user: me, read: readMarks() }), call("scenes")]);
  if (me !== app.me) return;
  setClock(home.now);
  app.home = home;
  app.scenes = scenes;
  if (!channelNow()) firstChannel();
  const place = channelNow();
  const messages = place ? await call("messages", { channel: place.id, as_user: me, last: app.limit }) : [];
  if (me !== app.me || (channel !== app.channel && place?.id !== app.channel)) {
    again = true;
    return;
  }
  app.newest = messages.at(-1)?.id ?? null;
  const shown = messages.map(started);
  forgetOldPresses(shown);
  app.messages = shown;
  render();
}

const STARTER = 21;

/** A thread begins with the message from which it was started, as it is in the channel now. */
function started(message) {
  const first = message.type === STARTER && message.referenced_message;
  return first ? { ...first, starts: true } : message;
}

/** Forget that a control failed once its message has changed after that was shown. */
function forgetOldPresses(messages) {
  const before = new Map(app.messages.map((m) => [m.id, JSON.stringify(m.components)]));
  for (const message of messages) {
    if (app.pressed.get(message.id)?.shown && before.get(message.id) !== JSON.stringify(message.components))
      app.pressed.delete(message.id);
  }
}

function firstChannel() {
  const guild = guildNow() || app.home.guilds[0];
  const found =
    channelById(remembered("channel")) || guild?.channels.find((c) => !c.archived) || app.home.direct[0];
  settle(found || null);
}

function settle(channel) {
  app.channel = channel?.id ?? null;
  app.guild = channel ? (channel.guild_id ?? null) : (app.home.guilds[0]?.id ?? null);
  app.limit = PAGE_OF_MESSAGES;
  app.divider = channel?.unread ? readMarks()[channel.id] || null : null;
  app.messages = [];
  app.newest = null;
  if (channel) remember("channel", channel.id);
}

function render() {
  page.hidden = false;
  showSides();
  showCorner();
  showComposer();
  showWelcome();
  showLog();
  arrived();
}

// Going somewhere

async function open(id, message = null) {
  // A thread may be newer than the list of channels.
  if (!channelById(id)) await refresh();
  const channel = channelById(id);
  if (!channel) return toast("That channel is not here.");
  if (id !== app.channel) {
    settle(channel);
    render();
    await refresh();
  }
  openDrawer(false);
  if (message) jump(message);
  else if (!matchMedia("(pointer: coarse)").matches) focusComposer();
  return null;
}

function openServer(id) {
  const guild = app.home.guilds.find((g) => g.id === id);
  const last = guild?.channels.find((c) => c.id === remembered(`channel:${id}`));
  const found = guild ? last || guild.channels[0] : app.home.direct[0];
  if (found) return open(found.id).then(() => openDrawer(narrow()));
  app.guild = id;
  app.channel = null;
  app.messages = [];
  return render();
}

async function openDirect() {
  await call("messages", { channel: `@${app.home.me.username}`, as_user: app.me, last: 1 });
  await refresh();
  if (app.home.direct[0]) open(app.home.direct[0].id);
}

async function become(id) {
  app.me = id;
  app.pressed.clear();
  app.local = [];
  app.divider = null;
  const name = app.home?.people.find((person) => person.id === id);
  remember("as", id);
  await refresh();
  const shown = nameOf(name || app.home.me);
  history.replaceState(null, "", `${location.pathname}?as=${encodeURIComponent(shown)}${location.hash}`);
}

// What presses do

/** Press a button or use a select; the message shows that it is waiting, or that it failed.
 *
 * One at a time: what is chosen meanwhile follows, except for a second press of the same button. */
async function press(message, id, verb, values) {
  const me = app.me;
  for (let before; (before = app.pressed.get(message.id)) && !before.failed; ) {
    if (verb === "click" && before.id === id) return;
    await before.done;
  }
  if (me !== app.me) return;
  const done = answered(message, id, verb, values);
  app.pressed.set(message.id, { id, done });
  showLog();
  await done;
  await refresh();
  const failure = app.pressed.get(message.id);
  if (failure?.failed) {
    if (!offers(message.id, id)) failure.failed = CHANGED;
    failure.shown = true;
  }
  showLog();
}

const CHANGED = "This message has changed in the meantime: press again where the button is now.";

/** Whether a message still has a control. */
function offers(message, id) {
  const found = app.messages.find((one) => one.id === message);
  return JSON.stringify(found?.components ?? []).includes(JSON.stringify(id));
}

async function answered(message, id, verb, values) {
  let failed = null;
  try {
    const answer = await call(verb, { user: app.me, message: message.id, ...values });
    if (answer.error) failed = `This interaction failed: ${answer.error}.`;
    if (answer.modal) openModal(answer);
    if (answer.instance) openActivity(answer.instance);
  } catch (error) {
    failed = error.message;
  }
  if (failed) app.pressed.set(message.id, { id, failed });
  else app.pressed.delete(message.id);
}

/** Use a command of the menu on a person or a message. */
async function useMenu(command, target) {
  const after = app.messages.at(-1)?.id || 0;
  const one = { channel: app.channel, command, after, error: null };
  app.local.push(one);
  render();
  toEnd();
  try {
    const answer = await call("context_menu", { user: app.me, channel: one.channel, command, target });
    one.error = answer.error;
    if (answer.modal) openModal(answer);
  } catch (error) {
    one.error = error.message;
  }
  if (!one.error) forget(one, false);
  refresh();
}

function forget(one, now = true) {
  app.local = app.local.filter((other) => other !== one);
  if (now) showLog();
}

async function dismiss(message) {
  await call("delete_message", { user: app.me, message: message.id });
  refresh();
}

// Narrow windows

const narrow = () => matchMedia("(max-width: 760px)").matches;

function openDrawer(shown) {
  page.classList.toggle("drawer-open", shown && narrow());
  veil.hidden = !(shown && narrow());
  if (shown && narrow()) drawer.querySelector("[aria-current]")?.focus();
}

veil.addEventListener("click", () => openDrawer(false));
document.addEventListener("pointerdown", (event) => {
  // If the members lie over the messages, a press beside them puts them away.
  if (!event.target.closest("#members, #head, .menu")) page.classList.remove("members-open");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    closeMenu();
    if (page.classList.contains("drawer-open")) openDrawer(false);
    page.classList.remove("members-open");
  }
});

Object.assign(act, {
  become,
  channelNow,
  command: beginCommand,
  dismiss,
  drawer: openDrawer,
  edit: editMessage,
  forget,
  jump,
  members: () =>
    page.classList.toggle(matchMedia("(max-width: 1100px)").matches ? "members-open" : "members-closed"),
  mention,
  messageMenu,
  modal: openModal,
  older: () => {
    app.limit += PAGE_OF_MESSAGES;
    refresh();
  },
  open,
  openDirect,
  openServer,
  personMenu,
  press,
  refresh,
  render,
  reply: setReply,
  toast,
  useMenu,
  welcome,
  who,
});

// Starting

/** Who this tab is: the address says so (`?as=Bo`), or it was chosen before, or the first person. */
async function findMe() {
  const { people } = await call("overview");
  const persons = people.filter((person) => !person.bot);
  const asked = new URLSearchParams(location.search).get("as");
  const named =
    asked &&
    persons.find((p) =>
      [p.global_name, p.username, p.id].some((n) => n?.toLowerCase() === asked.toLowerCase()),
    );
  const me = named || persons.find((p) => p.id === remembered("as")) || persons[0];
  if (asked && !named && me) toast(`Nobody here is called ${asked}. You are ${nameOf(me)}.`);
  return me?.id;
}

function shut(words) {
  const closed = document.getElementById("closed");
  page.hidden = true;
  closed.hidden = false;
  closed.textContent = words;
}

async function changed() {
  notice.textContent = "";
  if (!app.me) {
    const me = await findMe();
    if (!me) return shut("There are no people in this world.");
    app.me = me;
    remember("as", me);
  }
  return refresh();
}

// Shows failures that nobody waits for; faults of our own stay in the console.
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (!(reason instanceof Away || reason instanceof CannotDo)) return;
  event.preventDefault();
  if (!notice.textContent) toast(reason.message);
});

setTheme(localStorage.getItem("theme") || "auto");
if (key) {
  listen(
    () => changed(),
    (refused) => {
      if (refused) shut("This address has the wrong key. Open the one that the playground printed.");
      else notice.textContent = "The playground is away; this page goes on when it is back.";
    },
  );
} else {
  shut("This address has no key. Open the one that the playground printed: it ends with #key=…");
}
