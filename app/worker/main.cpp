// sparsescope-gpu: the one program that talks to the GPU. Started by the window and the command line as a child
// process; tells them on standard output, one JSON object a line, how far it is or why it ended.
#include "app/worker/commands.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/process.h"
#include "engine/core/signals.h"
#include "engine/core/version.h"
#include "engine/measure/baselines.h"
#include "kernels/device/device.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace {

using namespace sparsescope;

const char* nameOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage:
        return "usage";
    case ErrorKind::Input:
        return "input";
    case ErrorKind::Device:
        return "device";
    case ErrorKind::Verification:
        return "verification";
    case ErrorKind::Cancelled:
        return "cancelled";
    case ErrorKind::Internal:
        break;
    }
    return "internal";
}

int fail(const std::string& reason, ErrorKind kind)
{
    printLine({{"error", reason}, {"kind", nameOf(kind)}});
    return static_cast<int>(kind);
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app("Runs Sparsescope's plans on an NVIDIA GPU and measures them.", "sparsescope-gpu");
    app.require_subcommand(1);
    app.get_formatter()->column_width(36);
    app.set_help_flag("-h,--help", "Print this help and end.");
    app.set_version_flag("--version", std::string("sparsescope-gpu ") + version(), "Print the version and end.");
    CLI::App* probe = app.add_subcommand("probe", "Tell which GPUs, libraries and counters can be used.");

    std::string jobFile;
    CLI::App* runCommand = app.add_subcommand("run", "Run plans as a job's file says.");
    runCommand->add_option("JOB", jobFile, "Read the job from this JSON file.")->required();

    CLI::App* masksCommand = app.add_subcommand("run-masks", "Run a dynamic plan over masks as a job's file says.");
    masksCommand->add_option("JOB", jobFile, "Read the job from this JSON file.")->required();

    CLI::App* evaluate = app.add_subcommand("evaluate", "Time graphs of a job's matrix as standard input asks.");
    evaluate->add_option("JOB", jobFile, "Read the job from this JSON file.")->required();

    GpuJobFiles job;
    CLI::App* profile = app.add_subcommand("profile", "Run a plan on the GPU, check it, measure it.");
    profile->add_option("--matrix", job.matrix, "Read the matrix from this file or session.")->required();
    profile->add_option("--plan", job.plans, "Run this plan of that matrix, a JSON file; may be given again.")
        ->allow_extra_args(false)
        ->required();
    profile->add_option("-o,--output", job.output, "Write this session.")->required();
    profile
        ->add_option("--baseline", job.run.baselines,
                     "Compare with these libraries, as cusparse:csr_alg2,cusparse:csr_alg3.")
        ->delimiter(',');
    std::vector<std::string> kernels;
    profile
        ->add_option("--kernel", kernels,
                     "Compare with a kernel of your own in this shared library; may be given again.")
        ->allow_extra_args(false);
    profile->add_option("--repeats", job.run.repeats, "Time this many runs.")
        ->check(CLI::Range(1, mostRepeats))
        ->capture_default_str();
    profile->add_option("--seed", job.run.seed, "Begin the random values of the dense operands here.")
        ->capture_default_str();
    std::string values, choices;
    for (const MatrixValues each : matrixValues)
        choices += (choices.empty() ? "" : ",") + std::string(name(each));
    profile
        ->add_option("--values", values,
                     "Multiply with the values of the file, with random ones or with ones. Default: the file's, or "
                     "random ones where the type cannot hold them or the results.")
        ->type_name("{" + choices + "}");
    const auto addDevice = [](CLI::App& command, int& device) {
        command.add_option("--device", device, "Use the GPU of this number.")
            ->check(CLI::Range(0, mostDevices - 1))
            ->capture_default_str();
    };
    addDevice(*profile, job.run.device);
    profile->add_flag_callback(
        "--no-counters", [&] { job.run.counters = false; }, "Do not use CUPTI.");
    profile->add_flag("--brief", job.run.brief, "Verify and time the plan and the baselines, nothing more.");
    profile->add_flag_callback(
        "--no-tune", [&] { job.run.tune = false; }, "Measure the plan as it is, with the default kernel.");
    profile
        ->add_option_function<std::string>(
            "--codegen", [&](const std::string& text) { job.run.codegens = parseCodegens(text); },
            "Measure kernels of hand-written templates, kernels printed from programs, or both, of which the faster is "
            "kept. Default: both; with --no-tune template.")
        ->type_name(codegenChoices);

    CalibrationRequest calibration;
    CLI::App* calibrateCommand =
        app.add_subcommand("calibrate", "Measure what the cost models need to know about the GPU.");
    calibrateCommand->add_option("-o,--output", calibration.output, "Write the calibration to this JSON file.")
        ->required();
    calibrateCommand->add_option("--name", calibration.options.name, "Call the calibration so.")->required();
    calibrateCommand->add_option_function<std::vector<std::string>>(
        "--op",
        [&](const std::vector<std::string>& names) {
            std::transform(names.begin(), names.end(), std::back_inserter(calibration.options.operators),
                           parseOperatorKind);
        },
        "Measure these operators alone, and keep what the file holds of others.");
    calibrateCommand->add_option_function<std::vector<std::string>>(
        "--dtypes",
        [&](const std::vector<std::string>& names) {
            std::transform(names.begin(), names.end(), std::back_inserter(calibration.options.dtypes), parseDataType);
        },
        "Measure these types alone.");
    calibrateCommand->add_flag_callback(
        "--only-pairings", [&] { calibration.options.tiles = false; },
        "Measure what dynamic plans are chosen by alone, and keep the rest of the file.");
    addDevice(*calibrateCommand, calibration.options.device);

    CompileRequest compile;
    CLI::App* compileCommand =
        app.add_subcommand("compile", "Compile a generated source: resources, PTX and SASS; needs no GPU.");
    compileCommand
        ->add_option("--source", compile.source, "Compile this file, CUDA C++ as generated; - reads standard input.")
        ->required();
    compileCommand->add_option("--entry", compile.entry, "Tell about the kernel of this name.")->required();
    compileCommand->add_option("--threads", compile.threads, "Assume this many threads a block.")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    compileCommand->add_option("--architecture", compile.architecture, "Compile for this architecture, as sm_90.")
        ->required();
    compileCommand->add_option("-o,--output", compile.output, "Write what was found to this JSON file.")->required();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return app.exit(error); // --help, --version
        return fail(error.what(), ErrorKind::Usage);
    }

    for (const std::string& file : kernels)
        job.run.baselines.push_back(userKernelPrefix + file);

    Progress progress([](std::string_view what, double done) {
        printLine({{"progress", std::clamp(done, 0.0, 1.0)}, {"what", what}});
    });
    onEndlessKernel([](const std::string& reason) {
        const int status = fail(reason, ErrorKind::Device);
        std::fflush(nullptr);
        std::_Exit(status);
    });
    const CancelledBySignals signals(progress, Second::Same);
    outliveFileSizeLimit();
    endWithParent();
    int status = 0;
    try {
        if (!values.empty())
            job.run.values = parseMatrixValues(values);
        status = *probe              ? runProbe()
                 : *compileCommand   ? runCompile(compile, progress)
                 : *calibrateCommand ? runCalibration(calibration, progress)
                 : *runCommand       ? runJob(readGpuJob(jobFile), progress)
                 : *masksCommand     ? runMaskJob(readMaskJob(jobFile), progress)
                 : *evaluate         ? runEvaluation(readGraphJob(jobFile), progress)
                                     : runJob(job, progress);
    } catch (const Error& error) {
        status = fail(error.what(), error.kind());
    } catch (const std::bad_alloc&) {
        status = fail("this machine's memory is exhausted", ErrorKind::Input);
    } catch (const std::exception& error) {
        status = fail(error.what(), ErrorKind::Internal);
    }
    return status;
}
