// calibrate: measures this machine's GPU for the cost models.
#include "app/cli/console.h"
#include "engine/cost/calibration.h"
#include "engine/work/remote_worker.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <vector>

namespace sparsescope {

void addCalibrate(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "calibrate", "Measure what the cost models need to know about this machine's GPU; takes minutes.");
    const auto output = std::make_shared<std::string>();
    const auto name = std::make_shared<std::string>();
    command->add_option("-o,--output", *output, "Write the calibration to this JSON file, for --calibration.")
        ->required();
    command->add_option("--name", *name, "Call the calibration so. Default: as the file.");
    const auto device = std::make_shared<int>(0);
    const auto host = std::make_shared<std::string>();
    addDevice(*command, *device, *host);
    const auto operators = std::make_shared<std::vector<std::string>>();
    const auto dtypes = std::make_shared<std::vector<std::string>>();
    command
        ->add_option("--op", *operators,
                     "Measure these operators alone, separated by commas; what the file holds of others is kept.")
        ->type_name(oneOf(operatorKinds(), [](OperatorKind kind) { return sparsescope::name(kind); }))
        ->delimiter(',');
    command->add_option("--dtypes", *dtypes, "Measure these types alone, separated by commas; as with --op.")
        ->type_name(oneOf(dataTypes, [](DataType type) { return sparsescope::name(type); }))
        ->delimiter(',');
    const auto only = std::make_shared<std::string>();
    command->add_option("--only", *only, "Measure this alone: sparda, what dynamic plans are chosen by.")
        ->check(CLI::IsMember({"sparda"}));
    command->callback([=, &console] {
        CalibrationJob job{*output, name->empty() ? std::filesystem::path(*output).stem().string() : *name, *device};
        std::transform(operators->begin(), operators->end(), std::back_inserter(job.operators), parseOperatorKind);
        std::transform(dtypes->begin(), dtypes->end(), std::back_inserter(job.dtypes), parseDataType);
        if (std::find(job.dtypes.begin(), job.dtypes.end(), DataType::Float64) != job.dtypes.end())
            failUsage("costs in f64 are not measured: those of f32 stand for them");
        job.onlyPairings = *only == "sparda";
        workerOn(*host)->calibrate(job, console.progress());
        console.clearLine();
        const Calibration c = readCalibration(*output);
        fmt::print("calibration   {} of an {}: {} sets of numbers\n", c.name, c.gpu, c.entries.size());
        fmt::print("rates         copy {:.2f} TB/s, gather from L2 {:.2f} TB/s, launch {}\n",
                   c.rates.copyBytesPerNs / 1000, c.rates.gatherBytesPerNs / 1000, formatTime(c.launchNs));
        for (const auto& [type, flops] : c.rates.flopsPerNs)
            fmt::print("{:<14}{:.0f} TFLOP/s\n", sparsescope::name(type), flops / 1000);
        const auto residuals = [](const CalibrationEntry& e, const std::string& format, const char* model,
                                  const Residuals& r) {
            fmt::print("{:<6}{:<5}{:>4}  {:<4} {:<9} r {:.4f}, median error {:.1f} %\n", sparsescope::name(e.op),
                       sparsescope::name(e.dtype), e.densePart, format, model, r.pearson, 100 * r.medianError);
        };
        for (const CalibrationEntry& e : c.entries) {
            for (const auto& [format, fit] : e.fits)
                residuals(e, format, "roofline", fit.residuals);
            for (const auto& [format, fit] : e.linears)
                residuals(e, fit.label.empty() ? format : fit.label, "linear", fit.residuals);
        }
        fmt::print("pairings      {}, and {} times of the index\n", c.sparda.pairings.size(), c.sparda.index.size());
        fmt::print("written       {}\n", *output);
    });
}

} // namespace sparsescope
