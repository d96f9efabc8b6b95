// What a search among graphs is made of: seeds, moves, grids, fits, the model's features, rules.
#include "engine/run/executor.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/alphasparse/moves.h"
#include "engine/search/alphasparse/pruning.h"
#include "engine/search/alphasparse/seeds.h"
#include "tests/engine/alphasparse_fixtures.h"

#include <cmath>
#include <set>

using namespace sparsescope;
using namespace sparsescope::alphasparse;
using nlohmann::json;

TEST_CASE("alphasparse: seeds hold matrices of any kind, and multiply them right where they do")
{
    const std::vector<Seed> all = seeds(DataType::Float32);
    CHECK(all.size() == 18);
    CHECK(seeds(DataType::Float16).size() == 18);
    std::set<std::string> names;
    std::mt19937_64 random(3);
    const MatrixPtr uneven = unevenRows(), banded = graph::diagonalMatrix(300, 280, {-17, -1, 0, 1, 17}, random);
    const auto model = makeCostModel(readCalibration("h200"), vectorOp);
    for (const Seed& seed : all) {
        names.insert(seed.name);
        const MatrixPtr& matrix = seed.name == "diagonals" ? banded : uneven;
        INFO(seed.name);
        const json options = {{"graph", seed.graph.json().dump()}, {"padding", 64}};
        Trace trace;
        const Plan plan =
            planner("graph").search(*matrix, vectorOp, ModelEvaluator(*model), options, trace, noProgress());
        CHECK(checkPlan(plan, *matrix, 3, noProgress(), {}).error.accepted(DataType::Float32));
    }
    CHECK(names.size() == all.size());
}

TEST_CASE("alphasparse: moves make graphs, of many structures, the same ones every time")
{
    const std::vector<Seed> all = seeds(DataType::Float32);
    std::set<std::string> structures, moves;
    Draw draw(3), same(3);
    int made = 0, drawn = 0;
    for (int round = 0; round < 40; ++round)
        for (const Seed& seed : all) {
            const std::optional<Move> move = drawMove(seed.graph, all, draw);
            const std::optional<Move> again = drawMove(seed.graph, all, same);
            ++drawn;
            REQUIRE(move.has_value() == again.has_value());
            if (!move)
                continue;
            ++made;
            CHECK(move->graph.identity() == again->graph.identity());
            CHECK(graph::readGraph(move->graph.json(), {}).identity() == move->graph.identity());
            structures.insert(structureOf(move->graph));
            moves.insert(move->what.substr(0, move->what.find(' ')));
        }
    CHECK(made > drawn / 4);
    CHECK(structures.size() > 100);
    CHECK(moves.contains("add"));
    CHECK(moves.contains("remove"));
    CHECK(moves.contains("leaf"));
}

TEST_CASE("alphasparse: a move changes how results are added, in all branches, and other moves leave it")
{
    const std::vector<Seed> all = seeds(DataType::Float32);
    const auto howOf = [](const graph::Graph& graph) {
        const std::string text = graph.canonicalText();
        const bool last = text.find("\"last\"") != std::string::npos;
        CHECK(!(last && text.find("\"auto\"") != std::string::npos));
        return last;
    };
    Draw draw(7);
    int last = 0, back = 0;
    for (int round = 0; round < 40; ++round)
        for (const Seed& seed : all) {
            graph::Graph graph = seed.graph;
            for (int step = 0; step < 5; ++step)
                if (const std::optional<Move> move = drawMove(graph, all, draw)) {
                    const bool before = howOf(graph), now = howOf(move->graph);
                    if (before != now)
                        CHECK(move->what == "GMEM_ATOM_RED how");
                    last += !before && now ? 1 : 0;
                    back += before && !now ? 1 : 0;
                    graph = move->graph;
                }
        }
    CHECK(last > 5);
    CHECK(back > 0);
}

TEST_CASE("alphasparse: a grid is all points of the coarse one, or some of the fine one nearby")
{
    const graph::Graph sell = seeds(DataType::Float32)[9].graph; // SORT_SUB, rows, BMT_PAD, BMTB_PAD, threads ...
    Draw draw(1);
    const std::vector<graph::Graph> some = gridOf(sell, Grid::Coarse, 50, draw);
    CHECK(some.size() == 50);
    const graph::Graph scalar = seeds(DataType::Float32)[0].graph;
    const std::vector<graph::Graph> all = gridOf(scalar, Grid::Coarse, 50, draw);
    CHECK(all.size() == 3); // BMT_ROW_BLOCK: 1, 2, 4 rows
    const std::vector<std::int64_t> center = parametersOf(sell);
    for (const graph::Graph& graph : gridOf(sell, Grid::Fine, 50, draw)) {
        CHECK(structureOf(graph) == structureOf(sell));
        const std::vector<std::int64_t> values = parametersOf(graph);
        REQUIRE(values.size() == center.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            CHECK(values[i] <= 2 * center[i]);
            CHECK(2 * values[i] >= center[i]);
        }
    }
}

TEST_CASE("alphasparse: a ridge fit finds a square law, and leaves alone what never changes")
{
    std::vector<std::vector<double>> x;
    std::vector<double> y;
    for (int i = 0; i < 20; ++i) {
        x.push_back({i / 10.0, 7, std::fmod(i * 0.37, 1.0)});
        y.push_back(1 + 0.3 * x.back()[0] - 0.2 * x.back()[0] * x.back()[0]);
    }
    const Ridge ridge(x, y, 1e-6);
    CHECK(deviation(ridge, x, y) < 1e-4);
    CHECK(ridge.at(std::vector<double>{0.55, 7, 0.4}) == Approx(1 + 0.3 * 0.55 - 0.2 * 0.55 * 0.55).margin(1e-3));
    const Ridge one(std::span<const std::vector<double>>(x).first(1), std::span<const double>(y).first(1));
    CHECK(one.at(x[5]) == Approx(y[0]));
}

TEST_CASE("alphasparse: long rows are predicted to be slow by threads, and padding and launches to cost something")
{
    const MatrixPtr matrix = unevenRows();
    const Calibration calibration = readCalibration("h200");
    const auto predicted = [&](std::size_t seed) {
        const graph::Graph graph = seeds(DataType::Float32)[seed].graph;
        const graph::Applied applied =
            graph::applyGraph(graph, *matrix, {.padding = 64}, graph::Keep::LastState, noProgress());
        return featuresOf(applied, *matrix, vectorOp, calibration, noProgress());
    };
    const GraphFeatures scalar = predicted(0), vector = predicted(1), coo = predicted(5), ell = predicted(7);
    CHECK(scalar.blocksNs > 5 * vector.blocksNs);
    CHECK(scalar.places == static_cast<double>(matrix->nnz()));
    CHECK(ell.places == 600 * 700);
    CHECK(ell.bytes > 10 * scalar.bytes);
    CHECK(scalar.writersNs == 0);
    CHECK(coo.zeroed > scalar.zeroed); // rows with several writers are zeroed
    CHECK(coo.mostWriters >= 700 / 32);
    json nodes = seeds(DataType::Float32)[5].graph.json()["nodes"];
    nodes.back()["how"] = "last"; // who reads all of them
    const GraphFeatures last = featuresOf(
        graph::applyGraph(graph::graphOf(nodes), *matrix, {.padding = 64}, graph::Keep::LastState, noProgress()),
        *matrix, vectorOp, calibration, noProgress());
    CHECK(last.zeroed == scalar.zeroed);
    CHECK(last.writersNs > coo.writersNs);
    CHECK(predictedNs(vector, *matrix, vectorOp, calibration) > calibration.launchNs);
}

TEST_CASE("alphasparse: rules keep out what is slow, and know nothing of rows that a cut has left")
{
    const MatrixPtr matrix = unevenRows();
    const RowFacts facts = rowFacts(*matrix, DataType::Float32, noProgress());
    CHECK(facts.shortest == 1);
    CHECK(facts.longest == 700);
    const std::vector<Seed> all = seeds(DataType::Float32);
    const auto rule = [&](std::size_t seed) {
        const PruningRule* one = prunedBy(all[seed].graph.nodes(), facts);
        return one ? std::string(one->name) : std::string();
    };
    CHECK(rule(0) == "thread a row");
    CHECK(rule(4) == "block a row");
    CHECK(rule(5).empty());
    CHECK(rule(13).empty()); // HYB: the first non-zeros of each row
    CHECK(rule(14) == "split diagonals");
    CHECK(rule(16) == "x in shared memory");
    using graph::op;
    const auto ruleOf = [&](const json& nodes) {
        const PruningRule* one = prunedBy(graph::graphOf(nodes).nodes(), facts);
        return one ? std::string(one->name) : std::string();
    };
    const auto places = [&](const json& before) {
        json nodes = json::array(
            {op("COMPRESS"), op("BMT_NNZ_BLOCK", {{"nnz", 8}}), op("THREAD_BITMAP_RED"), op("GMEM_ATOM_RED")});
        if (!before.is_null())
            nodes.insert(nodes.begin(), before);
        return ruleOf(nodes);
    };
    CHECK(places({}).empty());
    CHECK(places(op("SORT")) == "places in file order");
    CHECK(places(op("SORT_SUB", {{"window", 64}})) == "places in file order");
    std::mt19937_64 random(3);
    const MatrixPtr banded = graph::diagonalMatrix(300, 280, {-17, -1, 0, 1, 17}, random);
    CHECK(prunedBy(all[14].graph.nodes(), rowFacts(*banded, DataType::Float32, noProgress())) == nullptr);
    for (const PruningRule& one : pruningRules())
        CHECK(std::string(one.says).back() == '.');
}
