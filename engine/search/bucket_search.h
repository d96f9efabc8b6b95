// What hyb and CELL have in common: plans of buckets for several numbers of column partitions and parts of the dense
// loop, of which the one is taken that the cost model predicts to be fastest.
#pragma once

#include "engine/search/buckets.h"
#include "engine/search/planner.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace sparsescope {

// How the rows of each partition are stored, and why.
struct BucketWidths {
    std::vector<std::int64_t> widest; // of each partition, powers of two
    nlohmann::json figures;           // for the plan
    // For each partition, or empty: widths that were not taken, and why this one was.
    std::vector<std::vector<TraceCandidate>> tried;
    std::vector<std::string> notes;
};

class BucketSearch {
public:
    // `options` are complete. Estimates look at the sample, or at one of their own. Throws Error(Usage) when the model
    // has no numbers for ELL.
    BucketSearch(const Planner& planner, const Matrix& matrix, const CostModel& model, const nlohmann::json& options,
                 TraceSink& trace, Progress& progress, std::optional<RowSample> sample = {});
    // For estimates, widths that depend on the matrix are chosen from these rows, in place of the sample.
    void chooseWidthsFrom(RowSample rows) { m_widthRows = std::move(rows); }

    using Name = std::function<std::string(std::int64_t parts)>;
    // With figures and reasons, which take longer than the choice, where these are asked for.
    using Widths = std::function<BucketWidths(std::int64_t parts, const ColumnDivision& division, bool explained)>;
    // Plans of one format, costed.
    struct Other {
        std::string name;
        FormatPtr format;
        std::function<std::pair<Plan, std::vector<TraceRound>>(const CostModel& model)> make;
    };
    // What the best of them would be predicted to take, by the sample; none is made.
    double leastEstimate(const Widths& widths);
    // Plans with all numbers of partitions and parts of the dense loop compete, and others with them. Of matrices that
    // are not small a sample of their rows says which are worth making: at most two of buckets.
    void compete(const Name& name, const Widths& widths, const std::vector<Other>& others);

    Plan finish();

private:
    struct Candidate {
        std::int64_t parts = 1;
        std::size_t model = 0;
        double ns = 0; // estimated
    };

    struct Entrant {
        std::string name;
        double ns = 0; // estimated, or 0: made anyway
        std::function<void()> make;
    };

    std::vector<std::int64_t> columnParts() const;
    bool goesOn(const std::string& name);
    std::string entrant(const std::string& name, std::size_t model) const;
    BucketPlan filledWith(const ColumnDivision& division, const BucketWidths& chosen);
    std::vector<Candidate> estimate(const std::vector<std::int64_t>& parts, const Widths& widths);
    std::vector<Entrant> partEntrants(const Name& name, const Widths& widths);
    std::vector<Entrant> otherEntrants(const std::vector<Other>& others);
    void makeOther(const Other& other, std::size_t model);
    void make(const std::string& name, std::int64_t parts, const std::vector<std::size_t>& models,
              const Widths& widths);
    std::int64_t tilePlaces(std::int64_t widest) const;

    const Planner& m_planner;
    const Matrix& m_matrix;
    nlohmann::json m_options;
    TraceSink& m_trace;
    Progress& m_progress;
    std::vector<std::unique_ptr<CostModel>> m_models;
    ScratchPool m_pool;
    RowSample m_sample;
    RowSample m_widthRows;
    std::shared_ptr<std::atomic<bool>> m_enough;

    std::vector<Competitor> m_competitors;
    std::string m_bestName;
    double m_bestNs = 0;
    std::optional<BucketPlan> m_best; // or
    std::optional<std::pair<Plan, std::vector<TraceRound>>> m_other;
    BucketWidths m_widths; // of m_best
    std::string m_cancelledIn;
};

// Options that both planners have.
PlannerOption columnPartsOption(const std::string& help);
PlannerOption blockRowsOption();

} // namespace sparsescope
