#include "engine/search/sparsetir/rgms.h"

#include "engine/core/at.h"
#include "engine/search/buckets.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>

namespace sparsescope {

namespace {

constexpr const char* naive = "naive";
constexpr std::int64_t fewestOfCsr = 32; // places of a tile

using Models = std::vector<std::unique_ptr<CostModel>>; // one a size of the dense loop's parts

// The least ns that predict(model) gives by any model. That one is asked last, so that what it leaves behind is
// its own.
template <class Predict>
double leastOf(const Models& models, const Predict& predict)
{
    const CostModel* cheapest = nullptr;
    double least = 0;
    for (const std::unique_ptr<CostModel>& model : models)
        if (const double ns = predict(*model); !cheapest || ns < least) {
            cheapest = model.get();
            least = ns;
        }
    if (cheapest != models.back().get())
        predict(*cheapest);
    return least;
}

// CSR tiles of each relation, which SparseTIR calls naive, at the part of the dense loop that costs least.
Plan naivePlan(const Matrix& matrix, const ColumnDivision& division, std::int64_t places, const Plan& header,
               const Models& models, Progress& progress)
{
    Plan plan = header;
    for (const std::vector<RowPart>& relation : division.parts) {
        progress.check();
        std::vector<std::uint32_t> positions;
        for (const RowPart& part : relation) {
            positions.resize(positions.size() + at(part.length));
            std::iota(positions.end() - part.length, positions.end(), part.begin);
        }
        if (!positions.empty())
            stile::addPlainCsr(matrix, positions, places, plan, progress);
    }
    markAtomicTiles(plan);
    leastOf(models, [&](const CostModel& model) {
        plan.densePart = model.densePart();
        costPlan(plan, matrix, model, progress);
        return plan.predictedNs;
    });
    return plan;
}

class Rgms final : public Planner {
public:
    std::string name() const override { return "rgms"; }
    std::string description() const override
    {
        return "SparseTIR's 3-D hyb(1, k): the rows of each relation in buckets of powers of two up to 2^k, longer "
               "rows folded; ELL tiles of like work, each of one relation, whose weights a block keeps.";
    }

    bool plans(const OperatorDefinition& op) const override { return !op.inner.empty(); }

    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"k", "Buckets k",
             "The widest bucket is 2^k (SparseTIR 4.4.1 has 5); 0 stores one place a row, as sparse convolution has "
             "by itself.",
             5, 0, static_cast<double>(mostBuckets)},
            {"places", "Places in a block",
             "Places of one tile, a power of two; 0: of 64 to 512 what the cost model predicts to be fastest "
             "(SparseTIR's code has 32, on tensor cores 256).",
             0, 0, 1 << 16},
            {naive, "CSR (naive)",
             "The non-zeros of each relation as CSR, in place of buckets, which SparseTIR calls naive.", false},
            {multiplyFirstOption, "Multiply first",
             "Multiply the row of X of every place by the weights, and sum what that gives (SparseTIR, figure 21); "
             "else rows of X are summed first, which takes fewer products. tf32 always does.",
             false},
            denseSplitOption()};
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const auto k = options.at("k").get<std::int64_t>();
        const auto asked = options.at("places").get<std::int64_t>();
        if (asked > 0 && !std::has_single_bit(static_cast<std::uint64_t>(asked)))
            failUsage(fmt::format("option places takes a power of two, not {}", asked));
        const bool asCsr = options.at(naive).get<bool>();
        const std::int64_t widest = std::int64_t{1} << k, fewest = asCsr ? fewestOfCsr : widest;
        std::vector<std::int64_t> sizes;
        for (const std::int64_t places : {64, 128, 256, 512})
            if (const std::int64_t size = std::max(asked > 0 ? asked : places, fewest);
                std::find(sizes.begin(), sizes.end(), size) == sizes.end())
                sizes.push_back(size);

        Models models;
        for (const std::int64_t part : densePartsToTry(op, evaluator.model(), options))
            models.push_back(evaluator.model().withDensePart(part));
        const Plan header = emptyPlan(matrix, *models.front(), name(), options);
        if (asCsr && header.multipliesFirst())
            failUsage(fmt::format("option {} sums rows of X before they are multiplied: it goes with no {}", naive,
                                  op.dtype == DataType::TFloat32 ? "tf32" : multiplyFirstOption));
        // Shared with those who may say that it is enough after the end.
        const auto enough = std::make_shared<std::atomic<bool>>(false);
        trace.start([enough] { *enough = true; });
        const ColumnDivision division = divideColumns(matrix, matrix.slices(), allRows(matrix), progress);
        if (asCsr)
            return bestNaive(matrix, division, sizes, header, models, *enough, trace, progress);
        const std::vector<std::int64_t> widths(division.parts.size(), widest);
        ScratchPool pool(matrix.sliceCols());
        std::optional<BucketPlan> best;
        std::vector<Competitor> competitors;
        for (const std::int64_t places : sizes) {
            if (best && *enough)
                break;
            Plan its = header;
            its.figures = {{"k", k}, {"places", places}, {"relations", matrix.slices()}};
            BucketPlan filled = fillBuckets(matrix, division, widths, places, std::move(its), pool, progress);
            const double least = leastOf(models, [&](const CostModel& model) {
                costBuckets(filled, model, progress);
                return filled.plan.predictedNs;
            });
            competitors.push_back({fmt::format("hyb({}, {}), {} places", matrix.slices(), k, places), least});
            if (!best || least < best->plan.predictedNs)
                best = std::move(filled);
        }
        const bool all = competitors.size() == sizes.size();
        const std::string last = competitors.back().name;
        const auto places = best->plan.figures.at("places").get<std::int64_t>();
        // What SparseTIR compares buckets with: it stands beside them, and is the plan where it is asked for.
        if (!header.multipliesFirst())
            competitors.push_back(
                {naive,
                 naivePlan(matrix, division, std::max(places, fewestOfCsr), header, models, progress).predictedNs});
        std::vector<TraceRound> rounds;
        Plan plan = finishBuckets(*std::move(best), rounds, progress);
        if (!all)
            plan.options["cancelled"] = {{"search", last}, {"covered", matrix.nnz()}};
        plan.competitors = std::move(competitors);
        tellRounds(plan, fmt::format("hyb({}, {})", matrix.slices(), k), std::move(rounds), trace);
        progress.report("search", 1);
        return plan;
    }

private:
    static Plan bestNaive(const Matrix& matrix, const ColumnDivision& division, const std::vector<std::int64_t>& sizes,
                          const Plan& header, const Models& models, const std::atomic<bool>& enough, TraceSink& trace,
                          Progress& progress)
    {
        std::optional<Plan> best;
        std::vector<Competitor> competitors;
        for (const std::int64_t places : sizes) {
            if (best && enough)
                break;
            progress.report(naive, static_cast<double>(competitors.size()) / static_cast<double>(sizes.size()));
            Plan plan = naivePlan(matrix, division, places, header, models, progress);
            plan.figures = {{"places", places}, {"relations", matrix.slices()}};
            competitors.push_back({fmt::format("{}, {} places", naive, places), plan.predictedNs});
            if (!best || plan.predictedNs < best->predictedNs)
                best = std::move(plan);
        }
        if (competitors.size() < sizes.size())
            best->options["cancelled"] = {{"search", competitors.back().name}, {"covered", matrix.nnz()}};
        best->competitors = std::move(competitors);
        best->tiling().schedule = scheduleOf(*best, models.front()->calibration().sms).sm;
        tellRounds(*best, naive, {roundOf(*best)}, trace);
        progress.report("search", 1);
        return *std::move(best);
    }
};

} // namespace

const Planner& rgmsPlanner()
{
    static const Rgms planner;
    return planner;
}

} // namespace sparsescope
