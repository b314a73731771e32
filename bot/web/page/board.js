// The board: the server's picture, and a transparent layer over it that finds the point one means.
"use strict";
(() => {
  const { $, h, words } = page;
  const [stage, pictures, layer, grid, ring, lens] = ["stage", "pictures", "layer", "points", "ring", "lens"].map($);
  const FADE = 160;
  const TIMES = 2; // the lens shows the picture so much larger
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let points = []; // {name, x, y, can, button}, in the pixels of the picture
  let drawn = ""; // what the buttons were made from
  let size = [1, 1];
  let reach = 0;
  let columns = false; // the points stand side by side: how high one touches does not matter
  let home = null; // the point that the Tab key reaches
  let goal = null; // where a run of arrow keys began, so that it stays in its row or column
  let asked = null;
  let pressed = null; // the pointer that is down

  // --- pictures ---

  let shown = null;

  /** A picture from the bytes of a PNG. */
  async function load(blob, alt) {
    const image = new Image();
    image.alt = alt;
    image.decoding = "sync";
    await new Promise((ready) => {
      image.onload = image.onerror = ready;
      image.src = URL.createObjectURL(blob);
    });
    return image;
  }

  const dispose = (image) => image && URL.revokeObjectURL(image.src);

  /** Put a loaded picture in the place of the one that is there, with a short fade. */
  function show(image) {
    if (image === shown) return;
    for (const leaving of pictures.querySelectorAll(".leaving")) leaving.remove();
    image.classList.remove("leaving");
    image.removeAttribute("aria-hidden");
    image.style.width = image.naturalWidth > size[0] ? "100%" : `${(100 * image.naturalWidth) / size[0]}%`;
    pictures.prepend(image);
    const leaving = shown;
    shown = image;
    if (!leaving) return;
    if (calm.matches) return leaving.remove();
    leaving.setAttribute("aria-hidden", "true");
    leaving.classList.add("leaving");
    setTimeout(() => leaving.classList.contains("leaving") && leaving.remove(), FADE);
  }

  /** Let stones that were captured sink: they are taken from the picture that had them. */
  function sink(image, names) {
    if (calm.matches || image?.naturalWidth !== size[0]) return;
    for (const point of names.map(find).filter(Boolean)) {
      const stone = h("canvas", { class: "captured", width: Math.ceil(2 * reach), height: Math.ceil(2 * reach) });
      stone.getContext("2d").drawImage(image, reach - point.x, reach - point.y);
      put(stone, point, 2 * reach);
      stone.onanimationend = () => stone.remove();
      layer.append(stone);
    }
  }

  // --- geometry ---

  const square = (x) => x * x;

  function at(event) {
    const box = layer.getBoundingClientRect();
    return [((event.clientX - box.left) * size[0]) / box.width, ((event.clientY - box.top) * size[1]) / box.height];
  }

  function nearest([x, y]) {
    let best = null;
    let least = columns ? Infinity : square(reach);
    for (const point of points) {
      const distance = square(point.x - x) + (columns ? 0 : square(point.y - y));
      if (distance <= least) [best, least] = [point, distance];
    }
    return best;
  }

  function put(element, point, width) {
    element.style.left = `${(100 * point.x) / size[0]}%`;
    element.style.top = `${(100 * point.y) / size[1]}%`;
    element.style.width = `${(100 * width) / size[0]}%`;
  }

  function mark(point, kind) {
    ring.hidden = !point;
    ring.className = kind;
    if (point) put(ring, point, reach * 1.72);
  }

  const settle = () => mark(asked, "asked");

  // --- points ---

  /** The points of a new board. */
  function update(board) {
    size = board.size;
    reach = board.reach;
    columns = Boolean(board.columns);
    layer.hidden = false;
    const ys = board.points.map((point) => point[2]);
    const height = Math.min(...ys) + Math.max(...ys); // without a legend below
    stage.style.setProperty("--ratio", size[0] / (height || size[1]));
    stage.style.setProperty("--most", `${size[0]}px`);
    layer.style.aspectRatio = `${size[0]} / ${size[1]}`;
    const places = JSON.stringify([size, reach, board.points.map((point) => point.slice(0, 3))]);
    if (places !== drawn) build(board.points);
    drawn = places;
    const some = board.points.some(([, , , can]) => can);
    board.points.forEach(([name, , , can, about], number) => {
      const point = points[number];
      point.can = Boolean(can);
      const plain = about ? `${name}, ${about}` : name;
      const closed = some && !can && !about;
      point.button.setAttribute("aria-disabled", String(board.you === null));
      point.button.setAttribute("aria-label", closed ? words("web-point-closed", { point: name }) : plain);
    });
    layer.classList.toggle("idle", board.you === null);
  }

  function build(list) {
    const had = points.find((point) => point.button === document.activeElement)?.name;
    points = list.map(([name, x, y]) => {
      const button = h("button", { type: "button", tabindex: "-1", "data-point": name });
      return { name, x, y, button };
    });
    const rows = [];
    for (const point of [...points].sort((one, other) => one.y - other.y || one.x - other.x)) {
      const row = rows.at(-1);
      if (row && Math.abs(row[0].y - point.y) < reach / 2) row.push(point);
      else rows.push([point]);
    }
    grid.replaceChildren(
      ...rows.map((row) => {
        row.sort((one, other) => one.x - other.x);
        return h("div", { role: "row" }, row.map((point) => h("span", { role: "gridcell" }, point.button)));
      }),
    );
    for (const point of points) {
      put(point.button, point, reach * 2);
      point.button.onclick = () => page.choose(point);
    }
    const middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;
    const [x, y] = [middle(points.map((point) => point.x)), middle(points.map((point) => point.y))];
    setHome(find(had ?? home?.name) || nearestTo(x, y));
    if (had) home?.button.focus({ preventScroll: true });
  }

  function nearestTo(x, y) {
    const far = (point) => square(point.x - x) + square(point.y - y);
    return points.reduce((best, point) => (best && far(best) <= far(point) ? best : point), null);
  }

  const find = (name) => points.find((point) => point.name === name);

  function setHome(point) {
    if (home) home.button.tabIndex = -1;
    home = point;
    if (home) home.button.tabIndex = 0;
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** The nearest point in that direction: within 60° of it, those in the way rather than beside it. */
  function beyond(from, [right, down]) {
    const across = down ? "x" : "y";
    if (goal?.across !== across || goal.at !== from) goal = { across, value: from[across] };
    let best = null;
    let least = Infinity;
    for (const point of points) {
      const ahead = (point.x - from.x) * right + (point.y - from.y) * down;
      const aside = columns ? 0 : Math.abs(point[across] - from[across]);
      if (ahead < reach / 4 || aside > ahead * 1.75) continue;
      const cost = ahead + 1.5 * aside + 0.1 * Math.abs(point[across] - goal.value);
      if (cost < least) [best, least] = [point, cost];
    }
    goal.at = best || from;
    return best;
  }

  grid.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    const from = way && points.find((point) => point.button === event.target);
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = beyond(from, way);
    if (!to) return;
    setHome(to);
    to.button.focus();
  });
  grid.addEventListener("focusin", (event) => setHome(points.find((point) => point.button === event.target) || home));

  // --- mouse and finger ---

  function over(event) {
    return shown && shown.naturalWidth === size[0] ? nearest(at(event)) : null;
  }

  function glass(event, point) {
    const box = layer.getBoundingClientRect();
    const [half, gap] = [lens.offsetWidth / 2, 34];
    const clear = event.clientY - 2 * half - gap > 4;
    // Above the finger; beside it if there is no room.
    const left = clear ? event.clientX - half : event.clientX < innerWidth / 2 ? event.clientX + gap : event.clientX - gap - 2 * half;
    const top = clear ? event.clientY - 2 * half - gap : Math.max(4, event.clientY - half);
    lens.style.left = `${Math.min(Math.max(4, left), innerWidth - 2 * half - 4)}px`;
    lens.style.top = `${top}px`;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const [view, spot] = lens.children;
    view.style.backgroundImage = `url("${shown.src}")`;
    view.style.backgroundSize = `${TIMES * box.width}px auto`;
    view.style.backgroundPosition = `${half - TIMES * x}px ${half - TIMES * y}px`;
    lens.dataset.name = point ? point.name : "";
    lens.classList.toggle("none", !point);
    if (point) {
      const scale = (TIMES * box.width) / size[0];
      spot.style.width = `${reach * 1.72 * scale}px`;
      spot.style.left = `${half + scale * point.x - TIMES * x}px`;
      spot.style.top = `${half + scale * point.y - TIMES * y}px`;
    }
  }

  const inside = (event) => {
    const box = layer.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  };

  function cancel() {
    pressed = null;
    lens.hidden = true;
    settle();
  }

  layer.addEventListener("pointerdown", (event) => {
    if (event.button || layer.classList.contains("idle")) return;
    if (pressed !== null) return cancel(); // a second finger: the page is zoomed
    pressed = event.pointerId;
    layer.setPointerCapture(pressed);
    slide(event);
  });
  layer.addEventListener("pointermove", (event) => {
    if (layer.classList.contains("idle")) return;
    if (event.pointerId === pressed) slide(event);
    else if (pressed === null && event.pointerType === "mouse") hover(event);
  });
  layer.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pressed) return;
    const kept = inside(event);
    const point = kept && over(event);
    cancel();
    if (point) page.choose(point);
    else if (kept) page.beside();
  });
  layer.addEventListener("pointercancel", cancel);
  layer.addEventListener("pointerleave", () => pressed === null && settle());
  layer.addEventListener("contextmenu", (event) => pressed !== null && event.preventDefault());

  function hover(event) {
    const point = over(event);
    layer.classList.toggle("can", Boolean(point?.can));
    if (point?.can) mark(point, "hover");
    else settle();
  }

  function slide(event) {
    const point = inside(event) ? over(event) : null;
    mark(point, point?.can ? "hover" : "shut");
    if (event.pointerType === "mouse") return;
    lens.hidden = !inside(event) || shown?.naturalWidth !== size[0];
    if (!lens.hidden) glass(event, point);
  }

  /** Mark the point that the server was asked about; null: none. */
  function ask(point) {
    asked = point;
    if (pressed === null) settle();
  }

  page.board = {
    load,
    dispose,
    show,
    sink,
    update,
    ask,
    find,
    named: (text) => points.find((point) => point.name.toLowerCase() === text.trim().toLowerCase()),
    home: () => home?.button,
  };
})();
