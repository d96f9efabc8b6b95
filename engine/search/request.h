// A search as data: operator, planner, options and costs; and the plan that it finds for a matrix.
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/borrowed.h"
#include "engine/plan/plan.h"
#include "engine/search/evaluator.h"
#include "engine/search/trace.h"

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// All that a search is made from, but the matrix.
struct SearchRequest {
    Operator op;
    std::string planner = "stile";
    nlohmann::json options = nlohmann::json::object(); // those given; the others take their initial values
    std::string calibration;                           // a name or a file; empty: the default one
    std::vector<std::string> whatIf;                   // as changeCosts() takes them
    std::string costModel = {};                        // a file of readOwnCosts(); empty: the calibration's costs
};

// A planner as lists name it: with options of its own where it has some, "fixed:bsr(height=16,width=16)"; + inside a
// value stands for a comma.
struct NamedPlanner {
    std::string name;
    std::vector<std::pair<std::string, std::string>> options; // name and text
};
NamedPlanner parsePlanner(const std::string& text); // throws Error(Usage)
// What commas between such names have cut, joined again where a comma stood inside brackets.
std::vector<std::string> joinPlanners(const std::vector<std::string>& pieces);

// Sets one thing by name from text: an option of the planner (of a program any, which is handed through to it), or
// planner as parsePlanner() reads it (options that the new one has not are left out), dense, inner, dtype, op,
// calibration, cost-model, what-if (added to those there are). SpMV has the dense extent 1, and what comes from SpMV to
// another operator 32. Throws Error(Usage) for names that there are not and texts of another type; whether a value
// makes sense is found out by the search.
void applyChange(SearchRequest& request, const std::string& name, const std::string& text);

// The user himself has named what the search is made with: its planner and its cost model may be started where they are
// programs. Throws Error(Input) where there are none.
void chooseProgramsOf(const SearchRequest& request);

// Sets option "compete" of planners that have it: a figure of a sweep is that of the search asked for, not of a
// competitor that beats it.
void setCompeting(SearchRequest& request, bool competing);

// The calibration that it names, with its costs changed. Throws Error(Input, Usage).
Calibration calibrationOf(const SearchRequest& request);
// Throws Error(Usage) for extents of dense axes that the operator does not take.
void requireExtents(const Operator& op);

struct SearchResult {
    Plan plan;
    Trace trace; // with the seconds that it took
    std::vector<BorrowedCosts> borrowed;
};
// Makes what planners may ask about plans, of the cost model that outlives it.
using MakeEvaluator = std::function<std::unique_ptr<Evaluator>(const CostModel& model)>;
// Without an evaluator nothing is measured. Throws Error(Usage, Input, Cancelled), as calibration, cost model and
// planner do.
SearchResult searchPlan(const Matrix& matrix, const SearchRequest& request, Progress& progress,
                        const MakeEvaluator& evaluator = {});

// Has the GPU code for tiles of a format? Empty: not known, every plan counts as one that it can run.
using DeviceCode = std::function<bool(const std::string& format, OperatorKind op)>;
// The plan has tiles of a format that the GPU has no code for.
bool runsOnCpuOnly(const PlanSummary& plan, OperatorKind op, const DeviceCode& hasDeviceCode);
bool runsOnCpuOnly(const Plan& plan, const DeviceCode& hasDeviceCode);

std::string formatsText(const PlanSummary& plan); // "12 block, 3 ell"

// What there is to say of a prediction by other formats' costs, and of a plan that the GPU has no code for: "predicted
// with ELL's costs; runs on the CPU only", or nothing.
std::string predictionNote(const std::vector<BorrowedCosts>& borrowed, bool cpuOnly);

} // namespace sparsescope
