// A program with slots in place of names: what the interpreter runs. Iterations of stage 1 are loops over positions
// here, so that all three stages are run by the same code.
#pragma once

#include "engine/ir/bindings.h"
#include "engine/ir/mma.h"
#include "engine/ir/program.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::ir::interpreter {

struct Access;

// An expression. Whole ones are computed in 64 bits, others in float64.
struct Code {
    ExprKind kind = ExprKind::Integer;
    bool whole = true;
    bool mayBeUnbound = false; // Name: of a tile value, which is there in a loop over its tiles alone
    std::int64_t value = 0;    // Integer: itself; Name: its slot; Rank and Find of stage 3: the array
    std::string name = {};     // Name
    std::vector<const Code*> operands = {};
    const Access* access = nullptr; // Load, Entry, and Find below the axes of a buffer
};

inline constexpr int mostAxes = 64; // of a buffer

// How an index of an access becomes a position of its axis: it is one; it is the iterator of that axis, whose position
// is known; or it is a coordinate that is searched for among those below the parent.
enum class Finding { Position, Own, Search };

struct AccessAxis {
    const Axis* axis = nullptr;
    Finding finding = Finding::Position;
    const Code* index = nullptr;
    int position = -1, base = -1;   // Own: slots of the position and of the place among all of the axis
    int tiles = -1;                 // the group whose tiles these are; they enter no offset
    int parent = -1;                // among the axes of the access; -1: it has none but tiles
    const Code* children = nullptr; // fixed: of each parent
    const Code* nnz = nullptr;      // variable
    int indptr = -1, indices = -1;  // arrays
    int prefix = 0;                 // variable: so many axes stand before its ancestors
    bool whole = false; // variable: its ancestors are 0, and the position counts all of the axis (fused loops)
    bool chain = false; // nothing but its ancestors stands before it: its place is the offset
};

struct Access {
    int array = -1;
    std::string name;
    std::vector<AccessAxis> axes;
    const Code* offset = nullptr; // stage 3, in place of axes
    std::int64_t extra = 0;       // of the buffer
    bool fragments = false;
};

struct Statement;
using Statements = std::vector<Statement>;

enum class StatementKind { Loop, Places, Tiles, Store, If, Let, Multiply };

struct Statement {
    StatementKind kind = StatementKind::Loop;
    const Node* node = nullptr;
    int slot = -1; // of the loop's variable, the position or the let

    // Loop: its extent. Places: of a fixed axis children of each parent position, of a variable one all of them.
    const Code* extent = nullptr;
    int thread = -1;    // 0 to 2: bound to threadIdx.x, y or z
    bool block = false; // bound to blockIdx
    bool reduced = false;

    // Places: positions of an axis below the one that its parent's loop has.
    const Axis* axis = nullptr;
    int base = -1, coordinate = -1, parentBase = -1; // slots
    int indptr = -1, indices = -1;                   // arrays
    int tiles = -1;                                  // Tiles: the group

    // Multiply: the target is C
    const Mma* mma = nullptr;
    const Access *a = nullptr, *b = nullptr;

    // Store
    const Access* target = nullptr;
    bool add = false;
    const Code* value = nullptr;                         // Let too, and the condition
    std::vector<std::pair<std::string, int>> scope = {}; // names around it and their slots, outer ones first

    Statements body = {}, otherwise = {};
    int threads = 0; // of the body: bits of the thread loops around it, 1, 2 and 4
};

struct ArrayUse {
    std::string name;
    bool whole = false;
    Scope scope = Scope::Global;
    const Code* size = nullptr; // of memory that the program itself has: nobody binds it
    bool stored = false;        // something in the program writes it
    int tiles = -1;             // what a loop over tiles writes globally, each tile has its own of: the group
};

struct Compiled {
    Compiled() = default;
    Compiled(const Compiled&) = delete; // statements point into it
    Compiled& operator=(const Compiled&) = delete;

    const Program* program = nullptr;
    std::vector<ArrayUse> arrays;
    int slots = 0;
    std::vector<std::pair<std::string, int>> params, tileValues; // name and slot
    std::vector<std::string> groups;                             // params that count tiles
    Statements body;
    std::deque<Code> codes;
    std::deque<Access> accesses;
    bool shares = false; // has shared memory
};

// Throws Error(Input) with the line of the printed program.
void compile(const Program& program, const Bindings& bindings, Compiled& into);

// Throws Error(Input) with the line of the printed program, where the node is one of it.
[[noreturn]] void failAt(const Program& program, const Node* node, const std::string& place, const std::string& reason);

} // namespace sparsescope::ir::interpreter
