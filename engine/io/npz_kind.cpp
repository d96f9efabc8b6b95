#include "engine/io/npz_kind.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <string_view>

namespace sparsescope {

namespace {

struct Kind {
    NpzKind kind;
    const char* what;
    std::vector<std::string_view> required; // names of arrays
    bool alone = false;                     // beside an array "format" that one says what these are
};

std::span<const Kind> kinds()
{
    static const std::array<Kind, 8> all = {{{NpzKind::Scipy, "a matrix of scipy.sparse.save_npz", {"format"}},
                                             {NpzKind::CsrArrays, "a matrix by rows", {"indptr", "indices"}, true},
                                             {NpzKind::CooArrays, "a matrix by coordinates", {"row", "col"}, true},
                                             {NpzKind::DiaArrays, "a matrix by diagonals", {"offsets", "data"}, true},
                                             {NpzKind::Masks, "masks, a byte a place", {"masks"}},
                                             {NpzKind::Bits, "masks, a bit a place", {"bits"}},
                                             {NpzKind::Lengths, "masks by lengths", {"lengths"}},
                                             {NpzKind::Routes, "masks by routes", {"routes"}}}};
    return all;
}

std::string requiredText(const Kind& kind)
{
    return fmt::format("{} ({})", kind.what, fmt::join(kind.required, ", "));
}

// The first of them, as anyone may have named them.
std::string foundText(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 8, longest = 40;
    if (names.empty())
        return "no arrays";
    std::vector<std::string> some;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
        std::string& name = some.emplace_back(names[i].substr(0, longest));
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    }
    return fmt::format("{}{}", fmt::join(some, ", "),
                       names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

} // namespace

bool isMaskKind(NpzKind kind)
{
    return kind != NpzKind::Scipy && kind != NpzKind::CsrArrays && kind != NpzKind::CooArrays &&
           kind != NpzKind::DiaArrays;
}

std::string maskArray(NpzKind kind)
{
    const auto found = std::ranges::find(kinds(), kind, &Kind::kind);
    return std::string(found->required.front());
}

NpzKind kindOfNpz(const std::vector<std::string>& names, const std::string& file)
{
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    const bool formatted = has("format");
    std::vector<const Kind*> fitting;
    for (const Kind& kind : kinds())
        if (std::all_of(kind.required.begin(), kind.required.end(), has) && !(kind.alone && formatted))
            fitting.push_back(&kind);
    if (fitting.size() == 1)
        return fitting.front()->kind;
    std::vector<std::string> texts;
    if (fitting.empty()) {
        for (const Kind& kind : kinds())
            texts.push_back(requiredText(kind));
        failInput(fmt::format("is an archive of {}, which is nothing that is read: {}", foundText(names),
                              fmt::join(texts, ", ")),
                  {.file = file});
    }
    for (const Kind* kind : fitting)
        texts.push_back(requiredText(*kind));
    failInput(fmt::format("is an archive of {}, which could be {}", foundText(names), fmt::join(texts, " or ")),
              {.file = file});
}

} // namespace sparsescope
