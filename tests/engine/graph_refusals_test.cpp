// Graphs that are refused: what their JSON may not be, and what a matrix is not made for.
#include "tests/engine/graph_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

struct Refusal {
    std::string pointer, reason;
};

// Where and why a graph is refused, which has to name the file.
template <class Body>
Refusal refusalOf(const Body& body)
{
    try {
        body();
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().file == "g.json");
        return {e.where().call, e.reason()};
    }
    return {"nothing was refused", ""};
}

} // namespace

TEST_CASE("a graph is refused with its file, the JSON pointer of the wrong member and the reason")
{
    struct Wrong {
        json nodes;
        std::string pointer, reason;
    };
    const json total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");
    const json compress = op("COMPRESS"), bmt = op("BMT_ROW_BLOCK", {{"rows", 1}});
    const auto leaf = [&](const json& extra) {
        json nodes = {compress};
        nodes.insert(nodes.end(), extra.begin(), extra.end());
        nodes.insert(nodes.end(), {total, gmem});
        return nodes;
    };
    const auto cut = [&](const json& branches) { return json{op("ROW_DIV", {{"at", {3}}, {"branches", branches}})}; };
    const json row = rowLeaf();
    const json each = {op("ROW_SPLIT", {{"width", 2}, {"each", row}})};
    const json deep = {op("ROW_SPLIT", {{"width", 2}, {"each", each}})};
    json tooMany = json::array();
    for (int i = 0; i < 2001; ++i)
        tooMany.push_back(op("SORT_SUB", {{"window", 64}}));
    const std::vector<Wrong> table = {
        {json::array(), "/nodes", "is not a list of nodes"},
        {"SORT", "/nodes", "is not a list of nodes"},
        {{1}, "/nodes/0", "is not a node"},
        {{json::object()}, "/nodes/0/op", "is missing"},
        {{op("COMPRES")}, "/nodes/0/op", "is the name of no node"},
        {{{{"op", 3}}}, "/nodes/0/op", "is the name of no node"},
        {{op("DIAG_SPLIT")}, "/nodes/0/fill", "is missing"},
        {{op("DIAG_SPLIT", {{"fill", 49}})}, "/nodes/0/fill", "is 49, not 50 to 100"},
        {{op("DIAG_SPLIT", {{"offsets", {0}}})}, "/nodes/0/offsets", "is no parameter of DIAG_SPLIT"},
        {{op("SORT", {{"buckets", 1}})}, "/nodes/0/buckets", "is no parameter of SORT"},
        {{op("SORT", {{"a/b~c", 1}})}, "/nodes/0/a~1b~0c", "is no parameter of SORT"},
        {{op("SORT", {{"branches", json::array()}})}, "/nodes/0/branches", "is no parameter of SORT"},
        {{op("SORT", {{"bucket", 17}})}, "/nodes/0/bucket", "is 17, not 1 to 16"},
        {{op("SORT", {{"bucket", 1.5}})}, "/nodes/0/bucket", "is not a whole number"},
        {{op("SORT", {{"bucket", UINT64_MAX}})}, "/nodes/0/bucket", "too large"},
        {{op("SORT_SUB", {{"window", 63}})}, "/nodes/0/window", "is 63, not 0 or 64 to 4096"},
        {{op("SORT_SUB")}, "/nodes/0/window", "is missing"},
        {leaf(json::array({op("BMT_ROW_BLOCK")})), "/nodes/1/rows", "is missing"},
        {leaf(json::array({op("BMTB_ROW_BLOCK")})), "/nodes/1", "needs one of rows, nnz"},
        {leaf(json::array({op("BMTB_ROW_BLOCK", {{"rows", 32}, {"nnz", 512}})})), "/nodes/1/nnz", "is no parameter of"},
        {leaf({op("BMTB_ROW_BLOCK", {{"nnz", 8200}}), bmt}), "/nodes/1/nnz", "more than 8192 without X_SHARED"},
        {leaf({bmt, op("BMT_PAD", {{"to", "warp"}})}), "/nodes/2/to", "is none of bmt, bmw, bmtb, branch"},
        {leaf({bmt, op("BMT_PAD")}), "/nodes/2", "BMT_PAD needs one of to, size"},
        {{compress, bmt, total, gmem, op("SET_RESOURCES", {{"threads", 100}})},
         "/nodes/4/threads",
         "is 100, not 32 to 1024 in steps of 32"},
        {{compress, bmt, total, op("SHMEM_OFFSET_RED", {{"lanes", 3}}), gmem}, "/nodes/3/lanes", "is 3, not 1, 2"},
        {{bmt, total, gmem}, "/nodes/0", "stands before COMPRESS"},
        {{compress, op("SORT")}, "/nodes/1", "SORT is not the first node"},
        {{op("BIN"), op("SORT")}, "/nodes/1", "SORT is not the first node"},
        {{compress, op("BIN")}, "/nodes/1", "BIN does not stand behind COMPRESS"},
        {{compress, bmt, op("BMTB_COL_BLOCK", {{"nnz", 128}})}, "/nodes/2", "does not stand behind BMT_ROW_BLOCK"},
        {{compress, bmt, bmt}, "/nodes/2", "does not stand behind BMT_ROW_BLOCK"},
        {{compress, compress}, "/nodes/1", "does not stand behind COMPRESS"},
        {leaf({bmt, op("BMW_PAD", {{"bmts", 2}}), op("BMTB_PAD", {{"bmts", 2}})}), "/nodes/3", "does not stand behind"},
        {{compress, each[0]}, "/nodes/1", "ROW_SPLIT does not stand behind COMPRESS"},
        {{op("BIN")}, "/nodes", "lacks COMPRESS"},
        {{compress, total, gmem}, "/nodes", "lacks a BMT block"},
        {{compress, bmt, gmem}, "/nodes", "lacks a THREAD reduction"},
        {{compress, bmt, total}, "/nodes", "lacks GMEM_ATOM_RED"},
        {{compress, bmt, op("THREAD_BITMAP_RED"), op("WARP_TOTAL_RED"), gmem}, "/nodes/3", "is no triple"},
        {{compress, bmt, op("THREAD_BITMAP_RED"), op("SHMEM_TOTAL_RED"), gmem}, "/nodes/3", "is no triple"},
        {{compress, bmt, total, op("WARP_SEG_RED"), op("SHMEM_TOTAL_RED"), gmem}, "/nodes/4", "is no triple"},
        {{each[0], op("BIN")}, "/nodes/0", "ROW_SPLIT is not the last node"},
        {{op("ROW_SPLIT", {{"width", 2}})}, "/nodes/0", "needs either branches or each"},
        {{op("ROW_SPLIT", {{"width", 2}, {"each", row}, {"branches", {row, row}}})}, "/nodes/0", "needs either"},
        {{op("ROW_SPLIT", {{"width", 2}, {"each", deep}})}, "/nodes/0/each/0/each/0", "more than 2 deep"},
        {cut(json::array({row})), "/nodes/0/branches", "is not a list of 2 to 8 chains"},
        {cut({row, row, row, row, row, row, row, row, row}), "/nodes/0/branches", "is not a list of 2 to 8 chains"},
        {cut({row, json::array()}), "/nodes/0/branches/1", "is not a list of nodes"},
        {cut({row, {op("COMPRESS"), op("X")}}), "/nodes/0/branches/1/1/op", "is the name of no node"},
        {cut({row, {compress, bmt, total, op("GMEM_ATOM_RED", {{"how", "last"}})}}), "/nodes/0/branches/1/3/how",
         "another branch"},
        {{op("ROW_DIV", {{"each", row}})}, "/nodes/0", "ROW_DIV needs one of at, by"},
        {{op("ROW_DIV", {{"by", "width"}, {"each", row}})}, "/nodes/0/by", "is none of length, mutation"},
        {{op("ROW_DIV", {{"at", {3, 3}}, {"each", row}})}, "/nodes/0/at/1", "is 3, not from 4 to"},
        {{op("ROW_DIV", {{"at", {0}}, {"each", row}})}, "/nodes/0/at/0", "is 0, not from 1 to"},
        {{op("ROW_DIV", {{"at", 3}, {"each", row}})}, "/nodes/0/at", "is not a list of 1 to 255"},
        {{op("ROW_DIV", {{"by", "length"}, {"times", 4}, {"each", row}})}, "/nodes/0/from", "is missing"},
        {tooMany, "/nodes", "more than 2000 nodes"}};
    for (const Wrong& wrong : table) {
        const Refusal refusal = refusalOf([&] { graphOf(wrong.nodes); });
        INFO(wrong.nodes.dump().substr(0, 300) << ": " << refusal.reason);
        CHECK(refusal.pointer == wrong.pointer);
        CHECK(refusal.reason.find(wrong.reason) != std::string::npos);
    }
    json other = document(row);
    other["more"] = 1;
    CHECK(refusalOf([&] { readGraph(other, "g.json"); }).pointer == "/more");
    other = document(row);
    other["version"] = 2;
    CHECK(refusalOf([&] { readGraph(other, "g.json"); }).pointer == "/version");
    other["version"] = "1";
    CHECK(refusalOf([&] { readGraph(other, "g.json"); }).pointer == "/version");
    other.erase("schema");
    CHECK(refusalOf([&] { readGraph(other, "g.json"); }).pointer == "/schema");
    CHECK(refusalOf([&] { readGraph(1, "g.json"); }).pointer.empty());
    CHECK(refusalOf([&] { parseGraph("{", "g.json"); }).reason.find("JSON") != std::string::npos);
}

TEST_CASE("a node is refused where the matrix does not meet its needs")
{
    std::mt19937_64 random(1);
    const MatrixPtr matrix = matrixOf(
        100, 100, [](auto r) { return r == 7 ? 90 : 5; }, random);
    const MatrixPtr wide = matrixOf(
        3, 60000, [](auto) { return 5; }, random);
    struct Wrong {
        json nodes;
        std::string pointer, reason;
    };
    const json total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");
    const json c = op("COMPRESS"), bits = op("THREAD_BITMAP_RED"), offsets = op("SHMEM_OFFSET_RED");
    const json bmt = op("BMT_ROW_BLOCK", {{"rows", 1}}), bmt4 = op("BMT_COL_BLOCK", {{"nnz", 4}});
    const json pieces = op("BMTB_COL_BLOCK", {{"nnz", 128}}), row = rowLeaf();
    const auto cut = [&](const char* name, json parameters) {
        parameters["branches"] = {row, row};
        return op(name, parameters);
    };
    const std::vector<Wrong> table = {
        {{op("SORT"), op("BIN"), row[0], row[1], row[2], row[3]}, "/nodes/1", "sorted already"},
        {{op("SORT"), op("SORT_SUB", {{"window", 64}}), row[0], row[1], row[2], row[3]}, "/nodes/1", "sorted already"},
        {{cut("ROW_DIV", {{"by", "length"}, {"from", 32}, {"times", 4}})}, "/nodes/0", "needs rows ordered"},
        {{op("SORT"), cut("ROW_DIV", {{"by", "length"}, {"from", 32}, {"times", 4}})}, "/nodes/1", "has 2 branches"},
        {{cut("ROW_DIV", {{"at", {3, 4}}})}, "/nodes/0", "cuts into 3 parts, but has 2 branches"},
        {{op("ROW_SPLIT",
             {{"width", 2}, {"branches", {row, {op("SORT_SUB", {{"window", 0}}), c, pieces, bmt, total, gmem}}}})},
         "/nodes/0/branches/1/3",
         "needs whole rows"},
        {{c, pieces, bmt, total, gmem}, "/nodes/2", "each BMTB is a piece"},
        {{c, pieces, op("BMT_NNZ_BLOCK", {{"nnz", 4}}), bits, gmem}, "/nodes/2", "each BMTB is a piece"},
        {{c, pieces, op("BMW_ROW_BLOCK", {{"rows", 1}}), bmt4, total, gmem}, "/nodes/2", "each BMTB is a piece"},
        {{c, op("BMW_COL_BLOCK", {{"nnz", 32}}), bmt, total, gmem}, "/nodes/2", "each BMW is a piece"},
        {{c, pieces, op("SORT_BMTB"), bmt4, total, gmem}, "/nodes/2", "needs BMTB_ROW_BLOCK"},
        {{c, op("ROW_PAD", {{"multiple", 4}}), bmt, total, gmem}, "/nodes/1", "needs BMTB_ROW_BLOCK"},
        {{c, bmt, op("BMT_PAD", {{"to", "bmw"}}), total, gmem}, "/nodes/2", "needs BMWs"},
        {{c, bmt, op("BMW_PAD", {{"bmts", 4}}), total, gmem}, "/nodes/2", "needs BMWs"},
        {{c, bmt, op("BMT_PAD", {{"to", "branch"}}), total, gmem}, "/nodes/2", "stores 9000 places for 585 non-zeros"},
        {{c, bmt, op("INTERLEAVE"), total, gmem}, "/nodes/2", "needs BMTs of one size in a BMTB"},
        {{c, op("BMT_ROW_BLOCK", {{"rows", 2}}), total, gmem}, "/nodes/2", "needs each BMT in one row: number 0 has 2"},
        {{c, bmt, bits, gmem}, "/nodes/2", "at most 32 places: number 7 has 90"},
        {{c, bmt, total, op("WARP_TOTAL_RED"), gmem}, "/nodes/3", "needs each BMW in one row"},
        {{c, op("BMW_ROW_BLOCK", {{"rows", 32}}), bmt4, total, op("WARP_SEG_RED"), gmem},
         "/nodes/4",
         "at most 32 BMTs"},
        {{c, bmt, total, op("SHMEM_TOTAL_RED"), gmem}, "/nodes/3", "needs each BMTB in one row"}};
    for (const Wrong& wrong : table) {
        const Refusal refusal = refusalOf([&] { applied(wrong.nodes, *matrix); });
        INFO(wrong.nodes.dump() << ": " << refusal.reason);
        CHECK(refusal.pointer == wrong.pointer);
        CHECK(refusal.reason.find(wrong.reason) != std::string::npos);
    }
    const Refusal x = refusalOf([&] { applied({c, bmt, op("X_SHARED"), total, gmem}, *wide); });
    CHECK(x.pointer == "/nodes/2");
    CHECK(x.reason.find("takes 240000 bytes of shared memory, more than 232448") != std::string::npos);
    const MatrixPtr large = matrixOf(
        20000, 3, [](auto) { return 1; }, random);
    CHECK(refusalOf([&] {
              applied({op("BIN"), c, op("BMTB_ROW_BLOCK", {{"nnz", 15000}}), bmt, op("X_SHARED"), total, offsets, gmem},
                      *large);
          }).pointer == "/nodes/6");
    CHECK(refusalOf([&] {
              applied(json::array({op("COL_DIV", {{"width", 4096}, {"each", row}})}),
                      *matrixOf(
                          2, 257 * 4096, [](auto) { return 1; }, random));
          }).reason.find("cuts into 257 parts, more than 256") != std::string::npos);
}
