// Forests that learn from recorded runs, and how much slower than the fastest candidate what they choose is.
#pragma once

#include "engine/search/liteform/candidates.h"
#include "engine/search/liteform/model.h"

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {
class Progress;
} // namespace sparsescope

namespace sparsescope::liteform {

// A matrix in one type and dense extent, with every candidate's time.
struct RecordedCase {
    std::string matrix, fingerprint, family;
    Operator op;
    Question question;
    std::vector<double> predicted; // ns of whole plans, of each candidate; 0: none
    std::vector<double> ns;        // measured; infinite: failed, or wrong
    double least() const;
    std::size_t best() const; // candidate, the first of equals
};

struct Records {
    std::vector<std::string> candidates; // the simplest first
    std::vector<RecordedCase> cases;     // in the order in which they were recorded
    std::string device, calibration;
    std::int64_t incomplete = 0; // cases that were left out: a candidate has no row, or none ran
};

// Collects the rows of a batch.
class RecordReader {
public:
    // Throws Error(Input), without a file: a number that is none, rows of several GPUs, calibrations or operators.
    void take(const nlohmann::json& row);
    // Those of these candidates; none: all that there are. Throws Error(Input): no case is complete.
    Records records(const std::vector<std::string>& candidates = {}) const;

private:
    struct Recorded {
        RecordedCase facts;
        std::map<std::string, std::array<double, 3>> times; // by candidate: measured, predicted, estimated
    };
    std::vector<Recorded> m_cases;
    std::map<std::string, std::size_t> m_found;
    std::vector<std::string> m_candidates;
    std::string m_device, m_calibration, m_op;
};

struct ForestShape {
    bool boosted = false;
    int trees = 100;
    std::uint64_t seed = 1;
};
// The trees that XGBoost grows of these points, at least one, as JSON; on request what it says of the points itself.
// Null where a program is not linked with sparsescope_boosted, which alone defines it. Throws Error(Internal) with what
// the library says, Error(Cancelled).
[[gnu::weak]] std::vector<std::string> forestDumps(std::span<const std::vector<float>> x, std::span<const double> y,
                                                   const ForestShape& shape, Progress& progress,
                                                   std::vector<double>* predicted = nullptr);

// Throws Error(Input) where the program has no XGBoost, with what to do.
void requireXgboost();

struct FitOptions {
    FeatureSet features = FeatureSet::All;
    ForestShape shape;
};
// What a candidate's forest learns: log(time / least time), at most log 4, so that an error weighs what it costs, less
// what is expected (expectedOf()). Of families that it has not seen a forest then knows what the cost model
// knows: on the recorded runs of an H200 its choices cost a fourth less there than of log(time / least time) alone.
double labelOf(const RecordedCase& one, std::size_t candidate, double expected);
// Throws as requireXgboost(), Error(Cancelled).
Model fit(const Records& records, const FitOptions& options, Progress& progress);

inline constexpr double mostRegret = 63; // of what failed
// Who chose what in each case, and the regret: its time over the least of all candidates, less 1. What failed counts as
// 64 times as long.
struct Chooser {
    std::string name;
    std::vector<std::size_t> chosen; // candidate
    std::vector<double> regret;
};
struct RegretFigures {
    double geometricMean = 0, median = 0, p90 = 0, worst = 0;
    double within = 0;   // share of the cases with at most 5 %
    double accurate = 0; // share in which none is faster
};
RegretFigures figuresOf(std::span<const double> regret); // of one case or more

Chooser byModel(const Model& model, const Records& records);
Chooser byEstimate(const Records& records);   // the least predicted cost by a sample
Chooser byPrediction(const Records& records); // the same of whole plans
Chooser always(const Records& records, std::size_t candidate);
// What else could have chosen: the least predicted cost, where there are predictions, and always one candidate, that of
// the least mean regret first.
std::vector<Chooser> otherChoosers(const Records& records);

enum class Folds { Matrix, Family };
inline constexpr Folds allFolds[] = {Folds::Matrix, Folds::Family};
const char* name(Folds folds);
// By forests that have not seen the matrix, in ten folds, or its family. Throws what fit() throws.
Chooser crossValidated(const Records& records, const FitOptions& options, Folds folds, Progress& progress);

nlohmann::json toJson(const RegretFigures& figures);

} // namespace sparsescope::liteform
