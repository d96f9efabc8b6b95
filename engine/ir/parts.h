// What the formats of a plan are in its programs: the axes, buffers and tile values that stand behind each number f.
#pragma once

#include "engine/ir/program.h"
#include "engine/plan/format.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sparsescope {
class Plan;
}

namespace sparsescope::ir {

// A format with its first, or only, axes; or with others that hold the rest of its values (hyb).
struct PlanPart {
    std::int64_t number = 0;                  // f, from 1
    std::size_t format = 0;                   // index into Tiling::formats
    FormatAxes description;                   // with the names that the format gives
    std::int64_t endOfValues = 0;             // of a tile, where those of the next part begin; 0: they are the last
    std::map<std::string, std::string> names; // what each of these is called in programs: "J_indices": "J_1_indices"
    std::string count;                        // the param "tiles_1"
    std::vector<std::string> tiles;           // values of a tile: "ROWS_1"
    std::vector<Axis> axes;                   // T_1 first
    std::vector<Domain> domains;
    std::vector<Buffer> buffers;
    Buffer values;                      // A_1 over T_1 and the axes of values
    std::vector<std::string> iterators; // of these axes, "t" first
    ExprPtr row, column;                // of a place, from iterators
    ExprPtr held;                       // null: each place is the matrix's

    std::vector<ExprPtr> places() const; // the iterators, by which A_1 is read
    const Axis* axis(const std::string& name) const;
    // The outermost of the axes of values; all tiles joined, it goes through them.
    const Axis& first() const { return *axis(values.axes[1]); }
    // Why several tiles cannot be made one whose arrays are those of the tiles one after another; empty: they can.
    std::string whyNotJoined() const;
    void requireJoined(const Plan& plan) const; // throws Error(Input) where there are several all the same
    // The tile value that counts positions of first() where tiles are joined: its own, or where a tile's is a number
    // ("ELL 8x1") a new one.
    std::string joinedCount() const;
    // Are the arrays all below listed rows, so that these can be put in another order?
    bool listsRows() const;
};

// Those that tiles have, in the order of Tiling::formats. Throws Error(Input) with whyNoProgram().
std::vector<PlanPart> partsOf(const Plan& plan);

// Why a program that has tiles is not one of this plan's (null: of none), in a sentence; empty: it is, or has no tiles.
std::string whyNotOf(const Program& program, const Plan* plan);

Type typeOf(DataType type);

} // namespace sparsescope::ir
