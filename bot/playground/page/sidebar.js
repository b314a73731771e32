// Servers, channels with their threads, members, and the head of the channel.

import { avatar, h, icon, initials, nameOf, show } from "./dom.js";
import { badge } from "./message.js";
import { act, app, channelNow, guildNow, parentOf } from "./state.js";

const place = (id) => document.getElementById(id);

function marks(channels) {
  return {
    unread: channels.some((c) => c.unread && !c.archived),
    mentions: channels.reduce((sum, c) => sum + c.mentions, 0),
  };
}

function counted(mentions) {
  return mentions
    ? h("span", { class: "count", "aria-label": `${mentions} mentions` }, String(mentions))
    : null;
}

function servers() {
  const { guilds, direct } = app.home;
  const model = [
    app.guild,
    direct.map((c) => c.mentions),
    guilds.map((g) => [g.id, g.name, marks(g.channels)]),
  ];
  show(place("servers"), model, () => {
    const entry = (key, name, current, news, drawn, action) =>
      h(
        "button",
        {
          type: "button",
          class: `server${news.unread ? " unread" : ""}`,
          title: name,
          "aria-label": news.unread ? `${name}, unread messages` : name,
          "aria-current": current ? "true" : null,
          data: { key },
          onclick: action,
        },
        h("span", { class: "server-face" }, drawn),
        counted(news.mentions),
      );
    return [
      entry("direct", "Direct messages", app.guild === null, marks(direct), icon("home"), () =>
        act.openServer(null),
      ),
      h("hr"),
      guilds.map((g) =>
        entry(g.id, g.name, g.id === app.guild, marks(g.channels), initials(g.name), () =>
          act.openServer(g.id),
        ),
      ),
    ];
  });
}

function entry(channel, thread = false) {
  const current = channel.id === app.channel;
  const label = `${channel.name}${channel.unread ? ", unread" : ""}${channel.mentions ? `, ${channel.mentions} mentions` : ""}`;
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `channel${thread ? " thread" : ""}${channel.unread && !current ? " unread" : ""}`,
        title: thread ? channel.name : null,
        "aria-current": current ? "page" : null,
        "aria-label": label,
        data: { key: channel.id, channel: channel.name },
        onclick: () => act.open(channel.id),
      },
      icon(thread ? "thread" : channel.type === 1 ? "bot" : "hash"),
      h("span", { class: "channel-name" }, channel.name),
      !current && counted(channel.mentions),
    ),
  );
}

const unfolded = new Set();

/** The threads of a channel; the archived ones under a line of their own. */
function threadList(top, active, archived) {
  const open = unfolded.has(top.id);
  const fold = () => {
    if (!unfolded.delete(top.id)) unfolded.add(top.id);
    channelList();
  };
  return h(
    "li",
    {},
    h(
      "ul",
      { class: "threads", "aria-label": `Threads of ${top.name}` },
      active.map((thread) => entry(thread, true)),
      archived.length > 0 &&
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "channel thread fold",
              "aria-expanded": String(open),
              "aria-label": `Archived threads of ${top.name}: ${archived.length}`,
              data: { key: `archived:${top.id}` },
              onclick: fold,
            },
            icon("down"),
            h("span", { class: "channel-name" }, `Archived (${archived.length})`),
          ),
        ),
      open && archived.map((thread) => entry(thread, true)),
    ),
  );
}

/** What the server's list of events says. */
function events(listed) {
  const when = (event) => (event.now ? "Now" : new Date(event.scheduled_start_time).toLocaleString());
  return h(
    "section",
    { class: "events", "aria-label": "Events" },
    listed.map((event) => [
      h("h2", {}, `${event.name} · ${when(event)}`),
      h("p", { class: "subtext" }, event.description),
    ]),
  );
}

function channelList() {
  const guild = guildNow();
  const model = [app.channel, [...unfolded], guild ? [guild.name, guild.channels, guild.events] : app.home.direct];
  show(place("channels"), model, () => {
    if (!guild) {
      const list = app.home.direct.map((channel) => entry(channel));
      const begin = h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "channel", data: { key: "begin" }, onclick: () => act.openDirect() },
          icon("bot"),
          h("span", { class: "channel-name" }, app.home.application.username),
          badge(),
        ),
      );
      return [h("h1", {}, "Direct messages"), h("ul", {}, list.length ? list : begin)];
    }
    const tops = guild.channels.filter((c) => !c.parent_id);
    return [
      h("h1", {}, guild.name),
      guild.events.length > 0 && events(guild.events),
      h(
        "ul",
        {},
        tops.map((top) => {
          const threads = guild.channels.filter((c) => c.parent_id === top.id);
          // One is listed in any case while it is open, or if it has called.
          const listed = (c) => !c.archived || c.id === app.channel || c.mentions > 0;
          return [
            entry(top),
            threads.length > 0 && threadList(top, threads.filter(listed), threads.filter((c) => !listed(c))),
          ];
        }),
      ),
    ];
  });
}

function members() {
  const guild = guildNow();
  show(place("members"), [guild?.members, app.me], () => {
    if (!guild) return [];
    const people = guild.members.filter((m) => !m.bot);
    const bots = guild.members.filter((m) => m.bot);
    const row = (m) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "member",
            data: { key: m.id },
            onclick: (event) => act.personMenu(event, m.id),
            oncontextmenu: (event) => act.personMenu(event, m.id),
          },
          avatar(m, "small"),
          h("span", {}, nameOf(m)),
          m.bot && badge(),
          m.id === app.me && h("small", { class: "subtext" }, "you"),
        ),
      );
    return [
      h("h2", {}, `Members — ${people.length}`),
      h("ul", {}, people.map(row)),
      h("h2", {}, `Applications — ${bots.length}`),
      h("ul", {}, bots.map(row)),
    ];
  });
}

function head() {
  const channel = channelNow();
  const parent = parentOf(channel);
  const state = channel?.locked ? "locked" : channel?.archived ? "archived" : "";
  show(place("head"), [channel?.id, channel?.name, parent?.name, state, app.me], () => [
    h(
      "button",
      {
        type: "button",
        class: "bar-button only-narrow",
        "aria-label": "Channels",
        "aria-controls": "drawer",
        data: { key: "menu" },
        onclick: () => act.drawer(true),
      },
      icon("menu"),
    ),
    parent &&
      h(
        "button",
        {
          type: "button",
          class: "bar-button",
          title: `Back to #${parent.name}`,
          "aria-label": `Back to #${parent.name}`,
          data: { key: "back" },
          onclick: () => act.open(parent.id),
        },
        icon("back"),
      ),
    h(
      "h1",
      {},
      channel && icon(parent ? "thread" : channel.type === 1 ? "bot" : "hash"),
      h("span", {}, channel ? channel.name : "No channel"),
      state && h("small", {}, state),
      parent && h("small", { class: "only-wide" }, `in #${parent.name}`),
    ),
    h(
      "button",
      {
        type: "button",
        class: "bar-button",
        title: "What to do here",
        "aria-label": "What to do here",
        data: { key: "help" },
        onclick: () => act.welcome(),
      },
      icon("help"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "bar-button",
        title: "Members",
        "aria-label": "Members",
        data: { key: "members" },
        onclick: () => act.members(),
      },
      icon("people"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "bar-button only-narrow",
        "aria-label": `You are ${nameOf(app.home.me)}: change that`,
        data: { key: "who" },
        onclick: (event) => act.who(event),
      },
      avatar(app.home.me, "small"),
    ),
  ]);
  const mentions = [...app.home.guilds.flatMap((g) => g.channels), ...app.home.direct].reduce(
    (sum, c) => sum + c.mentions,
    0,
  );
  document.title = `${mentions ? `(${mentions}) ` : ""}${channel ? channel.name : "Playground"} · ${nameOf(app.home.me)}`;
}

export function showSides() {
  servers();
  channelList();
  members();
  head();
}
