// A micro-tile and the dense tile that it is gathered into: what SparDA chooses among (its STile, 4.3; here the name is
// another system's).
#pragma once

#include "engine/matrix/mask_sequence.h"
#include "engine/plan/operators/operator.h"

#include <compare>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

class JsonReader;

// The axis along which micro-tiles are gathered, in any order (SparDA 4.1). Inner and Rows: of C = A B, whose A is
// masked. Cols: of a sampled product, whose output is.
enum class GatheredAxis { Inner, Rows, Cols };
inline bool isSampled(GatheredAxis axis)
{
    return axis == GatheredAxis::Cols;
}
std::string name(GatheredAxis axis);                     // "k" "m" "n"
GatheredAxis parseGatheredAxis(const std::string& text); // throws Error(Input)
GatheredAxis gatheredAxisFrom(const JsonReader& in);     // the same, naming file and member

// Micro-tiles of height x width places, on their grid, are gathered into dense tiles of rows x inner x cols: rows, the
// sum's axis, columns. One bucket holds those that may be gathered with each other:
//   Inner: a strip of `rows` = height rows; their columns are gathered, `inner` a step;
//   Rows:  a strip of `width` columns; their rows are gathered, `rows` a group;
//   Cols:  a strip of `rows` = height rows of the output; its columns are gathered, `cols` a group.
struct Pairing {
    GatheredAxis axis = GatheredAxis::Inner;
    std::int64_t height = 1, width = 1;
    std::int64_t rows = 1, inner = 1, cols = 1; // BM, BK, BN
    MaskLayout layout = MaskLayout::Row;        // of the masked operand in memory: Row or Column

    std::string label() const; // "32x1 in 32x64x128 by k"; column-major: ", columns"
    // By dense tile, axis, micro-tile and layout: among equals the first is taken.
    std::strong_ordering operator<=>(const Pairing& other) const;
    bool operator==(const Pairing&) const = default;
};

nlohmann::json toJson(const Pairing& pairing);
// Throws Error(Input): members that are missing or out of range, rules of the axis broken.
Pairing pairingFrom(const JsonReader& in);
// The rules of the axes alone: what any table of times may hold. Throws Error(Input).
void requireShape(const Pairing& pairing);
// Throws Error(Input) where the axis is not one of this operator.
void requireAxis(const Pairing& pairing, const Operator& op);

// Those that there are kernels for, of this operator, for values with this period: rows 16 to 128 (in 32 bits to 64),
// inner 64 (32), cols 64 and 128, of Inner in 16 bits with up to 64 rows 256 too; Inner and Cols: width 1, 8, inner;
// Rows: height 1, width 64, 128, 256, 512 and the period itself; in both layouts. In ascending order; refusal() says
// which of them cannot be had.
std::vector<Pairing> pairingsOfKernels(const Operator& op, std::int64_t period);

// Is there a kernel that runs it, whatever the masks?
bool hasKernel(const Pairing& pairing, const Operator& op);

// Why a pairing cannot be had for this operator and these masks, whoever measured it; empty: it can.
std::string refusal(const Pairing& pairing, const Operator& op, const MaskFacts& masks);

// Parts of the dense axis: the blocks of each task. Of a sampled product one, which walks through all of it.
std::int64_t partsOf(const Pairing& pairing, const Operator& op);

} // namespace sparsescope
