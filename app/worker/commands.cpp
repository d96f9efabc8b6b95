// What the worker does when it is asked: probe, run, calibrate.
#include "app/worker/commands.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/core/stage.h"
#include "engine/io/masks.h"
#include "engine/measure/baselines.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "kernels/baseline/baseline.h"
#include "kernels/baseline/user_kernel.h"
#include "kernels/device/compiler.h"
#include "kernels/device/dense_product.h"
#include "kernels/profile/counters.h"
#include "kernels/profile/run_masks.h"
#include "kernels/profile/run_plan.h"

#include <cuda_runtime_api.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <unistd.h>

namespace sparsescope {

namespace {

// What would be found out after minutes is said before a large matrix is read.
void requireUserKernels(const std::vector<std::string>& baselines)
{
    for (const std::string& baseline : baselines)
        if (const std::string file = userKernelFile(baseline); !file.empty())
            UserKernel{file};
}

// Writes what was run; `wrong`: the result that was, or empty.
int written(const session::Session& session, const std::string& output, const std::string& wrong, Progress& progress)
{
    progress.report("writing", 0.97);
    session::writeSession(session, output, progress, session::packedQuickly);
    progress.report("done", 1);
    if (wrong.empty())
        return 0;
    throw Error(ErrorKind::Verification, wrong, {.file = output, .call = {}});
}

} // namespace

int runProbe()
{
    nlohmann::json devices = nlohmann::json::array();
    int first = 0; // that can be used
    for (const DeviceInfo& info : listDevices()) {
        const Device device = info.forJobs();
        first += first == device.id && !device.status.empty() ? 1 : 0;
        devices.push_back({{"id", device.id},
                           {"name", device.name},
                           {"status", device.status},
                           {"architecture", info.architecture()},
                           {"sms", info.sms},
                           {"memory", info.memory}});
    }
    int version = 0;
    cudaRuntimeGetVersion(&version);
    nlohmann::json line = {{"devices", devices},
                           {"driver", driverModuleVersion()},
                           {"cuda", fmt::format("{}.{}", version / 1000, version % 1000 / 10)},
                           {"nvrtc", nvrtcVersion()},
                           {"cusparse", cusparseVersion()},
                           {"cublas", cublasVersion()}};
    const Context context(first < static_cast<int>(devices.size()) ? first : 0);
    const std::string refusal = countersRefusal(context);
    line["counters"] = refusal.empty();
    if (!refusal.empty())
        line["countersProblem"] = refusal;
    printLine(line);
    return 0;
}

int runCalibration(const CalibrationRequest& request, Progress& progress)
{
    driver();
    // What would be lost after minutes is said before.
    const std::filesystem::path folder = std::filesystem::absolute(request.output).parent_path();
    if (access(folder.c_str(), W_OK) != 0)
        failInput(fmt::format("the folder cannot be written: {}", std::strerror(errno)),
                  {.file = folder.string(), .call = {}});
    const bool all = request.options.tiles && request.options.pairings;
    const bool some = !all || !request.options.operators.empty() || !request.options.dtypes.empty();
    std::optional<Calibration> before;
    if (some && std::filesystem::exists(request.output)) {
        before = readCalibration(request.output);
        if (const std::string gpu = Context(request.options.device).info().name; before->gpu != gpu)
            failInput(fmt::format("has the numbers of an {}, not of this {}", before->gpu, gpu),
                      {.file = request.output, .call = {}});
    }
    Calibration calibration = calibrate(request.options, progress);
    if (before)
        keepOthers(calibration, *before);
    if (before && !request.options.tiles) { // rates and launches are what costs of tiles were fitted with
        before->sparda = std::move(calibration.sparda);
        before->conditions["pairings"] = calibration.conditions;
        before->conditions["pairings"].erase("kept");
        calibration = *std::move(before);
    }
    writeText(request.output, calibrationText(calibration));
    return 0;
}

int runJob(const GpuJobFiles& job, Progress& progress)
{
    for (const std::string& baseline : job.run.baselines)
        requireKnownBaseline(baseline);
    requireUserKernels(job.run.baselines);
    const Context context(job.run.device); // kept between the runs

    session::Session session;
    session.matrix = session::openMatrix(job.matrix, Stage(progress, 0, 0.2).progress());
    progress.check();

    std::string wrong;
    SharedInputs shared(job.run.seed);
    for (std::size_t i = 0; i < job.plans.size(); ++i) {
        const auto at = [&](double done) {
            return 0.2 + 0.77 * (static_cast<double>(i) + done) / static_cast<double>(job.plans.size());
        };
        progress.report("reading the plan", at(0));
        Plan plan = readPlan(job.plans[i], *session.matrix, progress);
        Stage stage(progress, at(0.1), at(1));
        RunOptions run = job.run;
        if (i > 0)
            run.baselines.clear();
        Profile profile = runPlan(plan, *session.matrix, run, shared, stage.progress());
        const std::string arrays = planToBlob(plan).arrays;
        profile.planHash = hex64(hashArray(std::span<const char>(arrays.data(), arrays.size())));
        progress.check();
        if (!profile.verified)
            wrong = fmt::format("the result{} is wrong: ||C - R|| / ||R|| = {:.3g}, worst element {:.3g}; the "
                                "measurements are written and marked",
                                job.plans.size() > 1 ? " of " + job.plans[i] : "", profile.relativeError,
                                profile.worstElementError);
        session.plans.push_back({std::move(plan), {}});
        session.runs.push_back({static_cast<int>(i), std::move(profile)});
    }

    return written(session, job.output, wrong, progress);
}

int runMaskJob(const MaskJobFiles& job, Progress& progress)
{
    requireUserKernels(job.run.baselines);
    session::Session session;
    session.masks = readMasks(job.masks, Stage(progress, 0, 0.05).progress());
    session.matrix = session.masks->matrix(0, progress);
    session.dynamicPlans = {readDynamicPlan(job.plan)};
    const DynamicPlan& plan = session.dynamicPlans.front();
    SequenceRun run = runMasks(plan, *session.masks, job.run, job.oracle, Stage(progress, 0.05, 0.97).progress());
    std::string wrong;
    for (std::size_t t = 0; t < run.masks.size() && wrong.empty(); ++t)
        if (!run.masks[t].accepted(plan.op.dtype))
            wrong = fmt::format("the result of mask {} is wrong: ||C - R|| / ||R|| = {:.3g}, worst element {:.3g}; "
                                "the measurements are written and marked",
                                t, run.masks[t].error, run.masks[t].worstElement);
    session.maskRuns.push_back({0, std::move(run)});
    return written(session, job.output, wrong, progress);
}

} // namespace sparsescope
