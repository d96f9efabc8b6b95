// A search that turns (matrix, operator, evaluator, options) into a plan and a trace.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/matrix_order.h"
#include "engine/plan/plan.h"
#include "engine/search/estimate.h"
#include "engine/search/evaluator.h"
#include "engine/search/trace.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// Declared once by a planner; the command line and the window make their options from it.
struct PlannerOption {
    std::string name;       // "ratio": --ratio on the command line, "ratio" in the plan
    std::string label;      // on screen
    std::string help;       // one sentence with the paper's section
    nlohmann::json initial; // its type is the option's type
    double minimum = 0;
    double maximum = 0;
    std::vector<std::string> choices = {}; // of a text that is one of these
    std::string off = {};                  // of what is on at first: the sentence of the flag that turns it off
};

class Planner {
public:
    virtual ~Planner() = default;
    virtual std::string name() const = 0;
    virtual std::string description() const = 0;
    virtual std::vector<PlannerOption> ownOptions() const = 0;
    std::vector<PlannerOption> options() const; // its own and "order", which all have
    // At first all but those whose columns are of several relations.
    virtual bool plans(const OperatorDefinition& op) const { return op.inner.empty(); }
    // Whether it plans those that are computed in Float64 so too, as its plans' kernels have to do.
    virtual bool inFloat64() const { return false; }
    // Why it plans no other order than the file's; empty: it does.
    virtual std::string whyNoOrder() const { return {}; }
    // Whether a search is not worth much without times: where there is a GPU it is asked even if no plan is to be run.
    virtual bool needsTimes() const { return false; }

    // The same plan, byte for byte, for the same arguments and answers of the evaluator at any number of threads.
    // Missing options take their initial values. Where option "order" asks for it, rows and columns are planned in
    // another order; plan and trace name them as the file does all the same. Throws Error(Usage) for operators or
    // options it does not take, Error(Cancelled). Where a program prices sub-tasks (OwnCosts), the search goes by the
    // calibration's costs, and what it finds is priced.
    Plan search(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
                TraceSink& trace, Progress& progress) const;

    // What its plan in the file's order would be predicted to take, by some of its rows: in about a millisecond, where
    // a search takes seconds. Nothing: the planner has no such estimate, or no plan. Throws Error(Usage) for options it
    // does not take, Error(Cancelled).
    std::optional<double> estimate(const Matrix& matrix, const Glimpse& rows, const CostModel& model,
                                   const nlohmann::json& options, Progress& progress) const;

private:
    Plan inItsOrder(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
                    TraceSink& trace, Progress& progress) const;
    virtual std::optional<double> estimateNs(const Matrix&, const Glimpse&, const CostModel&, const nlohmann::json&,
                                             Progress&) const
    {
        return {};
    }
    // In the matrix' own order, whatever the options say of one; they are complete, and it plans the operator.
    virtual Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator,
                      const nlohmann::json& options, TraceSink& trace, Progress& progress) const = 0;
};

// The order that these options, or those of a plan from anywhere, ask for.
MatrixOrder orderAsked(const nlohmann::json& options);

// What a plan says whose search was ended early (TraceSink::start): the arguments alone do not give it again. Its
// options say so in "cancelled": {"search": which one was under way, "covered": the non-zeros that it had covered}; all
// of them when a whole plan had been found before.
struct CancelledSearch {
    std::string search;
    double covered = 0; // 0 to 1
};
std::optional<CancelledSearch> cancelledSearch(const Plan& plan);

std::span<const Planner* const> planners();      // without programs of the user's own
const Planner& planner(const std::string& name); // one of them, or of a program, "program:PATH"; throws Error(Usage)

// Whether it plans this operator, in its type.
bool takes(const Planner& planner, const Operator& op);
// Throws Error(Usage), naming what the planner takes, when it does not plan this operator, or not in its type. Ask
// before a cost model is made: a calibration without numbers for the operator is then the only reason why there is
// none.
void requireOperator(const Planner& planner, const Operator& op);

// Fills in initial values and checks names, types and ranges; throws Error(Usage).
nlohmann::json completeOptions(const Planner& planner, const nlohmann::json& given);

// An option that lists whole numbers (ascending, once each) or words. Both throw Error(Usage) naming the option.
inline constexpr std::int64_t mostColumnParts = 4096; // of the option column-parts
std::vector<std::int64_t> numbersOf(const nlohmann::json& options, const char* name, std::int64_t least,
                                    std::int64_t most);
std::vector<std::string> wordsOf(const nlohmann::json& options, const char* name,
                                 const std::vector<std::string>& known);

// Option "dense-split", which planners share, and the parts of the dense loop that it asks for: where it is empty,
// those that the calibration measured up to the whole loop, for SDDMM and SpMV the whole loop.
PlannerOption denseSplitOption();
std::vector<std::int64_t> densePartsToTry(const Operator& op, const CostModel& model, const nlohmann::json& options);

// A plan without tiles: what it is a plan of, and one partition for the whole matrix.
Plan emptyPlan(const Matrix& matrix, const CostModel& model, const std::string& planner, const nlohmann::json& options);

} // namespace sparsescope
