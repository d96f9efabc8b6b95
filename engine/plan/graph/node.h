// A node of a graph and the kinds of nodes that there are: what the paper calls an operator (AlphaSparse, table II).
#pragma once

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/progress.h"
#include "engine/plan/graph/division.h"
#include "engine/plan/graph/metadata.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sparsescope::graph {

// Where a kind stands. A chain has nodes of Order, then either a Cut or a leaf: at most one node of each later slot, in
// this order.
enum class Slot : std::uint8_t {
    Order,
    Cut,
    Compress,
    BmtbBlock,
    SortBmtb,
    Diagonals, // of tiles alone
    RowPad,
    BmwBlock,
    BmtBlock,
    BmtPad,
    BlockPad,
    Interleave,
    XShared,
    Thread,
    Warp,
    Shared,
    Global,
    Resources
};

// A parameter is a number, a word, or ascending positions where something is cut.
using Value = std::variant<std::int64_t, std::string, std::vector<std::int64_t>>;

struct Parameter {
    enum class Type : std::uint8_t { Number, Word, Places };
    enum class Legal : std::uint8_t { Between, Multiples, Coarse }; // of `step`; the coarse grid alone

    std::string name;
    Type type = Type::Number;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::vector<std::int64_t> coarse = {}; // the search's grid to begin with
    std::int64_t step = 1;                 // of its fine grid
    Legal rule = Legal::Between;
    bool orZero = false;                 // 0 is legal too, though below `least`
    std::vector<std::string> words = {}; // those that there are
    std::optional<Value> otherwise = {}; // its value where none is given; without it, one has to be

    bool legal(std::int64_t value) const;
    std::string legalText() const;          // "1 to 16"
    std::vector<std::int64_t> fine() const; // the fine grid, ascending
};
// Legal is what lies between the ends of the coarse grid.
Parameter number(std::string name, std::vector<std::int64_t> coarse, std::optional<Value> otherwise = {});
Parameter word(std::string name, std::vector<std::string> words, std::optional<Value> otherwise = {});

struct NodeKind;

struct Node {
    const NodeKind* kind = nullptr;               // of nodeKinds(), or tileDiagonals()
    std::map<std::string, Value> parameters = {}; // all of one form of its kind
    std::vector<std::vector<Node>> branches = {}; // of a cut: a chain a part, or one
    bool each = false;                            // for all parts

    bool has(const char* parameter) const { return parameters.contains(parameter); }
    std::int64_t number(const char* parameter) const { return std::get<std::int64_t>(parameters.at(parameter)); }
    const std::string& word(const char* parameter) const { return std::get<std::string>(parameters.at(parameter)); }
    const std::vector<std::int64_t>& places(const char* parameter) const
    {
        return std::get<std::vector<std::int64_t>>(parameters.at(parameter));
    }
};
using Chain = std::vector<Node>;
Reductions reductionsOf(const Chain& leaf);

// What is not worth trying.
struct Limits {
    double padding = 4; // places for each non-zero of a branch
    int sumBytes = 4;   // of a sum: what a block's shared memory holds depends on it
    bool operator==(const Limits&) const = default;
};

// What a node is applied in.
struct Context {
    const Matrix& matrix;
    const Limits& limits;
    int threads; // of the leaf's blocks, which its last node says
    Where where; // the node: a JSON pointer in the graph's file
    Progress& progress;
    bool laysOut = true; // else `entries` stay as COMPRESS left them, and only the blocks know of padding

    [[noreturn]] void refuse(std::string reason) const { failInput(std::move(reason), where); }
    // Refuses as many places (or rows, or BMTs) as this for so many non-zeros of a branch, before they are made.
    void checkPlaces(std::int64_t count, std::int64_t nnz, const char* what = "places") const;
    // parallelEach(), which a cancelled job leaves at once.
    template <class Body>
    void each(std::int64_t n, std::int64_t grain, const Body& body) const
    {
        parallelRanges(n, grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end && !(i % grain == 0 && progress.cancelled()); ++i)
                body(i);
        });
        progress.check();
    }
};

struct NodeKind {
    std::string name;        // "BMT_COL_BLOCK"
    std::string description; // a sentence
    Slot slot = Slot::Order;
    // Ways to say what it does. A node has the parameters of one, which its first parameter tells.
    std::vector<std::vector<Parameter>> forms = {};
    // All but cuts: changes the metadata, or throws Error(Input) where they are not as it needs them.
    void (*apply)(Metadata& m, const Node& node, const Context& context) = nullptr;
    // Cuts.
    Division (*divide)(const Metadata& m, const Node& node, const Context& context) = nullptr;
    bool (*idle)(const Node& node) = nullptr; // whether it changes nothing, whatever the matrix is
};

std::span<const NodeKind> nodeKinds();
const NodeKind* findNodeKind(const std::string& name);
// What a tile has of DIAG_SPLIT, whose name it bears: its rows get a place for each diagonal.
const NodeKind& tileDiagonals();

} // namespace sparsescope::graph
