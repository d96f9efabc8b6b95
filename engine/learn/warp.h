// SpMV, SpMM and SDDMM stepped by hand: which thread of a warp reads, multiplies and writes what, in each step of a
// kernel.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"

namespace sparsescope::learn {

inline constexpr int sectorBytes = 32;

// The mapping of SpMM that most formats have.
inline constexpr const char* overColumns = "lanes over columns of B";

// Ways of giving the work of a format to threads.
std::vector<LearnMapping> mappingsOf(const std::string& format);

// The dense operands of a kernel, and who takes their columns.
enum class Columns {
    Loop,   // x, or B, whose columns a thread takes one after another
    Lanes,  // B, a column a lane
    Tensor, // B, eight columns an instruction, always
    Sampled // X and Y, whose rows are multiplied with each other for each non-zero
};
Columns columnsOf(const Encoded& encoded);
// As many as its kernel is mostly given: one for SpMV, one for each lane that has its own.
std::int64_t usualColumns(const std::string& format, const std::string& mapping, int lanes);
// J, and whether operands and results are numbers; see gatherSettings().
std::vector<LearnParameter> multiplySettings(const LearnState& state, nlohmann::json& now);

// The kernel of the encoded mapping as a student would write it. rowEnd[r] is where row r ends, as in the arrays.
std::vector<CodeLine> listingOf(const Encoded& encoded);
// The same for so many columns, which it calls J.
std::vector<CodeLine> listingOf(const Encoded& encoded, std::int64_t columns, int lanes);
// "rows = 8, width = 2": the numbers that a listing speaks of; of the first launch. J is unknown where it is 0.
std::string numbersOf(const Encoded& encoded, const std::vector<CodeLine>& code, std::int64_t columns = 0);

// An array in memory, elements of four bytes from a multiple of 256 on.
struct Memory {
    std::string name;
    std::int64_t base = 0; // bytes
    std::int64_t elements = 0;
    int array = -1;         // of Encoded::arrays, element for element; -1: x, y, B, C, X, Y or out
    std::int64_t width = 1; // columns of B, C, X and Y
};

inline std::int64_t afterMemory(const Memory& memory)
{
    return memory.base + (memory.elements * 4 + 255) / 256 * 256;
}

struct Access {
    int lane = 0, memory = 0;
    std::int64_t element = 0;
    bool write = false;
};

enum class LaneWork { Waits, Works, Padding };
struct LaneStep {
    LaneWork work = LaneWork::Waits;
    std::string row, what;    // short: "y3", "5*x2"
    std::int64_t factor = -1; // the element of x, or the row of B or Y, that it multiplies with; -1: it does not
    std::int64_t other = -1;  // the row of X; -1: it multiplies a value
    std::int64_t column = 0;  // of B, or X and Y
};

// Added to row `row` of the output, or of SDDMM to the output of a non-zero.
struct Product {
    std::int32_t row = 0, col = 0;
    std::int64_t position = 0; // CSR
    std::int64_t column = -1;  // of B, or X and Y; -1: each
};

struct WarpStep {
    std::string text;
    int line = 0; // of the listing
    int warp = 0;
    std::vector<LaneStep> lanes;
    std::vector<Access> accesses;
    std::vector<Product> products;
};

struct WarpProgram {
    std::vector<Memory> memories;
    std::vector<WarpStep> steps;
    std::vector<CodeLine> code;
    int warps = 1;
    Columns how = Columns::Loop;
    std::int64_t columns = 1; // J: of B, or X and Y
};

// Throws Error(Input) for another number of lanes than 8 or 32, or of columns than 1 to that.
WarpProgram warpProgram(const Encoded& encoded, int lanes, std::int64_t columns);
WarpProgram warpProgram(const Encoded& encoded, int lanes); // usualColumns()

// Small numbers for x, B, X or Y, the same wherever they are shown.
double operand(const std::string& name, std::int64_t row, std::int64_t column);
// y, C or out after so many steps with these, element for element of their memory. What is not written yet is a sum in
// registers; of SDDMM that of X and Y, without the value.
struct Summed {
    std::vector<double> sums;
    std::vector<char> begun, written; // some product was added; it is in memory
};
Summed outputAfter(const Encoded& encoded, const WarpProgram& program, int steps);

struct SectorCount {
    std::int64_t touched = 0; // 32-byte sectors, each array's of each step by itself: no cache
    std::int64_t fewest = 0;  // that hold as many distinct elements
};
SectorCount sectorsOf(const WarpProgram& program, const WarpStep& step);
// Lane steps of a step that give nothing: a lane waits, or multiplies padding.
std::int64_t idleLanes(const WarpStep& step);

} // namespace sparsescope::learn
