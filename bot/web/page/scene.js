// Scenes: what features show in place of the board, with the same picture, points and words.
"use strict";
(() => {
  const { $, h, words, put, board: view, live } = page;
  const part = $("scene");
  let scene = null; // the last message of that kind
  let picture = null;
  let asked = null; // the point that a second tap confirms
  const chosen = new Map(); // the options that were chosen while an answer was due, by the labels of their menus
  let doing = null; // [label, option]: the choice whose answer is due
  let pressed = null; // the button that was pressed after a choice, before its answer
  let due = null; // the step whose answer is due
  let latest = null; // the scene that is the newest answer, though they may have left it
  let left = false; // its scene was left meanwhile
  let times = 0; // how often a scene was left

  const AGAIN = 3000; // milliseconds between two looks whether what a scene waits for has come
  const WAITS = "waits"; // what is waited for, wherever one is meanwhile
  setInterval(() => {
    const value = live.keep(WAITS);
    if (value && $("elsewhere").hidden && !document.hidden && !live.waiting()) live.send({ do: "await", value });
  }, AGAIN);
  const isAwaited = () => Boolean(scene?.awaits) && scene.awaits === live.keep(WAITS);

  /** Do a step now. False if something else is on its way. */
  function step(value) {
    if (live.waiting()) return false;
    live.perform({ act: "scene", value, ply: 0 });
    return true;
  }

  /** A step is on its way. */
  function began(id) {
    due = id;
    left = false;
    part.setAttribute("aria-busy", "true");
  }

  /** Choose from a menu: at once, or after the answer that is due. */
  function pick(label, option) {
    chosen.set(label, option);
    advance(scene);
  }

  /** Press a button: at once, or after an act, or the choices that were made before, which may change what it does. */
  function press(label, value) {
    if (!scene) page.act("scene", value, 0, left); // a way to one, perhaps back to the one that was left
    else if (!step(value) && (doing || chosen.size || live.waiting().act !== "scene")) pressed = label;
  }

  /** Make the first choice that waits and that the scene has, since what it does may hang on the others; then press. */
  function advance({ menus, buttons }) {
    if (live.waiting()) return;
    for (const [label, option] of chosen) {
      chosen.delete(label);
      const choices = menus.find(([name]) => name === label)?.[1];
      const [, value] = choices?.find(([text]) => text === option) ?? [];
      if (value === undefined) continue;
      doing = [label, option];
      step(value);
      return;
    }
    const [, value] = buttons.find(([label]) => label === pressed) ?? [];
    pressed = null;
    if (value !== undefined) step(value);
  }

  /** A step is answered with a scene. False if they have left meanwhile, so that it is not shown. */
  function answered(message) {
    const { id, awaits } = message;
    if (!id) return true;
    if (id !== due) return false; // it was given up
    due = doing = null;
    latest = message;
    if (left && awaits) live.keep(WAITS, awaits); // what they have asked for is waited for all the same
    return !left;
  }

  /** Do what waits, now that the answer before it has been dealt with. */
  function proceed() {
    const [on, gone] = [latest ?? scene, left];
    latest = null;
    if (on) advance(on);
    left = gone && due !== null;
  }

  /** Nothing comes of the step of this act, nor of what was chosen meanwhile; without one, of whichever is due. */
  function drop(id = due) {
    if (id !== due) return; // that answered something else
    due = latest = doing = pressed = null;
    left = false;
    chosen.clear();
    part.setAttribute("aria-busy", "false");
    if (!scene) return;
    scene.menus.forEach(([, choices], number) => {
      $(`menu-${number}`).selectedIndex = Math.max(0, choices.findIndex((one) => one[3]));
    });
    mark(null);
  }

  function mark(point) {
    asked = point;
    view.ask(point);
    const sure = $("sure");
    sure.hidden = !point;
    put(sure, point ? words("web-play-point", { point: point.name }) : "");
  }

  const answer = (name) => step(`${scene.tap} ${name}`);

  function choose(point) {
    if (!scene.tap || live.waiting()) return;
    if (scene.twice && point !== asked) return mark(point);
    view.ask(point);
    answer(point.name);
  }

  function button([label, value, style]) {
    const made = h("button", { type: "button", class: style, "data-step": value }, label);
    made.onclick = () => press(label, value);
    return made;
  }

  function menu([label, choices], number) {
    const list = h("select", { id: `menu-${number}` });
    const wanted = chosen.get(label) ?? (doing?.[0] === label ? doing[1] : null);
    for (const [text, value, , holds] of choices) {
      list.append(h("option", { value, selected: wanted === null ? Boolean(holds) : text === wanted }, text));
    }
    list.onchange = () => pick(label, choices[list.selectedIndex][0]);
    return h("label", {}, h("span", {}, label), list);
  }

  function typing() {
    const field = h("input", { maxlength: "100", autocapitalize: "none", spellcheck: "false", enterkeyhint: "go", id: "answer" });
    const form = h(
      "form",
      { autocomplete: "off", class: "typing" },
      h("label", { for: "answer" }, words("web-type")),
      field,
      h("button", { class: "secondary" }, words("web-play")),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      if (field.value.trim() && answer(field.value.trim())) field.value = "";
    };
    return form;
  }

  function show(message, image) {
    const before = scene;
    const held = document.activeElement;
    const among = (element) => [...part.querySelectorAll("button, select, input")].indexOf(element);
    const [number, kept] = [among(held), held.id || held.dataset.step];
    if (!before) history.pushState("scene", "");
    if (message.awaits) live.keep(WAITS, message.awaits);
    else if (isAwaited()) live.keep(WAITS, null);
    scene = message;
    document.body.classList.add("in-scene");
    part.hidden = false;
    $("stage").hidden = !image;
    if (image) {
      view.update({ ...message, you: message.tap === null ? null : 0 });
      view.show(image);
      view.dispose(picture);
      picture = image;
    }
    put($("scene-title"), message.title);
    $("scene-text").replaceChildren(...page.rendered(message.text));
    $("menus").replaceChildren(...message.menus.map(menu));
    $("choices").replaceChildren(...message.buttons.map(button));
    if (before?.tap !== message.tap) $("answering").replaceChildren(...(message.typed ? [typing()] : []));
    part.setAttribute("aria-busy", String(due !== null));
    mark(null);
    const same = before && before.text === message.text;
    const again = number >= 0 && [...part.querySelectorAll("[id], [data-step]")].find((one) => (one.id || one.dataset.step) === kept);
    const onBoard = before && message.tap !== null && $("points").contains(document.activeElement);
    if (again) again.focus({ preventScroll: true });
    else if (!onBoard) $("scene-title").focus({ preventScroll: true });
    if (same) return;
    scrollTo(0, 0);
    page.announce(page.plain(message.text));
  }

  function leave() {
    if (!scene) return;
    left = due !== null;
    if (!left) chosen.clear(); // they waited for something else than a step
    times++;
    scene = pressed = null;
    part.hidden = true;
    document.body.classList.remove("in-scene");
    $("stage").hidden = false;
    mark(null);
    page.left();
    view.dispose(picture);
    picture = null;
    scrollTo(0, 0);
    view.home()?.focus({ preventScroll: true });
  }

  let drawn = "";
  /** The ways from a match to scenes. */
  function offer(ways) {
    $("ways").hidden = !ways.length;
    if (JSON.stringify(ways) === drawn) return;
    drawn = JSON.stringify(ways);
    $("ways").replaceChildren(...ways.map(button));
  }

  $("scene-back").onclick = () => {
    leave(); // at once: a second press would go back once more
    if (history.state === "scene") history.back();
  };
  $("sure").onclick = () => asked && answer(asked.name);
  history.scrollRestoration = "manual"; // a scene is left for the board, not for the button that led here
  addEventListener("popstate", leave);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !scene || $("ask").open) return;
    if (asked) mark(null);
    else $("scene-back").click();
  });

  page.scene = { show, leave, began, answered, proceed, drop, times: () => times, offer, choose, isAwaited, isLeft: () => left, forget: () => live.keep(WAITS, null), beside: () => mark(null), shown: () => scene !== null };
})();
