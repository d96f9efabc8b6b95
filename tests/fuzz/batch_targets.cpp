// Tables of batches: bytes of SQLite, and good files with a few values changed.
#include "engine/report/batch_profiles.h"
#include "engine/report/batch_regret.h"
#include "engine/report/batch_search_times.h"
#include "engine/work/batch_table.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/row_edits.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::fuzz {

namespace {

using nlohmann::json;

// With something in every column.
json rowOf(int number)
{
    json row;
    for (const BatchColumn& column : batchColumns())
        row[column.name] = std::string_view(column.type).starts_with("TEXT")      ? json(fmt::format("text {}", number))
                           : std::string_view(column.type).starts_with("INTEGER") ? json(number)
                                                                                  : json(number + 1.5);
    return row;
}

std::string tableOf(int rows)
{
    const ScratchFile file({}, ".sqlite");
    std::filesystem::remove(file.path());
    {
        BatchTable table(file.path());
        for (int row = 1; row <= rows; ++row) // no dense extent is 0
            table.add(std::vector{rowOf(row)});
    }
    return compacted(file.path());
}

const std::string& goodTable()
{
    static const std::string bytes = tableOf(3);
    return bytes;
}

} // namespace

std::vector<std::string> batchSeeds()
{
    return {tableOf(0), goodTable()};
}

std::vector<std::string> batchCsvSeeds()
{
    const ScratchFile file(goodTable(), ".sqlite");
    return {batchCsv(file.path(), noProgress()),
            "matrix,op,dtype,dense,name\r\n\"a, \"\"b\"\"\nc\",spmm,f16,32,hyb\r\n"};
}

void runBatchCsv(std::string_view input)
{
    const ScratchFile file(input, ".csv");
    readBatchRows(
        file.path(), [](const json& row) { require(row.is_object(), "a row is no object"); }, noProgress());
}

// Exports it, goes on with it, then compares what is in it.
void runBatchTable(std::string_view input)
{
    const ScratchFile file(input, ".sqlite");
    const std::string csv = batchCsv(file.path(), noProgress());
    const auto lines = std::count(csv.begin(), csv.end(), '\n');
    std::int64_t rows = 0;
    {
        BatchTable table(file.path());
        require(table.nextJob() > 0, "jobs have no number");
        table.add(std::vector{rowOf(99)});
        require(table.has("text 99"), "a case that was added is not known");
        table.each([&](const json&) { ++rows; });
    }
    readBatch(
        file.path(), [&](const json&) { --rows; }, noProgress());
    require(rows == 0 && lines > 0, "a table that was gone on with does not hold its rows");
    for (const BatchResults& results : batchResults(file.path(), noProgress())) {
        const auto all = filtered(results, {});
        const std::vector<bool> every(results.contestants.size(), true);
        for (const BatchCurve& curve : performanceProfiles(results, all, every))
            require(curve.shareUpTo(1e30) <= 1, "a share is more than all");
        require(speedUpsByClass(results, all, BatchBaseline()).back().matrices == std::ssize(all),
                "a class is missing");
        for (const SearchTime& time : searchTimes(results, all, every, shortestSearch(results)))
            require(time.searchSeconds > 0 && time.overFastest >= 1 && time.breakEven.runs >= 0,
                    "a search takes no time, or pays off before the first run");
    }
    for (const BatchRegret& regret : batchRegret(file.path(), noProgress()))
        require(regret.problem.empty() == !regret.records.cases.empty(), "there is no regret, and no word why");
}

std::vector<std::string> batchEdits()
{
    return everyEditOf(goodTable());
}

void runBatchRows(std::string_view input)
{
    runBatchTable(withEdits(goodTable(), editsIn(input)));
}

} // namespace sparsescope::fuzz
