#include "engine/search/stile/stile.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/search/stile/candidates.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using namespace stile;

constexpr std::size_t losersKept = 6;  // a round

// Grows the plan tile by tile.
class Builder {
public:
    explicit Builder(Plan& plan) : m_plan(plan) {}

    void add(const FormatPtr& format, const Contents& contents, int round, double cost)
    {
        auto found = std::find(m_plan.formats.begin(), m_plan.formats.end(), format);
        if (found == m_plan.formats.end())
            found = m_plan.formats.insert(found, format);
        Tile tile;
        tile.format = static_cast<std::int32_t>(found - m_plan.formats.begin());
        tile.level = round;  // candidates are made anew in every round
        tile.round = round;
        tile.rows = append(m_plan.rowIds, contents.rows);
        tile.cols = append(m_plan.colIds, contents.cols);
        tile.entries = append(m_plan.entries, contents.entries);
        tile.atomic = contents.atomic;
        tile.cost = cost;
        m_plan.tiles.push_back(tile);
    }

private:
    template <class T>
    static Range append(std::vector<T>& to, const std::vector<T>& from)
    {
        const auto begin = static_cast<std::int64_t>(to.size());
        to.insert(to.end(), from.begin(), from.end());
        return {begin, static_cast<std::int64_t>(to.size())};
    }

    Plan& m_plan;
};

FormatPtr shared(const Space& space, const Format* format)
{
    for (const auto* list : {&space.blocks, &space.ells})
        for (const FormatPtr& f : *list)
            if (f.get() == format)
                return f;
    throw Error(ErrorKind::Internal, "a candidate's format is not in the search space");
}

TraceCandidate describe(const Candidate& c, std::string reason)
{
    const bool condensed = c.colEnd > c.colBegin;
    return {c.format->label(), c.firstRow, c.end - c.begin, condensed ? c.colEnd - c.colBegin : c.format->packedCols() / c.format->packedRows(),
            c.cost, c.covers, c.average(), std::move(reason)};
}

class Stile final : public Planner {
public:
    std::string name() const override { return "stile"; }
    std::string description() const override
    {
        return "Block and ELL tiles, chosen greedily level by level by predicted cost per newly covered non-zero (STile).";
    }

    std::vector<OperatorKind> operators() const override { return {OperatorKind::SpMM}; }

    std::vector<PlannerOption> options() const override
    {
        return {{"ratio", "Local search ratio r", "Takes every candidate whose average cost is at most r times the best of the round (STile 3.3).", 1.2, 1.0, 10.0},
                {"max-ell-width", "Widest ELL row", "Longer rows are split; a power of two, 0 chooses one that gives every SM about four tiles (STile 3.1).", 0, 0, 1024},
                {"formats", "Formats", "Which formats the candidates may have, separated by commas: block, ell.", "block,ell", 0, 0}};
    }

    Plan search(const Matrix& matrix, const Operator& op, const CostModel& model, const nlohmann::json& given, TraceSink& trace,
                Progress& progress) const override
    {
        requireOperator(*this, op);
        const nlohmann::json options = completeOptions(*this, given);
        const Space space = spaceOf(matrix, model, options);
        const auto ratio = options["ratio"].get<double>();

        Plan plan;
        plan.op = op;
        plan.densePart = model.densePart();
        plan.planner = name();
        plan.options = options;
        plan.matrix = matrix.fingerprint();
        plan.rows = matrix.rows();
        plan.cols = matrix.cols();
        plan.nnz = matrix.nnz();
        plan.partitions.push_back({-1, 0, 0, matrix.rows(), 0, matrix.cols(), 0});

        Remaining remaining(matrix);
        double costSum = 0;
        for (int round = 1; remaining.count() > 0; ++round) {
            progress.check();
            progress.report("search", 1.0 - static_cast<double>(remaining.count()) / static_cast<double>(matrix.nnz()));
            TraceRound record = runRound(round, ratio, space, remaining, plan, progress);
            for (std::int64_t t = record.tileBegin; t < record.tileEnd; ++t)
                costSum += plan.tiles[static_cast<std::size_t>(t)].cost;
            record.covered = matrix.nnz() - remaining.count();
            record.costSum = costSum;
            trace.round(record);
            remaining.compact();
        }
        markAtomicTiles(plan);
        costPlan(plan, matrix, model);
        progress.report("search", 1);
        return plan;
    }

private:
    static Space spaceOf(const Matrix& matrix, const CostModel& model, const nlohmann::json& options)
    {
        if (matrix.nnz() >= std::int64_t{1} << 31)
            failInput(fmt::format("a plan holds fewer than 2^31 non-zeros, this matrix has {}", matrix.nnz()), {.file = matrix.source().path});
        std::int64_t width = options["max-ell-width"].get<std::int64_t>();
        if (width == 0)
            width = automaticEllWidth(matrix, model.calibration().sms);
        if (!std::has_single_bit(static_cast<std::uint64_t>(width)))
            failUsage(fmt::format("option max-ell-width takes a power of two, not {}", width));
        const std::string formats = "," + options["formats"].get<std::string>() + ",";
        const auto wants = [&](const char* format) { return formats.find(fmt::format(",{},", format)) != std::string::npos; };
        Space space = makeSpace(model, width, wants("block"), wants("ell"));
        if (space.blocks.empty() && space.ells.empty())
            failUsage(fmt::format("no candidates: formats \"{}\" and calibration {} have nothing in common with block, ell",
                                  options["formats"].get<std::string>(), model.calibration().name));
        return space;
    }

    // One pass of the loop of algorithm 2 (lines 7, 12, 13, 14).
    static TraceRound runRound(int round, double ratio, const Space& space, Remaining& remaining, Plan& plan, Progress& progress)
    {
        const Level level = makeLevel(remaining, space, progress);
        const Candidate& best = *std::min_element(level.candidates.begin(), level.candidates.end(), better);
        TraceRound record;
        record.round = round;
        record.level = round;
        record.candidates = static_cast<std::int64_t>(level.candidates.size());
        record.best = best.average();
        record.limit = ratio * record.best;
        record.tileBegin = static_cast<std::int64_t>(plan.tiles.size());

        std::vector<const Candidate*> taken;
        std::vector<const Candidate*> lost;
        for (const Candidate& c : level.candidates)
            (c.average() <= record.limit ? taken : lost).push_back(&c);
        const auto order = [](const Candidate* a, const Candidate* b) { return better(*a, *b); };
        std::sort(taken.begin(), taken.end(), order);

        Builder builder(plan);
        for (std::size_t i = 0; i < taken.size(); ++i) {
            if (i % 256 == 0)
                progress.check();
            const Candidate& c = *taken[i];
            const Contents contents = contentsOf(c, level, remaining);
            std::string reason;
            if (contents.covers == 0) {
                reason = "covers nothing new after what this round has taken";
            } else {
                const double cost = space.model->cost(c.format->features({contents.rows, contents.cols, contents.entries}, remaining.matrix()), contents.atomic);
                const double average = cost / static_cast<double>(contents.covers);
                if (average <= record.limit) {
                    for (const std::uint32_t entry : contents.entries)
                        if (!Entry::redundant(entry))
                            remaining.cover(entry);
                    for (const std::int32_t r : contents.rows)
                        remaining.write(r);
                    builder.add(shared(space, c.format), contents, round, cost);
                    continue;
                }
                reason = fmt::format("covers {} of its {} after what this round has taken: {} each is above the limit", contents.covers, c.covers, formatTime(average));
            }
            if (record.lost.size() < losersKept / 2)
                record.lost.push_back(describe(c, reason));
        }
        record.tileEnd = static_cast<std::int64_t>(plan.tiles.size());

        const std::size_t kept = std::min(lost.size(), losersKept - record.lost.size());
        std::partial_sort(lost.begin(), lost.begin() + static_cast<std::ptrdiff_t>(kept), lost.end(), order);
        for (std::size_t i = 0; i < kept; ++i)
            record.lost.push_back(describe(*lost[i], formatTime(lost[i]->average()) + " each is above the limit"));
        return record;
    }
};

}  // namespace

const Planner& stilePlanner()
{
    static const Stile planner;
    return planner;
}

}  // namespace sparsescope
