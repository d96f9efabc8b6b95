// sparsescope-cli as a user runs it, and tables that it writes.
#pragma once

#include "engine/core/process.h"
#include "engine/core/progress.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <sstream>
#include <string>
#include <vector>

namespace sparsescope {

inline const std::string sample = sourceFile("samples/crossing-2048.mtx.gz");

inline std::vector<std::string> linesOf(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

struct Run {
    int status = 0;
    std::string out;
    std::string err;
};

inline Run cli(const std::vector<std::string>& arguments)
{
    Run run;
    const ProcessResult result = runProcess(
        programFile("sparsescope-cli"), arguments, [&](const std::string& line) { run.out += line + "\n"; },
        noProgress());
    CHECK(result.signal == 0);
    run.status = result.exitStatus;
    run.err = result.standardError;
    return run;
}

// One line on stderr, nothing on stdout.
inline void checkFails(const std::vector<std::string>& arguments, int status, const std::string& reason)
{
    const Run run = cli(arguments);
    INFO(run.err);
    CHECK(run.status == status);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains(reason));
    CHECK(linesOf(run.err).size() == 1);
}

// The rows of a CSV, its titles first, without quotes.
inline std::vector<std::vector<std::string>> tableOf(const std::string& csv)
{
    std::vector<std::vector<std::string>> table;
    for (const std::string& line : linesOf(csv)) {
        std::vector<std::string> fields(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                fields.emplace_back();
            else
                fields.back() += c;
        }
        table.push_back(std::move(fields));
    }
    return table;
}

} // namespace sparsescope
