"use strict";
// Arrays travel as little-endian bytes in base64.
function decodeArray(text, Type) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}
function decodePlan(plan) {
  const kinds = { family: Uint8Array, tile: Uint32Array, covered: Uint32Array, cost: Float32Array, begin: Uint32Array,
    cell: Uint16Array, share: Uint8Array, label: Uint16Array, owned: Uint32Array, level: Uint16Array, tileCost: Float32Array };
  const out = Object.assign({}, plan);
  for (const name in kinds) out[name] = decodeArray(plan[name], kinds[name]);
  out.steps = out.family.length;
  return out;
}
// How much of each cell the first `step` steps cover, by family: family * cells + cell.
function coverAt(plan, step, families) {
  const cells = plan.gridRows * plan.gridCols, cover = new Float32Array(families * cells);
  for (let s = 0; s < step; ++s)
    for (let i = plan.begin[s]; i < plan.begin[s + 1]; ++i) cover[plan.family[s] * cells + plan.cell[i]] += plan.share[i] / 255;
  return cover;
}
// Pixels of that, one a cell: the mean of the families' colours, as opaque as the cell is covered.
function pixelsAt(plan, step, colours) {
  const cells = plan.gridRows * plan.gridCols, cover = coverAt(plan, step, colours.length);
  const pixels = new Uint8ClampedArray(4 * cells);
  for (let c = 0; c < cells; ++c) {
    let sum = 0, rgb = [0, 0, 0];
    for (let f = 0; f < colours.length; ++f) {
      const part = cover[f * cells + c];
      sum += part;
      for (let k = 0; k < 3; ++k) rgb[k] += part * colours[f][k];
    }
    if (sum > 0) {
      for (let k = 0; k < 3; ++k) pixels[4 * c + k] = rgb[k] / sum;
      pixels[4 * c + 3] = 255 * Math.min(1, 0.25 + 0.75 * sum);
    }
  }
  return pixels;
}
function roundAt(plan, tile) {
  let found = null;
  for (const round of plan.rounds) if (tile >= round.tileBegin && tile < round.tileEnd) found = round;
  return found;
}
function three(x) { return x === 0 ? "0" : Math.abs(x) >= 1000 ? count(Number(x.toPrecision(3))) : String(Number(x.toPrecision(3))); }
function count(n) { return Math.round(n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ","); }
function time(ns) {
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["\u00b5s", 1e3]]) if (ns >= size) return three(ns / size) + " " + unit;
  return three(ns) + " ns";
}
function percent(x) { return x < 1 && x > 0.999 ? "more than 99.9 %" : three(100 * x) + " %"; }
// What stands beside the picture after `step` steps: [title, sentences, rows of the candidates that lost].
function textAt(plan, step) {
  if (step === 0) return ["Before the first tile", ["Nothing is covered yet. " + count(plan.nnz) + " non-zeros wait."], []];
  const s = step - 1, first = plan.tile[s], last = Math.min(first + plan.tilesPerStep, plan.tiles) - 1, lines = [];
  if (plan.tilesPerStep === 1)
    lines.push("Tile " + count(first) + ": " + plan.labels[plan.label[s]] + ", level " + plan.level[s] + ". " + time(plan.tileCost[s]) +
      " / " + count(plan.owned[s]) + " non-zeros that it owns = " + time(plan.owned[s] ? plan.tileCost[s] / plan.owned[s] : 0) + " each.");
  else
    lines.push("Tiles " + count(first) + " to " + count(last) + ": " + time(plan.tileCost[s]) + " / " + count(plan.owned[s]) +
      " non-zeros = " + time(plan.owned[s] ? plan.tileCost[s] / plan.owned[s] : 0) + " each.");
  lines.push(count(plan.covered[s]) + " of " + count(plan.nnz) + " non-zeros are covered (" + percent(plan.covered[s] / plan.nnz) +
    "), for " + time(plan.cost[s]) + " in all.");
  const round = roundAt(plan, last);
  if (!round) return ["Step " + count(step), lines, []];
  lines.push(round.note ? round.note : "The round scored " + count(round.candidates) + " candidates. The best costs c = " + time(round.best) +
    " for each newly covered non-zero" + (round.best > 0 && round.limit > 0 ? "; the cut is r c = " + three(round.limit / round.best) +
    " x " + time(round.best) + " = " + time(round.limit) : "") + ".");
  const chosen = round.tileEnd - round.tileBegin;
  lines.push((chosen === 1 ? "One tile was chosen in it" : count(chosen) + " tiles were chosen in it, " + count(round.tileBegin) +
    " to " + count(round.tileEnd - 1)) +
    (round.withdrawn ? "; " + count(round.withdrawn) + " earlier ones were withdrawn" : "") + ".");
  return ["Round " + count(round.round) + ", level " + round.level, lines, round.lost];
}

function startStepper(root, plans, formats) {
  const find = (name) => root.querySelector("[data-part=" + name + "]");
  const canvas = find("canvas"), slider = find("slider"), play = find("play"), choice = find("plan");
  const context = canvas.getContext("2d"), small = document.createElement("canvas");
  const colours = formats.map((f) => [1, 3, 5].map((i) => parseInt(f.colour.slice(i, i + 2), 16)));
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let plan = null, timer = null, image = new Image();
  const element = (tag, text, kind) => { const e = document.createElement(tag); e.textContent = text; if (kind) e.className = kind; return e; };
  function draw() {
    const step = Number(slider.value);
    small.width = plan.gridCols; small.height = plan.gridRows;
    small.getContext("2d").putImageData(new ImageData(pixelsAt(plan, step, colours), plan.gridCols, plan.gridRows), 0, 0);
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = 0.45;
    if (image.complete && image.naturalWidth) context.drawImage(image, 0, 0, canvas.width, canvas.height);
    context.globalAlpha = 1;
    context.drawImage(small, 0, 0, canvas.width, canvas.height);
    if (step > 0) {
      const w = canvas.width / plan.gridCols, h = canvas.height / plan.gridRows;
      context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
      context.lineWidth = 2;
      for (let i = plan.begin[step - 1]; i < plan.begin[step]; ++i)
        context.strokeRect(plan.cell[i] % plan.gridCols * w, Math.floor(plan.cell[i] / plan.gridCols) * h, w, h);
    }
    const [title, lines, lost] = textAt(plan, step);
    find("position").textContent = "step " + count(step) + " of " + count(plan.steps);
    slider.setAttribute("aria-valuetext", find("position").textContent);
    const words = find("words");
    words.replaceChildren(element("h3", title), ...lines.map((l) => element("p", l)));
    if (lost.length) {
      const table = element("table", ""), head = element("tr", "");
      for (const t of ["Candidate that lost", "at row", "cost / covers", "why"]) head.append(element("th", t));
      table.append(head);
      for (const l of lost) {
        const row = element("tr", "");
        for (const t of [l.format, l.cost > 0 ? count(l.row) : "", l.cost > 0 ? time(l.cost) + " / " + count(l.covers) + " = " + time(l.average) : "", l.reason]) row.append(element("td", t));
        table.append(row);
      }
      words.append(table);
    }
  }
  function stop() { clearInterval(timer); timer = null; play.textContent = "Play"; }
  function go(step) { slider.value = Math.max(0, Math.min(plan.steps, step)); draw(); }
  function toggle() {
    if (timer) return stop();
    if (Number(slider.value) >= plan.steps) go(0);
    play.textContent = "Pause";
    const each = Math.max(1, Math.ceil(plan.steps / 300)); // ten seconds or less
    timer = setInterval(() => { go(Number(slider.value) + each); if (Number(slider.value) >= plan.steps) stop(); }, 33);
  }
  function show(index) {
    stop();
    plan = plans[index];
    slider.max = plan.steps;
    find("limits").textContent = plan.limits;
    const ratio = plan.gridRows / plan.gridCols;
    canvas.width = 768; canvas.height = Math.max(96, Math.round(768 * ratio));
    go(plan.steps);
  }
  const loadImage = () => { image = new Image(); image.onload = draw; image.src = document.querySelector("img.map." + (dark.matches ? "dark" : "light")).src; };
  choice.onchange = () => show(choice.selectedIndex);
  slider.oninput = () => { stop(); draw(); };
  play.onclick = toggle;
  find("back").onclick = () => { stop(); go(Number(slider.value) - 1); };
  find("on").onclick = () => { stop(); go(Number(slider.value) + 1); };
  dark.addEventListener("change", loadImage);
  show(plans.length - 1);
  choice.selectedIndex = plans.length - 1;
  loadImage();
}
if (typeof document !== "undefined") {
  const data = JSON.parse(document.getElementById("data").textContent);
  if (data.plans.length) startStepper(document.getElementById("stepper"), data.plans.map(decodePlan), data.formats);
}
