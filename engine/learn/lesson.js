"use strict";
// Pictures share their elements: the first of a set lists them all, each later one only what differs.
function pictureAt(set, step) {
  const list = set.pictures[0].slice();
  for (let s = 1; s <= step; ++s) {
    const change = set.pictures[s];
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
  // The pictures that do not tell what is asked, until it is answered.
  const setOf = (i) => data.parts[i].told && !questions.isOpen(i) ? data.parts[i].told : data.parts[i].shown;
  const svgOf = (set, at) => pictureAt(set, at).map((i) => data.elements[i]).join("");
  function draw() {
    const p = data.parts[part], set = setOf(part);
    const svg = find("svg");
    svg.setAttribute("viewBox", "0 0 " + p.width + " " + p.height);
    svg.setAttribute("width", p.width);
    svg.style.minWidth = Math.round(0.8 * p.width) + "px"; // narrower pages scroll: it can still be read
    svg.innerHTML = svgOf(set, step);
    find("words").textContent = set.words[step];
    const slider = find("slider");
    slider.max = p.last;
    slider.value = step;
    slider.disabled = p.last === 0;
    find("position").textContent = "step " + (p.first + step) + " of " + (p.first + p.last);
    slider.setAttribute("aria-valuetext", find("position").textContent);
  }
  function show(index, at) {
    pause();
    part = Math.max(0, Math.min(data.parts.length - 1, index));
    const p = data.parts[part];
    step = at < 0 ? p.last : at;
    find("title").textContent = (part + 1) + ". " + p.title;
    find("note").replaceChildren(...p.note.split("\n").filter((l) => l).map(marked));
    find("instructor").replaceChildren(...(p.instructor || "").split("\n").filter((l) => l).map(marked));
    questions.show(part);
    draw();
    ticks();
  }
  function ticks() {
    [...find("parts").children].forEach((b, i) => {
      i === part ? b.setAttribute("aria-current", "step") : b.removeAttribute("aria-current");
      b.textContent = (questions.done(i) ? "\u2713 " : "") + (i + 1) + ". " + data.parts[i].title;
    });
  }
  const questions = exercises(data, find, element, (anew) => { anew ? show(part, step) : draw(); ticks(); });
  function pause() {
    clearInterval(timer);
    timer = null;
    find("play").textContent = "Play";
  }
  function play() {
    if (timer) return pause();
    const last = data.parts[part].last;
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
    if (next >= 0 && next <= data.parts[part].last) { step = next; draw(); }
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
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.tagName === "INPUT" && (e.target.type !== "range" || e.key.startsWith("Arrow"))) return;
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
    for (const [a, b] of setOf(part).links) { if (a === id) ids.add(b); if (b === id) ids.add(a); }
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
  printed(data, find("print"), element, marked, (i) => svgOf(data.parts[i].shown, data.parts[i].last));
  // Paper is white.
  let dark = false;
  window.addEventListener("beforeprint", () => { dark = root.classList.contains("dark"); root.classList.remove("dark"); });
  window.addEventListener("afterprint", () => root.classList.toggle("dark", dark));
}
// All parts one below the other, for paper: each with its last picture, and room for answers.
function printed(data, place, element, marked, picture) {
  data.parts.forEach((p, i) => {
    const sheet = element("section", ""), svg = element("div", "");
    sheet.append(element("h2", (i + 1) + ". " + p.title), ...p.note.split("\n").filter((l) => l).map(marked));
    if (p.instructor) {
      const notes = element("aside", "");
      notes.append(...p.instructor.split("\n").filter((l) => l).map(marked));
      sheet.append(notes);
    }
    svg.innerHTML = "<svg viewBox=\"0 0 " + p.width + " " + p.height + "\">" + picture(i) + "</svg>";
    svg.className = "picture";
    sheet.append(svg);
    if (p.exercise) {
      const box = element("div", ""), e = p.exercise;
      box.className = "question";
      box.append(element("strong", e.question));
      (e.choices || []).forEach((c) => box.append(element("p", "\u2610 " + c)));
      (e.conditions || []).forEach((c) => box.append(element("p", "\u2610 " + c)));
      if (e.asks === "cells") box.append(element("p", e.elements.map((n) => e.array + "[" + n + "] = ______").join("   ")));
      if (e.asks === "number" || e.asks === "text") box.append(element("p", "____________________"));
      if (e.asks === "drawing") {
        const grid = element("div", ""), rows = e.rows.map(places);
        grid.className = "grid";
        grid.style.gridTemplateColumns = "repeat(" + rows[0].length + ", 26px)";
        rows.flat().forEach(() => grid.append(element("span", "")));
        box.append(grid);
      }
      sheet.append(box);
    }
    place.append(sheet);
  });
  const answered = data.answers ? data.parts.filter((p) => p.exercise && p.exercise.answer) : [];
  if (!answered.length) return;
  const sheet = element("section", "");
  sheet.append(element("h2", "Answers"), ...answered.map((p) => element("p", (data.parts.indexOf(p) + 1) + ". " + p.exercise.answer + (p.exercise.explanation ? " (" + p.exercise.explanation + ")" : ""))));
  place.append(sheet);
}
if (typeof document !== "undefined") start(JSON.parse(document.getElementById("data").textContent));
