// sparsescope-cli: everything that the window does, without a screen.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/version.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <new>

int main(int argc, char** argv)
{
    using namespace sparsescope;
    Console console;
    int status = 0;
    CLI::App app("Explores and profiles decompositions of sparse matrices into tiles of different formats.",
                 "sparsescope-cli");
    app.require_subcommand(1);
    app.get_formatter()->column_width(36);
    app.set_help_flag("-h,--help", "Print this help and end.");
    app.set_version_flag("--version", std::string("sparsescope-cli ") + version(), "Print the version and end.");
    app.footer(
        "Exit status: 0 good, 1 usage, 2 bad input, 3 no usable device, 4 verification failed, 130 interrupted.");
    addInfo(app, console);
    addRender(app, console);
    addPermute(app, console);
    addGenerateMatrix(app, console);
    addGenerateMasks(app, console);
    addPlan(app, console);
    addSweep(app, console);
    addCompare(app, console);
    addBatch(app, console);
    addTrain(app, console);
    addCheck(app, console, status);
    addGenerate(app, console);
    addIr(app, console, status);
    addCalibrate(app, console);
    addProfile(app, console, status);
    addExport(app, console);
    addReport(app, console);
    addLearn(app, console);
    const auto fail = [&](const std::string& reason, int code) {
        console.clearLine();
        fmt::print(stderr, "sparsescope-cli: {}\n", reason);
        return code;
    };
    try {
        try {
            app.parse(argc, argv);
        } catch (const CLI::Success& e) {
            status = app.exit(e); // --help, --version
        }
        requirePrinted();
        return status;
    } catch (const CLI::ParseError& e) {
        return fail(fmt::format("{} (see --help)", e.what()), static_cast<int>(ErrorKind::Usage));
    } catch (const Error& e) {
        return fail(e.what(), e.kind() == ErrorKind::Cancelled ? 130 : e.exitStatus());
    } catch (const std::bad_alloc&) {
        return fail("out of memory", static_cast<int>(ErrorKind::Input));
    } catch (const std::exception& e) {
        if (std::ferror(stdout) != 0)
            return fail(fmt::format("standard output: {}", e.what()), static_cast<int>(ErrorKind::Input));
        return fail(e.what(), static_cast<int>(ErrorKind::Internal));
    }
}
