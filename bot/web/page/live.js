// The connection: it comes back by itself, and sends what was not answered again.
"use strict";
(() => {
  const FIRST_WAIT = 500;
  const LONGEST_WAIT = 3500; // with a quarter more: below five seconds
  const PATIENCE = 8000; // without any answer for so long, the connection is taken for dead
  const SESSION = "session"; // who one is
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let key = null;
  let fresh = null; // the session that the key is to begin
  const kept = {};
  let ended = false;
  let act = null; // the act whose answer is due, or has come and is being dealt with
  let heard = false; // it has come
  let queued = null; // what they wanted to do meanwhile: the last of it
  let renewed = false; // the connection was renewed for it
  let givenUp = 0; // the timer after which the connection is renewed, or another act may be tried
  let unanswered = 0; // the timer of the first message since the last answer

  let match = null; // in Discord's window, where the address does not say which
  let shown = null; // the one that is shown, or will be

  const ADDRESS = /game\/([^/]+)\/?$/;
  const addressed = () => location.pathname.match(ADDRESS)?.[1];
  const address = (kind, of) => location.pathname.replace(ADDRESS, `${kind}/${of}`);

  /** The private key in the address: taken out of it, so that it stays in no history. */
  function takeKey() {
    const found = new URLSearchParams(location.hash.slice(1)).get("key");
    if (!found) return false;
    key = found;
    fresh = secret(24);
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  }

  /** Text that nobody can guess, of so many random bytes. */
  function secret(bytes) {
    return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** What this tab alone remembers; null forgets it. A frame inside another page may have no storage. */
  function keep(name, given) {
    if (given !== undefined) kept[name] = given;
    const key = `keil-${name}`;
    try {
      if (given) sessionStorage.setItem(key, given);
      else if (given === null) sessionStorage.removeItem(key);
      return sessionStorage.getItem(key);
    } catch {
      return kept[name] ?? null;
    }
  }

  function connect() {
    clearTimeout(timer);
    clearTimeout(givenUp); // nobody has refused to answer
    timer = 0;
    ended = false;
    shown = addressed() ?? String(match);
    const place = addressed() ? address("live", shown) : `live/${shown}`;
    const mine = new WebSocket(new URL(place, location.href).href.replace(/^http/, "ws"));
    const old = socket;
    socket = mine;
    old?.close();
    mine.binaryType = "arraybuffer";
    mine.onopen = () => {
      send({ do: "hello", key, fresh, session: keep(SESSION), visible: !document.hidden });
      page.opened();
      if (act && !heard) deliver();
    };
    mine.onmessage = ({ data }) => mine === socket && read(data);
    mine.onclose = () => {
      if (mine !== socket) return;
      clearTimeout(unanswered);
      clearTimeout(givenUp);
      unanswered = 0;
      socket = null;
      if (!ended) again();
    };
  }

  function again() {
    page.connected(false);
    if (timer) return;
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2)); // not everybody at once
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  function now() {
    if (timer) {
      wait = FIRST_WAIT;
      connect();
    }
  }

  function read(data) {
    clearTimeout(unanswered);
    unanswered = 0;
    if (typeof data === "string") return got(JSON.parse(data));
    const length = new DataView(data).getUint32(0);
    const message = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    got(message, new Blob([new Uint8Array(data, 4 + length)], { type: "image/png" }));
  }

  function got(message, picture) {
    if (message.kind === "closed") {
      ended = !message.again;
      if (ended) forget();
    }
    if (message.kind === "welcome") {
      if (fresh) keep(SESSION, fresh);
      key = null;
    }
    if (message.kind === "board") wait = FIRST_WAIT;
    if (act && message.id === act.id) {
      heard = message.kind !== "working";
      if (heard) clearTimeout(givenUp);
      else hope();
    }
    page.got(message, picture);
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    unanswered ||= setTimeout(() => {
      unanswered = 0;
      page.connected(false);
      connect();
    }, PATIENCE);
    return true;
  }

  function deliver() {
    if (send(act)) hope();
    else clearTimeout(givenUp);
  }

  /** Wait for the answer, then once more on a new connection, but not for ever. */
  function hope() {
    clearTimeout(givenUp);
    givenUp = setTimeout(() => {
      if (renewed) return page.unanswered(forget());
      renewed = true;
      page.connected(false);
      connect();
    }, 2 * PATIENCE);
  }

  /** Nothing is on its way any more. Returns what waited. */
  function forget() {
    const waited = queued;
    act = queued = null;
    clearTimeout(givenUp);
    return waited;
  }

  /**
   * Do something in the game, once, even if the connection breaks; or after the answer to something else, in place of
   * what waited for that. What is being done already is not done again, unless it is meant `anew`.
   */
  function perform(what, anew) {
    if (!act) return start(what);
    if (!anew && act.act === what.act && act.value === what.value) return;
    const old = queued;
    queued = what;
    if (old) page.replaced(old);
  }

  function start(what) {
    act = { sure: false, ...what, do: "act", id: secret(16) };
    heard = renewed = false;
    if (what.act === "scene") page.scene.began(act.id);
    deliver();
  }

  /** The answer to an act has been dealt with. */
  function dealt({ id }) {
    if (act?.id === id && heard) act = null;
  }

  /** Do what waits, if nothing else is on its way. */
  function proceed() {
    const what = queued;
    if (act || !what) return;
    queued = null;
    start(what);
  }

  /** They no longer want to do this, if it has not been begun. */
  function withdraw(what) {
    if (queued?.act === what) queued = null;
  }

  addEventListener("offline", () => page.connected(false));
  addEventListener("online", () => {
    now();
    send({ do: "visible", visible: !document.hidden }); // the answer says that it goes on
  });
  document.addEventListener("visibilitychange", () => {
    send({ do: "visible", visible: !document.hidden });
    if (!document.hidden) now();
  });
  addEventListener("hashchange", () => takeKey() && connect());

  /** Open a match with a session from elsewhere than a link. */
  function enter(given, wanted) {
    match = wanted;
    keep(SESSION, given);
    connect();
  }

  /** Go to another match, with the same session; the way back leads to this one. */
  function go(wanted) {
    if (!addressed()) match = wanted;
    else if (addressed() !== String(wanted)) {
      const how = history.state === "scene" ? "replaceState" : "pushState";
      history[how](null, "", address("game", wanted));
    }
    forget(); // it was about the other match
    connect();
  }

  /** The match in the address, if another one is shown. */
  const turnedTo = () => (addressed() && addressed() !== shown ? Number(addressed()) : null);

  page.live = { enter, go, turnedTo, keep, send, perform, dealt, proceed, withdraw, waiting: () => act, queued: () => queued };
  page.begin = () => {
    takeKey();
    connect();
  };
})();
