#include "engine/learn/learn_state.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/gathered.h"
#include "engine/learn/level_tree.h"
#include "engine/learn/program_run.h"
#include "engine/learn/relations.h"
#include "engine/learn/shows.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

struct ViewWords {
    const char *name, *label, *about;
};
constexpr std::array<ViewWords, viewCount> words = {{
    {"arrays", "Arrays", "What each format stores, filled element by element as its encoder runs."},
    {"formats", "Formats", "All formats of the matrix as small pictures, those of few bytes first."},
    {"levels", "Levels",
     "The storage as a tree, a level for each axis: dense, compressed or singleton, with its arrays."},
    {"multiply", "Multiply by hand", "Which thread computes what, which addresses a warp touches, who waits."},
    {"iteration", "Iteration space", "The points of the loops, and which tile owns them."},
    {"primitives", "Primitives", "How formats follow from six steps."},
    {"permute", "Order", "Rows and columns in another order: what changes, and what does not."},
    {"plan", "Search", "Steps of a search with small costs, the arithmetic written out."},
    {"graph", "Graph", "A format as a graph of AlphaSparse: what each node makes of the matrix."},
    {"axes", "Axes", "Which axes of a product may be in another order: drag rows and columns."},
    {"gather", "Gather", "Scattered micro-tiles go into dense tiles, are multiplied, and the sums go to their places."},
    {"program", "Program",
     "SparseTIR's programs in three stages, statement by statement, on the arrays that they read."},
    {"relations", "Relations",
     "Relations side by side: their tiles, what a block does with one, and a sparse convolution as relations."},
}};

const ViewWords& wordsOf(View view)
{
    return words[static_cast<std::size_t>(view)];
}

void requireSettings(const LearnState& state)
{
    const std::vector<LearnParameter> known = settingsOf(state);
    const nlohmann::json fitted = fittedSettings(state);
    for (const auto& [key, value] : state.settings.items()) {
        if (state.view == View::Program && isProgramText(key))
            continue;
        const auto p =
            std::find_if(known.begin(), known.end(), [&key = key](const LearnParameter& k) { return k.name == key; });
        if (p == known.end())
            failInput(fmt::format("the view {}{} has no setting \"{}\"", name(state.view),
                                  state.example.empty() ? "" : ", " + state.example + ",", key));
        if (value.is_number_integer() && value == fitted.at(key))
            continue;
        std::string legal;
        for (const std::int64_t v : p->values)
            legal += (legal.empty() ? "" : ", ") + std::to_string(v);
        failInput(fmt::format("{} is one of {} here, not {}", key, legal, value.dump()));
    }
}

} // namespace

const char* name(View view)
{
    return wordsOf(view).name;
}

const char* label(View view)
{
    return wordsOf(view).label;
}

const char* about(View view)
{
    return wordsOf(view).about;
}

std::vector<LearnExample> examples(View view)
{
    return view == View::Plan         ? planExamples()
           : view == View::Primitives ? primitiveExamples()
           : view == View::Levels     ? levelExamples()
           : view == View::Graph      ? graphExamples()
           : view == View::Axes       ? axesExamples()
           : view == View::Gather     ? gatherExamples()
           : view == View::Program    ? programExamples()
           : view == View::Relations  ? relationExamples()
                                      : std::vector<LearnExample>();
}

std::vector<LearnParameter> settingsOf(const LearnState& state)
{
    nlohmann::json now;
    return state.view == View::Levels      ? levelSettings(state, now)
           : state.view == View::Multiply  ? multiplySettings(state, now)
           : state.view == View::Gather    ? gatherSettings(state, now)
           : state.view == View::Program   ? programSettings(state, now)
           : state.view == View::Relations ? relationSettings(state, now)
                                           : std::vector<LearnParameter>();
}

nlohmann::json fittedSettings(const LearnState& state)
{
    nlohmann::json now = nlohmann::json::object();
    if (state.view == View::Levels)
        levelSettings(state, now);
    if (state.view == View::Multiply)
        multiplySettings(state, now);
    if (state.view == View::Gather)
        gatherSettings(state, now);
    if (state.view == View::Program)
        programSettings(state, now);
    if (state.view == View::Relations)
        relationSettings(state, now);
    return now;
}

bool Asked::number(std::string_view name) const
{
    return std::find(numbers.begin(), numbers.end(), name) != numbers.end();
}

std::string told(const Asked& asked, std::string_view name, std::int64_t number)
{
    return asked.number(name) ? "?" : formatCount(number);
}

Point Show::size(double) const
{
    std::call_once(m_measured, [this] {
        const Scene first = scene(0);
        m_size = {first.width, first.height};
    });
    return m_size;
}

std::shared_ptr<const Show> makeShow(const LearnState& state)
{
    if (!state.matrix)
        failInput("there is no matrix");
    const Matrix& m = *state.matrix;
    if (m.rows() < 1 || m.cols() < 1 || m.rows() > mostRows || m.cols() > mostCols)
        failInput(fmt::format("a matrix to learn from has 1 to {} rows and 1 to {} columns, not {} x {}", mostRows,
                              mostCols, m.rows(), m.cols()));
    if (m.nnz() == 0)
        failInput("the matrix has no non-zero");
    const std::vector<LearnExample> known = examples(state.view);
    std::string names;
    for (const LearnExample& example : known)
        names += (names.empty() ? "" : ", ") + example.name;
    if (!state.example.empty() &&
        std::none_of(known.begin(), known.end(), [&](const LearnExample& e) { return e.name == state.example; }))
        failInput(known.empty() ? fmt::format("the view {} has no examples", name(state.view))
                                : fmt::format("example \"{}\" is none of {}", state.example, names));
    requireSettings(state);
    switch (state.view) {
    case View::Arrays:
        return arraysShow(state);
    case View::Formats:
        return formatsShow(state);
    case View::Levels:
        return levelsShow(state);
    case View::Multiply:
        return multiplyShow(state);
    case View::Iteration:
        return iterationShow(state);
    case View::Primitives:
        return primitivesShow(state);
    case View::Permute:
        return permuteShow(state);
    case View::Plan:
        return planShow(state);
    case View::Graph:
        return graphShow(state);
    case View::Axes:
        return axesShow(state);
    case View::Gather:
        return gatherShow(state);
    case View::Program:
        return programShow(state);
    case View::Relations:
        return relationsShow(state);
    }
    failInput("there is no such view");
}

Scene sceneOf(const LearnState& state)
{
    const auto show = makeShow(state);
    return show->scene(std::clamp(state.step, 0, show->steps() - 1));
}

std::vector<std::int32_t> moved(const std::vector<std::int32_t>& order, std::int64_t size, std::int64_t from,
                                std::int64_t to)
{
    std::vector<std::int32_t> next = order;
    if (next.empty()) {
        next.resize(static_cast<std::size_t>(size));
        std::iota(next.begin(), next.end(), 0);
    }
    const auto at = [&](std::int64_t i) {
        return next.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(i, 0, size - 1));
    };
    if (from < to)
        std::rotate(at(from), at(from) + 1, at(to) + 1);
    else if (to < from)
        std::rotate(at(to), at(from), at(from) + 1);
    return next;
}

std::int64_t addSetting(LearnParameter setting, const LearnState& state, std::vector<LearnParameter>& all,
                        nlohmann::json& now)
{
    const auto nearest = [&](std::int64_t wanted) {
        return *std::min_element(
            setting.values.begin(), setting.values.end(),
            [wanted](std::int64_t a, std::int64_t b) { return std::abs(a - wanted) < std::abs(b - wanted); });
    };
    setting.initial = nearest(setting.initial);
    const auto given = state.settings.find(setting.name);
    const bool whole = given != state.settings.end() && given->is_number_integer();
    const std::int64_t value =
        whole ? nearest(std::clamp<std::int64_t>(given->get<std::int64_t>(), 0, mostCols)) : setting.initial;
    now[setting.name] = value;
    all.push_back(std::move(setting));
    return value;
}

} // namespace sparsescope::learn
