// Matrices that lie in archives, as the commands take them.
#include "engine/core/files.h"
#include "tests/app/cli_run.h"
#include "tests/support/archives.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;

namespace {

const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";

std::int64_t entriesOf(const std::string& file)
{
    const Run run = cli({"info", file, "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    return nlohmann::json::parse(run.out).at("nnz").get<std::int64_t>();
}

} // namespace

TEST_CASE("a file of an archive is named behind a #, wherever a matrix is")
{
    const TemporaryFolder folder;
    const std::string file = folder / "a.tar.xz", part = file + "#b.mtx", session = folder / "s.sscope";
    writeText(file, archiveOf({{"x/a.mtx", banner + "9 9 1\n1 1\n"}, {"x/b.mtx", banner + "9 9 2\n1 1\n2 2\n"}},
                              "ustar", "xz"));
    CHECK(entriesOf(file) == 1); // named as the archive
    CHECK(entriesOf(part) == 2);
    checkFails({"info", file + "#c.mtx"}, 2, "a.tar.xz: holds no c.mtx: it holds a.mtx, b.mtx");

    CHECK(cli({"plan", part, "-o", folder / "p.json"}).status == 0);
    CHECK(cli({"check", folder / "p.json", part}).status == 0);
    CHECK(cli({"check", folder / "p.json", file}).status == 2); // another matrix

    writeText(folder / "list.txt", "a.tar.xz#b.mtx\na.tar.xz\n");
    CHECK(cli({"batch", folder / "list.txt", "-o", folder / "t.sqlite"}).status == 0);
    CHECK(cli({"export", folder / "t.sqlite", "-o", folder / "t"}).status == 0);
    checkFails({"batch", folder / "none.tar#b.mtx", "-o", folder / "t.sqlite"}, 2, "is no file");
}
