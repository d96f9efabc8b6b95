// A batch against a perfect selector of formats: which times are compared, and the page.
#include "engine/core/error.h"
#include "engine/report/selector_report.h"
#include "engine/work/batch_table.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

using namespace sparsescope;
using nlohmann::json;

namespace {

// A table with these rows, each with what all have.
std::string tableOf(const TemporaryFolder& folder, const std::vector<json>& rows)
{
    const std::string file = folder / "t.sqlite";
    BatchTable table(file);
    int key = 0;
    for (const json& given : rows) {
        json row = {{"key", std::to_string(++key)},
                    {"matrix", "<m>"},
                    {"source", "m"},
                    {"fingerprint", "1"},
                    {"nnz", 1000},
                    {"rowVariance", 250.0},
                    {"op", "spmv"},
                    {"dtype", "f32"},
                    {"dense", 1},
                    {"kind", given.at("name").get<std::string>().starts_with("cu") ? "library" : "planner"},
                    {"costs", "c"},
                    {"version", "1"},
                    {"date", "now"}};
        row.update(given);
        table.add({{row}});
    }
    return file;
}

json predicted(const std::string& name, double ns)
{
    return {{"name", name}, {"predictedNs", ns}};
}

json measured(const std::string& name, double ns, int job)
{
    return {{"name", name}, {"measuredNs", ns}, {"verified", 1}, {"job", job}, {"device", "H"}, {"predictedNs", 1.0}};
}

} // namespace

TEST_CASE("a selector takes the best format of one job, or of predictions where nothing was measured")
{
    const TemporaryFolder folder;
    std::vector<json> rows = {predicted("alphasparse", 100), predicted("fixed:csr", 130), predicted("fixed:ell", 120),
                              predicted("hyb", 10)}; // no format
    rows[0]["evaluated"] = 300;
    for (json row : {predicted("alphasparse", 90), measured("fixed:csr", 80, 1), measured("alphasparse", 50, 1),
                     measured("cusparse:csr", 70, 1), measured("cusparse:coo", 30, 2)}) {
        row["fingerprint"] = "2";
        row["matrix"] = "two";
        rows.push_back(row);
    }
    rows.back()["fingerprint"] = "3"; // nobody searched for it
    rows.push_back({{"name", "alphasparse"}, {"fingerprint", "4"}, {"problem", "no"}});
    const std::vector<SelectorCase> cases = selectorCases(tableOf(folder, rows), noProgress());
    REQUIRE(cases.size() == 2);
    CHECK(cases[0].best == "fixed:ell");
    CHECK(cases[0].speedup() == Approx(1.2));
    CHECK(cases[0].evaluated == 300);
    CHECK(cases[0].device.empty());
    CHECK(cases[1].best == "cusparse:csr");
    CHECK(cases[1].speedup() == Approx(1.4));
    CHECK(cases[1].device == "H");

    const std::string page = selectorReport(cases);
    CHECK_THAT(page, Catch::Contains("f32, predicted") && Catch::Contains("f32, H") && Catch::Contains("&lt;m&gt;"));
    for (const char* wrong : {"<m>", "nan", "inf\"", "http:", "https:", "src="})
        CHECK(page.find(wrong) == std::string::npos);
}

namespace {

// A table with one case, of which a statement has changed something.
std::string changedTable(const TemporaryFolder& folder, const std::string& statement)
{
    const std::string file = tableOf(folder, {predicted("alphasparse", 100), predicted("fixed:csr", 130)});
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    REQUIRE(sqlite3_exec(handle, statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(handle);
    return file;
}

} // namespace

TEST_CASE("what no kernel, matrix or search has is refused by file, row and column")
{
    const std::string ofGraph = " WHERE name = 'alphasparse'", ofFormat = " WHERE kind = 'planner' AND name LIKE 'f%'";
    for (const auto& [change, reason] :
         {std::pair{"predictedNs = 9e999" + ofGraph, "row 1, predictedNs: is damaged: no finite number"},
          {"predictedNs = 'abc'" + ofFormat, "row 2, predictedNs: is damaged: no number"},
          {"predictedNs = -5" + ofFormat, "row 2, predictedNs: -5 ns is no time of a kernel"},
          {"predictedNs = 5e-324" + ofGraph, "row 1, predictedNs: 5e-324 ns is no time of a kernel"},
          {"predictedNs = 1e308" + ofFormat, "row 2, predictedNs: 1e+308 ns is no time"},
          {"measuredNs = 1e308, verified = 1" + ofGraph, "row 1, measuredNs: 1e+308 ns is no time"},
          {std::string("rowVariance = 9e999"), "row 1, rowVariance: is damaged: no finite number"},
          {std::string("rowVariance = 1e300"), "row 1, rowVariance: is 1e+300, not 0 to"},
          {std::string("nnz = -1"), "row 1, nnz: is -1, not 0 to"},
          {std::string("nnz = 9223372036854775808"), "row 1, nnz: is damaged: no integer"},
          {"evaluated = 9223372036854775807" + ofGraph, "row 1, evaluated: is 9223372036854775807, not 0 to"},
          {std::string("matrix = x'4142'"), "row 1, matrix: is damaged: no text"}}) {
        INFO(change);
        const TemporaryFolder folder;
        const std::string file = changedTable(folder, "UPDATE batch SET " + change);
        CHECK_THROWS_WITH(selectorCases(file, noProgress()), Catch::StartsWith(file + ": " + reason));
    }
    // A table without the columns' own rules, and with fewer of them.
    for (const auto& [statement, reason] :
         {std::pair{"CREATE TABLE other AS SELECT * FROM batch; DROP TABLE batch; ALTER TABLE other RENAME TO batch;"
                    "UPDATE batch SET matrix = NULL WHERE rowid = 2",
                    ": row 2, matrix: is damaged: nothing where a value is expected"},
          {"ALTER TABLE batch DROP COLUMN nnz", ": is damaged: no such column: nnz"}}) {
        const TemporaryFolder folder;
        const std::string file = changedTable(folder, statement);
        CHECK_THROWS_WITH(selectorCases(file, noProgress()), file + reason);
    }
}

TEST_CASE("what is not known is left out of a page, and names of any length and kind stand in it")
{
    const TemporaryFolder folder;
    const std::string file = changedTable(folder, "UPDATE batch SET nnz = NULL, rowVariance = NULL, "
                                                  "matrix = 'a' || CAST(x'ff3c' AS TEXT) || hex(zeroblob(500000))");
    const std::string page = selectorReport(selectorCases(file, noProgress()));
    CHECK_THAT(page, Catch::Contains("a\xef\xbf\xbd&lt;000") && Catch::Contains("000..."));
    CHECK(page.size() < 20'000);
    CHECK(page.find("Figure 11b") == std::string::npos);
    // As much faster as a time can be.
    std::vector<SelectorCase> far(2);
    far[0].ns = far[1].bestNs = 1;
    far[0].bestNs = far[1].ns = 1e15;
    far[0].nnz = std::int64_t{1} << 62;
    const std::string wide = selectorReport(far);
    for (const char* wrong : {"nan", "inf\"", "width=\"-"})
        CHECK(wide.find(wrong) == std::string::npos);
}

TEST_CASE("times of different jobs, or predicted from other costs, are no rivals; a table without any is refused")
{
    const TemporaryFolder folder;
    std::vector<json> rows = {measured("fixed:csr", 80, 1), measured("alphasparse", 50, 2)};
    rows[1]["costs"] = "d";
    const std::string file = tableOf(folder, rows);
    CHECK_THROWS_WITH(selectorCases(file, noProgress()),
                      Catch::StartsWith(file + ": has no matrix that alphasparse planned beside a format"));
}
