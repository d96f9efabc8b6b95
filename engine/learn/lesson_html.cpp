// A lesson as one web page: pictures of every step, notes, exercises. It loads nothing.
#include "engine/core/json_text.h"
#include "engine/learn/lesson.h"
#include "engine/learn/scene_svg.h"

#include <fmt/format.h>
#include <unordered_map>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

const char* const style = R"css(
:root { --bg:#FFFFFF; --panel:#F6F7F8; --line:#D9DCDF; --text:#1B1E22; --second:#5B636C; --accent:#0B66C3; }
.dark { --bg:#15171A; --panel:#1C1F23; --line:#30353B; --text:#E8EAED; --second:#9AA3AD; --accent:#5AA9F7; }
* { box-sizing:border-box; }
body { margin:0; background:var(--bg); color:var(--text); font:16px/1.5 system-ui, sans-serif; font-variant-numeric:tabular-nums; }
main { max-width:1560px; margin:0 auto; padding:24px; }
h1 { font-size:26px; margin:0; } h2 { font-size:20px; margin:0 0 8px; } p { margin:8px 0; max-width:76ch; }
.second { color:var(--second); } code { font-family:monospace; background:var(--panel); padding:0 3px; border-radius:3px; }
nav { display:flex; flex-wrap:wrap; gap:8px; margin:16px 0 24px; }
header { display:flex; gap:16px; justify-content:space-between; align-items:flex-start; }
.bar span, button { white-space:nowrap; } .question button { white-space:normal; text-align:left; }
.bar { display:flex; gap:8px; align-items:center; margin:12px 0; } .bar input { flex:1; min-width:80px; accent-color:var(--accent); }
button { font:inherit; color:var(--text); background:var(--panel); border:1px solid var(--line); border-radius:4px; padding:4px 12px; cursor:pointer; }
button[aria-current] { border-color:var(--accent); color:var(--accent); font-weight:600; }
button:focus-visible, input:focus-visible, summary:focus-visible { outline:2px solid var(--accent); outline-offset:1px; }
.picture { overflow-x:auto; } .picture svg { display:block; max-width:100%; height:auto; font-family:system-ui, sans-serif; }
.picture text:not([data-id]) { pointer-events:none; }
.words { min-height:3.2em; white-space:pre-line; border-left:3px solid var(--accent); padding-left:12px; }
.question { background:var(--panel); border-radius:6px; padding:12px 16px; margin:16px 0; max-width:76ch; }
.lit { stroke:var(--accent) !important; stroke-width:3 !important; }
@media (prefers-reduced-motion: no-preference) { .b { transition:fill .12s; } }
)css";

const char* const script = R"js(
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
  svg.addEventListener("click", (e) => light(e.target.dataset && e.target.dataset.id)); // a finger
  svg.addEventListener("mouseleave", () => light(null));
  show(0, 0);
}
if (typeof document !== "undefined") start(JSON.parse(document.getElementById("data").textContent));
)js";

// Elements of all pictures, each text once.
class Elements {
public:
    std::vector<int> indices(const Scene& scene)
    {
        std::vector<int> all;
        for (std::string& text : svgElements(scene)) {
            const auto [at, added] = m_index.emplace(text, static_cast<int>(m_texts.size()));
            if (added)
                m_texts.push_back(std::move(text));
            all.push_back(at->second);
        }
        return all;
    }
    const std::vector<std::string>& texts() const { return m_texts; }

private:
    std::unordered_map<std::string, int> m_index;
    std::vector<std::string> m_texts;
};

json partJson(const LessonStep& step, Elements& elements, Progress& progress)
{
    const auto show = makeShow(step.state);
    const int last = step.lastStep >= 0 ? std::min(step.lastStep, show->steps() - 1) : show->steps() - 1;
    json part = {{"title", step.title}, {"note", step.note}, {"first", step.state.step}, {"exercise", nullptr}};
    double width = 0, height = 0;
    json words = json::array(), pictures = json::array(), links = json::array();
    std::vector<int> before;
    for (int s = std::min(step.state.step, last); s <= last; ++s) {
        progress.check();
        const Scene scene = show->scene(s);
        width = std::max(width, scene.width);
        height = std::max(height, scene.height);
        words.push_back(show->text(s));
        const std::vector<int> now = elements.indices(scene);
        if (pictures.empty()) {
            pictures.push_back(now);
            const std::vector<int> named = scene.named();
            const auto id = [&](int place) -> const std::string& {
                return scene.shapes[static_cast<std::size_t>(named[static_cast<std::size_t>(place)])].id;
            };
            for (const Link& link : scene.links)
                links.push_back({id(link.from), id(link.to)});
        } else if (now.size() != before.size()) {
            pictures.push_back({{"all", now}});
        } else {
            json change = json::array();
            for (std::size_t i = 0; i < now.size(); ++i)
                if (now[i] != before[i]) {
                    change.push_back(i);
                    change.push_back(now[i]);
                }
            pictures.push_back(std::move(change));
        }
        before = now;
    }
    if (step.exercise) {
        const ExerciseAnswer answer = answerOf(*step.exercise, step.state);
        part["exercise"] = {{"question", step.exercise->question},
                            {"choices", answer.choices},
                            {"answer", answer.answer},
                            {"explanation", answer.explanation}};
    }
    part["width"] = width;
    part["height"] = height;
    part["words"] = std::move(words);
    part["pictures"] = std::move(pictures);
    part["links"] = std::move(links);
    return part;
}

// Inside of a script element "</" would end it.
std::string scriptText(const json& value)
{
    std::string out;
    for (const char c : jsonText(value))
        out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

} // namespace

std::string lessonHtml(const Lesson& lesson, Progress& progress)
{
    Elements elements;
    json parts = json::array();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        progress.report("drawing", static_cast<double>(i) / static_cast<double>(lesson.steps.size()));
        parts.push_back(partJson(lesson.steps[i], elements, progress));
    }
    const json data = {{"parts", std::move(parts)}, {"elements", elements.texts()}};
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} - "
        "Sparsescope</title>\n<style>{1}{2}</style>\n"
        "</head>\n<body>\n<main>\n<header><h1>{0}</h1><button id=\"theme\">Light or dark</button></header>\n<p "
        "class=\"second\">{3}</p>\n<p class=\"second\">{4}</p>\n"
        "<nav id=\"parts\" aria-label=\"Parts of the lesson\"></nav>\n<h2 id=\"title\"></h2>\n<div id=\"note\"></div>\n"
        "<div class=\"bar\"><button id=\"back\" aria-label=\"One step back\">&lt;</button><button id=\"on\" "
        "aria-label=\"One step on\">&gt;</button>"
        "<button id=\"play\">Play</button>"
        "<input type=\"range\" id=\"slider\" min=\"0\" step=\"1\" aria-label=\"Step\"><span class=\"second\" "
        "id=\"position\"></span>"
        "</div>\n<p class=\"words\" id=\"words\" aria-live=\"polite\"></p>\n"
        "<div class=\"picture\"><svg id=\"svg\" role=\"img\" aria-labelledby=\"words\"></svg></div>\n<div "
        "class=\"question\" id=\"question\"></div>\n"
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{5}</defs></svg>\n"
        "<p class=\"second\">Arrow keys step, Space plays, Page Up and Page Down change the part, Home and End go to "
        "its ends.</p>\n"
        "<noscript><p>The pictures of this page need JavaScript.</p></noscript>\n</main>\n"
        "<script type=\"application/json\" id=\"data\">{6}</script>\n<script>{7}</script>\n</body>\n</html>\n",
        escapedXml(lesson.title), style, svgStyle(), escapedXml(lesson.author), escapedXml(lesson.about), svgPatterns(),
        scriptText(data), script);
}

} // namespace sparsescope::learn
