// Pruning while training: blocks whose scores walk at random, of which ever fewer are kept.
#include "engine/core/files.h"
#include "engine/matrix/masks/build.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace sparsescope {

namespace {

enum PruningDraws : std::uint64_t { FirstScores, ScoreSteps };

using Scores = std::vector<std::int32_t>;

// The scores of all blocks, row after row, mask after mask. Those of some masks are kept, so that an earlier one is a
// short walk away.
class ScoreWalk {
public:
    const Scores& at(const MaskFacts& of, std::int64_t t, Progress& progress)
    {
        if (m_t > t || m_scores.empty()) {
            const auto behind = m_kept.upper_bound(t);
            if (behind == m_kept.begin()) {
                begin(of, progress);
            } else {
                m_scores = std::prev(behind)->second;
                m_t = std::prev(behind)->first;
            }
        }
        while (m_t < t)
            step(of, progress);
        return m_scores;
    }

private:
    static constexpr std::int32_t begins = 1 << 20; // below
    static constexpr std::int32_t most = 1 << 14;   // of a change, up or down

    // change(stream of the row, a score) of all.
    template <class Change>
    static void overScores(const MaskFacts& of, std::uint64_t part, std::int64_t t, Scores& scores, Progress& progress,
                           const Change& change)
    {
        const std::int64_t across = of.shape.across();
        for (std::int64_t r = 0; r < of.shape.down(); ++r) {
            progress.check();
            RandomStream random = maskStream(of, part, t, r);
            for (std::int32_t& score : std::span(scores).subspan(sparsescope::at(r * across), sparsescope::at(across)))
                change(random, score);
        }
    }

    void begin(const MaskFacts& of, Progress& progress)
    {
        Scores first(sparsescope::at(of.shape.down() * of.shape.across()));
        overScores(of, FirstScores, 0, first, progress, [](RandomStream& random, std::int32_t& score) {
            score = static_cast<std::int32_t>(random.below(begins));
        });
        reach(0, std::move(first));
    }
    void step(const MaskFacts& of, Progress& progress)
    {
        Scores next = m_scores; // one that is cancelled leaves those of mask m_t
        overScores(of, ScoreSteps, m_t + 1, next, progress, [](RandomStream& random, std::int32_t& score) {
            score += static_cast<std::int32_t>(random.below(2 * most + 1)) - most;
        });
        reach(m_t + 1, std::move(next));
    }
    void reach(std::int64_t t, Scores scores)
    {
        m_t = t;
        m_scores = std::move(scores);
        if (t % m_apart != 0 || m_kept.contains(t))
            return;
        m_kept[t] = m_scores;
        constexpr std::size_t mostKept = 64 << 20;
        if (m_kept.size() * m_scores.size() * sizeof(std::int32_t) > mostKept) {
            m_apart *= 2;
            std::erase_if(m_kept, [&](const auto& kept) { return kept.first % m_apart != 0; });
        }
    }

    Scores m_scores; // of mask m_t; empty: none yet
    std::int64_t m_t = 0;
    std::map<std::int64_t, Scores> m_kept;
    std::int64_t m_apart = 16; // masks from one that is kept to the next
};

// Mask t keeps round(d blocks) of all blocks, 1 - d = (1 - end) (1 - (1 - t / (masks - 1))^3). Of a single mask it
// is the end.
std::int64_t keptBlocks(std::int64_t blocks, std::int64_t t, std::int64_t masks, double end)
{
    const double left = masks == 1 ? 0 : 1 - static_cast<double>(t) / static_cast<double>(masks - 1);
    const double density = 1 - (1 - end) * (1 - left * left * left);
    return std::llround(density * static_cast<double>(blocks));
}

// The highest ones, among equals the first.
void keepHighest(const Scores& scores, std::int64_t kept, Mask& mask)
{
    if (kept == 0)
        return;
    Scores sorted = scores;
    const auto last = sorted.begin() + (kept - 1);
    std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
    const std::int32_t lowest = *last;
    std::int64_t equal = kept - std::count_if(scores.begin(), scores.end(), [&](auto score) { return score > lowest; });
    const std::int64_t across = mask.shape().across();
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] > lowest || (scores[i] == lowest && equal-- > 0))
            mask.set(static_cast<std::int64_t>(i) / across, static_cast<std::int64_t>(i) % across);
}

} // namespace

MaskSequencePtr pruningMasks(MaskFacts facts)
{
    const std::int64_t rows = wholeOf(facts, "rows");
    const std::int64_t cols = wholeOf(facts, "cols");
    const auto [high, wide] = *extentsIn(facts.parameters.at("block").get<std::string>());
    if (high > rows || wide > cols)
        refuseParameter("pruning", "block", high > rows ? "at most the rows" : "at most the columns",
                        static_cast<double>(high > rows ? high : wide));
    facts.layout = MaskLayout::Either; // weights are there before
    setShape(facts, {rows, cols, high, wide});
    const std::int64_t blocks = facts.shape.down() * facts.shape.across();
    // Scores, the next ones, and a copy to sort.
    requireMemory(3 * sizeof(std::int32_t) * static_cast<std::uint64_t>(blocks), {}, "the scores of all blocks");
    const double end = shareOf(facts, "end");
    return filledMasks(std::move(facts), [walk = std::make_shared<ScoreWalk>(), end,
                                          blocks](const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress) {
        keepHighest(walk->at(of, t, progress), keptBlocks(blocks, t, of.size, end), mask);
    });
}

} // namespace sparsescope
