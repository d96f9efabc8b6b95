// A batch against a perfect selector of formats: which times are compared, and the page.
#include "engine/core/error.h"
#include "engine/report/selector_report.h"
#include "engine/work/batch_table.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>

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

TEST_CASE("times of different jobs, or predicted from other costs, are no rivals; a table without any is refused")
{
    const TemporaryFolder folder;
    std::vector<json> rows = {measured("fixed:csr", 80, 1), measured("alphasparse", 50, 2)};
    rows[1]["costs"] = "d";
    const std::string file = tableOf(folder, rows);
    CHECK_THROWS_WITH(selectorCases(file, noProgress()),
                      Catch::StartsWith(file + ": has no matrix that alphasparse planned beside a format"));
}
