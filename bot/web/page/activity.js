// In Discord's window: Discord says who one is, and the server which game is meant.
"use strict";
(() => {
  const { $, h, words } = page;
  const AGAIN = 2000; // milliseconds
  const { application } = JSON.parse($("activity").textContent);

  /** A code for the server, for which Discord tells it who this is. It can be used once. */
  function authorize(sdk) {
    const asked = { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
    return sdk.commands.authorize(asked);
  }

  /** What the server answers; nothing if the connection breaks. */
  function ask(question) {
    return new Promise((resolve) => {
      const socket = new WebSocket(new URL("enter", location.href).href.replace(/^http/, "ws"));
      socket.onopen = () => socket.send(JSON.stringify(question));
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.onclose = () => resolve(null);
    });
  }

  const stop = (text) => page.got({ kind: "closed", text });

  function choose({ text, games, session }) {
    if (!games.length) return stop(text);
    const buttons = games.map(([match, title]) => {
      const button = h("button", { type: "button", class: "secondary" }, title);
      button.onclick = () => page.live.enter(session, match);
      return button;
    });
    $("loading").replaceChildren(h("h1", {}, text), ...buttons);
  }

  async function enter(sdk) {
    let code;
    try {
      ({ code } = await authorize(sdk));
    } catch {
      return stop(words("web-activity-refused"));
    }
    const answer = await ask({ do: "enter", code, instance: sdk.instanceId });
    if (!answer || answer.again) {
      page.connected(false);
      return setTimeout(() => enter(sdk), AGAIN);
    }
    if (answer.kind === "closed") return stop(answer.text);
    return answer.games ? choose(answer) : page.live.enter(answer.session, answer.match);
  }

  page.begin = async () => {
    let sdk;
    try {
      sdk = new discord.DiscordSDK(application, { disableConsoleLogOverride: true });
    } catch {
      return stop(words("web-activity-outside"));
    }
    await sdk.ready();
    return enter(sdk);
  };
})();
