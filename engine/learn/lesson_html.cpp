// A lesson as one web page: pictures of every step, notes, exercises. It loads nothing.
#include "engine/core/at.h"
#include "engine/core/embedded_text.h"
#include "engine/core/json_text.h"
#include "engine/learn/conditions.h"
#include "engine/learn/lesson.h"
#include "engine/learn/results.h"
#include "engine/learn/scene_svg.h"

#include <algorithm>
#include <array>
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

// The pictures of one state, from its first step to the last that the lesson shows, with what is said beside them.
struct PictureSet {
    json value;
    double width = 0, height = 0;
};

// Elements that other views than Arrays draw: a box with the element's id, and its text behind it.
void hideAsked(Scene& scene, const Asked& asked)
{
    for (std::size_t i = 0; !asked.elements.empty() && i + 1 < scene.shapes.size(); ++i)
        if (scene.shapes[i + 1].kind == Shape::Kind::Text && !scene.shapes[i].id.empty() &&
            std::find(asked.elements.begin(), asked.elements.end(), scene.shapes[i].id) != asked.elements.end())
            scene.shapes[i + 1].text = "?";
}

PictureSet picturesOf(const LearnState& state, int last, Elements& elements, Progress& progress)
{
    PictureSet set;
    const auto show = makeShow(state);
    json words = json::array(), pictures = json::array();
    std::set<std::pair<std::string, std::string>> links; // of all pictures: an id means the same in each
    std::vector<int> before;
    json goes = json::object();   // the picture that a click on a shape goes to
    std::vector<std::string> ids; // of the picture before, and its links
    std::vector<Link> linked;
    for (int s = std::min(state.step, last); s <= last; ++s) {
        progress.check();
        Scene scene = show->scene(s);
        hideAsked(scene, state.asked);
        set.width = std::max(set.width, scene.width);
        set.height = std::max(set.height, scene.height);
        words.push_back(show->text(s));
        const std::vector<int> now = elements.indices(scene);
        if (std::vector<std::string> named = idsOf(scene); named != ids || scene.links != linked) {
            for (const Link& link : scene.links)
                links.emplace(named[at(link.from)], named[at(link.to)]);
            for (const std::string& id : named)
                if (const int to = show->stepOf(id); to >= state.step && to <= last)
                    goes[id] = to - state.step;
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
    set.value = {{"words", std::move(words)},
                 {"pictures", std::move(pictures)},
                 {"links", std::move(links)},
                 {"goes", std::move(goes)}};
    return set;
}

const char* askName(Asks asks)
{
    constexpr std::array names = {"number", "text", "choice", "choices", "cells", "drawing"};
    return names[static_cast<std::size_t>(asks)];
}

// What has to be known to answer, and, where the page may judge, the answer.
json exerciseJson(const LessonStep& step, const ExerciseAnswer& answer, bool answers)
{
    json value = {{"asks", askName(answer.asks)}, {"question", step.exercise->question}, {"choices", answer.choices}};
    if (answer.asks == Asks::Cells) {
        value["array"] = answer.array;
        value["elements"] = answer.elements;
    }
    if (answer.asks == Asks::Drawing) {
        value["conditions"] = answer.conditions;
        value["forms"] = json::array();
        for (const std::string& condition : answer.conditions) {
            const std::optional<ConditionForm> form = formOf(condition, step.state);
            value["forms"].push_back(form ? json{{"left", form->left}, {"right", form->right}, {"sign", form->sign}}
                                          : json());
        }
        value["rows"] = drawing(*step.state.matrix);
    }
    if (!answers)
        return value;
    value["tries"] = step.exercise->tries;
    value["hints"] = step.exercise->hints;
    value["right"] = answer.right;
    value["number"] = answer.number;
    value["tolerance"] = answer.tolerance;
    value["texts"] = answer.texts;
    value["values"] = answer.values;
    value["answer"] = answer.answer;
    value["explanation"] = answer.explanation;
    return value;
}

// What exercises of other steps ask of the same matrix, in whatever view.
void addAskedElsewhere(const Lesson& lesson, LearnState& state)
{
    for (const LessonStep& other : lesson.steps)
        if (other.exercise && sameSubject(state, other.state)) {
            const Asked asked = answerOf(*other.exercise, other.state).asked;
            state.asked.numbers.insert(state.asked.numbers.end(), asked.numbers.begin(), asked.numbers.end());
            state.asked.elements.insert(state.asked.elements.end(), asked.elements.begin(), asked.elements.end());
        }
}

json partJson(const Lesson& lesson, const LessonStep& step, const PageOptions& options, Elements& elements,
              Progress& progress)
{
    const int steps = makeShow(step.state)->steps();
    const int last = step.lastStep >= 0 ? std::min(step.lastStep, steps - 1) : steps - 1;
    LearnState shown = step.state;
    json part = {{"title", step.title}, {"note", step.note}, {"first", shown.step}, {"exercise", nullptr}};
    for (const std::string& file : step.open)
        part["note"] = part["note"].get<std::string>() + "\nSparsescope opens `" + file + "` here.";
    if (options.instructor && !step.instructor.empty())
        part["instructor"] = step.instructor;
    if (step.exercise) {
        const ExerciseAnswer answer = answerOf(*step.exercise, step.state);
        part["exercise"] = exerciseJson(step, answer, options.answers);
        shown.asked = answer.asked;
    }
    if (!options.answers)
        addAskedElsewhere(lesson, shown);
    PictureSet set = picturesOf(shown, last, elements, progress);
    part["width"] = set.width;
    part["height"] = set.height;
    part["last"] = last - std::min(shown.step, last);
    if (options.answers && !shown.asked.empty()) {
        PictureSet told = picturesOf(step.state, last, elements, progress);
        part["width"] = std::max(set.width, told.width);
        part["height"] = std::max(set.height, told.height);
        part["told"] = std::move(told.value);
    }
    part["shown"] = std::move(set.value);
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

std::string lessonHtml(const Lesson& lesson, Progress& progress, const PageOptions& options)
{
    Elements elements;
    const Lesson shown = inLanguage(lesson, options.language);
    json parts = json::array();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        progress.report("drawing", static_cast<double>(i) / static_cast<double>(lesson.steps.size()));
        parts.push_back(partJson(lesson, shown.steps[i], options, elements, progress));
    }
    const json data = {{"title", lesson.title},
                       {"fingerprint", fingerprintOf(lesson)},
                       {"answers", options.answers},
                       {"parts", std::move(parts)},
                       {"elements", elements.texts()}};
    // One page a part, as wide as a screen.
    const char* const paper =
        options.slides ? "@page{size:297mm 167mm;margin:10mm}#print .picture svg{max-height:100mm !important}"
                       : "@page{margin:16mm}";
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{11}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0} - "
        "Sparsescope</title>\n<style>{1}{2}</style>\n"
        "</head>\n<body>\n<main>\n<header><h1>{0}</h1><button id=\"theme\">Light or dark</button></header>\n<p "
        "class=\"second\">{3}</p>\n<p class=\"second\">{4}</p>\n<div class=\"screen\">\n"
        "<nav id=\"parts\" aria-label=\"Parts of the lesson\"></nav>\n<h2 id=\"title\"></h2>\n<div id=\"note\"></div>\n"
        "<aside id=\"instructor\"></aside>\n"
        "<div class=\"bar\"><button id=\"back\" aria-label=\"One step back\">&lt;</button><button id=\"on\" "
        "aria-label=\"One step on\">&gt;</button>"
        "<button id=\"play\">Play</button>"
        "<input type=\"range\" id=\"slider\" min=\"0\" step=\"1\" aria-label=\"Step\"><span class=\"second\" "
        "id=\"position\"></span>"
        "</div>\n<p class=\"words\" id=\"words\" aria-live=\"polite\"></p>\n"
        "<div class=\"picture\"><svg id=\"svg\" role=\"img\" aria-labelledby=\"words\"></svg></div>\n<div "
        "class=\"question\" id=\"question\"></div>\n<div class=\"hand\" id=\"handin\"><label>Your name <input "
        "type=\"text\" id=\"student\" maxlength=\"60\"></label><button id=\"hand\">Hand in: save my answers</button>"
        "<button id=\"forget\">Forget my answers</button></div>\n"
        "<p class=\"second\">Arrow keys step, Space plays, Page Up and Page Down change the part, Home and End go to "
        "its ends.</p>\n</div>\n<div id=\"print\"></div>\n"
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{5}</defs></svg>\n"
        "<noscript><p>The pictures of this page need JavaScript.</p></noscript>\n</main>\n"
        "<script type=\"application/json\" "
        "id=\"data\">{6}</script>\n<script>{7}{8}{9}{10}</script>\n</body>\n</html>\n",
        escapedXml(shown.title), embeddedText("lesson.css"), svgStyle() + paper, escapedXml(lesson.author),
        escapedXml(shown.about), svgPatterns(), scriptText(data), embeddedText("lesson_judge.js"),
        embeddedText("lesson_exercise.js"), embeddedText("lesson.js"),
        options.language == "en" ? std::string_view() : embeddedText("lesson_words.js"), options.language);
}

} // namespace sparsescope::learn
