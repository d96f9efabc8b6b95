// Programs of SparseTIR's language (SparseTIR sections 3.1 to 3.4): axes that describe formats, buffers over them, and
// what is computed, in three stages. Stage 1 speaks of coordinates, stage 2 of positions, stage 3 of offsets in arrays.
// A program is never changed: passes and schedule steps make new ones, which share what they left as it was.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace sparsescope::ir {

enum class Type { Float16, BFloat16, TFloat32, Float32, Float64, Int32, Int64 };
enum class Scope { Global, Shared, Local, MmaA, MmaB, MmaC };
enum class AxisKind { DenseFixed, DenseVariable, SparseFixed, SparseVariable };
enum class LoopKind { Spatial, Reduced };
enum class Mark { None, BlockX, BlockY, ThreadX, ThreadY, ThreadZ, Unroll, Vector };

// How each is written: "f16", "shared", "dense_fixed", "S", "blockIdx.x" ("" for Mark::None).
const char* word(Type type);
const char* word(Scope scope);
const char* word(AxisKind kind);
const char* word(LoopKind kind);
const char* word(Mark mark);

bool isWhole(Type type); // i32 and i64
bool isSparse(AxisKind kind);
bool isVariable(AxisKind kind);

// Whole numbers, and where a value is computed products of loads. Booleans are 0 and 1. Division rounds down, and a
// remainder has the divisor's sign.
enum class ExprKind {
    Integer, // value
    Name,    // of a param, a tile value, an iterator, a loop or a let
    Load,    // name[operands]
    Or,      // the operators have two operands
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Min,
    Max,
    Select,   // condition, then, otherwise; only the one that is chosen is evaluated
    Position, // pos(name): the position of an iterator, stage 1
    Entry,    // entry(name[operands]): the CSR position that this place of values owns; -1: none
    Find, // stages 1 and 2: find(name[operands but the last, :], last); stage 3: find(name, from, to, x); -1: absent
    Rank  // stages 1 and 2: rank(name, x); stage 3: rank(name, count, x): the last p with name[p] <= x
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;
struct Expr {
    ExprKind kind = ExprKind::Integer;
    std::int64_t value = 0;
    std::string name = {};
    std::vector<ExprPtr> operands = {};
};

ExprPtr integer(std::int64_t value);
ExprPtr named(std::string name);
ExprPtr load(std::string name, std::vector<ExprPtr> indices);
ExprPtr made(ExprKind kind, std::vector<ExprPtr> operands, std::string name = {});
ExprPtr plus(ExprPtr a, ExprPtr b);
ExprPtr minus(ExprPtr a, ExprPtr b);
ExprPtr times(ExprPtr a, ExprPtr b);
bool same(const ExprPtr& a, const ExprPtr& b);               // both may be null
bool mentions(const ExprPtr& expr, const std::string& name); // as a Name or as what pos() asks for

// A dimension. Positions count the children of one parent position from 0, coordinates say where these stand.
struct Axis {
    std::string name;
    AxisKind kind = AxisKind::DenseFixed;
    std::string parent = {}; // empty: a root, as all of kind DenseFixed are
    ExprPtr length = {};     // of the coordinates; of DenseFixed also of the positions
    ExprPtr places = {};     // SparseFixed: children of each parent position
    ExprPtr nnz = {};        // variable: positions of all parents together
    std::string indptr = {}, indices = {};
    bool holes = false; // an index may be -1: nothing is there
};

struct Domain { // what the values of an index buffer lie in: [begin, end)
    std::string buffer;
    ExprPtr begin, end;
};

// Values over axes, stages 1 and 2.
struct Buffer {
    std::string name;
    std::vector<std::string> axes;
    std::int64_t extra = 0; // elements more than positions of the last axis: an indptr has 1
    Type type = Type::Float32;
    Scope scope = Scope::Global;
    bool fragments = false; // the last two axes stand in the order of fragmentIndex() (plan/formats/block_rows.h)
};

struct Array { // stage 3
    std::string name;
    ExprPtr size; // elements
    Type type = Type::Float32;
    Scope scope = Scope::Global;
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;
using Body = std::vector<NodePtr>;

// One axis, or several that one loop goes through together.
struct Slot {
    std::vector<std::string> axes;
    LoopKind kind = LoopKind::Spatial;
    bool operator==(const Slot&) const = default;
};

struct Iter { // stage 1
    std::string name;
    std::vector<Slot> slots;
    std::vector<std::string> iterators; // one for each axis of the slots, in their order
    bool preprocess = false;            // runs before the kernel, once for many launches
    bool atomic = false;                // adds to rows that others add to as well
    Body init;                          // what outputs are before the first reduced iteration
    Body body;
};
struct For { // stages 2 and 3, from 0
    std::string name;
    LoopKind kind = LoopKind::Spatial;
    ExprPtr extent;
    Mark mark = Mark::None;
    Body body;
};
struct Block { // of statements that schedules move together
    std::string name;
    bool preprocess = false, atomic = false;
    bool warp = false; // what it writes to shared memory its own warp alone reads
    Body body;
};
struct Store {
    std::string target;
    std::vector<ExprPtr> indices;
    bool add = false; // += instead of =
    ExprPtr value;
};
struct If {
    ExprPtr condition;
    Body then, otherwise;
};
struct Let { // holds to the end of the body that it stands in
    std::string name;
    ExprPtr value;
};
struct Call { // an intrinsic, stage 3
    std::string intrinsic;
    std::vector<ExprPtr> arguments;
};

struct Node {
    int id = 0;            // unique in the program and in those that it was made from
    std::vector<int> from; // the nodes that it was made of, in the program before
    std::variant<Iter, For, Block, Store, If, Let, Call> what;
};

struct Program {
    std::string name;
    int stage = 1;
    std::vector<std::string> params; // > 0, one value a launch
    std::vector<std::string> tiles;  // >= 0, a value for each tile
    std::vector<Axis> axes;
    std::vector<Domain> domains;
    std::vector<Buffer> buffers;
    std::vector<Array> arrays;
    Body body;
    int nextId = 1; // larger than any node's

    // Null where there is none.
    const Axis* axis(const std::string& axisName) const;
    const Buffer* buffer(const std::string& bufferName) const;
    const Array* array(const std::string& arrayName) const;
};

// A param "tiles" or "tiles_SUFFIX" counts tiles. The axis DenseFixed of that extent is the tiles themselves: for each
// of its positions tile values and arrays are bound anew, so that it enters no offset.
bool countsTiles(const std::string& param);
bool isTileAxis(const Axis& axis);

// All but ids, and where nodes came from, is the same.
bool same(const Body& a, const Body& b);
bool same(const Program& a, const Program& b);

// The bodies of a node: init and body of an iteration, both branches of an if; none of a store.
std::vector<const Body*> bodiesOf(const Node& node);
// The expressions of a node itself, none of what is in its bodies.
std::vector<ExprPtr> expressionsOf(const Node& node);

// visit(node) for each node in the order of its text, an outer one before what is in it.
template <class Visit>
void forEachNode(const Body& body, const Visit& visit)
{
    for (const NodePtr& node : body) {
        visit(*node);
        for (const Body* inner : bodiesOf(*node))
            forEachNode(*inner, visit);
    }
}

// visit(expression) for it and all that it is made of.
template <class Visit>
void forEachExpr(const ExprPtr& expr, const Visit& visit)
{
    if (!expr)
        return;
    visit(*expr);
    for (const ExprPtr& operand : expr->operands)
        forEachExpr(operand, visit);
}

// The expression with change(part) in place of every part that it gives something for, from the inside out; null
// leaves a part as it is.
template <class Change>
ExprPtr rewritten(const ExprPtr& expr, const Change& change)
{
    if (!expr)
        return expr;
    ExprPtr now = expr;
    std::vector<ExprPtr> operands;
    bool changed = false;
    for (const ExprPtr& operand : expr->operands) {
        operands.push_back(rewritten(operand, change));
        changed = changed || operands.back() != operand;
    }
    if (changed) {
        Expr copy = *expr;
        copy.operands = std::move(operands);
        now = std::make_shared<const Expr>(std::move(copy));
    }
    const ExprPtr other = change(now);
    return other ? other : now;
}

// The same with expressions in place of names (pos(name) is left as it is).
ExprPtr substituted(const ExprPtr& expr, const std::map<std::string, ExprPtr>& byName);

} // namespace sparsescope::ir
