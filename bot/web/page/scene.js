// Scenes: what features show in place of the board, with the same picture, points and words.
"use strict";
(() => {
  const { $, h, words, put, board: view, live } = page;
  const part = $("scene");
  let scene = null; // the last message of that kind
  let picture = null;
  let asked = null; // the point that a second tap confirms
  const chosen = new Map(); // what was chosen from menus while an answer was due, by their labels
  let doing = null; // [label, value]: the choice whose answer is due
  let left = null; // the act whose answer was due when its scene was left

  const AGAIN = 3000; // milliseconds between two looks whether what a scene waits for has come
  const WAITS = "waits"; // what is waited for, wherever one is meanwhile
  setInterval(() => {
    const value = live.keep(WAITS);
    if (value && $("elsewhere").hidden && !document.hidden && !live.waiting()) live.send({ do: "await", value });
  }, AGAIN);
  const isAwaited = () => Boolean(scene?.awaits) && scene.awaits === live.keep(WAITS);

  function step(value) {
    if (live.perform({ act: "scene", value, ply: 0 })) part.setAttribute("aria-busy", "true");
  }

  /** Choose from a menu: at once, or after the answer that is due. */
  function pick(label, value) {
    chosen.set(label, value);
    next(scene.menus);
  }

  /** Make the first choice that waits and that these menus have. True if there is one. */
  function next(menus) {
    if (live.waiting()) return false;
    doing = null;
    for (const [label, value] of chosen) {
      chosen.delete(label);
      if (!menus.some(([, choices]) => choices.some((one) => one[1] === value))) continue;
      doing = [label, value];
      step(value);
      return true;
    }
    return false;
  }

  /** An act is answered with a scene. False if they have left meanwhile, so that it is not shown. */
  function answered({ id, menus, awaits }) {
    if (!id) return true;
    const more = next(menus);
    if (id !== left) return true;
    left = more ? live.waiting().id : null;
    if (awaits) live.keep(WAITS, awaits); // what they have asked for is waited for all the same
    return false;
  }

  /** A step is refused, and what was chosen meanwhile with it. */
  function refused() {
    chosen.clear();
    doing = null;
    if (!scene) return;
    scene.menus.forEach(([, choices], number) => {
      const held = choices.find((one) => one[3]);
      if (held) $(`menu-${number}`).value = held[1];
    });
    part.setAttribute("aria-busy", "false");
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
    made.onclick = () => step(value);
    return made;
  }

  function menu([label, choices], number) {
    const list = h("select", { id: `menu-${number}` });
    const wanted = chosen.get(label) ?? (doing?.[0] === label ? doing[1] : null);
    for (const [text, value, , holds] of choices) {
      list.append(h("option", { value, selected: wanted === null ? Boolean(holds) : value === wanted }, text));
    }
    list.onchange = () => pick(label, list.value);
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
      if (field.value.trim()) answer(field.value.trim());
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
    $("answering").replaceChildren(...(message.typed ? [typing()] : []));
    part.setAttribute("aria-busy", String(doing !== null));
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
    left = live.waiting()?.id;
    scene = null;
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

  $("scene-back").onclick = () => (history.state === "scene" ? history.back() : leave());
  $("sure").onclick = () => asked && answer(asked.name);
  history.scrollRestoration = "manual"; // a scene is left for the board, not for the button that led here
  addEventListener("popstate", leave);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !scene || $("ask").open) return;
    if (asked) mark(null);
    else $("scene-back").click();
  });

  page.scene = { show, leave, answered, refused, offer, choose, isAwaited, forget: () => live.keep(WAITS, null), beside: () => mark(null), shown: () => scene !== null };
})();
