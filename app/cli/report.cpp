// report: a session, or a batch against a selector of formats, as one web page.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/text.h"
#include "engine/report/html_report.h"
#include "engine/report/selector_report.h"
#include "engine/session/session.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct ReportArguments {
    std::string session, out, matrix;
};

void report(const ReportArguments& arguments, Console& console)
{
    std::string page;
    if (holdsBatch(arguments.session)) {
        if (!arguments.matrix.empty())
            failUsage("--matrix is of a session: the table of a batch has no matrix");
        page = selectorReport(selectorCases(arguments.session, console.progress()));
    } else {
        page = htmlReport(session::readSession(arguments.session, console.progress(), arguments.matrix),
                          console.progress());
    }
    writeText(arguments.out, page, console.progress());
    console.clearLine();
    fmt::print("{}  {}\n", arguments.out, formatBytes(static_cast<std::int64_t>(page.size())));
}

} // namespace

void addReport(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "report", "Write a session as one web page that any browser opens, with nothing beside it; or of "
                  "a batch's table what a search among graphs gains over the best format.");
    const auto arguments = std::make_shared<ReportArguments>();
    command->add_option("SESSION", arguments->session, "Session to read, or table of a batch (batch --ready selector).")
        ->required();
    command->add_option("-o,--output", arguments->out, "Write the page to this file.")->required();
    command->add_option("--matrix", arguments->matrix, "Read the matrix from this file, when it is not where it was.");
    command->callback([=, &console] { report(*arguments, console); });
}

} // namespace sparsescope
