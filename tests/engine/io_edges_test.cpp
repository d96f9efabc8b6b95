// Edge lists as SNAP, KONECT, Network Repository and spreadsheets write them.
#include "engine/io/edge_layout.h"
#include "engine/io/gzip.h"
#include "engine/io/suffixes.h"
#include "engine/io/text_chunks.h"
#include "tests/engine/io_fixtures.h"
#include "tests/support/archives.h"

#include <fmt/format.h>

using namespace sparsescope;

namespace {

MatrixPtr readEdges(const std::string& text, const std::string& options = {}, const std::string& name = "g.txt")
{
    const TemporaryFolder folder;
    writeText(folder / name, text);
    return readMatrix(folder / name, noProgress(), parseEdgeOptions(options));
}

Error refusedEdges(const std::string& text, const std::string& options = {}, const std::string& name = "g.txt")
{
    try {
        readEdges(text, options, name);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().file.ends_with(name));
        return e;
    }
    FAIL("was read without an error: " + text);
    std::abort();
}

using Written = std::vector<double>;

} // namespace

TEST_CASE("edge lists of SNAP, KONECT and Network Repository are read with no option")
{
    const MatrixPtr snap = readEdges("# Directed graph (each unordered pair of nodes is saved once): A.txt\n"
                                     "# Nodes: 3 Edges: 3\n# FromNodeId\tToNodeId\n0\t1\n0\t2\r\n2\t0\n");
    CHECK(denseOf(*snap) == Written{0, 1, 1, 0, 0, 0, 1, 0, 0});
    CHECK_FALSE(snap->hasValues());
    CHECK(snap->source().format == "edge list");
    CHECK(notes(*snap, "source in column 1, target in column 2, no weight; numbered from 0."));

    const MatrixPtr undirected = readEdges("# Undirected graph: a.txt\n1 2\n2 2\n");
    CHECK(denseOf(*undirected) == Written{0, 1, 1, 1});
    CHECK(undirected->source().symmetry == "symmetric");
    CHECK(notes(*undirected, "Every edge is one in both directions."));
    CHECK(denseOf(*readEdges("# Undirected graph: a.txt\n1 2\n2 2\n", "directed")) == Written{0, 1, 0, 1});

    const MatrixPtr konect =
        readEdges("% asym weighted\n% 3 4 4\n1 2 0.5 1234567\n2 3 -1 1234568\n\n3 1 2 1\n", {}, "out.a");
    CHECK(konect->rows() == 4);
    CHECK(konect->nnz() == 3);
    CHECK(denseOf(*konect)[1] == 0.5);
    const MatrixPtr bip = readEdges("% bip unweighted\n% 2 2 3\n1 3\n2 1\n", {}, "out.b");
    CHECK(bip->rows() == 2);
    CHECK(bip->cols() == 3);
    CHECK(denseOf(*readEdges("% sym positive\n1 2 3\n", {}, "out.c")) == Written{0, 3, 3, 0});
    CHECK(denseOf(*readEdges("1 2 0.5\n2 1 2\n", {}, "a.edges")) == Written{0, 0.5, 2, 0});
    CHECK(denseOf(*readEdges("1,2\n2,1\n", {}, "b.edges")) == Written{0, 1, 1, 0});
}

TEST_CASE("CSV with and without a header is an edge list, its columns by their names")
{
    CHECK(denseOf(*readEdges("source,target,weight\n0,1,2.5\n1,0,3\n", {}, "a.csv")) == Written{0, 2.5, 3, 0});
    CHECK(denseOf(*readEdges("id;weight;to;from\n7;4;1;0\n8;5;0;1\n", {}, "a.csv")) == Written{0, 4, 5, 0});
    CHECK(denseOf(*readEdges("\"Source\",\"Target\"\n\"0\", \"1\"\n", {}, "a.csv")) == Written{0, 1, 0, 0});
    CHECK(denseOf(*readEdges("a\tb\n0\t1\n", {}, "a.tsv")) == Written{0, 1, 0, 0});
    CHECK(denseOf(*readEdges("u,v,time\n0,1,123\n", {}, "a.csv")) == Written{0, 1, 0, 0});
    const MatrixPtr named = readEdges("source,target,weight\n0,1,2.5\n", {}, "a.csv");
    CHECK(notes(*named, "source in column 1 (\"source\"), target in column 2 (\"target\"), weight in column 3"));
}

TEST_CASE("options of edge lists take precedence over what is guessed")
{
    CHECK(denseOf(*readEdges("9 0 1 5\n9 1 0 6\n", "columns=2,3,4")) == Written{0, 5, 6, 0});
    CHECK(denseOf(*readEdges("9 0 1 5\n9 1 0 6 7\n", "columns=2,3")) == Written{0, 1, 1, 0});
    CHECK(readEdges("1 2\n", "base=0")->rows() == 3);
    CHECK(readEdges("1 2\n")->rows() == 2);
    CHECK(denseOf(*readEdges("1 2 4\n", "symmetric")) == Written{0, 4, 4, 0});
    CHECK(denseOf(*readEdges("0 0\n0 1\n", "header")) == Written{0, 1, 0, 0});
    CHECK_FALSE(readEdges("0 1 5\n", "weight=0")->hasValues());
    const MatrixPtr sized = readEdges("0 1\n", "size=2x5");
    CHECK(sized->rows() == 2);
    CHECK(sized->cols() == 5);
    CHECK(readEdges("0 4\n", "bipartite")->rows() == 1);
    CHECK(denseOf(*readEdges("0|1\n", "separator=bar")) == Written{0, 1, 0, 0});
    CHECK_FALSE(stillInFile(*readEdges("0 1\n", "base=0")));
    const MatrixPtr compact = readEdges("70000000000 5\n5 9\n", "compact");
    CHECK(denseOf(*compact) == Written{0, 1, 0, 0, 0, 0, 1, 0, 0});
    CHECK(notes(*compact, "The 3 vertices that occur, numbered up to 70000000000, are numbered anew"));
    CHECK(readEdges("5 900\n7 900\n", "compact bipartite")->cols() == 1);
    CHECK(denseOf(*readEdges("0 1\n0 1\n")) == Written{0, 1, 0, 0}); // merged
    CHECK(denseOf(*readEdges("0 1 2\n0 1 3\n")) == Written{0, 5, 0, 0});
}

TEST_CASE("options of edge lists are read as they are written")
{
    for (const char* text :
         {"columns=1,2,3 base=1 separator=comma header symmetric", "columns=2,1 no-header size=10x20",
          "separator=tab directed bipartite compact size=7", "weight=0 base=0", ""})
        CHECK(edgeOptionsText(parseEdgeOptions(text)) == text);
    CHECK(parseEdgeOptions("separator=,").separator == ',');
    for (const char* wrong : {"columns=1", "columns=0,1", "columns=1,1", "columns=1,2,3,4", "base=2", "base=", "size=0",
                              "size=3x", "separator=dot", "weight", "symmetric size=2x3", "symmetric bipartite"}) {
        INFO(wrong);
        try {
            parseEdgeOptions(wrong);
            FAIL("was taken");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Usage);
        }
    }
}

TEST_CASE("a text that is no edge list is refused with its line")
{
    const auto line = [](const Error& e, std::int64_t number, const std::string& part) {
        INFO(e.what());
        CHECK(e.where().line == number);
        CHECK(contains(e.reason(), part));
    };
    line(refusedEdges("# a\n0 1\n0 x\n"), 3, "target \"x\" is not a whole number from 0 to 2147483647");
    line(refusedEdges("0 1\n-1 1\n"), 2, "source \"-1\" is not a whole number");
    line(refusedEdges("0 1\n1 2 3\n"), 2, "has 3 columns where 2 are expected");
    line(refusedEdges("0 1 1\n1 2\n"), 2, "has 2 columns where 3 are expected");
    line(refusedEdges("0 1 1\n\n1 2 w\n"), 3, "weight \"w\" is not a number");
    line(refusedEdges("0 1\n1.5 2\n"), 2, "source \"1.5\" is not a whole number");
    line(refusedEdges("0 1\n0 4000000000\n"), 2, "--edges compact numbers those that occur");
    line(refusedEdges("1 2\n0 1\n", "base=1"), 2, "source \"0\" is not a whole number from 1 to 2147483647");
    line(refusedEdges("# only\n# words\n"), 2, "the file holds no edge");
    line(refusedEdges("alice bob\ncarol dave\n"), 2, "vertices have whole numbers, not names");
    line(refusedEdges("source,target\n", {}, "a.csv"), 1, "holds no edge behind its first line");
    line(refusedEdges("1\n2\n"), 1, "has one column where an edge has two");
    line(refusedEdges("1 2 3 4 5\n"), 1, "has 5 columns, and nothing says which of them are meant");
    line(refusedEdges("a,b,c,d\n1,2,3,4\n", {}, "a.csv"), 2, "has 4 columns, and nothing says");
    line(refusedEdges("1 2\n", "columns=1,3"), 1, "has 2 columns where 3 are asked for");
    line(refusedEdges("0 1\n2 2\n", "size=2"), 0, "has vertex 2 where 2 rows are asked for");
    line(refusedEdges("0 2147483647\n"), 0, "at most 2147483647 vertices can be read");
    line(refusedEdges("0 1\n5 1000000000\n"), 0, "nearly all rows are empty: --edges compact");
    CHECK(contains(refusedEdges("", {}).reason(), "the file is empty"));
    CHECK_THROWS_WITH(readEdges("%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", "base=1", "a.mtx"),
                      Catch::Contains("is no edge list, which --edges is about"));
    CHECK_THROWS_WITH(readEdges("0 1\n", {}, "graph"), Catch::Contains("edge list, which --edges says of any"));
    CHECK(denseOf(*readEdges("0 1\n", "base=0", "graph")) == Written{0, 1, 0, 0});
}

TEST_CASE("edge lists are read compressed and of archives, where a matrix file goes before them")
{
    const std::string text = "0 1\n1 0\n";
    CHECK(readBytes("g.txt.gz", deflateGzip(text))->nnz() == 2);
    CHECK(readBytes("g.zip", archiveOf({{"readme.html", "x"}, {"g.edges", text}}, "zip"))->nnz() == 2);
    CHECK(readBytes("g.tar", archiveOf({{"g/README", "x"}, {"g/out.g", text}}, "ustar"))->nnz() == 2);
    const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 1\n";
    CHECK(readBytes("g.zip", archiveOf({{"g.txt", text}, {"a.mtx", mtx}}, "zip"))->nnz() == 1);
    CHECK(namesEdges("a/out.x") == true);
    CHECK(namesEdges("out.mtx") == false);
}

TEST_CASE("a long edge list is read in parallel, and a preview of its start means what all of it does")
{
    std::string text = "# many\n";
    constexpr std::int64_t count = 400000;
    for (std::int64_t i = 0; i < count; ++i)
        text += fmt::format("{}\t{}\n", i % 5003, (i * 7919) % 5003);
    const MatrixPtr m = readEdges(text);
    CHECK(m->rows() == 5003);
    CHECK(m->source().storedEntries == count);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < 5003; ++i)
        wrong += m->countIn(i, i + 1, (i * 7919) % 5003, (i * 7919) % 5003 + 1) == 1 ? 0 : 1;
    CHECK(wrong == 0);
    const TemporaryFolder folder;
    writeText(folder / "g.txt.gz", deflateGzip(text));
    const std::string start = startOfMatrix(folder / "g.txt.gz", 1000, noProgress());
    CHECK(text.starts_with(start));
    CHECK(start.ends_with('\n'));
    CHECK(edgeLayout(start, {}, "g").columns == 2);
    const std::size_t broken = text.find("\n2500\t");
    text[broken + 1] = 'x';
    CHECK(refusedEdges(text).where().line == lineOf(text, broken + 1));
}
