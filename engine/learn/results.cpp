#include "engine/learn/results.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/json_reader.h"
#include "engine/core/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

const std::string schemaName = "sparsescope-answers";
constexpr int schemaVersion = 1;
constexpr std::int64_t lastSecond = 253402300799; // of the year 9999
constexpr std::array outcomeNames = {"open", "right", "shown"};

std::string momentJson(std::int64_t seconds)
{
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

// "2026-11-29T18:34:40Z", of days that there are.
std::int64_t momentOf(const JsonReader& value)
{
    const auto text = value.as<std::string>();
    std::array<int, 6> parts{};
    int end = 0;
    const bool read = text.size() == 20 && std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &parts[0], &parts[1],
                                                       &parts[2], &parts[3], &parts[4], &parts[5], &end) == 6;
    using namespace std::chrono;
    const year_month_day date{year{parts[0]}, month{static_cast<unsigned>(parts[1])},
                              day{static_cast<unsigned>(parts[2])}};
    const bool legal = read && end == 20 && date.ok() && parts[3] >= 0 && parts[3] < 24 && parts[4] >= 0 &&
                       parts[4] < 60 && parts[5] >= 0 && parts[5] < 60;
    if (!legal)
        value.fail("is no moment as 2026-11-29T18:34:40Z");
    const std::int64_t seconds =
        sys_seconds(sys_days(date)).time_since_epoch().count() + parts[3] * 3600LL + parts[4] * 60LL + parts[5];
    if (seconds < 0 || seconds > lastSecond)
        value.fail("is no moment since 1970");
    return seconds;
}

Outcome outcomeOf(const JsonReader& value)
{
    const auto text = value.as<std::string>();
    for (std::size_t i = 0; i < outcomeNames.size(); ++i)
        if (text == outcomeNames[i])
            return static_cast<Outcome>(i);
    value.fail("is none of open, right, shown");
}

void requireKnown(const JsonReader& object, const std::set<std::string>& known)
{
    for (const auto& [key, value] : object.members())
        if (known.count(key) == 0)
            value.fail("is not known");
}

// A spreadsheet would take what begins so for a formula.
std::string cellOf(const std::string& text)
{
    return csvField(!text.empty() && std::string("=+-@\t").find(text.front()) != std::string::npos ? "'" + text : text);
}

// Not there: nothing was given, or the answer was shown before.
std::optional<bool> judged(const LessonStep& step, const StepResult& result)
{
    if (result.tries == 0 && result.outcome == Outcome::Open)
        return {};
    if (result.outcome == Outcome::Shown)
        return false;
    try {
        return judge(answerOf(*step.exercise, step.state), step.state, result.given).right;
    } catch (const Error&) { // a matrix that is none
        return false;
    }
}

} // namespace

std::string fingerprintOf(const Lesson& lesson)
{
    Lesson seen = lesson;
    seen.translations.clear();
    for (LessonStep& step : seen.steps) {
        step.translations.clear();
        step.instructor.clear();
        if (!step.exercise)
            continue;
        Exercise& e = *step.exercise;
        e.right.clear();
        e.number = e.tolerance = 0;
        e.texts.clear();
        e.solution.clear();
        e.hints.clear();
        e.why.clear();
    }
    const std::string text = lessonJson(seen);
    return hex64(hashArray(std::span<const char>(text)));
}

std::string resultsJson(const Lesson& lesson, const Results& results)
{
    std::string answers;
    for (std::size_t i = 0; i < lesson.steps.size() && i < results.steps.size(); ++i) {
        const StepResult& r = results.steps[i];
        const LessonStep& step = lesson.steps[i];
        if (!r.seen && r.tries == 0)
            continue;
        nlohmann::ordered_json line = {{"step", i + 1}};
        if (step.exercise && (r.tries > 0 || r.outcome != Outcome::Open)) {
            line["outcome"] = outcomeNames[static_cast<std::size_t>(r.outcome)];
            line["tries"] = r.tries;
            if (r.tries > 0) {
                line["given"] = givenJson(asksOf(*step.exercise), r.given);
                line["first"] = momentJson(r.first);
                line["last"] = momentJson(r.last);
            }
        }
        answers += (answers.empty() ? "    " : ",\n    ") + line.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    return fmt::format("{{\n  \"schema\": \"{}\",\n  \"version\": {},\n  \"student\": {},\n  \"lesson\": {},\n  "
                       "\"fingerprint\": \"{}\",\n  \"at\": {},\n  \"answers\": [\n{}\n  ]\n}}\n",
                       schemaName, schemaVersion, jsonText(results.student), jsonText(lesson.title),
                       fingerprintOf(lesson), results.at + 1, answers);
}

Results parseResults(const std::string& text, const std::string& path, const Lesson& lesson)
{
    const json value = parseJson(text, {.file = path});
    const JsonReader reader(value, path);
    if (!value.is_object() || reader.get<std::string>("schema", "") != schemaName)
        failInput("holds no answers to a lesson", {.file = path});
    if (const auto version = reader.integer("version", 1, 1'000'000); version > schemaVersion)
        reader["version"].fail(fmt::format("is {}, newer than this program knows ({})", version, schemaVersion));
    requireKnown(reader, {"schema", "version", "student", "lesson", "fingerprint", "at", "answers"});
    Results results;
    results.student = reader.get<std::string>("student");
    if (results.student.size() > longestStudent)
        reader["student"].fail(fmt::format("is longer than {} characters", longestStudent));
    if (std::any_of(results.student.begin(), results.student.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
        reader["student"].fail("has a control character");
    if (const auto of = reader.get<std::string>("fingerprint"); of != fingerprintOf(lesson))
        reader["fingerprint"].fail(fmt::format("is of another lesson, or of another edition of it (\"{}\")",
                                               throughJson(reader.get<std::string>("lesson")).substr(0, 80)));
    const auto steps = std::ssize(lesson.steps);
    results.at = static_cast<int>(reader.integer("at", 1, steps)) - 1;
    results.steps.resize(lesson.steps.size());
    std::set<std::int64_t> told;
    for (const JsonReader& answer : reader["answers"].elements()) {
        requireKnown(answer, {"step", "outcome", "tries", "given", "first", "last"});
        const std::int64_t number = answer.integer("step", 1, steps);
        if (!told.insert(number).second)
            answer["step"].fail("is there twice");
        StepResult& r = results.steps[at(number - 1)];
        r.seen = true;
        if (!answer.has("outcome"))
            continue;
        const LessonStep& step = lesson.steps[at(number - 1)];
        if (!step.exercise)
            answer["outcome"].fail("is of a step that asks nothing");
        r.outcome = outcomeOf(answer["outcome"]);
        r.tries = static_cast<int>(answer.integer("tries", 0, 1'000'000));
        if (r.tries == 0 && r.outcome == Outcome::Right)
            answer["tries"].fail("is 0, and something is right");
        if (r.tries == 0)
            continue;
        try {
            r.given = givenOf(asksOf(*step.exercise), answer["given"].value());
        } catch (const Error& e) {
            answer["given"].fail(e.reason());
        }
        r.first = momentOf(answer["first"]);
        r.last = momentOf(answer["last"]);
        if (r.last < r.first)
            answer["last"].fail("is before the first try");
    }
    return results;
}

std::string gradesCsv(const Lesson& lesson, std::span<const HandedIn> files)
{
    std::string head = "student,file,right,answered,exercises,minutes", rows;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (lesson.steps[i].exercise) {
            asked.push_back(i);
            const std::string name = fmt::format("{} {}", i + 1, lesson.steps[i].title);
            head += "," + cellOf(name) + "," + cellOf(name + ": tries");
        }
    for (const HandedIn& file : files) {
        int right = 0, answered = 0;
        std::int64_t first = lastSecond, last = 0;
        std::string cells;
        for (const std::size_t i : asked) {
            const StepResult& r = file.results.steps[i];
            const std::optional<bool> is = judged(lesson.steps[i], r);
            right += is.value_or(false) ? 1 : 0;
            answered += is ? 1 : 0;
            if (r.tries > 0) {
                first = std::min(first, r.first);
                last = std::max(last, r.last);
            }
            cells += fmt::format(",{},{}", is ? (*is ? "1" : "0") : "", is ? std::to_string(r.tries) : "");
        }
        rows += fmt::format("{},{},{},{},{},{}{}\n", cellOf(file.results.student), cellOf(file.path), right, answered,
                            asked.size(), last >= first ? std::to_string((last - first + 59) / 60) : "", cells);
    }
    return head + "\n" + rows;
}

} // namespace sparsescope::learn
