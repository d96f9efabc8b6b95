#include "engine/search/stile/greedy.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/parallel_sort.h"
#include "engine/core/text.h"
#include "engine/search/stile/withdrawals.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::stile {

namespace {

// Candidates whose contents are made at a time, on all threads, before they are taken one after another.
constexpr std::size_t batchSize = 1024;
constexpr std::uint64_t severalSources = 0;
constexpr std::size_t losersKept = 6; // a round
constexpr double levelShare = 0.05;   // 1 % costs three times as long for plans that are up to 4 % cheaper

TraceCandidate describe(const Candidate& c, std::string reason)
{
    const std::int64_t rows = c.format->packedRows();
    return {c.format->label(),
            c.firstRow,
            rows,
            c.kind == Kind::Block ? c.end - c.begin : c.format->packedCols() / rows,
            c.cost,
            c.covers,
            c.average(),
            std::move(reason)};
}

class Greedy {
public:
    Greedy(const Matrix& matrix, const Space& space, const GreedyOptions& options, TraceSink& sink, Progress& progress,
           Progress& whole)
        : m_space(space), m_options(options), m_sink(sink), m_progress(&progress), m_whole(whole), m_remaining(matrix),
          m_pool(matrix.cols()), m_withdraw(options.withdraw && !space.blocks.empty() && !space.sampled()),
          m_selection(m_remaining, space, m_withdraw), m_withdrawals(m_selection, m_remaining, space),
          m_touched(static_cast<std::size_t>(matrix.rows())), m_toucher(static_cast<std::size_t>(matrix.rows()))
    {
    }

    GreedyResult run(Plan& plan)
    {
        const std::int64_t nnz = m_remaining.matrix().nnz();
        GreedyResult result;
        try {
            while (m_remaining.count() > 0) {
                m_progress->check();
                m_progress->report("search", 1.0 - static_cast<double>(m_remaining.count()) / static_cast<double>(nnz));
                runRound(result.rounds);
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled || m_whole.cancelled() || m_taken == 0)
                throw;
            result.coveredWhenCancelled = nnz - m_remaining.count();
            m_progress = &m_whole;
            if (result.rounds.empty() || result.rounds.back().tileEnd < m_taken)
                end(m_record, result.rounds); // the round that was under way
            m_round = result.rounds.back().round;
            m_levelNumber = result.rounds.back().level;
            while (m_remaining.count() > 0)
                takeRest(result.rounds);
        }
        std::move(m_selection).finish(plan);
        align(result.rounds, plan);
        return result;
    }

private:
    void runRound(std::vector<TraceRound>& rounds)
    {
        ++m_round;
        if (levelIsDue())
            beginLevel();
        m_record = TraceRound();
        TraceRound& record = m_record;
        record.round = m_round;
        record.level = m_levelNumber;
        record.tileBegin = m_taken;
        const std::int64_t scoredBefore = m_round == m_levelBegan ? 0 : m_level.scored;
        record.best = findBest();
        double c = record.best;
        if (m_withdraw)
            withdraw(c, record);
        record.limit = m_options.localSearch ? m_options.ratio * c : c;
        if (m_options.localSearch || record.swaps == 0) {
            refresh(m_level, record.limit, m_remaining, m_space, m_pool, *m_progress);
            take(record);
        }
        record.candidates = m_level.scored - scoredBefore;
        sampleLosers(record);
        end(record, rounds);
    }

    void end(TraceRound& record, std::vector<TraceRound>& rounds)
    {
        record.tileEnd = m_taken;
        record.covered = m_remaining.matrix().nnz() - m_remaining.count();
        record.costSum = m_selection.costSum();
        record.atomicTiles = m_selection.atomicTiles();
        record.storedPlaces = m_selection.storedPlaces();
        m_sink.chosen(m_selection);
        m_sink.round(record);
        rounds.push_back(std::move(record));
    }

    // Whatever it costs. Candidates of one kind that do not overlap, where there are such, cover everything at once.
    void takeRest(std::vector<TraceRound>& rounds)
    {
        Space rest = m_space;
        rest.columnParts = {1};
        if (!rest.ells.empty())
            rest.runs.clear();
        if (!rest.ells.empty() || !rest.runs.empty())
            rest.blocks.clear();
        m_remaining.compact();
        m_record = TraceRound();
        m_record.round = ++m_round;
        m_record.level = ++m_levelNumber;
        m_record.tileBegin = m_taken;
        m_record.rest = true;
        m_level = Level();
        m_level = makeLevel(m_remaining, rest, m_pool, *m_progress);
        m_record.limit = infinity;
        if (!rest.blocks.empty())
            refresh(m_level, m_record.limit, m_remaining, rest, m_pool, *m_progress);
        m_record.candidates = m_level.scored;
        take(m_record);
        m_record.lost.clear();
        end(m_record, rounds);
    }

    // Line 14. Making all candidates anew after every round would change little: most rounds cover little. So a level
    // serves until a share of what it began with is covered.
    bool levelIsDue() const
    {
        if (m_levelNumber == 0)
            return true;
        if (m_options.depth > 0 && m_levelNumber >= m_options.depth)
            return false;
        return static_cast<double>(m_remaining.count()) <= (1 - levelShare) * static_cast<double>(m_levelBegin);
    }

    void beginLevel()
    {
        if (m_round > 1)
            m_remaining.compact();
        ++m_levelNumber;
        m_levelBegan = m_round;
        m_levelBegin = m_remaining.count();
        m_level = Level();
        m_level = makeLevel(m_remaining, m_space, m_pool, *m_progress);
        if (m_withdraw)
            m_withdrawals.begin(m_level, *m_progress);
    }

    double least() { return leastAverage(m_level, m_remaining, m_space, m_pool, *m_progress); }

    // Line 7: the least average cost of any candidate, scored against what is uncovered now.
    double findBest()
    {
        for (double bound = least();;) {
            refresh(m_level, bound, m_remaining, m_space, m_pool, *m_progress);
            const double now = least();
            if (now <= bound)
                return now; // everything up to the bound is exact
            bound = 1.2 * now;
        }
    }

    // The best few that were not taken.
    void sampleLosers(TraceRound& record)
    {
        std::vector<const Candidate*> losers = losersAbove(record.limit);
        for (;;) { // as long as a window whose candidates nobody asked for may have a better one
            const double bound = leastBound(m_level);
            const double worst = losers.size() < losersKept ? infinity : losers.back()->average();
            if (bound > worst || bound == infinity)
                break;
            beginChains(m_level, std::min(worst, 1.2 * bound), m_remaining, m_space, m_pool, *m_progress);
            losers = losersAbove(record.limit);
        }
        for (const Candidate* c : losers)
            if (record.lost.size() < losersKept)
                record.lost.push_back(
                    describe(*c, fmt::format("{:.2f} times the best average; up to {:.2f} is taken",
                                             c->average() / record.best, record.limit / record.best)));
    }

    std::vector<const Candidate*> losersAbove(double limit) const
    {
        std::vector<const Candidate*> losers;
        const auto offer = [&](const Candidate& c) {
            if (c.covers == 0 || c.rowsLeft < 0 || c.average() <= limit)
                return;
            const auto at = std::upper_bound(losers.begin(), losers.end(), &c,
                                             [](const Candidate* a, const Candidate* b) { return better(*a, *b); });
            if (losers.size() < losersKept || at != losers.end()) {
                losers.insert(at, &c);
                if (losers.size() > losersKept)
                    losers.pop_back();
            }
        };
        for (const Candidate& c : m_level.candidates)
            offer(c);
        for (std::size_t w = 0; w < m_level.windows.size(); ++w)
            if (m_level.averages[w] < infinity)
                offer(m_level.windows[w].chain->next);
        return losers;
    }

    // Lines 8 to 11: blocks that replace others come first when they are no dearer than the best candidate. The local
    // search takes further ones up to that candidate's average cost. Sets c to the first one's.
    void withdraw(double& c, TraceRound& record)
    {
        const double ordinary = c;
        const std::vector<Swap> swaps = m_withdrawals.upTo(ordinary, m_level, m_pool, *m_progress);
        const auto scratch = m_pool.lend();
        for (const Swap& before : swaps) {
            // What others of this round withdrew may have changed it.
            const std::optional<Swap> now = m_selection.weigh(m_level, before.window, ordinary, *scratch);
            if (!now || !now->choice || now->average() > ordinary)
                continue;
            std::vector<TraceTile> gone = m_selection.swapIn(m_level, *now, m_levelNumber, m_round, *scratch);
            if (record.swaps++ == 0)
                record.best = c = now->average();
            ++m_taken;
            std::move(gone.begin(), gone.end(), std::back_inserter(record.withdrawn));
            if (!m_options.localSearch)
                break;
            if (record.swaps % 256 == 0)
                m_sink.chosen(m_selection);
        }
    }

    // Lines 7, 12, 13: the best candidate and, in local search, all that cost at most r times as much per non-zero,
    // each scored again against what those before it have left.
    void take(TraceRound& record)
    {
        std::vector<Candidate*> order;
        for (Candidate& c : m_level.candidates)
            if (c.average() <= record.limit)
                order.push_back(&c);
        parallelSort(order.begin(), order.end(), [](const Candidate* a, const Candidate* b) { return better(*a, *b); });
        bool enough = false;
        for (std::size_t begin = 0; begin < order.size() && !enough; begin += batchSize) {
            m_progress->check();
            const auto batch = std::span(order).subspan(begin, std::min(batchSize, order.size() - begin));
            std::vector<Contents> made = contentsTogether(batch);
            ++m_batch;
            for (std::size_t i = 0; i < batch.size() && !enough; ++i)
                enough = takeOne(*batch[i], std::move(made[i]), record) && !m_options.localSearch;
            m_sink.chosen(m_selection);
        }
        std::erase_if(m_level.candidates, [](const Candidate& c) { return c.covers == 0; });
    }

    // Contents of a batch as if each were taken first.
    std::vector<Contents> contentsTogether(std::span<Candidate* const> batch)
    {
        std::vector<std::size_t> byGroup(batch.size());
        std::iota(byGroup.begin(), byGroup.end(), std::size_t{0});
        const auto key = [&](std::size_t i) { return std::pair(batch[i]->kind, batch[i]->source); };
        std::stable_sort(byGroup.begin(), byGroup.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
        std::vector<std::size_t> groups;
        for (std::size_t i = 0; i < byGroup.size(); ++i)
            if (i == 0 || key(byGroup[i]) != key(byGroup[i - 1]) ||
                (batch[byGroup[i]]->kind != Kind::Block && i - groups.back() >= 16))
                groups.push_back(i);
        groups.push_back(byGroup.size());
        std::vector<Contents> made(batch.size());
        parallelEach(static_cast<std::int64_t>(groups.size()) - 1, 1, [&](std::int64_t g) {
            const auto scratch = m_pool.lend();
            std::vector<const Candidate*> group;
            for (std::size_t i = groups[static_cast<std::size_t>(g)]; i < groups[static_cast<std::size_t>(g) + 1]; ++i)
                group.push_back(batch[byGroup[i]]);
            std::vector<Contents> contents = contentsOf(group, m_level, m_remaining, *scratch);
            for (std::size_t i = 0; i < group.size(); ++i)
                made[byGroup[groups[static_cast<std::size_t>(g)] + i]] = std::move(contents[i]);
        });
        return made;
    }

    bool takeOne(Candidate& candidate, Contents&& contents, TraceRound& record)
    {
        // Candidates of one source share no non-zero; another one that was taken from these rows since may.
        const std::uint64_t source =
            (static_cast<std::uint64_t>(candidate.kind) << 32) + static_cast<std::uint32_t>(candidate.source) + 1;
        const bool disturbed = std::any_of(contents.rows.begin(), contents.rows.end(), [&](std::int32_t r) {
            return m_touched[static_cast<std::size_t>(r)] == m_batch &&
                   m_toucher[static_cast<std::size_t>(r)] != source;
        });
        if (disturbed)
            dropCovered(contents, candidate.kind, m_remaining, *m_pool.lend());
        if (contents.covers == 0) {
            lose(candidate, record, "covers nothing new after what this round has taken");
            candidate.covers = 0;
            return false;
        }
        const Score score = scoreOf(candidate, contents.counts(m_remaining), m_space);
        if (score.cost > record.limit * static_cast<double>(contents.covers) * (1 + 1e-12)) {
            lose(candidate, record,
                 contents.covers < candidate.covers
                     ? fmt::format("covers only {} new non-zeros after what this round has taken", contents.covers)
                     : fmt::format("costs {} {}", formatTime(score.cost),
                                   score.atomic ? "with split rows" : "without split rows"));
            // Blocks are scored first as if other tiles wrote all rows of their window. With the exact score kept, one
            // that turns out dearer is not the best of every round to come, and refused in each.
            candidate.cost = score.cost;
            candidate.covers = contents.covers;
            candidate.atomic = score.atomic;
            return false;
        }
        for (const std::int32_t r : contents.rows) {
            const bool shared =
                m_touched[static_cast<std::size_t>(r)] == m_batch && m_toucher[static_cast<std::size_t>(r)] != source;
            m_touched[static_cast<std::size_t>(r)] = m_batch;
            m_toucher[static_cast<std::size_t>(r)] = shared ? severalSources : source;
        }
        m_selection.take(candidate, std::move(contents), score, m_levelNumber, m_round);
        candidate.covers = 0; // it has nothing more to give
        ++m_taken;
        return true;
    }

    static void lose(const Candidate& candidate, TraceRound& record, std::string reason)
    {
        if (record.lost.size() < losersKept / 2)
            record.lost.push_back(describe(candidate, std::move(reason)));
    }

    // Tiles of the finished plan by round.
    static void align(std::vector<TraceRound>& rounds, const Plan& plan)
    {
        std::int64_t at = 0;
        for (TraceRound& round : rounds) {
            round.tileBegin = at;
            while (at < static_cast<std::int64_t>(plan.tiling().tiles.size()) &&
                   plan.tiling().tiles[static_cast<std::size_t>(at)].round == round.round)
                ++at;
            round.tileEnd = at;
            if (round.rest)
                sayCosts(round, plan);
        }
    }

    // Says of a round that had no limit what its tiles cost.
    static void sayCosts(TraceRound& round, const Plan& plan)
    {
        round.best = round.tileBegin == round.tileEnd ? 0 : infinity;
        round.limit = 0;
        for (std::int64_t t = round.tileBegin; t < round.tileEnd; ++t) {
            const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
            const double average = tile.cost / static_cast<double>(countPlaces(plan, tile).owned);
            round.best = std::min(round.best, average);
            round.limit = std::max(round.limit, average);
        }
    }

    const Space& m_space;
    GreedyOptions m_options;
    TraceSink& m_sink;
    Progress* m_progress; // m_whole once the search is cancelled
    Progress& m_whole;
    Remaining m_remaining;
    ScratchPool m_pool;
    bool m_withdraw;
    Selection m_selection;
    Withdrawals m_withdrawals;
    Level m_level;
    int m_levelNumber = 0;
    int m_round = 0;
    TraceRound m_record;           // of the round that is under way
    int m_levelBegan = 0;          // round
    std::int64_t m_levelBegin = 0; // uncovered non-zeros then
    std::int64_t m_taken = 0;
    std::uint32_t m_batch = 0;
    std::vector<std::uint32_t> m_touched; // batch in which a candidate last took something of the row
    std::vector<std::uint64_t> m_toucher; // and its source, or severalSources
};

} // namespace

GreedyResult selectGreedily(const Matrix& matrix, const Space& space, const GreedyOptions& options, Plan& plan,
                            TraceSink& sink, Progress& progress, Progress& whole)
{
    return Greedy(matrix, space, options, sink, progress, whole).run(plan);
}

} // namespace sparsescope::stile
