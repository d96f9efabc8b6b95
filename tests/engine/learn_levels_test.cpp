// Trees of levels: what is stored is what the matrix says, and its arrays lead to it.
#include "engine/learn/drawing.h"
#include "engine/learn/level_tree.h"
#include "tests/engine/learn_fixtures.h"

#include <set>

using namespace sparsescope;
using namespace sparsescope::learn;

namespace {

LevelTree treeOf(const MatrixPtr& matrix, const char* example, nlohmann::json settings = nlohmann::json::object())
{
    LearnState state;
    state.matrix = matrix;
    state.view = View::Levels;
    state.example = example;
    state.settings = std::move(settings);
    return levelTree(state);
}

using Numbers = std::vector<std::int64_t>;

} // namespace

TEST_CASE("Levels worked by hand")
{
    const MatrixPtr m = drawnMatrix({"1 . 2 .", ". . . .", "3 4 5 .", ". . 6 ."});
    const LevelTree csr = treeOf(m, "csr"), coo = treeOf(m, "coo"), dcsr = treeOf(m, "dcsr"), csc = treeOf(m, "csc");
    CHECK(csr.levels[0].nodes.size() == 4);
    CHECK(csr.levels[1].pos == Numbers{0, 2, 2, 5, 6});
    CHECK(csr.levels[1].crd == Numbers{0, 2, 0, 1, 2, 2});
    CHECK(csr.counts(DataType::Float32).bytes == 4 * (5 + 6 + 6));
    CHECK(coo.levels[0].pos == Numbers{0, 6});
    CHECK(coo.levels[0].crd == Numbers{0, 0, 2, 2, 2, 3});
    CHECK(coo.levels[1].pos.empty());
    CHECK(coo.levels[1].crd == Numbers{0, 2, 0, 1, 2, 2});
    CHECK(dcsr.levels[0].crd == Numbers{0, 2, 3});
    CHECK(dcsr.levels[1].pos == Numbers{0, 2, 5, 6});
    CHECK(csc.levels[1].pos == Numbers{0, 2, 3, 6, 6});
    CHECK(csc.levels[1].crd == Numbers{0, 2, 2, 0, 2, 3});
    CHECK(csc.values == Numbers{0, 2, 3, 1, 4, 5});
    CHECK(treeOf(m, "dcsc").levels[0].crd == Numbers{0, 1, 2});
    // The first places of all rows, then their second ones.
    const LevelTree ell = treeOf(m, "ell");
    CHECK(ell.levels[0].nodes.size() == 3);
    CHECK(ell.levels[2].crd == Numbers{0, 0, 0, 2, 2, 0, 1, 0, 0, 0, 2, 0});
    CHECK(ell.counts(DataType::Float32).padding == 6);
    const LevelTree bsr = treeOf(m, "bsr", {{"height", 2}, {"width", 2}});
    CHECK(bsr.levels[1].pos == Numbers{0, 2, 4});
    CHECK(bsr.levels[1].crd == Numbers{0, 1, 0, 1});
    CHECK(bsr.values == Numbers{0, -1, -1, -1, 1, -1, -1, -1, 2, 3, -1, -1, 4, -1, 5, -1});
    // Two slices of two columns: three axes.
    const LevelTree csf = treeOf(m, "csf", {{"slices", 2}});
    CHECK(csf.levels[0].crd == Numbers{0, 1});
    CHECK(csf.levels[1].pos == Numbers{0, 2, 5});
    CHECK(csf.levels[1].crd == Numbers{0, 2, 0, 2, 3});
    CHECK(csf.levels[2].pos == Numbers{0, 1, 3, 4, 5, 6});
    CHECK(csf.levels[2].crd == Numbers{0, 0, 1, 0, 0, 0});
    CHECK(csf.values == Numbers{0, 2, 3, 1, 4, 5});
}

TEST_CASE("Every non-zero hangs from one path, which pos and crd alone lead to, and lights it")
{
    for (const auto& [name, matrix] : hardMatrices())
        for (const LearnExample& example : levelExamples()) {
            INFO(name << ", " << example.name);
            const LevelTree tree = treeOf(matrix, example.name.c_str());
            // Walked from the root as a compiler's loops would.
            std::vector<std::vector<std::int64_t>> paths{{}};
            for (const TreeLevel& level : tree.levels) {
                std::vector<std::vector<std::int64_t>> next;
                for (std::size_t parent = 0; parent < paths.size(); ++parent) {
                    const bool counted = level.kind == LevelKind::Dense, one = level.kind == LevelKind::Singleton;
                    const auto p = static_cast<std::int64_t>(parent);
                    const std::int64_t begin = counted ? 0 : one ? p : level.pos.at(parent);
                    const std::int64_t end = counted ? level.size : one ? p + 1 : level.pos.at(parent + 1);
                    for (std::int64_t i = begin; i < end; ++i) {
                        next.push_back(paths[parent]);
                        next.back().push_back(counted ? i : level.crd.at(static_cast<std::size_t>(i)));
                    }
                }
                REQUIRE(next.size() == level.nodes.size());
                paths = std::move(next);
            }
            std::set<std::int64_t> held;
            for (std::size_t v = 0; v < tree.values.size(); ++v) {
                std::vector<std::int64_t> path;
                const std::vector<std::int64_t> positions = tree.path(static_cast<std::int64_t>(v));
                for (std::size_t l = 0; l < tree.levels.size(); ++l)
                    path.push_back(tree.levels[l].nodes[static_cast<std::size_t>(positions[l])].coordinate);
                CHECK(path == paths[v]);
                const std::int64_t p = tree.values[v];
                if (p < 0)
                    continue;
                CHECK(held.insert(p).second);
                const std::int64_t row = matrix->rowOf(p), col = matrix->colIdx()[static_cast<std::size_t>(p)];
                CHECK(tree.levels.back().nodes[v].about == MatrixArea{row, row + 1, col, col + 1});
            }
            CHECK(static_cast<std::int64_t>(held.size()) == matrix->nnz());

            LearnState state;
            state.matrix = matrix;
            state.view = View::Levels;
            state.example = example.name;
            const auto show = makeShow(state);
            const Scene scene = show->scene(1);
            std::vector<std::string> ids;
            for (const int shape : scene.named())
                ids.push_back(scene.shapes[static_cast<std::size_t>(shape)].id);
            std::set<std::string> linked; // with the first non-zero that is stored
            const auto first = static_cast<std::size_t>(
                std::find_if(tree.values.begin(), tree.values.end(), [](std::int64_t p) { return p >= 0; }) -
                tree.values.begin());
            const MatrixArea place = tree.levels.back().nodes[first].about;
            const std::string cell = cellId(place.rowBegin, place.colBegin);
            for (const Link& link : scene.links)
                for (const auto& [a, b] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
                    if (ids.at(static_cast<std::size_t>(a)) == cell)
                        linked.insert(ids.at(static_cast<std::size_t>(b)));
            const std::vector<std::int64_t> path = tree.path(static_cast<std::int64_t>(first));
            CHECK(linked.count(arrayId(0, "values", static_cast<std::int64_t>(first))) == 1);
            for (std::size_t l = 0; l < path.size(); ++l) {
                CHECK(linked.count("level " + std::to_string(l) + " " + std::to_string(path[l])) == 1);
                CHECK(linked.count(arrayId(0, "crd" + std::to_string(l), path[l])) ==
                      (tree.levels[l].crd.empty() ? 0 : 1));
            }
            CHECK(show->stepOf(cell) == static_cast<int>(first) + 1);
            CHECK(scene.find(cell) != nullptr);
        }
}
