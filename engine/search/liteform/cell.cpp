#include "engine/search/liteform/cell.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/search/bucket_search.h"
#include "engine/search/liteform/features.h"
#include "engine/search/liteform/memory_cost.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using namespace liteform;

std::string arithmetic(const MemoryCost& cost)
{
    const auto count = [](double n) { return formatCount(static_cast<std::int64_t>(std::llround(n))); };
    return fmt::format("2 I1 W {} + |set(Ind)| J {} + Atomic I2 J {} = {} elements", count(cost.a), count(cost.b),
                       count(cost.c), count(cost.total()));
}

// The width of one partition, and what was tried for it.
const TriedWidth* chosenOf(const std::vector<TriedWidth>& tried, std::int64_t asked)
{
    if (tried.empty())
        return nullptr;
    if (asked == 0)
        return &cheapest(tried);
    // Descending: the first that is narrow enough.
    const auto found =
        std::find_if(tried.begin(), tried.end(), [asked](const TriedWidth& t) { return t.widest <= asked; });
    return &*found;
}

std::vector<TraceCandidate> othersOf(const std::vector<TriedWidth>& tried, const TriedWidth& chosen,
                                     std::int64_t nonZeros)
{
    std::vector<TraceCandidate> others;
    for (const TriedWidth& t : tried) {
        if (&t == &chosen)
            continue;
        TraceCandidate c;
        c.format = fmt::format("widest {}", t.widest);
        c.width = t.widest;
        for (const Bucket& bucket : t.buckets)
            c.rows += bucket.rows;
        c.covers = nonZeros;
        c.reason = fmt::format("{}, {:.3g} times that of {}", arithmetic(t.cost), t.cost.total() / chosen.cost.total(),
                               chosen.widest);
        others.push_back(std::move(c));
    }
    return others;
}

// BSR as it competes: of one shape, so that to make it takes little time.
const nlohmann::json bsrParameters = {{"height", 16}, {"width", 16}, {"places", 2048}};

class Cell final : public Planner {
public:
    // Alone: without competitors, so that the whole matrix is in CELL.
    explicit Cell(bool alone) : m_alone(alone) {}

    std::string name() const override { return m_alone ? "fixed:cell" : "cell"; }
    std::string description() const override
    {
        if (m_alone)
            return "All of the matrix as CELL, with LiteForm's widths and the best of a few numbers of partitions by "
                   "predicted cost.";
        return "LiteForm's CELL: columns in partitions, rows of each in buckets of powers of two whose widest is found "
               "by a model of memory accesses, ELL tiles of like work; plain CSR or BSR where that is predicted to be "
               "faster.";
    }

    bool plans(const OperatorDefinition& op) const override { return !op.sampled && op.inner.empty(); }

    std::vector<PlannerOption> ownOptions() const override
    {
        std::vector<PlannerOption> all = {
            columnPartsOption("Numbers of column partitions to try, separated by commas. LiteForm predicts the best "
                              "by a random forest, as planner forest does; here the calibrated cost model does. Of "
                              "large matrices a sample of rows says so, and numbers after "
                              "one that is a tenth slower are left out."),
            {"width", "Widest bucket",
             "The widest bucket of every partition, a power of two; longer rows are folded. 0: the width of least cost "
             "2 I1 W + |set(Ind)| J + Atomic I2 J, from the longest row's (at most 1024) halved down to 1 (LiteForm, "
             "Cost Model).",
             0, 0, static_cast<double>(mostWidth)},
            blockRowsOption(),
            denseSplitOption()};
        if (!m_alone)
            all.push_back({"compete",
                           "Competitors",
                           "Plain CSR and BSR are planned too where a sample of rows says that they may be faster, and "
                           "the fastest by the calibrated cost model is taken; LiteForm decides this by a random "
                           "forest, as planner forest does.",
                           true,
                           0,
                           0,
                           {},
                           "Make CELL alone: no plain CSR and no BSR beside it."});
        return all;
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const auto asked = options.at("width").get<std::int64_t>();
        if (asked > 0 && !std::has_single_bit(static_cast<std::uint64_t>(asked)))
            failUsage(fmt::format("option width takes a power of two, not {}", asked));
        BucketSearch search(*this, matrix, model, options, trace, progress);
        search.chooseWidthsFrom(someRows(matrix, std::min<std::int64_t>(1 << 16, matrix.nnz() / 2)));
        const nlohmann::json features = toJson(featuresOf(matrix, op.dense));
        std::vector<BucketSearch::Other> others;
        if (!m_alone && options.at("compete").get<bool>() && matrix.nnz() > 0) {
            if (numbersOf(model).fitted("csr"))
                others.push_back({"CSR", stile::plainCsr(matrix, model), [&](const CostModel& at) {
                                      Plan plan = emptyPlan(matrix, at, name(), options);
                                      std::vector<TraceRound> rounds = {
                                          stile::planPlainCsr(matrix, at, plan, progress)};
                                      Schedule schedule = scheduleOf(plan, at.calibration().sms);
                                      plan.predictedNs = planNs(plan, schedule.longestNs(), at.calibration());
                                      plan.tiling().schedule = std::move(schedule.sm);
                                      plan.figures["features"] = features;
                                      return std::pair(std::move(plan), std::move(rounds));
                                  }});
            if (orderAsked(options) == MatrixOrder::File) // blocks on the file's grid
                others.push_back(
                    {"BSR", makeFormat("bsr", bsrParameters), [&](const CostModel& at) {
                         const bool whole = !op.hasDenseAxis();
                         Trace its;
                         nlohmann::json bsr = bsrParameters;
                         bsr["dense-split"] = whole ? std::string() : std::to_string(at.densePart());
                         Plan plan = planner("fixed:bsr").search(matrix, op, ModelEvaluator(at), bsr, its, progress);
                         plan.planner = name();
                         plan.options = options;
                         plan.figures["features"] = features;
                         return std::pair(std::move(plan), std::move(its.rounds));
                     }});
        }
        search.compete(
            [](std::int64_t c) { return c == 1 ? std::string("CELL") : fmt::format("CELL, {} partitions", c); },
            [&](std::int64_t c, const ColumnDivision& division, bool explained) {
                BucketWidths widths = widthsOf(matrix, division, op.dense, asked, explained, progress);
                widths.figures["partitions"] = c;
                widths.figures["features"] = features;
                return widths;
            },
            others);
        return search.finish();
    }

private:
    bool m_alone;

    std::optional<double> estimateNs(const Matrix& matrix, const Glimpse& rows, const CostModel& model,
                                     const nlohmann::json& options, Progress& progress) const override
    {
        Trace ignored;
        BucketSearch search(*this, matrix, model, options, ignored, progress, rows.many);
        return search.leastEstimate([&](std::int64_t, const ColumnDivision& division, bool explained) {
            return widthsOf(matrix, division, model.op().dense, options.at("width").get<std::int64_t>(), explained,
                            progress);
        });
    }

    static BucketWidths widthsOf(const Matrix& matrix, const ColumnDivision& division, std::int64_t J,
                                 std::int64_t asked, bool explained, Progress& progress)
    {
        const std::vector<std::vector<TriedWidth>> tried = tryWidths(matrix, division, J, progress);
        BucketWidths widths;
        MemoryCost cost;
        for (std::size_t p = 0; p < tried.size(); ++p) {
            const TriedWidth* chosen = chosenOf(tried[p], asked);
            widths.widest.push_back(chosen ? chosen->widest : 1);
            if (!explained)
                continue;
            widths.tried.emplace_back();
            widths.notes.emplace_back();
            if (!chosen)
                continue;
            cost += chosen->cost;
            std::int64_t nonZeros = 0;
            for (const RowPart& part : division.parts[p])
                nonZeros += part.length;
            widths.tried.back() = othersOf(tried[p], *chosen, nonZeros);
            widths.notes.back() = fmt::format("Widest bucket {}{}: {}.", chosen->widest,
                                              asked > 0 ? ", as asked" : ", of least cost", arithmetic(chosen->cost));
        }
        widths.figures = {{"memoryCost", cost.total()}, {"widest", widths.widest}};
        return widths;
    }
};

} // namespace

const Planner& cellPlanner()
{
    static const Cell planner(false);
    return planner;
}

const Planner& fixedCellPlanner()
{
    static const Cell planner(true);
    return planner;
}

} // namespace sparsescope
