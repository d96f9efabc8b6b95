#include "engine/search/sparsetir/hyb.h"

#include "engine/core/error.h"
#include "engine/search/bucket_search.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

class Hyb final : public Planner {
public:
    std::string name() const override { return "hyb"; }
    std::string description() const override
    {
        return "SparseTIR's hyb(c, k): columns in c partitions, rows of each in buckets of powers of two up to 2^k, "
               "longer rows folded; ELL tiles of like work.";
    }

    bool plans(const OperatorDefinition& op) const override { return !op.sampled && op.inner.empty(); }

    std::vector<PlannerOption> ownOptions() const override
    {
        return {columnPartsOption("Numbers c of column partitions to try, separated by commas; the plan is taken that "
                                  "the cost model predicts to be fastest (SparseTIR 4.2.1). Of large matrices a "
                                  "sample of rows says so, and numbers after one that is a tenth slower are left out."),
                {"k", "Buckets k", "The widest bucket is 2^k; -1: k = ceil(log2(nnz / n)) (SparseTIR 4.2.1).", -1, -1,
                 static_cast<double>(mostBuckets)},
                blockRowsOption(),
                denseSplitOption()};
    }

    Plan find(const Matrix& matrix, const Operator&, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        BucketSearch search(*this, matrix, model, options, trace, progress);
        const auto asked = options.at("k").get<std::int64_t>();
        const std::int64_t k = asked >= 0 ? asked : std::min(hybBuckets(matrix), mostBuckets);
        search.compete([k](std::int64_t c) { return fmt::format("hyb({}, {})", c, k); },
                       [k](std::int64_t c, const ColumnDivision& division, bool) {
                           return BucketWidths{std::vector<std::int64_t>(division.parts.size(), std::int64_t{1} << k),
                                               {{"c", c}, {"k", k}},
                                               {},
                                               {}};
                       },
                       {});
        return search.finish();
    }
};

} // namespace

std::int64_t hybBuckets(const Matrix& matrix)
{
    std::int64_t k = 0;
    while (matrix.rows() << k < matrix.nnz())
        ++k;
    return k;
}

const Planner& hybPlanner()
{
    static const Hyb planner;
    return planner;
}

} // namespace sparsescope
