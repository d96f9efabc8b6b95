// Tables of batches with the rows that a test needs.
#pragma once

#include "engine/report/batch_profiles.h"
#include "engine/work/batch_table.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace sparsescope {

using nlohmann::json;

inline std::string tableWith(const TemporaryFolder& folder, const std::vector<json>& rows)
{
    const std::string file = folder / "t.sqlite";
    BatchTable table(file);
    int key = 0;
    for (const json& given : rows) {
        json row = {{"key", std::to_string(++key)},
                    {"source", "/data/graphs/" + given.at("matrix").get<std::string>()},
                    {"fingerprint", given.at("matrix")},
                    {"rows", 10},
                    {"cols", 10},
                    {"nnz", 100},
                    {"op", "spmm"},
                    {"dtype", "f16"},
                    {"dense", 32},
                    {"kind", given.at("name").get<std::string>().starts_with("cu") ? "library" : "planner"},
                    {"costs", "c"},
                    {"version", "1"},
                    {"date", "now"}};
        row.update(given);
        table.add({{row}});
    }
    return file;
}

inline json timed(const char* matrix, const char* name, double ns, int job)
{
    return {{"matrix", matrix}, {"name", name},  {"measuredNs", ns},  {"verified", 1},
            {"job", job},       {"device", "H"}, {"predictedNs", 7.0}};
}

inline BatchResults resultsOf(const std::vector<json>& rows)
{
    const TemporaryFolder folder;
    const auto all = batchResults(tableWith(folder, rows), noProgress());
    REQUIRE(all.size() == 1);
    return all.front();
}

inline std::vector<std::size_t> allOf(const BatchResults& results)
{
    std::vector<std::size_t> all(results.matrices.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

} // namespace sparsescope
