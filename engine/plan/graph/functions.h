// Whole numbers of a graph as functions of their index, which a kernel computes instead of reading them: AlphaSparse's
// model-driven format compression (section V-D; figure 7 underlines what it replaces, figure 8 shows one).
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::graph {

// In the order in which they are tried. The paper names linear, step and periodic linear functions; the others are
// ours, pieces are of its public code. n: elements, p: a period.
enum class FunctionFamily {
    Constant,  // c; an empty array too
    Linear,    // c + k i; whatever two elements are
    Step,      // c + m floor(i / p), 2 <= p <= n / 2
    Periodic,  // c + k (i mod p), the same
    Both,      // c + k (i mod p) + m floor(i / p), the same
    Pieces,    // c_j on range j; 2 to 5 ranges, n >= 32
    RowLinear, // origin row + c_(i mod p), kept within the columns; which is known, not tried
    Narrow     // base + u8, u16 or i32, which is read
};

std::string name(FunctionFamily family); // "constant" "linear" "step" "periodic linear" "both" "pieces" "row linear"
                                         // "narrow"

enum class StoredType { U8, U16, I32 };

std::string name(StoredType type); // "u8" "u16" "i32"
int bytesOf(StoredType type);      // 1, 2, 4

// An element that its family gets wrong: an `if` in the kernel (section V-D: "a small number of errors").
struct FunctionException {
    std::int32_t i = 0;
    std::int32_t value = 0;
    bool operator==(const FunctionException&) const = default;
};

// How many an array of n elements may have: none below 16.
constexpr std::int64_t mostExceptions(std::int64_t n)
{
    return n / 16 < 4 ? n / 16 : 4;
}

// An array of whole numbers, exactly. Which members count says the family; those of other families are as they stand
// here. Coefficients are 64 bits wide: |k| and |m| are below 2^32, |c| is below 2^63.
struct ArrayFunction {
    FunctionFamily family = FunctionFamily::Constant;
    std::int32_t size = 0; // elements
    std::int64_t c = 0, k = 0, m = 0;
    std::int32_t p = 0;                        // Step to Both: the period
    std::vector<std::int64_t> constants;       // Pieces, RowLinear: c_j
    std::vector<std::int32_t> ends;            // Pieces: where range j ends, the last at `size`
    std::int32_t columns = 0;                  // RowLinear: the sum is brought into [0, columns)
    std::vector<FunctionException> exceptions; // by ascending i; Narrow has none

    // Narrow alone. i32 has neither base. `bases` is a function of the number of a BMTB, narrow with one base at most.
    StoredType type = StoredType::I32;
    std::int32_t base = 0;
    std::shared_ptr<const ArrayFunction> bases; // null: `base` is that of all
    std::vector<std::uint8_t> stored;           // as on the device: `size` elements of the type, low byte first

    bool operator==(const ArrayFunction& other) const;
};

// What a graph knows beside an array. Throughout, empty means: not known, and what needs it is not tried.
struct ArrayContext {
    std::span<const std::int64_t> counts = {}; // that are constant in the graph: candidates for periods, any numbers
    std::span<const std::int32_t> bmtbOffsets = {}; // where the elements of each BMTB begin, from 0, and their end
};

// Off: every array is stored as it is, in i32 (figure 14c of the paper compares both).
enum class Compression { On, Off };

// The first family that fits all elements but mostExceptions(n), coefficients from i = 0, else from n / 2. Never more
// bytes than stored as it is. Elements are 32 bits wide, as the metadata and i32 on the device are: rows, columns,
// positions, offsets up to 2^31 - 1; a word of bits is taken as the number with these bits. In linear time on one
// thread. Throws Error(Internal) where the context is of another array or there are 2^31 elements, Error(Cancelled).
ArrayFunction encode(std::span<const std::int32_t> array, const ArrayContext& context, Compression compression,
                     Progress& progress);

// A diagonal each (DIAG_SPLIT): their constants stand in the argument block.
inline constexpr std::int64_t mostRowConstants = 32;

// Columns of rows that have a place for each of these constants, 1 to mostRowConstants, one row after another: `size`
// in all, of a matrix with so many columns.
ArrayFunction rowLinear(std::vector<std::int64_t> constants, std::int32_t size, std::int32_t columns);

// Element i, as a kernel computes it, which knows the origin row of the element (RowLinear) and the BMTB that it is of
// (bases of each). All of it can be done in 32 bits that wrap around, then read as signed: what wraps is right in the
// end, since the element has 32 bits.
std::int32_t valueAt(const ArrayFunction& function, std::int64_t i, std::int32_t originRow = 0, std::int64_t bmtb = 0);

// All elements, of any family but RowLinear; offsets are those that the array was encoded with.
std::vector<std::int32_t> decode(const ArrayFunction& function, const ArrayContext& context, Progress& progress);

// On the device, in arrays that are read: stored elements, and those of bases. What stands in the argument block is
// not counted, nor what arrays are aligned to.
std::int64_t bytesOf(const ArrayFunction& function);

// What of a function stands in the source of a kernel: family, types, and how many constants and exceptions there are.
// Functions with one text differ in arguments alone, so kernels are cached by it. "linear", "pieces 3", "row linear 5",
// "u8", "u16, base of each BMTB: linear", "step, exceptions 2".
std::string sourceKey(const ArrayFunction& function);

// What stands in the argument block, beside where stored elements are: the low 32 bits of
//     c; c, k; c, m, p; c, k, p; c, k, m, p;      Constant to Both
//     c_0 .., the ends of all ranges but the last; Pieces
//     c_0 .., columns - 1;                         RowLinear
//     base, or the arguments of bases;             Narrow with u8 and u16
// and then i and value of each exception. How many there are follows from the key: at most 41.
std::vector<std::int32_t> arguments(const ArrayFunction& function);

// For people, without what is zero: "4 i", "1 + 2 x floor(i / 3)", "row + (-1, 0, 1)[k]" (k: the place in its row),
// "5 for i < 40, then 7", "u8", "u16, base 4 b" (b: the BMTB), "7, but 9 at 3".
std::string formula(const ArrayFunction& function, const std::string& index = "i");
// With its family: "constant 2", "linear 0 + 4 i", "u8, base -1", "u16, base linear 0 + 4 b", "i32".
std::string label(const ArrayFunction& function, const std::string& index = "i");

} // namespace sparsescope::graph
