#include "tests/fuzz/fixtures.h"

#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/measure/block_schedule.h"
#include "engine/measure/facts.h"
#include "engine/measure/roofline.h"
#include "engine/report/profile_csv.h"
#include "engine/report/report_steps.h"
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "engine/search/sweep.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"
#include "tests/engine/session_fixtures.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <set>

namespace sparsescope::fuzz {

const MatrixPtr& smallMatrix()
{
    static const MatrixPtr matrix = randomUniform(30, 24, 0.2, 1);
    return matrix;
}

const Calibration& someCalibration()
{
    static const Calibration calibration = [] {
        Calibration all = readCalibration(defaultCalibration);
        std::set<OperatorKind> seen;
        std::erase_if(all.entries, [&](const CalibrationEntry& entry) {
            return entry.dtype != DataType::Float16 || !seen.insert(entry.op).second;
        });
        return all;
    }();
    return calibration;
}

SearchResult planned(const std::string& name, const Operator& op, const nlohmann::json& options)
{
    const auto model = makeCostModel(someCalibration(), op);
    SearchResult result;
    result.plan = planner(name).search(*smallMatrix(), op, ModelEvaluator(*model), options, result.trace, noProgress());
    return result;
}

const std::vector<SearchResult>& somePlans()
{
    static const std::vector<SearchResult> plans = [] {
        std::vector<SearchResult> made;
        std::size_t turn = 0;
        for (const Planner* planner : planners()) {
            std::vector<OperatorKind> kinds = operatorKinds();
            std::erase_if(kinds, [&](OperatorKind kind) { return !planner->plans(definitionOf(kind)); });
            const Operator op = changed({{}, DataType::Float16, 32}, kinds[turn++ % kinds.size()]);
            try {
                made.push_back(planned(planner->name(), op));
            } catch (const Error&) {
                // It has no plan of this operator, or no rules.
            }
        }
        return made;
    }();
    return plans;
}

session::Session someSession()
{
    session::Session all;
    all.matrix = smallMatrix();
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    for (const char* name : {"stile", "hyb"}) {
        SearchResult found = planned(name, op);
        all.runs.push_back({static_cast<int>(all.plans.size()), inventedProfile(found.plan, 1)});
        all.plans.push_back({std::move(found.plan), std::move(found.trace), name});
    }
    Sweep sweep{{}, {parseSweepAxis("ratio=1,1.5"), parseSweepAxis("depth=1")}};
    FinishedSweep finished{sweep, {}};
    runSweep(
        *all.matrix, sweep,
        [&](std::size_t i, const SweepPoint& point) {
            finished.points[i] = point;
            finished.points[i].searchSeconds = 0;
        },
        noProgress());
    all.sweeps.push_back(std::move(finished));
    session::SavedView view;
    view.name = view.page = "search";
    view.plan = 0;
    view.step = 2;
    view.box = {1, 2, 0.5, 0.5, 200, 100};
    view.cells = raster::ElementRect{1, 5, 2, 9};
    all.view = view;
    all.bookmarks = {view};
    all.note = "Rows 1 to 5 are strange.";
    return all;
}

void usePlan(const Plan& plan, const Matrix& matrix)
{
    const PlanFacts facts = planFacts(plan, matrix, noProgress());
    require(facts.covered.back() == matrix.nnz(), "the tiles of a plan that was read do not cover the matrix");
    static_cast<void>(predictedSchedule(plan, 4));
    // Longer ones are legal, and take as long and as much memory as they say.
    constexpr std::int64_t mostDense = 256;
    if (plan.op.dense > mostDense || plan.densePart > mostDense)
        return;
    const Packed packed = pack(plan, matrix, noProgress());
    const CheckedPlan checked = checkPlan(plan, matrix, 1, noProgress());
    require(checked.error.accepted(plan.op.dtype) || !checked.overflow.empty(),
            "a plan that was read computes wrongly");
    allowingUsage([&] { generateKernel(packed); });
}

void useProfile(const Plan& plan, const Profile& profile)
{
    runFacts(plan, profile, noProgress());
    measuredSchedule(profile);
    roofline(profile, someCalibration().rates);
    timingsCsv(profile);
    countersCsv(profile);
    kindsCsv(profile);
    tasksCsv(plan, profile);
}

void useSession(const session::Session& session)
{
    for (const session::SessionPlan& plan : session.plans) {
        usePlan(plan.plan, *session.matrix);
        reportSteps(*session.matrix, plan.plan, {}, noProgress()); // the rest of the page is pictures, and slow
    }
    for (const session::SessionRun& run : session.runs)
        useProfile(session.plans.at(static_cast<std::size_t>(run.plan)).plan, run.profile);
    for (const FinishedSweep& sweep : session.sweeps) {
        std::vector<SweepPoint> points = sweepPoints(sweep.sweep);
        for (const auto& [place, point] : sweep.points)
            points.at(place) = point;
        sweepCsv("m", sweep.sweep, points, hasDevicePiece);
    }
}

} // namespace sparsescope::fuzz
