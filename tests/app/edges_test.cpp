// Edge lists, and parts of matrices that are written, as the commands take them.
#include "engine/core/files.h"
#include "engine/io/reader.h"
#include "tests/app/cli_run.h"

#include <nlohmann/json.hpp>

using namespace sparsescope;

TEST_CASE("every command that reads a matrix reads an edge list, as --edges says")
{
    const TemporaryFolder folder;
    const std::string file = folder / "g.csv";
    writeText(file, "id,a,b,kg\n7,1,2,0.5\n8,2,3,1.5\n");
    checkFails({"info", file}, 2, "g.csv:2: has 4 columns, and nothing says which of them are meant");
    const Run run = cli({"info", file, "--edges", "columns=2,3,4 symmetric", "--json"});
    REQUIRE(run.status == 0);
    const auto info = nlohmann::json::parse(run.out);
    CHECK(info.at("nnz") == 4);
    CHECK(info.at("rows") == 3);
    const std::vector<std::string> edges = {"--edges", "columns=2,3"};
    const auto with = [&](std::vector<std::string> command) {
        command.insert(command.end(), edges.begin(), edges.end());
        return cli(command);
    };
    CHECK(with({"plan", file, "-o", folder / "p.json"}).status == 0);
    CHECK(with({"check", folder / "p.json", file}).status == 0);
    checkFails({"info", file, "--edges", "columns=2"}, 1, "\"columns=2\"");
    checkFails({"info", sample, "--edges", "base=0"}, 1, "is no edge list, which --edges is about");
    writeText(folder / "list.txt", "plain.txt\n");
    writeText(folder / "plain.txt", "0 1\n1 2\n");
    CHECK(cli({"batch", folder / "list.txt", "-o", folder / "t.sqlite"}).status == 0);
}

TEST_CASE("permute writes a part of a matrix, in the new order")
{
    const TemporaryFolder folder;
    const std::string whole = folder / "whole.npz", part = folder / "part.mtx.gz";
    REQUIRE(cli({"permute", sample, "--order", "rows", "-o", whole}).status == 0);
    const Run run =
        cli({"permute", sample, "--order", "rows", "--rows", "100:300", "--cols", ":50", "-o", part, "--json"});
    REQUIRE(run.status == 0);
    const MatrixPtr all = readMatrix(whole, noProgress()), cut = readMatrix(part, noProgress());
    CHECK(cut->rows() == 200);
    CHECK(cut->cols() == 50);
    CHECK(cut->nnz() == all->countIn(100, 300, 0, 50));
    CHECK(nlohmann::json::parse(run.out).at("nnz") == cut->nnz());
    for (std::int64_t r = 0; r < cut->rows(); ++r)
        CHECK(cut->rowLength(r) == all->countIn(100 + r, 101 + r, 0, 50));
    checkFails({"permute", sample, "--rows", "5", "-o", part}, 1, "--rows takes FIRST:END");
    checkFails({"permute", sample, "--cols", "9:3000", "-o", part}, 1, "there are no columns 9:3000");
}
