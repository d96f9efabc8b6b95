#include "engine/learn/lesson_help.h"

#include "engine/core/error.h"
#include "engine/learn/conditions.h"
#include "engine/learn/lesson.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace sparsescope::learn {

namespace {

const char* const exampleMatrix = "hyb8"; // legal values depend on it

std::string legalValues(const LearnParameter& p)
{
    std::string values;
    for (const std::int64_t value : p.values)
        values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
    return fmt::format("{} (else {})", values, p.initial);
}

LearnState stateOf(View view, const std::string& example)
{
    LearnState state;
    state.matrix = namedMatrix("figure1");
    state.view = view;
    state.example = example;
    state.formats = {{"csr"}, {"ell"}};
    return state;
}

// Settings and numbers of an example, each once for the view.
void addOnce(std::vector<std::string>& lines, std::string line)
{
    if (std::find(lines.begin(), lines.end(), line) == lines.end())
        lines.push_back(std::move(line));
}

void addOfExample(View view, const std::string& example, std::vector<std::string>& settings,
                  std::vector<std::string>& asked)
{
    LearnState state = stateOf(view, example);
    try {
        const std::string of = example.empty() ? "" : " of " + example;
        for (const LearnParameter& p : settingsOf(state))
            addOnce(settings, fmt::format("{}{}: {}. {}", p.name, of, legalValues(p), p.help));
        const auto show = makeShow(state);
        for (const LearnNumber& number : show->numbers())
            addOnce(asked, number.name);
        if (show->cost())
            addOnce(asked, "cost");
        if (!show->counts().empty())
            for (const char* name : {"fewest bytes", "bytes", "padding"})
                addOnce(asked, name);
        if (view == View::Multiply)
            for (const char* name : {"sectors", "idle"})
                addOnce(asked, name);
    } catch (const Error& e) { // of another matrix
        addOnce(settings, fmt::format("({}: {})", example, e.reason()));
    }
}

} // namespace

std::string formatsHelp()
{
    std::string text =
        fmt::format("Formats of a lesson's steps, and values of their parameters on the matrix {}.\n", exampleMatrix);
    for (const LearnKind& kind : learnKinds(*namedMatrix(exampleMatrix))) {
        text += fmt::format("\n{:<10} {}: {}\n", kind.name, kind.label, kind.about);
        for (const LearnParameter& p : kind.parameters)
            text += fmt::format("{:>14}: {}. {}\n", p.name, legalValues(p), p.help);
        for (const LearnMapping& mapping : kind.mappings)
            text += fmt::format("{:>14}: {}\n", "mapping", mapping.name);
    }
    return text;
}

std::string viewsHelp()
{
    std::string text = "Views of a lesson's steps.\n";
    for (int v = 0; v < viewCount; ++v) {
        const auto view = static_cast<View>(v);
        text += fmt::format("\n{:<10} {}: {}\n", name(view), label(view), about(view));
        std::vector<std::string> settings, asked;
        addOfExample(view, "", settings, asked);
        for (const LearnExample& example : examples(view)) {
            text += fmt::format("{:>14}: {}, {}\n", "example", example.name, example.label);
            addOfExample(view, example.name, settings, asked);
        }
        for (const std::string& setting : settings)
            text += fmt::format("{:>14}: {}\n", "setting", setting);
        std::string kinds;
        for (const std::string& kind : asked)
            kinds += (kinds.empty() ? "" : ", ") + kind;
        if (!kinds.empty())
            text += fmt::format("{:>14}: {}\n", "exercises ask", kinds);
    }
    text += "\nKinds of exercises.\n\n";
    for (const ExerciseKind& kind : exerciseKinds())
        text += fmt::format("{:<14} {}\n", kind.name, kind.about);
    text += "\nWhat conditions of a matrix that is drawn compare.\n\n";
    for (const Quantity& q : quantities())
        text += fmt::format("{:<14} {}\n", q.ofFormat ? q.name + "(csr)" : q.name, q.about);
    text += "\nSmall matrices by name.\n\n";
    for (const NamedMatrix& m : namedMatrices())
        text += fmt::format("{:<14} {}\n", m.name, m.label);
    return text;
}

} // namespace sparsescope::learn
