// Graphs changed by hand: what is offered, why the rest is not, and the way back.
#include "engine/matrix/patterns.h"
#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/edit_graph.h"
#include "engine/plan/graph/mentions.h"
#include "engine/search/alphasparse/seeds.h"
#include "tests/engine/graph_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

Graph seedOf(const std::string& name)
{
    for (const alphasparse::Seed& seed : alphasparse::seeds(DataType::Float32))
        if (seed.name == name)
            return seed.graph;
    FAIL("no seed is called " << name);
    return graphOf({});
}

const NodeKind& kindOf(const std::string& name)
{
    return *findNodeKind(name);
}

Offer offerOf(const std::vector<Offer>& offers, const std::string& name)
{
    for (const Offer& offer : offers)
        if (offer.kind->name == name)
            return offer;
    FAIL(name << " is not in the list");
    return {};
}

std::string whyNot(const std::function<void()>& change)
{
    try {
        change();
    } catch (const Error& e) {
        return e.reason();
    }
    return {};
}

} // namespace

TEST_CASE("CSR becomes figure 14a by adding what is offered, and parameters")
{
    EditedGraph edited(seedOf("CSR, a thread a row"));
    for (const char* name :
         {"SORT", "BMTB_ROW_BLOCK", "ROW_PAD", "BMT_COL_BLOCK", "BMT_PAD", "INTERLEAVE", "SHMEM_OFFSET_RED"}) {
        INFO(name);
        CHECK(offerOf(offersOf(edited.graph(), "/nodes"), name).whyNot.empty());
        edited.apply(addNode(edited.graph(), "/nodes", kindOf(name)));
        CHECK(findNode(edited.graph(), edited.node())->kind->name == name);
    }
    const std::vector<std::tuple<std::string, std::string, std::int64_t>> values = {
        {"/nodes/2", "rows", 64}, {"/nodes/3", "multiple", 32}, {"/nodes/4", "nnz", 2}, {"/nodes/8", "lanes", 4}};
    for (const auto& [node, parameter, value] : values)
        edited.apply(setParameter(edited.graph(), node, parameter, value));
    CHECK(edited.graph().json() == seedOf("figure 14a").json());
    // And back, change by change.
    while (edited.canUndo())
        edited.undo();
    CHECK(edited.graph().json() == seedOf("CSR, a thread a row").json());
    while (edited.canRedo())
        edited.redo();
    CHECK(edited.graph().json() == seedOf("figure 14a").json());
}

TEST_CASE("what may not stand in a graph is refused with the grammar's words, all else is a graph")
{
    const Graph csr = seedOf("CSR, a warp a row");
    const std::vector<Offer> offers = offersOf(csr, "/nodes");
    CHECK(offers.size() == nodeKinds().size());
    CHECK(offerOf(offers, "THREAD_BITMAP_RED").whyNot ==
          "THREAD_BITMAP_RED + WARP_TOTAL_RED is no triple of reductions that fit");
    CHECK(offerOf(offers, "BMT_ROW_BLOCK").insteadOf == "/nodes/2");
    CHECK(offerOf(offers, "COMPRESS").whyNot == "stands there already");
    CHECK(whyNot([&] { removeNode(csr, "/nodes/0"); }).find("stands before COMPRESS") != std::string::npos);
    CHECK(whyNot([&] { removeNode(csr, "/nodes/5"); }) == "the chain lacks GMEM_ATOM_RED");
    CHECK(whyNot([&] { moveNode(csr, "/nodes/1", 1); }) == "BMW_ROW_BLOCK does not stand behind BMT_COL_BLOCK");
    CHECK(whyNot([&] { moveNode(csr, "/nodes/0", -1); }) == "there is no further place in this chain");
    CHECK(whyNot([&] { setParameter(csr, "/nodes/1", "rows", std::int64_t{33}); }) == "is 33, not 1 to 32");
    CHECK(offersInstead(csr, "/nodes/2").size() == 2);
    // Whatever is offered in any seed is a graph.
    for (const alphasparse::Seed& seed : alphasparse::seeds(DataType::Float32))
        for (const ChainPlace& chain : chainsOf(seed.graph))
            for (const Offer& offer : offersOf(seed.graph, chain.pointer)) {
                INFO(seed.name << ", " << chain.pointer << ": " << offer.kind->name);
                if (offer.whyNot.empty()) {
                    const GraphChange change = addNode(seed.graph, chain.pointer, *offer.kind);
                    CHECK(findNode(change.graph, change.node)->kind == offer.kind);
                    readGraph(change.graph.json(), "again");
                } else if (offer.insteadOf.empty()) {
                    CHECK_THROWS_AS(addNode(seed.graph, chain.pointer, *offer.kind), Error);
                }
            }
}

TEST_CASE("orders follow one another and change places, SORT stays the first")
{
    Graph graph = seedOf("ELL");
    for (const char* name : {"BIN", "SORT_SUB"})
        graph = addNode(graph, "/nodes", kindOf(name)).graph;
    CHECK(findNode(graph, "/nodes/1")->kind->name == "SORT_SUB");
    const GraphChange moved = moveNode(graph, "/nodes/1", -1);
    CHECK(moved.node == "/nodes/0");
    CHECK(findNode(moved.graph, "/nodes/0")->kind->name == "SORT_SUB");
    CHECK(addNode(graph, "/nodes", kindOf("SORT")).node == "/nodes/0");
    CHECK(whyNot([&] { moveNode(addNode(graph, "/nodes", kindOf("SORT")).graph, "/nodes/0", 1); }) ==
          "SORT is not the first node of its chain");
}

TEST_CASE("a cut gives each branch the rest of the chain, follows its parameters, and leaves its first branch")
{
    const Graph csr = addNode(seedOf("CSR, a thread a row"), "/nodes", kindOf("SORT")).graph;
    const GraphChange cut = addNode(csr, "/nodes", kindOf("ROW_DIV"));
    CHECK(cut.node == "/nodes/1");
    const auto branches = [](const Graph& g) { return findNode(g, "/nodes/1")->branches.size(); };
    CHECK(branches(cut.graph) == partsOf(*findNode(cut.graph, "/nodes/1")));
    CHECK(branches(setParameter(cut.graph, "/nodes/1", "to", std::int64_t{512}).graph) < branches(cut.graph));
    CHECK(whyNot([&] { setBranches(cut.graph, "/nodes/1", 9); }) == "is not a list of 2 to 8 chains");
    const Graph each = setBranches(cut.graph, "/nodes/1", 1).graph;
    CHECK(findNode(each, "/nodes/1/each/0")->kind->name == "COMPRESS");
    CHECK(removeNode(each, "/nodes/1").graph.json() == csr.json());
    CHECK(removeNode(cut.graph, "/nodes/1").graph.json() == csr.json());
    // Where the matrix says how many parts there are, one chain is for all.
    const Graph stripes = addNode(cut.graph, "/nodes", kindOf("COL_DIV")).graph;
    CHECK(findNode(stripes, "/nodes/1")->each);
    // Positions can be asked for instead of classes.
    const Graph at = setForm(cut.graph, "/nodes/1", 0).graph;
    CHECK(formIndexOf(*findNode(at, "/nodes/1")) == 0);
    CHECK(branches(setParameter(at, "/nodes/1", "at", std::vector<std::int64_t>{3, 9, 20}).graph) == 4);
    // How results are added is one for all branches.
    const Graph last = setParameter(cut.graph, "/nodes/1/branches/1/3", "how", "last").graph;
    CHECK(findNode(last, "/nodes/1/branches/0/3")->word("how") == "last");
}

TEST_CASE(
    "whether the matrix meets a node's needs is known before it is put in, with the words of the graph that has it")
{
    const MatrixPtr matrix = rmat(128, 1500, 3);
    int refused = 0, met = 0, unmet = 0;
    for (const alphasparse::Seed& seed : alphasparse::seeds(DataType::Float32)) {
        std::optional<Error> none;
        const Limits limits{.padding = 16};
        const Applied before = applyUntilRefused(seed.graph, *matrix, limits, none, noProgress());
        if (none) { // this matrix has no diagonals
            CHECK(none->where().call == "/nodes/0");
            ++unmet;
            continue;
        }
        for (const ChainPlace& chain : chainsOf(seed.graph))
            for (const Offer& offer : offersOf(seed.graph, chain.pointer)) {
                if (!offer.whyNot.empty())
                    continue;
                const GraphChange change = addNode(seed.graph, chain.pointer, *offer.kind);
                INFO(seed.name << ": " << change.what << " at " << change.node);
                std::optional<Error> refusal;
                applyUntilRefused(change.graph, *matrix, limits, refusal, noProgress());
                const std::string why = whyRefused(change.graph, change.node, before, *matrix, limits, noProgress());
                // A branch before it may be refused first, for what stands behind its own such node.
                if (refusal && refusal->where().call == change.node)
                    CHECK(why == refusal->reason());
                else if (!refusal)
                    CHECK(why.empty());
                (why.empty() ? met : refused) += 1;
            }
    }
    CHECK(unmet == 1);
    CHECK(refused > 10);
    CHECK(met > 50);
}

TEST_CASE("a pointer means the node that it is in")
{
    CHECK(nodeOf("/nodes/2/rows") == "/nodes/2");
    CHECK(nodeOf("/nodes/1/branches") == "/nodes/1");
    CHECK(nodeOf("/nodes/1/branches/0") == "/nodes/1");
    CHECK(nodeOf("/nodes/1/branches/0/3/at/2") == "/nodes/1/branches/0/3");
    CHECK(nodeOf("/nodes/1/each/2/op") == "/nodes/1/each/2");
    CHECK(nodeOf("/nodes").empty());
    CHECK(nodeOf("").empty());
}

TEST_CASE("changes of one field are one, those that change nothing none, and what is undone is gone with the next")
{
    EditedGraph edited(seedOf("CSR, a thread a row"));
    for (const std::int64_t rows : {2, 3, 4, 4})
        edited.apply(setParameter(edited.graph(), "/nodes/1", "rows", rows));
    CHECK(edited.undoText() == "rows of BMT_ROW_BLOCK");
    edited.undo();
    CHECK_FALSE(edited.canUndo());
    CHECK(edited.redoText() == "rows of BMT_ROW_BLOCK");
    edited.apply(setParameter(edited.graph(), "/nodes/1", "rows", std::int64_t{1}));
    CHECK(edited.canRedo());
    edited.apply(addNode(edited.graph(), "/nodes", kindOf("BIN")));
    CHECK_FALSE(edited.canRedo());
}

TEST_CASE("every array that mentions a non-zero is found after every node, at its own blocks and row")
{
    std::mt19937_64 random(7);
    const std::vector<MatrixPtr> matrices = randomMatrices(random);
    const MatrixPtr matrix = matrices.front(), banded = matrices.back();
    for (const alphasparse::Seed& seed : alphasparse::seeds(DataType::Float32)) {
        INFO(seed.name);
        const Matrix& held = seed.name == "diagonals" ? *banded : *matrix;
        const Applied applied = applyGraph(seed.graph, held, {.padding = 64}, Keep::AllStates, noProgress());
        for (const Branch& branch : applied.branches)
            for (const State& state : branch.states) {
                INFO(state.pointer);
                const Metadata& m = *state.metadata;
                const Numbers rows = rowIndices(m);
                std::int64_t found = 0;
                for (std::int64_t p = 0; p < held.nnz(); ++p) {
                    std::map<Array, std::int64_t> at;
                    for (const Mention& mention : mentionsOf(m, p))
                        at[mention.array] = mention.i;
                    if (at.empty())
                        continue;
                    ++found;
                    const std::int64_t place = at.at(Array::Entries), row = at.at(Array::OriginRows);
                    CHECK(m[Array::Entries][static_cast<std::size_t>(place)] == p);
                    CHECK(rows[static_cast<std::size_t>(place)] == row);
                    for (const auto& [offsets, index] : at)
                        if (offsets == Array::BmtbNzOffsets || offsets == Array::BmtbRowOffsets) {
                            const std::int64_t inside = offsets == Array::BmtbNzOffsets ? place : row;
                            CHECK(m[offsets][static_cast<std::size_t>(index)] <= inside);
                            CHECK(m[offsets][static_cast<std::size_t>(index) + 1] > inside);
                        }
                    if (m.has(Array::BmtSizes))
                        CHECK(at.contains(Array::BmtRows));
                }
                CHECK(found == m.nnz);
            }
    }
}
