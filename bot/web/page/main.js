// What the server says is shown, and what people do is sent.
"use strict";
(() => {
  const { $, h, words, put, board: view, live } = page;
  const STEADY = 400; // milliseconds: nobody means a button that has just come under their finger
  let board = null; // the last message of that kind
  let picture = null; // its picture
  let over = null; // {kind, point, ply, picture}: a preview or an explanation in its place
  let asked = null; // the name of a point whose preview has not come yet
  const want = { at: null, overlay: null };
  let opening = null; // the match that was asked for, until its board is there
  let looking = false; // an answer is due
  let looks = false; // and something else is wanted meanwhile
  let skip = false; // the first board after a break, if it is not the one that is wanted
  let answered = -1; // the ply up to which what is said is the answer to an act
  let goes = 0; // how often one went to another match
  let later = null; // a match to go on to once the answer to an act is there
  let asking = null; // the open question: {then, due}; due: something waits for what they say
  let queue = Promise.resolve();

  const now = () => want.at ?? board.moves.length;
  const past = () => want.at !== null;

  // --- from the server ---

  const KINDS = { board: onBoard, preview: onOver, refused: onOver, ask: onAsk, said: onSaid, scene: onScene, working: onWorking, watching: onWatching, closed: onClosed };

  /** Who deals with it; what is waited for may come while one is elsewhere. */
  const handler = (message) => (message.for && !page.scene.isAwaited() ? onMissed : KINDS[message.kind]);

  page.got = (message, bytes) => {
    page.knows(message.names);
    const from = goes;
    queue = queue
      .then(() => from === goes && handler(message)?.(message, bytes)) // else of the match one has left
      .catch((error) => console.error(error))
      .then(() => dealt(message))
      .catch((error) => console.error(error));
  };

  /** A message has been dealt with; what waits for that is done. */
  function dealt(message) {
    live.dealt(message);
    if (later && !live.waiting()) return goOn(later);
    if (message.id && !asking?.due) proceed();
  }

  function proceed() {
    page.scene.proceed();
    live.proceed();
  }

  page.connected = (yes) => put($("lost"), yes ? "" : words("web-connecting"));

  page.opened = () => {
    looking = looks = false;
    skip = past() || (want.overlay !== null && want.overlay !== board?.overlays[0]?.[0]);
    if (skip) look();
    if (asked && board) live.send({ do: "preview", point: asked, ply: board.ply });
  };

  async function onBoard(message, bytes) {
    page.connected(true);
    if (opening !== null && String(message.match) !== opening) return; // of the match one has left
    opening = null;
    if (skip) {
      skip = false;
      return;
    }
    const from = goes;
    const image = await view.load(bytes, message.alt);
    if (from !== goes) return view.dispose(image);
    const before = board?.match === message.match ? board : null;
    const old = picture;
    board = message;
    picture = image;
    looking = false;
    if (looks) look();
    else {
      want.overlay = message.overlay;
      want.at = message.at < message.moves.length ? message.at : null;
    }
    if (before && message.next && !before.next) later = message.next;
    const same = before?.ply === board.ply; // what one asked since one looked elsewhere is asked of it, too
    if (!same) asked = null;
    if (page.scene.shown()) {
      leave();
      view.dispose(old);
      return show(before);
    }
    view.update(board);
    if (same && over) view.dispose(old);
    else {
      leave();
      view.show(picture);
      if (before && board.at > before.at) view.sink(old, board.captured);
      view.dispose(old);
    }
    view.ask(asked && view.find(asked));
    show(before);
  }

  addEventListener("popstate", () => live.turnedTo() && goOn(live.turnedTo()));

  /** What somebody waited for has come while they were elsewhere. */
  function onMissed(message) {
    const plays = board?.you && !board.over;
    if (!message.next && over) return; // what is said about a point stays; the next look tells it
    if (!message.next || message.next === board?.match) page.scene.forget();
    if (!message.next) return say(message.text);
    if (message.next === board?.match) return;
    if (!plays) return onSaid(message);
    put($("elsewhere").firstChild, page.plain(message.text));
    $("elsewhere").lastChild.onclick = () => onSaid(message);
    $("elsewhere").dataset.match = message.next;
    $("elsewhere").hidden = false;
  }

  /** Go to another match; its board takes the place of this one when it comes. */
  function goOn(match) {
    goes++;
    dismiss(); // it is about this match
    page.scene.leave();
    page.scene.drop();
    back();
    Object.assign(want, { at: null, overlay: null });
    looking = looks = false;
    later = null;
    opening = String(match);
    live.go(match);
  }

  function show(before) {
    const same = before?.ply === board.ply;
    if (board.over && !same) reply(false); // before the focus is looked at, which that gives back
    const held = document.activeElement;
    document.title = (board.turn ? "● " : "") + board.title;
    put($("title"), board.title);
    $("title").hidden = $("turn").hidden = false;
    if ($("elsewhere").dataset.match === String(board.match)) $("elsewhere").hidden = true;
    $("turn").classList.toggle("mine", board.turn);
    $("turn").replaceChildren(...page.inline(board.standing));
    $("spectating").hidden = board.you !== null || board.over;
    $("loading").hidden = true;
    $("side").hidden = false;
    $("text").replaceChildren(...page.rendered(board.text));
    $("typing").hidden = board.you === null || board.over;
    showActions();
    showOverlays();
    showMoves();
    showBar();
    page.scene.offer(board.ways);
    const holds = document.activeElement;
    if (held !== document.body && (holds === document.body || !holds.getClientRects().length)) view.home()?.focus({ preventScroll: true });
    if (same) return;
    if (!before) answered = Math.min(answered, board.ply); // what led here from another match
    if (past()) {
      const [number, move] = [board.moves.length, board.moves.at(-1)];
      if (number > before?.moves.length) say(words("web-new-move", { number, move }));
      return;
    }
    const unsaid = board.talk && !board.text.includes(board.news);
    const told = unsaid ? board.news : !before && board.new ? words("web-touch") : "";
    if (answered < board.ply && !page.scene.shown()) say(told);
    if (before) page.announce(page.plain(board.over ? `${board.standing}\n${board.text}` : `${board.news}\n${board.standing}`));
  }

  /** No answer to what they did has come for long, so they may do it again; nor is done what `waited` for it. */
  page.unanswered = (waited) => {
    const elsewhere = page.scene.isLeft() && !waited;
    page.scene.drop();
    free();
    if (!elsewhere) say(words("web-unanswered"), true);
  };

  /** Something else is to be done in place of what waited. */
  page.replaced = ({ act: what }) => what === "play" && free();

  /** The move that is shown is not on its way any more. */
  function free() {
    if (over) over.played = false;
    if (!page.scene.shown()) view.ask(null);
    showBar();
  }

  async function onScene(message, bytes) {
    page.connected(true);
    if (!page.scene.answered(message)) return;
    const [from, times] = [goes, page.scene.times()];
    const image = bytes ? await view.load(bytes, message.alt) : null;
    if (from !== goes || (message.id && page.scene.times() !== times)) return view.dispose(image); // left while it was drawn
    leave();
    asked = null;
    say("");
    page.scene.show(message, image);
  }

  page.left = () => {
    view.update(board);
    view.show(picture);
    say("");
    showMoves();
    showBar();
  };

  async function onOver(message, bytes) {
    page.connected(true);
    const preview = message.kind === "preview";
    if (message.id) page.scene.drop(message.id);
    if (page.scene.shown()) {
      if (message.for) page.scene.forget();
      if (!preview) say(message.text, true);
      return;
    }
    if (preview && (message.point !== asked || message.ply !== board?.ply || past())) return;
    if (!preview && !message.id && message.point && message.point !== asked) return; // of an earlier tap
    if (message.id && asked) return say(message.text, true); // of a scene that was left: the preview is still to come
    asked = null;
    const from = goes;
    const image = bytes && board ? await view.load(bytes, message.alt) : null;
    if (from !== goes) return view.dispose(image);
    leave();
    if (image) over = { ...message, picture: image };
    if (!board) early(message.text);
    if (picture) view.show(image || picture);
    view.ask(null);
    say(message.text, !preview);
    showBar();
  }

  function onAsk(message) {
    if (live.queued()?.act !== "play") {
      if (over) over.played = false;
      view.ask(null);
    }
    say("");
    showBar();
    if (asking) return; // they are answering another question
    const { act, value } = message.act;
    const action = board?.actions.find((one) => one.do === act && one.value === value);
    $("yes").className = action?.style === "danger" ? "danger" : "primary";
    question(page.rendered(message.text), message.yes, null, () => live.perform(message.act), true);
  }

  function onSaid(message) {
    if (message.id) page.scene.drop(message.id);
    if (message.for || page.scene.isAwaited()) {
      page.scene.forget();
      $("elsewhere").hidden = true;
    }
    if (!over?.played) view.ask(null); // else the preview stays until the board with its stone comes
    if (message.next) goOn(message.next);
    else if (page.scene.shown()) page.scene.leave();
    if (message.next || !(message.ply < board?.ply)) {
      say(message.text); // else more has happened, and that is told
      answered = message.ply ?? board?.ply ?? 0;
    }
    showBar();
  }

  function onWorking(message) {
    if (page.scene.isLeft()) return;
    say(message.text);
    answered = Infinity;
  }

  function onWatching(message) {
    put($("watching"), words("web-watching", { number: message.number }));
  }

  function onClosed(message) {
    if (message.again) return;
    page.connected(true);
    dismiss();
    page.scene.leave();
    page.scene.drop();
    if (!board) early(message.text);
    else {
      back();
      say(message.text, true);
      board.you = null;
      view.update(board);
      for (const id of ["bar", "turn", "typing", "history", "overlays", "ways"]) $(id).hidden = true;
    }
  }

  /** What is said before there is a board stands in its place. */
  function early(text) {
    if (!$("loading").children.length) $("loading").replaceChildren();
    const lines = page.rendered(text).map((line) => [...line.childNodes, " "]);
    $("loading").append(h("h1", {}, lines.flat()));
    document.title = page.plain(text);
  }

  // --- the board ---

  /** Forget what stands in the place of the board. */
  function leave() {
    if (!over) return;
    view.dispose(over.picture);
    over = null;
  }

  function back() {
    asked = null;
    leave();
    if (picture) view.show(picture);
    view.ask(null);
    say("");
    showBar();
  }

  page.beside = () => (page.scene.shown() ? page.scene.beside() : (over || asked) && cancel());

  function cancel() {
    if (over?.played) live.withdraw("play");
    back();
  }

  page.choose = (point) => {
    if (page.scene.shown()) return page.scene.choose(point);
    const { name } = point;
    if (!board || board.you === null || name === asked || opening !== null) return;
    if ([live.waiting(), live.queued()].some((one) => one && one.act !== "scene")) return; // the board is about to change
    if (past()) return say(words("web-in-the-past"));
    const shown = over;
    if (shown?.kind === "preview" && shown.point === name) return play();
    if (shown?.kind === "refused") back();
    if (shown?.kind === "refused" && shown.point === name) return;
    if (board.preview || !point.can) {
      asked = name;
      live.send({ do: "preview", point: name, ply: board.ply });
    } else act("play", name);
    view.ask(point);
  };

  function play() {
    if (over?.kind !== "preview" || over.played || opening !== null) return;
    act("play", over.point, over.ply);
    over.played = true; // until the board with it comes, a question, a refusal, or something else that they do
    view.ask(view.find(over.point));
    showBar();
  }

  function act(what, value, ply = board.ply, anew = false) {
    if (opening !== null) return; // the buttons are still those of the match one has left
    if (!live.waiting()) say("");
    live.perform({ act: what, value, ply, match: board.match }, anew);
  }
  page.act = act;

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("ask").open && !page.scene.shown() && (over || asked)) cancel();
  });
  $("play").onclick = play;
  $("back").onclick = cancel;

  $("typing").onsubmit = (event) => {
    event.preventDefault();
    const typed = $("typed").value.trim();
    if (!typed || !board) return;
    const [point, due] = [view.named(typed), live.waiting()];
    if (past()) say(words("web-in-the-past"));
    else if (point) page.choose(point);
    else act("play", typed);
    if (live.waiting() && !(point && due)) $("typed").value = "";
    else $("typed").select();
  };

  // --- the buttons below it ---

  function showBar() {
    if (!board) return;
    const preview = over?.kind === "preview";
    const mode = past() ? "past" : preview ? "placing" : board.actions.length ? "actions" : "past";
    const held = $("placing").contains(document.activeElement) || $("present") === document.activeElement;
    if ($("bar").dataset.mode !== mode) settle();
    $("bar").dataset.mode = mode;
    $("bar").hidden = !board.moves.length && !board.actions.length && !preview;
    for (const id of ["placing", "past"]) $(id).hidden = id !== mode;
    $("actions").inert = mode !== "actions";
    put($("play"), preview ? words("web-play-point", { point: over.point }) : "");
    $("play").setAttribute("aria-disabled", String(Boolean(over?.played)));
    $("present").hidden = !past();
    put($("count"), words("web-move-of", { number: now(), moves: board.moves.length }));
    document.body.classList.toggle("earlier", past());
    if (held && mode !== "placing" && !past()) view.home()?.focus({ preventScroll: true });
  }

  let settling = 0;
  function settle() {
    $("actions").classList.add("new");
    clearTimeout(settling);
    settling = setTimeout(() => $("actions").classList.remove("new"), STEADY);
  }

  let drawn = "";
  function showActions() {
    const wanted = JSON.stringify(board.actions);
    if (wanted === drawn) return;
    drawn = wanted;
    settle();
    const held = $("actions").contains(document.activeElement) && document.activeElement.textContent;
    const made = (action) => {
      const button = h("button", { type: "button", class: `${action.style} ${action.do}` }, action.label);
      button.onclick = () => press(action);
      return button;
    };
    const rare = board.actions.filter((action) => action.more).map(made);
    const buttons = board.actions.filter((action) => !action.more).map(made);
    if (rare.length) {
      const more = h("button", { type: "button", class: "secondary", "aria-expanded": "false" }, words("web-more"));
      more.onclick = () => {
        const open = more.getAttribute("aria-expanded") !== "true";
        more.setAttribute("aria-expanded", String(open));
        for (const button of rare) button.hidden = !open;
      };
      buttons.push(more, ...rare);
      for (const button of rare) button.hidden = true;
    }
    $("actions").replaceChildren(...buttons);
    const again = held && buttons.find((button) => button.textContent === held && !button.hidden);
    if (again) again.focus({ preventScroll: true });
  }

  function press(action) {
    if (!action.number) return act(action.do, action.value);
    const value = (number) => `${action.value} ${number}`.trim();
    $("yes").className = "primary";
    return question(page.rendered(action.number), action.label, "", (number) => act(action.do, value(number)));
  }

  function showOverlays() {
    $("overlays").hidden = board.overlays.length < 2;
    const row = $("overlays");
    const offered = board.overlays.join();
    if (row.dataset.offered !== offered) {
      row.dataset.offered = offered;
      row.replaceChildren(
        ...board.overlays.map(([key, label]) => {
          const button = h("button", { type: "button" }, label);
          button.onclick = () => look({ overlay: want.overlay === key ? board.overlays[0][0] : key });
          return button;
        }),
      );
    }
    board.overlays.forEach(([key], number) => row.children[number].setAttribute("aria-pressed", String(key === want.overlay)));
  }

  // --- the moves ---

  function look(change) {
    if (change && ("at" in change || over || asked)) back();
    Object.assign(want, change);
    looks = looking;
    if (!looking) looking = live.send({ do: "look", at: want.at, overlay: want.overlay });
    if (!change) return;
    showOverlays();
    showMoves();
    showBar();
  }

  function go(at) {
    if (!board || at < 0 || at > board.moves.length) return;
    look({ at: at === board.moves.length ? null : at });
    const move = board.moves[at - 1];
    page.announce(words(move ? "web-move-named" : "web-move-of", { number: at, moves: board.moves.length, move }));
  }

  function showMoves() {
    $("history").hidden = !board.moves.length;
    const row = $("moves");
    const names = [words("web-start"), ...board.moves];
    while (row.children.length > names.length) row.lastChild.remove();
    names.forEach((name, number) => {
      let button = row.children[number];
      if (!button) {
        button = h("button", { type: "button", tabindex: "-1" }, h("span", {}, number ? `${number} ` : ""), h("b"));
        button.onclick = () => go(number);
        row.append(button);
      }
      put(button.lastChild, name);
    });
    const current = row.querySelector("[aria-current]");
    const button = row.children[now()];
    const slider = $("slider");
    slider.max = board.moves.length;
    slider.value = now();
    slider.setAttribute("aria-valuetext", `${now()} ${names[now()]}`);
    $("earlier").disabled = now() === 0;
    $("later").disabled = !past();
    if (!button || current === button) return;
    current?.removeAttribute("aria-current");
    if (current) current.tabIndex = -1;
    button.setAttribute("aria-current", "true");
    button.tabIndex = 0;
    if (row.contains(document.activeElement)) button.focus({ preventScroll: true });
    row.scrollLeft = button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2;
  }

  $("moves").onkeydown = (event) => {
    const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: board.moves.length }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  };
  $("slider").oninput = () => go(Number($("slider").value));
  $("earlier").onclick = () => go(now() - 1);
  $("later").onclick = () => go(now() + 1);
  $("present").onclick = () => go(board.moves.length);

  // --- words ---

  function say(text, bad = false) {
    answered = -1;
    $("said").classList.toggle("bad", bad);
    $("said").replaceChildren(...page.rendered(text));
  }

  /** Ask something, with a field for a number if `number` is not null; `due`: what they did waits for it. */
  function question(content, yes, number, then, due = false) {
    const [dialog, field] = [$("ask"), $("number")];
    asking = { then, due };
    $("question").replaceChildren(...content);
    field.hidden = number === null;
    field.required = number !== null;
    field.value = number ?? "";
    put($("yes"), yes);
    if (!dialog.open) dialog.showModal();
    if (number === null) $("no").focus();
  }

  /** They say yes or no, at once: the event that a dialog has closed may come after the next question. */
  function reply(yes) {
    const was = asking;
    asking = null;
    $("ask").close();
    if (yes) was.then($("number").value);
    if (was?.due) proceed();
  }

  /** Nobody has to say yes or no any more. */
  function dismiss() {
    asking = null;
    $("ask").close();
  }

  $("ask").firstElementChild.onsubmit = (event) => {
    event.preventDefault();
    reply(true);
  };
  $("no").onclick = () => reply(false);
  $("ask").oncancel = () => reply(false);
  $("ask").onclose = () => $("ask").open || reply(false); // some browsers close it without asking

  page.begin();
})();
