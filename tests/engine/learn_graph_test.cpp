// Graphs in Learn: the example worked by hand is what is shown, and so are sums, functions and refusals.
#include "engine/learn/drawing.h"
#include "engine/learn/graph_steps.h"
#include "tests/engine/learn_fixtures.h"

#include <map>
#include <numeric>
#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

std::vector<std::string> textsOf(const std::vector<GraphElement>& elements)
{
    std::vector<std::string> texts;
    for (const GraphElement& e : elements)
        texts.push_back(e.text);
    return texts;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : " ") + text;
    return all;
}

GraphRun runOf(const std::string& matrix, const std::string& design)
{
    return GraphRun(withNumbers(namedMatrix(matrix)), design);
}

const GraphRun::Step& stepOf(const GraphRun& run, const std::string& node)
{
    for (const GraphRun::Step& step : run.steps())
        if (run.chain()[step.node].text.starts_with(node))
            return step;
    FAIL("no step is of " << node);
    return run.steps().front();
}

GraphArray arrayOf(const GraphRun& run, const std::string& node, const std::string& name)
{
    for (GraphArray& array : run.arrays(stepOf(run, node)))
        if (array.name == name)
            return std::move(array);
    FAIL("after " << node << " there is no " << name);
    return {};
}

std::shared_ptr<const Show> showOf(const MatrixPtr& matrix, const std::string& design)
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Graph;
    state.example = design;
    return makeShow(state);
}

double sumOf(const std::vector<GraphElement>& elements)
{
    return std::accumulate(elements.begin(), elements.end(), 0.0,
                           [](double sum, const GraphElement& e) { return sum + std::stod(e.text); });
}

} // namespace

TEST_CASE("Figure 14a's graph of a small matrix is as it was worked by hand: arrays, sums, bytes")
{
    const GraphRun run = runOf("graph8", "figure14a");
    const auto array = [&](const char* node, const char* name) {
        return joined(textsOf(arrayOf(run, node, name).elements));
    };
    CHECK(array("SORT", "origin_rows") == "3 5 7 0 6 1 4 2");
    CHECK(array("ROW_PAD", "bmtb_row_offsets") == "0 4 8");
    CHECK(array("BMT_COL_BLOCK", "bmt_sizes") == "2 2 1 2 1 2 1 2 2 1 1");
    CHECK(array("BMT_PAD", "bmt_sizes") == "2 2 2 2 2 2 2 2 2 2 2");
    CHECK(array("INTERLEAVE", "col_indices") == "0 3 6 2 7 0 7 0 1 5 6 5 7 3 7 2 6 1 4 7 1 4");
    CHECK(array("INTERLEAVE", "values") == "4 6 8 10 12 15 17 1 5 7 0 11 0 16 0 2 13 3 9 14 0 0");

    const std::vector<GraphSums> sums = run.sums(stepOf(run, "GMEM_ATOM_RED"));
    REQUIRE(sums.size() == 3);
    CHECK(joined(textsOf(sums[0].elements)) == "14 66 56 96 96 79 136 7 203 6 45");
    CHECK_THAT(sums[1].adapter, Catch::Contains("partials"));
    CHECK(joined(textsOf(sums[1].elements)) == "136 192 215 7 203 6 45");
    CHECK(joined(textsOf(sums[2].elements)) == "7 6 0 136 45 192 203 215");
    CHECK_THAT(sums[2].adapter, Catch::Contains("one writer"));

    std::map<std::string, std::string> formulas;
    for (const GraphStored& stored : run.stored(0))
        formulas[stored.array.name] = stored.formula;
    CHECK(formulas["bmtb_row_offsets"] == "= 4 b");
    CHECK(formulas["bmt_sizes"] == "= 2");
    CHECK(formulas["origin_rows"] == "u8, base -1");
    const std::vector<FormatCounts> counts = showOf(namedMatrix("graph8"), "figure14a")->counts();
    CHECK(counts[0].bytes == 131);
    CHECK(counts[0].padding == 5);
    CHECK(counts[1].bytes == 172);
}

TEST_CASE("A step says which arrays its node changed, and what stood there before")
{
    const GraphRun run = runOf("graph8", "figure14a");
    std::set<std::string> changed;
    for (const GraphArray& array : run.arrays(stepOf(run, "SORT")))
        if (array.changed())
            changed.insert(array.name);
    CHECK(changed == std::set<std::string>{"origin_rows", "row_lengths", "values", "row_indices", "col_indices"});
    const GraphArray sizes = arrayOf(run, "BMT_PAD", "bmt_sizes");
    CHECK(joined(sizes.before) == "2 2 1 2 1 2 1 2 2 1 1");
    CHECK(sizes.elements[2].differs);
    CHECK_FALSE(sizes.elements[3].differs);
    CHECK(arrayOf(run, "BMT_PAD", "bmt_sizes_of_bmtb").added);
    CHECK_FALSE(arrayOf(run, "BMT_PAD", "bmt_rows").changed());
    CHECK_THAT(showOf(namedMatrix("graph8"), "figure14a")->text(1),
               Catch::Contains("Changed: origin_rows, row_lengths, values, row_indices and col_indices."));
}

TEST_CASE("A node that is refused says why, beside what there is before it; another matrix meets its need")
{
    const auto show = showOf(namedMatrix("graph8"), "unmet");
    CHECK(show->text(show->steps() - 1) ==
          "THREAD_TOTAL_RED is refused: it needs each BMT in one row: number 0 has 3.");
    CHECK(show->counts().empty());
    bool told = false, arrays = false;
    for (const Shape& shape : show->scene(show->steps() - 1).shapes) {
        told = told || shape.text == "THREAD_TOTAL_RED is refused";
        arrays = arrays || shape.id.starts_with("array 0 bmt_sizes");
    }
    CHECK(told);
    CHECK(arrays);
    const auto met = showOf(drawnMatrix({"xxxx....", "..xxxx..", "........"}), "unmet");
    CHECK(met->counts().front().padding == 0);
}

TEST_CASE("Whatever a reduction leaves adds up to y, of every design and any matrix")
{
    for (const auto& [name, matrix] : hardMatrices())
        for (const GraphDesign& design : graphDesigns()) {
            INFO(design.name << ", " << name);
            const GraphRun run(matrix, design.name);
            if (run.refusal())
                continue;
            std::vector<double> y(static_cast<std::size_t>(matrix->rows()));
            for (std::int64_t p = 0; p < matrix->nnz(); ++p)
                y[at(matrix->rowOf(p))] += matrix->value(p) * xOf(matrix->colIdx()[at(p)]);
            std::vector<double> sums; // of each kind of sum, of all parts
            std::vector<GraphElement> last;
            for (std::size_t s = 0; s < run.steps().size(); ++s) {
                const GraphRun::Step& step = run.steps()[s];
                if (s + 1 < run.steps().size() && run.steps()[s + 1].branch == step.branch)
                    continue;
                const std::vector<GraphSums> all = run.sums(step); // a part is done
                sums.resize(std::max(sums.size(), all.size()));
                for (std::size_t i = 0; i + 1 < all.size(); ++i)
                    sums[i] += sumOf(all[i].elements);
                last = all.back().elements;
            }
            REQUIRE(last.size() == y.size());
            for (std::size_t r = 0; r < y.size(); ++r)
                CHECK(std::stod(last[r].text) == y[r]);
            CHECK(sums.front() == std::accumulate(y.begin(), y.end(), 0.0));
        }
}

TEST_CASE("A place is linked with its cell of the matrix in every step of every design, wherever both have moved")
{
    const MatrixPtr matrix = withNumbers(namedMatrix("graph8"));
    for (const GraphDesign& design : graphDesigns()) {
        const auto show = showOf(matrix, design.name);
        for (int step = 0; step < show->steps(); ++step) {
            const Scene scene = show->scene(step);
            const std::vector<int> named = scene.named();
            const auto id = [&](int place) -> const std::string& { return scene.shapes[at(named[at(place)])].id; };
            std::set<std::pair<std::string, std::string>> links;
            for (const Link& link : scene.links)
                links.emplace(id(link.from), id(link.to));
            int seen = 0;
            for (std::int64_t p = 0; p < matrix->nnz(); ++p) {
                const std::string cell = cellId(matrix->rowOf(p), matrix->colIdx()[at(p)]);
                if (!scene.find(arrayId(0, "values", p)))
                    continue; // of another part
                INFO(design.name << ", step " << step << ", place " << p);
                CHECK(links.contains({cell, arrayId(0, "values", p)}));
                ++seen;
            }
            CHECK(seen > 0);
        }
    }
}

TEST_CASE("Each line of the loops names the node that wrote it, and what it reads is stored")
{
    for (const GraphDesign& design : graphDesigns()) {
        const GraphRun run = runOf("graph8", design.name);
        for (std::size_t b = 0; !run.refusal() && b < run.applied().branches.size(); ++b) {
            std::set<std::string> stored, nodes;
            for (const GraphStored& array : run.stored(b))
                if (!array.computed)
                    stored.insert(array.array.name);
            for (const graph::Node& node : run.applied().branches[b].leaf)
                nodes.insert(node.kind->name);
            for (const KernelLine& line : run.lines(b)) {
                INFO(design.name << ": " << line.text);
                CHECK((nodes.contains(line.node) || line.node == "128 threads" || line.node == "DIAG_SPLIT"));
                for (const std::string& read : line.reads)
                    CHECK(stored.contains(read));
            }
        }
    }
}
