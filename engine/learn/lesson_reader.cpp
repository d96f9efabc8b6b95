// Reading lessons: a wrong key or value is told with file and key.
#include "engine/learn/lesson.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/learn/lesson_keys.h"
#include "engine/learn/lesson_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

// One object of the file and how it is reached. Keys that are not known are errors: a lecturer's typing mistake would
// pass unseen.
class Object {
public:
    Object(LessonObject what, const json& value, std::string key, const std::string& path)
        : m_what(what), m_value(value), m_key(std::move(key)), m_path(path)
    {
        if (!value.is_object())
            fail(m_key.empty() ? "lesson" : m_key, "is no object");
    }

    [[noreturn]] void fail(const std::string& key, const std::string& reason) const
    {
        failInput(reason, {.file = m_path, .call = key});
    }
    std::string keyOf(const std::string& name) const { return m_key.empty() ? name : m_key + "." + name; }
    const std::string& path() const { return m_path; }

    const json* find(const char* name)
    {
        m_known.insert(name);
        const auto found = m_value.find(name);
        return found == m_value.end() ? nullptr : &*found;
    }
    const json& need(const char* name)
    {
        const json* value = find(name);
        if (!value)
            fail(keyOf(name), "is missing");
        return *value;
    }
    // A text, or lines of one.
    std::string text(const char* name, const char* otherwise = nullptr)
    {
        const json* value = otherwise ? find(name) : &need(name);
        if (!value)
            return otherwise;
        if (value->is_string())
            return value->get<std::string>();
        std::string joined;
        if (!value->is_array())
            fail(keyOf(name), "is neither text nor a list of lines");
        for (const json& line : *value) {
            if (!line.is_string())
                fail(keyOf(name), "has a line that is no text");
            joined += (joined.empty() ? "" : "\n") + line.get<std::string>();
        }
        return joined;
    }
    // Not below 0, unless the answer itself is asked for.
    double anyNumber(const char* name, double otherwise, bool below = false)
    {
        const json* value = find(name);
        if (!value)
            return otherwise;
        if (!value->is_number() || (!below && value->get<double>() < 0))
            fail(keyOf(name), below ? "is no number" : "is no number from 0 on");
        return value->get<double>();
    }
    int number(const char* name, int otherwise)
    {
        const json* value = find(name);
        if (!value)
            return otherwise;
        if (!value->is_number_integer() || value->get<std::int64_t>() < 0 || value->get<std::int64_t>() > 1'000'000)
            fail(keyOf(name), "is no whole number from 0 on");
        return value->get<int>();
    }
    template <class T>
    std::vector<T> list(const char* name, const char* what)
    {
        const json* value = find(name);
        std::vector<T> all;
        if (!value)
            return all;
        if (!value->is_array())
            fail(keyOf(name), fmt::format("is no list of {}", what));
        for (std::size_t i = 0; i < value->size(); ++i) {
            const json& one = (*value)[i];
            if (!fits<T>(one))
                fail(fmt::format("{}[{}]", keyOf(name), i),
                     fmt::format("is none of the {} that are expected here", what));
            all.push_back(one.get<T>());
        }
        return all;
    }
    bool has(const char* name) const { return m_value.contains(name); }
    // Every key of the file is of the table, and every key of the table was asked for.
    void finish() const
    {
        std::set<std::string> known;
        std::string names;
        for (const LessonKey& key : lessonKeys())
            if (key.of == m_what && known.insert(key.name).second)
                names += (names.empty() ? "" : ", ") + std::string(key.name);
        if (known != m_known)
            throw Error(ErrorKind::Internal, "the keys of a lesson and their reader differ");
        for (const auto& [key, value] : m_value.items())
            if (known.count(key) == 0)
                fail(keyOf(key), "is none of " + names);
    }
    // Calls body; an Error that it throws gets this file and key.
    template <class Body>
    void at(const std::string& key, const Body& body) const
    {
        try {
            body();
        } catch (const Error& e) {
            if (!e.where().file.empty())
                throw;
            fail(key, e.reason());
        }
    }

private:
    template <class T>
    static bool fits(const json& value)
    {
        if constexpr (std::is_integral_v<T>)
            return value.is_number_integer() && std::in_range<T>(value.get<std::int64_t>()) &&
                   (!value.is_number_unsigned() || std::in_range<T>(value.get<std::uint64_t>()));
        else
            return value.is_string();
    }

    LessonObject m_what;
    const json& m_value;
    std::string m_key;
    const std::string& m_path;
    std::set<std::string> m_known; // asked for
};

View viewOf(const std::string& text)
{
    std::string all;
    for (int v = 0; v < viewCount; ++v) {
        if (text == name(static_cast<View>(v)))
            return static_cast<View>(v);
        all += (all.empty() ? "" : ", ") + std::string(name(static_cast<View>(v)));
    }
    failInput(fmt::format("\"{}\" is none of {}", text, all));
}

LearnFormat formatOf(const json& value, const std::string& key, const std::string& path)
{
    LearnFormat format;
    if (value.is_string()) {
        format.name = value.get<std::string>();
        return format;
    }
    Object object(LessonObject::Format, value, key, path);
    format.name = object.text("name");
    format.mapping = object.text("mapping", "");
    for (const auto& [name, parameter] : value.items()) // beside these, parameters
        if (name != "name" && name != "mapping")
            format.parameters[name] = parameter;
    return format;
}

// What is of another kind of exercise would pass unseen. The numbers of views are as "cost", and old files say of them
// which format is asked about.
void requireKeys(const Object& object, const Exercise& exercise)
{
    std::set<std::string> known;
    for (const ExerciseKind& kind : exerciseKinds())
        known.insert(kind.keys.begin(), kind.keys.end());
    const std::vector<std::string> own = keysOf(exercise.kind);
    for (const std::string& key : known)
        if (std::find(own.begin(), own.end(), key) == own.end() && object.has(key.c_str()))
            object.fail(object.keyOf(key), fmt::format("says nothing in an exercise of the kind {}", exercise.kind));
    if (exercise.kind == "choice" && object.has("answer") == object.has("answers"))
        object.fail(object.keyOf("answer"), "or \"answers\" says which choice is right, and only one of them");
    if (exercise.kind == "number" && !object.has("answer"))
        object.fail(object.keyOf("answer"), "is missing");
}

Exercise exerciseOf(Object object)
{
    Exercise e;
    e.question = object.text("question");
    e.kind = object.text("kind", "choice");
    e.choices = object.list<std::string>("choices", "texts");
    e.several = object.find("answers") && e.kind == "choice";
    if (e.kind == "number")
        e.number = object.anyNumber("answer", 0, true);
    else if (const int answer = object.number("answer", 0); e.kind == "choice" && !e.several)
        e.right = {answer};
    if (e.several)
        e.right = object.list<int>("answers", "choices, counted from 0,");
    else
        e.texts = object.list<std::string>("answers", "texts");
    e.tolerance = object.anyNumber("tolerance", 0);
    e.format = object.number("format", 0);
    e.array = object.text("array", "");
    e.blank = object.list<int>("blank", "elements");
    e.conditions = object.list<std::string>("conditions", "texts");
    e.solution = object.list<std::string>("solution", "rows");
    e.hints = object.list<std::string>("hints", "texts");
    e.tries = object.number("tries", std::max(e.tries, std::min(static_cast<int>(e.hints.size()) + 1, mostTries)));
    e.why = object.text("why", "");
    object.finish();
    requireKeys(object, e);
    return e;
}

void readMatrix(Object& object, LessonStep& step)
{
    const json* value = object.find("matrix");
    if (!value)
        return;
    object.at(object.keyOf("matrix"), [&] {
        if (value->is_string()) {
            step.matrixName = value->get<std::string>();
            step.state.matrix = namedMatrix(step.matrixName);
            return;
        }
        step.matrixName.clear();
        step.state.matrix = drawnMatrix(object.list<std::string>("matrix", "rows"));
    });
}

// What is left out is as in the step before.
LessonStep stepOf(Object object, const LessonStep* before, bool draft)
{
    LessonStep step;
    if (before) {
        step.state = before->state;
        step.matrixName = before->matrixName;
    }
    LearnState& state = step.state;
    state.step = 0;
    state.highlights.clear();
    step.title = object.text("title");
    step.note = object.text("note", "");
    step.instructor = object.text("instructor", "");
    readMatrix(object, step);
    if (!state.matrix)
        object.fail(object.keyOf("matrix"), "is missing, and no step before has one");
    if (const json* view = object.find("view")) {
        object.at(object.keyOf("view"),
                  [&] { state.view = viewOf(view->is_string() ? view->get<std::string>() : view->dump()); });
        state.example.clear();
        state.settings.clear();
        state.rowOrder.clear();
        state.colOrder.clear();
    }
    if (const json* formats = object.find("formats")) {
        state.formats.clear();
        if (!formats->is_array())
            object.fail(object.keyOf("formats"), "is no list of formats");
        for (std::size_t f = 0; f < formats->size(); ++f)
            state.formats.push_back(
                formatOf((*formats)[f], fmt::format("{}[{}]", object.keyOf("formats"), f), object.path()));
    }
    if (object.find("example")) {
        state.example = object.text("example");
        state.settings.clear();
        state.rowOrder.clear();
        state.colOrder.clear();
    }
    if (const json* settings = object.find("settings")) {
        if (!settings->is_object())
            object.fail(object.keyOf("settings"), "is no object");
        state.settings = *settings;
    }
    state.lanes = object.number("lanes", state.lanes);
    if (object.find("rows"))
        state.rowOrder = object.list<std::int32_t>("rows", "rows");
    if (object.find("cols"))
        state.colOrder = object.list<std::int32_t>("cols", "columns");
    if (object.find("type"))
        object.at(object.keyOf("type"), [&] { state.dtype = parseDataType(object.text("type")); });
    state.highlights = object.list<std::string>("highlight", "ids");
    if (const json* range = object.find("step"); range && range->is_array()) {
        const std::vector<int> ends = object.list<int>("step", "steps");
        if (ends.size() != 2 || ends[0] < 0 || ends[1] < ends[0])
            object.fail(object.keyOf("step"), "is neither a step nor [first, last]");
        state.step = ends[0];
        step.lastStep = ends[1];
    } else {
        state.step = object.number("step", 0);
    }
    std::istringstream files(object.text("open", ""));
    for (std::string file; std::getline(files, file);)
        step.open.push_back(file);
    step.page = object.text("page", "");
    if (step.open.empty() != step.page.empty())
        object.fail(object.keyOf(step.page.empty() ? "page" : "open"),
                    "is missing: what is opened, and where it is shown");
    if (const json* exercise = object.find("exercise"))
        step.exercise = exerciseOf(Object(LessonObject::Exercise, *exercise, object.keyOf("exercise"), object.path()));
    object.finish();
    // A wrong format is named by its own key.
    for (std::size_t f = 0; f < state.formats.size(); ++f)
        object.at(fmt::format("{}[{}]", object.keyOf("formats"), f), [&] {
            LearnState alone = state;
            alone.view = View::Arrays;
            alone.example.clear();
            alone.settings.clear();
            alone.formats = {state.formats[f]};
            makeShow(alone);
        });
    object.at(object.keyOf("view"), [&] {
        const int steps = makeShow(state)->steps();
        if (state.step >= steps || step.lastStep >= steps)
            object.fail(object.keyOf("step"), fmt::format("lies past the last step, {}", steps - 1));
    });
    if (step.exercise && !draft)
        object.at(object.keyOf("exercise"), [&] { answerOf(*step.exercise, state); });
    return step;
}

// Before the steps are read, which know nothing of languages.
std::vector<std::vector<Translation>> translationsOfSteps(json& lesson, const std::string& path)
{
    std::vector<std::vector<Translation>> all;
    if (!lesson.is_object() || !lesson.contains("steps") || !lesson["steps"].is_array())
        return all;
    json& steps = lesson["steps"];
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string key = fmt::format("steps[{}]", i);
        all.push_back(takeTranslations(steps[i], key, path));
        if (steps[i].is_object() && steps[i].contains("exercise"))
            for (Translation& each : takeTranslations(steps[i]["exercise"], key + ".exercise", path, "exercise."))
                all.back().push_back(std::move(each));
    }
    return all;
}

} // namespace

Lesson parseLesson(const std::string& text, const std::string& path, bool draft)
{
    json value = parseJson(text, {.file = path});
    Lesson lesson;
    lesson.translations = takeTranslations(value, "", path);
    const std::vector<std::vector<Translation>> ofSteps = translationsOfSteps(value, path);
    lesson.path = path;
    Object object(LessonObject::Lesson, value, "", path);
    lesson.title = object.text("title");
    lesson.author = object.text("author", "");
    lesson.about = object.text("about", "");
    const json& steps = object.need("steps");
    if (!steps.is_array() || steps.empty())
        object.fail("steps", "is no list with at least one step");
    for (std::size_t i = 0; i < steps.size(); ++i)
        lesson.steps.push_back(stepOf(Object(LessonObject::Step, steps[i], fmt::format("steps[{}]", i), path),
                                      i > 0 ? &lesson.steps.back() : nullptr, draft));
    object.finish();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        lesson.steps[i].translations = ofSteps[i];
    return lesson;
}

Lesson readLesson(const std::string& path, bool draft)
{
    return parseLesson(readText(path), path, draft);
}

} // namespace sparsescope::learn
