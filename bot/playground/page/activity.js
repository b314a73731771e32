// The window with an application's page, and the client's part of what Discord's package says to it.

import { CannotDo, call } from "./api.js";
import { h } from "./dom.js";
import { app } from "./state.js";

const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
const REFUSED = 4002;
let close = () => {};

const COMMANDS = {
  AUTHORIZE: async ({ client_id, scope }, { user }) => ({
    code: await call("authorize", { user, client: client_id, scopes: scope }),
  }),
  AUTHENTICATE: ({ access_token }) => call("authenticate", { token: access_token }),
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: async (_, { instance }) => ({
    participants: await call("participants", { instance }),
  }),
  CAPTURE_LOG: () => ({}),
};

const READY = {
  cmd: "DISPATCH",
  evt: "READY",
  nonce: null,
  data: { v: 1, config: { api_endpoint: "//127.0.0.1/api", environment: "playground" } },
};

async function answer({ cmd, args, nonce }, where) {
  try {
    const data = await COMMANDS[cmd](args, where);
    return { cmd, nonce, evt: null, data };
  } catch (error) {
    const message = error instanceof CannotDo ? error.message : `no command ${cmd}`;
    return { cmd, nonce, evt: "ERROR", data: { code: REFUSED, message } };
  }
}

/** Open the window that an interaction has launched, or that somebody has joined. */
export function openActivity(instance) {
  close();
  const url = app.home.windows;
  const where = { user: app.me, instance: instance.instance_id };
  const { channel_id, guild_id } = instance.location;
  const query = new URLSearchParams({
    instance_id: where.instance,
    frame_id: crypto.randomUUID(),
    platform: "desktop",
    channel_id,
    ...(guild_id && { guild_id }),
  });
  const frame = h("iframe", { title: "Activity", src: `${url}/.window?${query}` });
  const box = h(
    "section",
    { class: "activity", "aria-label": "Activity" },
    h(
      "button",
      { type: "button", class: "bar-button", "aria-label": "Leave the Activity", onclick: () => close() },
      "✕",
    ),
    frame,
  );
  const heard = async ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== url) return;
    const tell = (message) => frame.contentWindow?.postMessage([FRAME, message], url);
    const [opcode, said] = data;
    if (opcode === HANDSHAKE) tell(READY);
    else if (opcode === FRAME) tell(await answer(said, where));
    else if (opcode === CLOSE) close();
  };
  addEventListener("message", heard);
  frame.addEventListener("load", () => frame.contentWindow?.postMessage("listening", url));
  close = () => {
    removeEventListener("message", heard);
    box.remove();
    close = () => {};
    return call("leave_activity", where).catch(() => {});
  };
  document.getElementById("app").append(box);
  frame.focus();
}

/** Open the window of a channel without asking the application, as its Entry Point command does. */
export async function launch(channel) {
  openActivity(await call("enter_activity", { user: app.me, channel }));
}
