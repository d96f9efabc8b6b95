// The formats that the Learn page teaches, with the parameters that a student turns.
#include "engine/core/error.h"
#include "engine/learn/encoded.h"
#include "engine/learn/formats/taught_format.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

std::vector<LearnKind> learnKinds(const Matrix& matrix)
{
    std::vector<LearnKind> kinds;
    for (const TaughtFormat& format : taughtFormats())
        kinds.push_back({format.name, format.label, format.about,
                         format.parameters ? format.parameters(matrix) : std::vector<LearnParameter>(),
                         mappingsOf(format.name)});
    return kinds;
}

const LearnKind& kindOf(const std::vector<LearnKind>& kinds, const std::string& name)
{
    std::string all;
    for (const LearnKind& kind : kinds) {
        if (kind.name == name)
            return kind;
        all += (all.empty() ? "" : ", ") + kind.name;
    }
    failInput(fmt::format("format \"{}\" is none of {}", name, all));
}

nlohmann::json completeParameters(const Matrix&, const LearnKind& kind, const nlohmann::json& given)
{
    nlohmann::json complete = nlohmann::json::object();
    if (!given.is_object())
        failInput(fmt::format("parameters of {} are an object", kind.name));
    for (const LearnParameter& p : kind.parameters) {
        const auto found = given.find(p.name);
        if (found == given.end()) {
            complete[p.name] = p.initial;
            continue;
        }
        if (!found->is_number_integer() ||
            std::find(p.values.begin(), p.values.end(), found->get<std::int64_t>()) == p.values.end()) {
            std::string legal;
            for (const std::int64_t v : p.values)
                legal += (legal.empty() ? "" : ", ") + std::to_string(v);
            failInput(fmt::format("{} of {} is one of {}, not {}", p.name, kind.name, legal, found->dump()));
        }
        complete[p.name] = *found;
    }
    for (const auto& [key, value] : given.items())
        if (!complete.contains(key))
            failInput(fmt::format("{} has no parameter \"{}\"", kind.name, key));
    return complete;
}

FormatPtr engineFormat(const Matrix& m, const LearnFormat& format)
{
    const std::vector<LearnKind> kinds = learnKinds(m);
    const LearnKind& kind = kindOf(kinds, format.name);
    nlohmann::json p = completeParameters(m, kind, format.parameters);
    const TaughtFormat& taught = taughtFormat(kind.name);
    return makeFormat(kind.name, taught.inOneTile ? taught.inOneTile(m, std::move(p)) : p);
}

} // namespace sparsescope::learn
