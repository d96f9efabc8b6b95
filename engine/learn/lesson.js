"use strict";
// Pictures share their elements: the first of a part lists them all, each later one only what differs.
function pictureAt(part, step) {
  const list = part.pictures[0].slice();
  for (let s = 1; s <= step; ++s) {
    const change = part.pictures[s];
    if (change.all) { list.length = 0; list.push(...change.all); continue; }
    for (let i = 0; i < change.length; i += 2) list[change[i]] = change[i + 1];
  }
  return list;
}
function start(data) {
  const find = (id) => document.getElementById(id);
  let part = 0, step = 0, timer = null;
  const element = (tag, text) => { const e = document.createElement(tag); e.textContent = text; return e; };
  function marked(text) { // *strong* and `code`
    const p = document.createElement("p");
    for (const piece of text.split(/(\*[^*\n]+\*|`[^`\n]+`)/)) {
      if (/^\*.+\*$/.test(piece)) p.append(element("strong", piece.slice(1, -1)));
      else if (/^`.+`$/.test(piece)) p.append(element("code", piece.slice(1, -1)));
      else p.append(piece);
    }
    return p;
  }
  function question(exercise) {
    const box = find("question");
    box.hidden = !exercise;
    box.replaceChildren();
    if (!exercise) return;
    box.append(element("strong", exercise.question));
    for (const choice of exercise.choices) {
      const button = element("button", choice);
      const row = element("p", "");
      button.addEventListener("click", () => { verdict.textContent = choice === exercise.answer ? "Yes." : "Not this one."; });
      row.append(button);
      box.append(row);
    }
    const verdict = element("p", ""), answer = document.createElement("details");
    verdict.setAttribute("aria-live", "polite");
    answer.append(element("summary", "Answer"), element("p", exercise.answer), element("p", exercise.explanation));
    box.append(verdict, answer);
  }
  function draw() {
    const p = data.parts[part];
    const svg = find("svg");
    svg.setAttribute("viewBox", "0 0 " + p.width + " " + p.height);
    svg.setAttribute("width", p.width);
    svg.style.minWidth = Math.round(0.8 * p.width) + "px"; // narrower pages scroll: it can still be read
    svg.innerHTML = pictureAt(p, step).map((i) => data.elements[i]).join("");
    find("words").textContent = p.words[step];
    const slider = find("slider");
    slider.max = p.pictures.length - 1;
    slider.value = step;
    slider.disabled = p.pictures.length === 1;
    find("position").textContent = "step " + (p.first + step) + " of " + (p.first + p.pictures.length - 1);
    slider.setAttribute("aria-valuetext", find("position").textContent);
  }
  function show(index, at) {
    pause();
    part = Math.max(0, Math.min(data.parts.length - 1, index));
    const p = data.parts[part];
    step = at < 0 ? p.pictures.length - 1 : at;
    find("title").textContent = (part + 1) + ". " + p.title;
    find("note").replaceChildren(...p.note.split("\n").filter((l) => l).map(marked));
    question(p.exercise);
    [...find("parts").children].forEach((b, i) => i === part ? b.setAttribute("aria-current", "step") : b.removeAttribute("aria-current"));
    draw();
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "Play";
  }
  function play() {
    if (timer) return pause();
    const last = data.parts[part].pictures.length - 1;
    if (last === 0) return;
    if (step === last) step = 0;
    draw();
    find("play").textContent = "Pause";
    timer = setInterval(() => {
      ++step;
      draw();
      if (step >= last) pause();
    }, 500);
  }
  function go(by) {
    pause();
    const next = step + by;
    if (next >= 0 && next < data.parts[part].pictures.length) { step = next; draw(); }
    else if (next < 0 && part > 0) show(part - 1, -1);
    else if (next > 0 && part + 1 < data.parts.length) show(part + 1, 0);
  }
  data.parts.forEach((p, i) => {
    const button = element("button", (i + 1) + ". " + p.title);
    button.addEventListener("click", () => show(i, 0));
    find("parts").append(button);
  });
  find("back").addEventListener("click", () => go(-1));
  find("on").addEventListener("click", () => go(1));
  find("play").addEventListener("click", play);
  find("slider").addEventListener("input", (e) => { pause(); step = Number(e.target.value); draw(); });
  const root = document.documentElement;
  find("theme").addEventListener("click", () => root.classList.toggle("dark"));
  if (window.matchMedia("(prefers-color-scheme: dark)").matches) root.classList.add("dark");
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.tagName === "INPUT" && e.key.startsWith("Arrow")) return;
    if (e.key === "ArrowRight") go(1);
    else if (e.key === "ArrowLeft") go(-1);
    else if (e.key === "PageDown") show(part + 1, 0);
    else if (e.key === "PageUp") show(part - 1, 0);
    else if (e.key === " " && e.target.tagName !== "BUTTON" && e.target.tagName !== "SUMMARY") play();
    else if (e.key === "Home") show(part, 0);
    else if (e.key === "End") show(part, -1);
    else return;
    e.preventDefault();
  });
  // What is linked to the thing under the pointer.
  const svg = find("svg");
  function light(id) {
    svg.querySelectorAll(".lit").forEach((e) => e.classList.remove("lit"));
    if (!id) return;
    const ids = new Set([id]);
    for (const [a, b] of data.parts[part].links) { if (a === id) ids.add(b); if (b === id) ids.add(a); }
    svg.querySelectorAll("[data-id]").forEach((e) => { if (ids.has(e.dataset.id) && e.tagName !== "text") e.classList.add("lit"); });
  }
  svg.addEventListener("mouseover", (e) => light(e.target.dataset && e.target.dataset.id));
  svg.addEventListener("click", (e) => { // a finger, too
    const id = e.target.dataset && e.target.dataset.id;
    const to = data.parts[part].goes[id];
    if (to !== undefined) { pause(); step = to; draw(); }
    light(id);
  });
  svg.addEventListener("mouseleave", () => light(null));
  show(0, 0);
}
if (typeof document !== "undefined") start(JSON.parse(document.getElementById("data").textContent));
