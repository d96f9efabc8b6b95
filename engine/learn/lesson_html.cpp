// A lesson as one web page: pictures of every step, notes, exercises. It loads nothing.
#include "engine/core/at.h"
#include "engine/core/embedded_text.h"
#include "engine/core/json_text.h"
#include "engine/learn/lesson.h"
#include "engine/learn/scene_svg.h"

#include <fmt/format.h>
#include <set>
#include <unordered_map>
#include <utility>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

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

std::vector<std::string> idsOf(const Scene& scene)
{
    std::vector<std::string> ids;
    for (const int shape : scene.named())
        ids.push_back(scene.shapes[at(shape)].id);
    return ids;
}

json partJson(const LessonStep& step, Elements& elements, Progress& progress)
{
    const auto show = makeShow(step.state);
    const int last = step.lastStep >= 0 ? std::min(step.lastStep, show->steps() - 1) : show->steps() - 1;
    json part = {{"title", step.title}, {"note", step.note}, {"first", step.state.step}, {"exercise", nullptr}};
    double width = 0, height = 0;
    json words = json::array(), pictures = json::array();
    std::set<std::pair<std::string, std::string>> links; // of all pictures: an id means the same in each
    std::vector<int> before;
    json goes = json::object();   // the picture that a click on a shape goes to
    std::vector<std::string> ids; // of the picture before, and its links
    std::vector<Link> linked;
    for (int s = std::min(step.state.step, last); s <= last; ++s) {
        progress.check();
        const Scene scene = show->scene(s);
        width = std::max(width, scene.width);
        height = std::max(height, scene.height);
        words.push_back(show->text(s));
        const std::vector<int> now = elements.indices(scene);
        if (std::vector<std::string> named = idsOf(scene); named != ids || scene.links != linked) {
            for (const Link& link : scene.links)
                links.emplace(named[at(link.from)], named[at(link.to)]);
            for (const std::string& id : named)
                if (const int to = show->stepOf(id); to >= step.state.step && to <= last)
                    goes[id] = to - step.state.step;
            ids = std::move(named);
            linked = scene.links;
        }
        if (pictures.empty()) {
            pictures.push_back(now);
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
    part["goes"] = std::move(goes);
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
        escapedXml(lesson.title), embeddedText("lesson.css"), svgStyle(), escapedXml(lesson.author),
        escapedXml(lesson.about), svgPatterns(), scriptText(data), embeddedText("lesson.js"));
}

} // namespace sparsescope::learn
