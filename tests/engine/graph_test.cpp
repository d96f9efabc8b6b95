// Graphs: what their JSON may be, three worked by hand, and any at random on matrices that are awkward.
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "tests/engine/format_fixtures.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/support/paths.h"

#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

const json total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");

json rowLeaf()
{
    return {op("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), total, gmem};
}

MatrixPtr matrixFrom(const json& m)
{
    return std::make_shared<const Matrix>(m["rows"], m["cols"], m["row_offsets"].get<std::vector<std::int64_t>>(),
                                          m["col_indices"].get<std::vector<std::int32_t>>(),
                                          m["values"].get<std::vector<double>>(), MatrixSource());
}

// The array that an example names, whether it is kept or follows from others.
std::vector<std::int32_t> arrayOf(const Metadata& m, const std::string& wanted, const Matrix& matrix)
{
    if (wanted == "row_indices")
        return rowIndices(m);
    if (wanted == "col_indices")
        return colIndices(m, matrix);
    for (std::size_t i = 0; i < arrayCount; ++i)
        if (wanted == name(static_cast<Array>(i)))
            return {m[static_cast<Array>(i)].begin(), m[static_cast<Array>(i)].end()};
    FAIL("no array is called " << wanted);
    return {};
}

json examples()
{
    return parseJson(readText(sourceFile("tests/engine/alphasparse_example.json")), {})["examples"];
}

Applied applied(const json& nodes, const Matrix& matrix, Keep keep = Keep::LastState, double padding = 4)
{
    return applyGraph(graphOf(nodes), matrix, {.padding = padding}, keep, noProgress());
}

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

TEST_CASE("the metadata of the three examples are theirs after every node, and so are sums and results")
{
    for (const json& example : examples()) {
        const std::string what = example["name"];
        INFO(what);
        const MatrixPtr matrix = matrixFrom(example["matrix"]);
        const Applied done = applyGraph(readGraph(example["graph"], what), *matrix, {}, Keep::AllStates, noProgress());
        REQUIRE(done.branches.size() == 1);
        const std::vector<State>& states = done.branches.front().states;
        for (std::size_t i = 0; i < example["steps"].size(); ++i) {
            const json& step = example["steps"][i];
            INFO("after " << step["after"]);
            REQUIRE(i < states.size());
            if (i > 0)
                CHECK(step["after"] == example["graph"]["nodes"][i - 1]["op"]);
            for (const auto& [array, elements] : step["metadata"].items()) {
                INFO(array);
                CHECK(arrayOf(*states[i].metadata, array, *matrix) == elements.get<std::vector<std::int32_t>>());
            }
        }
        CHECK(done.zeroRows() == example["zero_rows"].get<Numbers>());

        Watched<double> watched;
        const auto x = example["x"].get<std::vector<double>>();
        const std::vector<double> y = interpretGraph<double>(done, *matrix, x, noProgress(), &watched);
        CHECK(y == example["y"].get<std::vector<double>>());
        std::vector<std::pair<std::int32_t, double>> results;
        for (const auto& sum : watched.results)
            results.emplace_back(sum.row, sum.value);
        auto expected = example["results"].get<std::vector<std::pair<std::int32_t, double>>>();
        std::sort(results.begin(), results.end());
        std::sort(expected.begin(), expected.end());
        CHECK(results == expected);
        if (example.contains("partials")) {
            CHECK(watched.partials == example["partials"].get<std::vector<double>>());
            CHECK(arrayOf(done.branches.front().metadata(), "bmtb_partial_offsets", *matrix) ==
                  example["bmtb_partial_offsets"].get<Numbers>());
        }
        if (example.contains("bmt_bitmaps")) {
            CHECK(arrayOf(done.branches.front().metadata(), "bmt_bitmaps", *matrix) ==
                  example["bmt_bitmaps"].get<Numbers>());
            for (std::size_t t = 0; t < example["heads"].size(); ++t) {
                const auto given = [&](const char* key) {
                    const json& value = example[key][t];
                    return value.is_null() ? std::optional<double>() : std::optional(value.get<double>());
                };
                CHECK(watched.heads[t] == given("heads"));
                CHECK(watched.tails[t] == given("tails"));
                std::vector<std::pair<std::int32_t, double>> closed;
                for (const auto& sum : watched.closed[t])
                    closed.emplace_back(sum.row, sum.value);
                CHECK(closed == example["closed"][t].get<std::vector<std::pair<std::int32_t, double>>>());
            }
        }
    }
}

TEST_CASE("states after a node share what it did not change")
{
    const json example = examples()[0];
    const MatrixPtr matrix = matrixFrom(example["matrix"]);
    const Applied done = applyGraph(readGraph(example["graph"], ""), *matrix, {}, Keep::AllStates, noProgress());
    const std::vector<State>& states = done.branches.front().states;
    REQUIRE(states.size() == example["graph"]["nodes"].size() + 1);
    const auto changed = [&](std::size_t node) {
        std::set<std::string> names;
        for (std::size_t a = 0; a < arrayCount; ++a)
            if (states[node].metadata->shared(static_cast<Array>(a)) !=
                states[node + 1].metadata->shared(static_cast<Array>(a)))
                names.insert(name(static_cast<Array>(a)));
        return names;
    };
    using Names = std::set<std::string>;
    CHECK(changed(2) == Names{"bmtb_nz_offsets", "bmtb_row_offsets"});
    CHECK(changed(6) == Names{"bmt_nz_offsets", "entries"});
    CHECK(changed(7) == Names{});
    CHECK(states[3].pointer == "/nodes/2");
}

TEST_CASE("a graph is refused with its file, the JSON pointer of the wrong member and the reason")
{
    struct Wrong {
        json nodes;
        std::string pointer, reason;
    };
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

TEST_CASE("a graph is the same written and read again, and its identity is what it does")
{
    const std::uint64_t seed = 3;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 100; ++i) {
        const Graph graph = graphOf(RandomGraph(random).nodes());
        const Graph again = readGraph(graph.json(), "");
        CHECK(again.json() == graph.json());
        CHECK(again.canonicalText() == graph.canonicalText());
        CHECK(parseGraph(graph.canonicalText(), "").identity() == graph.identity());
    }
    const Graph plain = graphOf(rowLeaf());
    json said = rowLeaf();
    said.insert(said.begin() + 2, op("BMT_PAD", {{"to", "bmt"}}));
    said.push_back(op("SET_RESOURCES"));
    CHECK(graphOf(said).canonicalText() == plain.canonicalText());
    CHECK(graphOf(said).json() != plain.json());
    CHECK(plain.canonicalText() ==
          R"({"nodes":[{"op":"COMPRESS"},{"op":"BMT_ROW_BLOCK","rows":1},{"op":"THREAD_TOTAL_RED"},)"
          R"({"how":"auto","op":"GMEM_ATOM_RED"}],"schema":"sparsescope-graph","version":1})");
    said[2]["multiple"] = 2;
    CHECK(graphOf(said).identity() != plain.identity());
}

namespace {

// What section 2 promises of any branch.
void checkAlways(const Metadata& m, const Matrix& matrix, std::vector<int>& owned)
{
    const Numbers rows = rowIndices(m), cols = colIndices(m, matrix);
    const auto entries = m[Array::Entries];
    bool ascend = true, padded = true, place = true, firsts = true, sizes = true;
    std::vector<int> taken(entries.size());
    for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
        std::int64_t w = m.bmw != Cutting::None ? m[Array::BmtbBmwOffsets][at(b)] : 0;
        for (std::int32_t t = m[Array::BmtbBmtOffsets][at(b)]; t < m[Array::BmtbBmtOffsets][at(b) + 1]; ++t) {
            while (m.bmw != Cutting::None && t >= m[Array::BmwBmtOffsets][at(w) + 1])
                ++w;
            const PlacesOf places = placesOf(m, b, w, t);
            sizes &= !m.has(Array::BmtSizesOfBmtb) || m[Array::BmtSizesOfBmtb][at(b)] == m[Array::BmtSizes][at(t)];
            const std::int32_t rank = m[Array::BmtEntryOffsets][at(t)];
            const std::int32_t filled = m[Array::BmtEntryOffsets][at(t) + 1] - rank; // not by padding
            std::int64_t before = -1;                                                // a place
            for (std::int32_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k) {
                const std::int64_t p = places[k];
                ++taken[at(p)];
                const std::int32_t entry = entries[at(p)];
                ascend &= k == 0 || k >= filled || rows[at(before)] < rows[at(p)] ||
                          (rows[at(before)] == rows[at(p)] &&
                           cols[at(before)] < cols[at(p)] + (m.has(Array::Diagonals) ? 1 : 0));
                if (entry < 0 && k < filled) { // a diagonal without a non-zero
                    const std::int32_t j = rank + k - m[Array::RowOffsets][at(rows[at(p)])];
                    const std::int64_t col =
                        std::int64_t{m[Array::OriginRows][at(rows[at(p)])]} + m[Array::Diagonals][at(j)];
                    padded &= cols[at(p)] == std::clamp<std::int64_t>(col, 0, matrix.cols() - 1);
                } else if (entry < 0) {
                    const std::int64_t first = m[Array::BmtbNzOffsets][at(b)];
                    padded &= before < 0 ? rows[at(p)] == -1 && cols[at(p)] == cols[at(first)]
                                         : rows[at(p)] == rows[at(before)] && cols[at(p)] == cols[at(before)];
                } else {
                    ++owned[at(entry)];
                    place &= cols[at(p)] == matrix.colIdx()[at(entry)] &&
                             m[Array::OriginRows][at(rows[at(p)])] == matrix.rowOf(entry) && k < filled;
                }
                firsts &= k > 0 || m[Array::BmtRows][at(t)] == rows[at(p)];
                before = p;
            }
        }
        if (m.has(Array::BmtbRowOffsets))
            for (std::int32_t r = m[Array::BmtbRowOffsets][at(b)] + 1; r < m[Array::BmtbRowOffsets][at(b) + 1]; ++r)
                place &= m[Array::RowLengths][at(r)] == 0 || m[Array::RowLengths][at(r) - 1] > 0;
    }
    CHECK(ascend);
    CHECK(padded);
    CHECK(place);
    CHECK(firsts);
    CHECK(sizes);
    CHECK(std::all_of(taken.begin(), taken.end(), [](int n) { return n == 1; }));
    CHECK(std::ssize(entries) == m.places);
}

} // namespace

TEST_CASE("any graph on any matrix is refused with a reason, or computes the product with each non-zero once")
{
    std::map<std::string, int> triples, kinds, refusals;
    int computed = 0, diagonals = 0;
    for (const std::uint64_t seed : seeds(60)) {
        std::mt19937_64 random(seed);
        for (const MatrixPtr& matrix : randomMatrices(random)) {
            const std::vector<double> x = randomX(matrix->cols(), random);
            for (int i = 0; i < 6; ++i) {
                RandomGraph any(random);
                const Graph graph = graphOf(i < 5 ? any.nodes() : any.diagonals());
                const json written = graph.json();
                INFO("seed " << seed << ", " << matrix->rows() << " x " << matrix->cols() << ", " << matrix->nnz()
                             << " non-zeros, " << graph.canonicalText());
                Applied done;
                try {
                    done = applyGraph(graph, *matrix, {.padding = 16}, Keep::LastState, noProgress());
                } catch (const Error& e) {
                    CHECK(e.kind() == ErrorKind::Input);
                    const json::json_pointer pointer(e.where().call);
                    REQUIRE(written.contains(pointer));
                    ++refusals[written[pointer]["op"]];
                    continue;
                }
                ++computed;
                std::vector<int> owned(at(matrix->nnz()));
                for (const Branch& branch : done.branches) {
                    checkAlways(branch.metadata(), *matrix, owned);
                    if (branch.metadata().nnz > 0)
                        ++triples[text(branch.metadata().reductions)];
                    diagonals += branch.metadata().has(Array::Diagonals) ? 1 : 0;
                    for (const json& node : written[json::json_pointer(branch.pointer)])
                        ++kinds[node["op"]];
                }
                CHECK(std::all_of(owned.begin(), owned.end(), [](int n) { return n == 1; }));
                Watched<double> watched;
                CHECK(errorOf(interpretGraph<double>(done, *matrix, x, noProgress(), &watched), *matrix, x) < 1e-12);
                Numbers writers(at(matrix->rows()));
                for (const auto& sum : watched.results)
                    ++writers[at(sum.row)];
                CHECK(writers == *done.rowWriters);
                if (i == 0) {
                    const std::vector<float> narrow(x.begin(), x.end());
                    CHECK(errorOf(interpretGraph<float>(done, *matrix, narrow, noProgress()), *matrix, x) < 1e-5);
                }
            }
        }
    }
    for (const Reductions& triple : legalReductions()) {
        INFO(text(triple));
        CHECK(triples[text(triple)] > 0);
    }
    for (const NodeKind& kind : nodeKinds()) {
        INFO(kind.name);
        CHECK((kind.slot == Slot::Cut || kinds[kind.name] > 0));
    }
    CHECK(computed > 400);
    CHECK(diagonals > 10);
    CHECK(refusals.size() > 10);
}

namespace {

// Those that tiles of a format have for all of the matrix.
std::int64_t placesIn(const std::string& format, const json& parameters, const Matrix& matrix)
{
    const FormatPtr made = makeFormat(format, parameters);
    const Packed packed =
        pack(coveredBy(made, matrix, {OperatorKind::SpMV, DataType::Float32, 1}), matrix, noProgress());
    std::int64_t places = 0;
    for (const ArraySizes& sizes : packed.sizes)
        places += sizes[made->valueArray()];
    return places;
}

} // namespace

TEST_CASE("graphs of known formats store the places of these formats and compute the product")
{
    const std::uint64_t seed = 11;
    std::mt19937_64 random(seed);
    INFO("seed " << seed);
    const MatrixPtr matrix = matrixOf(
        320, 200, [&](auto r) { return r == 40 ? 8 : 1 + static_cast<std::int64_t>(random() % 7); }, random);
    const std::vector<double> x = randomX(200, random);
    const json c = op("COMPRESS"), seg = op("WARP_SEG_RED"), interleave = op("INTERLEAVE");
    const json bmt = op("BMT_ROW_BLOCK", {{"rows", 1}}), toBmtb = op("BMT_PAD", {{"to", "bmtb"}});
    const json ell = {c, bmt, op("BMT_PAD", {{"to", "branch"}}), interleave, total, gmem};
    const json coo = {c, op("BMT_NNZ_BLOCK", {{"nnz", 1}}), total, seg, gmem};
    struct Seed {
        std::string name;
        json nodes;
        std::int64_t places;
    };
    const std::vector<Seed> all = {
        {"CSR scalar", rowLeaf(), placesIn("csr", {{"places", 1024}}, *matrix)},
        {"CSR vector",
         {c, op("BMW_ROW_BLOCK", {{"rows", 1}}), op("BMT_COL_BLOCK", {{"nnz", 1}}), total, op("WARP_TOTAL_RED"), gmem},
         placesIn("csr", {{"places", 1024}}, *matrix)},
        {"COO", coo, placesIn("coo", {{"places", 64}}, *matrix)},
        {"ELL", ell, placesIn("ell", {{"rows", 64}, {"width", 8}}, *matrix)},
        {"SELL-32",
         {c, op("BMTB_ROW_BLOCK", {{"rows", 32}}), bmt, toBmtb, op("BMTB_PAD", {{"bmts", 32}}), interleave, total, gmem,
          op("SET_RESOURCES", {{"threads", 32}})},
         placesIn("sell", {{"c", 32}, {"sigma", 32}}, *matrix)},
        {"HYB",
         {op("ROW_SPLIT", {{"width", 4}, {"branches", {ell, coo}}})},
         placesIn("hyb", {{"rows", 64}, {"width", 4}}, *matrix)},
        {"CSR5",
         {c, op("BMT_NNZ_BLOCK", {{"nnz", 16}}), op("BMT_PAD", {{"to", "branch"}}), interleave, op("THREAD_BITMAP_RED"),
          seg, gmem},
         (matrix->nnz() + 15) / 16 * 16}, // tiles of 16 a lane, the last one filled up
        {"figure 14a",
         {op("SORT"), c, op("BMTB_ROW_BLOCK", {{"rows", 64}}), op("ROW_PAD", {{"multiple", 32}}),
          op("BMT_COL_BLOCK", {{"nnz", 1}}), toBmtb, interleave, total, op("SHMEM_OFFSET_RED", {{"lanes", 4}}), gmem},
         matrix->nnz()}}; // pieces of one place need no padding
    for (const Seed& one : all) {
        INFO(one.name);
        const Applied done = applied(one.nodes, *matrix);
        std::int64_t places = 0;
        for (const Branch& branch : done.branches)
            places += branch.metadata().places;
        CHECK(places == one.places);
        CHECK(errorOf(interpretGraph<double>(done, *matrix, x, noProgress()), *matrix, x) < 1e-12);
    }
}

TEST_CASE("metadata and sums are the same on any number of threads, and work can be cancelled")
{
    std::mt19937_64 random(5);
    const MatrixPtr matrix = matrixOf(
        20000, 300, [&](auto) { return static_cast<std::int64_t>(random() % 20); }, random);
    const std::vector<double> x = randomX(300, random);
    const json nodes = {op("SORT_SUB", {{"window", 256}}),
                        op("COMPRESS"),
                        op("BMTB_COL_BLOCK", {{"nnz", 128}}),
                        op("BMT_COL_BLOCK", {{"nnz", 2}}),
                        op("BMT_PAD", {{"to", "bmtb"}}),
                        op("INTERLEAVE"),
                        total,
                        op("WARP_SEG_RED"),
                        op("GMEM_ATOM_RED", {{"how", "last"}})};
    std::vector<std::vector<double>> y;
    for (const int threads : {1, 4})
        withThreads(threads,
                    [&] { y.push_back(interpretGraph<double>(applied(nodes, *matrix), *matrix, x, noProgress())); });
    CHECK(y[0] == y[1]);
    Progress cancelled;
    cancelled.cancel();
    for (const bool interpreted : {false, true}) {
        try {
            if (interpreted)
                interpretGraph<double>(applied(nodes, *matrix), *matrix, x, cancelled);
            else
                applyGraph(graphOf(nodes), *matrix, {}, Keep::LastState, cancelled);
            FAIL("was not cancelled");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Cancelled);
        }
    }
}
