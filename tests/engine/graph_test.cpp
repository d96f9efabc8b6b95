// Graphs: three worked by hand, known formats, and any at random on matrices that are awkward.
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
    const json total = op("THREAD_TOTAL_RED"), gmem = op("GMEM_ATOM_RED");
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
                        op("THREAD_TOTAL_RED"),
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
