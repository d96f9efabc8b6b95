// export: what a session or a batch's table holds, as files for other programs.
#include "app/cli/console.h"
#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/plan/plan_file.h"
#include "engine/report/profile_csv.h"
#include "engine/session/session.h"
#include "engine/work/batch_table.h"
#include "engine/work/contest.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct ExportArguments {
    std::string file;
    std::string folder;
};

// With what the fastest run of the point's plan measured.
SweepPoint measured(SweepPoint point, const session::Session& session)
{
    for (const session::SessionRun& run : session.runs)
        if (point.problem.empty() && run.profile.verified && isPlanOf(point, session.plans.at(at(run.plan)).plan) &&
            (point.measuredNs == 0 || run.profile.kernel.medianNs < point.measuredNs)) {
            point.measuredNs = run.profile.kernel.medianNs;
            point.counted = countedIn(run.profile.counters);
        }
    return point;
}

void exportSession(const ExportArguments& arguments, Console& console)
{
    const session::Session session = session::readSession(arguments.file, console.progress());
    const auto path = [&](const std::string& name) {
        return (std::filesystem::path(arguments.folder) / name).string();
    };
    const auto write = [&](const std::string& name, const std::string& text) {
        writeText(path(name), text, console.progress());
    };
    const auto said = [&](const std::string& name, const char* what) { fmt::print("{:<14}{}\n", what, path(name)); };
    console.clearLine();
    writeSet(arguments.folder, [&] {
        for (std::size_t i = 0; i < session.plans.size(); ++i) {
            const std::string name = fmt::format("plan-{}.json", i + 1);
            writePlan(session.plans[i].plan, path(name), console.progress());
            said(name, "plan");
        }
        for (std::size_t i = 0; i < session.runs.size(); ++i) {
            const session::SessionRun& run = session.runs[i];
            const std::string stem = fmt::format("run-{}", i + 1);
            write(stem + ".json", jsonText(toJson(run.profile), 2) + "\n");
            write(stem + "-timings.csv", timingsCsv(run.profile));
            write(stem + "-counters.csv", countersCsv(run.profile));
            write(stem + "-kinds.csv", kindsCsv(run.profile));
            write(stem + "-tasks.csv", tasksCsv(session.plans.at(at(run.plan)).plan, run.profile));
            said(stem + ".json", "conditions");
            said(stem + "-timings.csv", "timings");
            said(stem + "-counters.csv", "counters");
            said(stem + "-kinds.csv", "kinds of tile");
            said(stem + "-tasks.csv", "sub-tasks");
        }
        if (!session.published.empty()) {
            write("published.csv", publishedCsv(session.published));
            said("published.csv", "published");
        }
        for (std::size_t i = 0; i < session.sweeps.size(); ++i) {
            const std::string name = fmt::format("sweep-{}.csv", i + 1);
            std::vector<SweepPoint> points;
            for (const auto& [place, point] : session.sweeps[i].points)
                points.push_back(measured(point, session));
            write(name, sweepCsv(session.matrix->source().name, session.sweeps[i].sweep, points, hasDevicePiece));
            said(name, "sweep");
        }
    });
}

void exportBatch(const ExportArguments& arguments, Console& console)
{
    const std::string table = batchCsv(arguments.file, console.progress());
    const std::string path = (std::filesystem::path(arguments.folder) / "batch.csv").string();
    console.clearLine();
    writeSet(arguments.folder, [&] { writeText(path, table, console.progress()); });
    fmt::print("{:<14}{}\n", "batch", path);
}

} // namespace

void addExport(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "export", "Write what a session holds as files: plans, timings, counters, sub-tasks, sweeps; or a batch's "
                  "table as CSV.");
    const auto arguments = std::make_shared<ExportArguments>();
    command->add_option("FILE", arguments->file, "Session or table of a batch to read.")->required();
    command->add_option("-o,--output", arguments->folder, "Write the files into this folder.")->required();
    command->callback([=, &console] {
        if (holdsBatch(arguments->file))
            exportBatch(*arguments, console);
        else
            exportSession(*arguments, console);
    });
}

} // namespace sparsescope
