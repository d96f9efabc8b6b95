#include "engine/search/stile/candidates.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace sparsescope::stile {

namespace {

constexpr std::size_t losersKept = 6;  // a round
constexpr std::size_t mostTogether = 256;

}  // namespace

bool better(const Candidate& a, const Candidate& b)
{
    // Averages are compared by cross-multiplication, so that equal ratios are equal.
    const double left = a.cost * static_cast<double>(b.covers);
    const double right = b.cost * static_cast<double>(a.covers);
    if (left != right)
        return left < right;
    const auto rest = [](const Candidate& c) {
        return std::tuple(c.cost, c.firstRow, c.kind == Kind::Block ? c.begin : 0, c.kind, c.format->packedCols(), c.source, c.begin);
    };
    return rest(a) < rest(b);
}

Level makeLevel(const Remaining& remaining, const Space& space, const LevelRequest& request, ScratchPool& pool, Progress& progress)
{
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    Level level;
    const auto bestOf = [&](auto begin, auto end, const auto& get) {
        for (auto it = begin; it != end; ++it)
            if (const Candidate& c = get(*it); c.covers > 0)
                level.best = level.best == 0 ? c.average() : std::min(level.best, c.average());
    };
    const auto limit = [&] { return request.whole || level.best == 0 ? unlimited : request.ratio * level.best; };
    const auto itself = [](const Candidate& c) -> const Candidate& { return c; };

    // Heads and runs first: they are cheap to score, and spare most of the rest.
    addWindows(level, remaining, space, pool, progress);
    bestOf(level.windows.begin(), level.windows.end(), [](const Window& w) -> const Candidate& { return w.head; });
    addRuns(level, remaining, space, pool, progress);
    bestOf(level.candidates.begin(), level.candidates.end(), itself);
    addElls(level, remaining, space, limit(), pool, progress);
    bestOf(level.candidates.begin(), level.candidates.end(), itself);

    // Of those beyond the limit a few are kept to be shown.
    const double most = limit();
    const auto beyond = [&](const Candidate& c) { return c.average() > most; };
    for (const Window& w : level.windows)
        if (w.head.covers > 0 && beyond(w.head))
            level.lost.push_back(w.head);
    std::copy_if(level.candidates.begin(), level.candidates.end(), std::back_inserter(level.lost), beyond);
    const auto keep = level.lost.begin() + static_cast<std::ptrdiff_t>(std::min(losersKept, level.lost.size()));
    std::partial_sort(level.lost.begin(), keep, level.lost.end(), better);
    level.lost.erase(keep, level.lost.end());
    level.lost.shrink_to_fit();
    for (Candidate& c : level.lost)
        if (c.kind == Kind::Ell) {  // was dropped by a bound of its cost
            const auto scratch = pool.lend();
            c.cost = scoreOf(c, ellContents(c, level, remaining, *scratch), remaining, space).cost;
        }
    std::erase_if(level.candidates, beyond);
    addChains(level, remaining, space, most, pool, progress);
    return level;
}

std::vector<Contents> contentsOf(std::span<const Candidate* const> candidates, const Level& level, const Remaining& remaining, Scratch& scratch)
{
    std::vector<Contents> made;
    if (candidates.front()->kind == Kind::Block) {
        for (std::size_t begin = 0; begin < candidates.size(); begin += mostTogether) {
            auto part = blockContents(candidates.subspan(begin, std::min(mostTogether, candidates.size() - begin)), level, remaining, scratch);
            std::move(part.begin(), part.end(), std::back_inserter(made));
        }
        return made;
    }
    for (const Candidate* c : candidates)
        made.push_back(c->kind == Kind::Ell ? ellContents(*c, level, remaining, scratch) : runContents(*c, remaining, scratch));
    return made;
}

Score scoreOf(const Candidate& candidate, const Contents& contents, const Remaining& remaining, const Space& space)
{
    Score score;
    if (space.sampled()) {
        score.atomic = space.splitReduction;
    } else {
        for (std::size_t i = 0; i < contents.rows.size() && !score.atomic; ++i)
            score.atomic = remaining.writers(contents.rows[i]) > 0 || remaining.left(contents.rows[i]) > contents.owned[i];
    }
    const Format& format = *candidate.format;
    const std::int64_t rows = candidate.kind == Kind::Run ? static_cast<std::int64_t>(contents.rows.size()) : format.packedRows();
    const std::int64_t width = candidate.kind == Kind::Ell ? format.packedCols() / format.packedRows() : format.packedCols();
    score.cost = space.cost({&format, rows, width, contents.distinctCols}, score.atomic);
    return score;
}

namespace {

std::int64_t rowsLeft(const Candidate& c, const Level& level, const Remaining& remaining)
{
    std::int64_t left = 0;
    if (c.kind == Kind::Block)
        for (const std::int32_t r : level.rows(level.windows[static_cast<std::size_t>(c.source)]))
            left += remaining.left(r);
    else if (c.kind == Kind::Ell)
        for (std::int64_t i = c.begin; i < c.end; ++i)
            left += remaining.left(level.divisions[static_cast<std::size_t>(c.source)][static_cast<std::size_t>(i)].row);
    else
        for (std::int64_t i = c.begin; i < c.end; ++i)
            left += remaining.covered(remaining.positions()[static_cast<std::size_t>(i)]) ? 0 : 1;
    return left;
}

}  // namespace

void rescore(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress)
{
    // Candidates of one window stand together.
    std::vector<std::size_t> groups;
    for (std::size_t i = 0; i < level.candidates.size(); ++i) {
        const Candidate& c = level.candidates[i];
        if (i == 0 || c.kind != Kind::Block || level.candidates[i - 1].kind != Kind::Block || level.candidates[i - 1].source != c.source)
            groups.push_back(i);
    }
    groups.push_back(level.candidates.size());
    parallelRanges(static_cast<std::int64_t>(groups.size()) - 1, 16, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        const auto scratch = pool.lend();
        for (std::int64_t g = begin; g < end; ++g) {
            std::vector<const Candidate*> group;
            const std::int64_t left = rowsLeft(level.candidates[groups[static_cast<std::size_t>(g)]], level, remaining);
            if (left == level.candidates[groups[static_cast<std::size_t>(g)]].rowsLeft)
                continue;
            for (std::size_t i = groups[static_cast<std::size_t>(g)]; i < groups[static_cast<std::size_t>(g) + 1]; ++i)
                group.push_back(&level.candidates[i]);
            const std::vector<Contents> contents = contentsOf(group, level, remaining, *scratch);
            for (std::size_t i = 0; i < group.size(); ++i) {
                Candidate& c = level.candidates[groups[static_cast<std::size_t>(g)] + i];
                c.covers = contents[i].covers;
                c.rowsLeft = left;
                if (c.covers == 0)
                    continue;
                const Score score = scoreOf(c, contents[i], remaining, space);
                c.atomic = score.atomic;
                c.cost = score.cost;
            }
        }
    });
    std::erase_if(level.candidates, [](const Candidate& c) { return c.covers == 0; });
    level.scored = static_cast<std::int64_t>(level.candidates.size());
    level.best = 0;
    for (const Candidate& c : level.candidates)
        level.best = level.best == 0 ? c.average() : std::min(level.best, c.average());
}

}  // namespace sparsescope::stile
