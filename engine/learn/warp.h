// SpMV and SpMM stepped by hand: which thread of a warp reads, multiplies and writes what, in each step of a kernel.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"

namespace sparsescope::learn {

inline constexpr int sectorBytes = 32;

// The mapping of SpMM that most formats have.
inline constexpr const char* overColumns = "lanes over columns of B";

// Ways of giving the work of a format to threads.
std::vector<LearnMapping> mappingsOf(const std::string& format);

// The kernel of the encoded mapping as a student would write it. rowEnd[r] is where row r ends, as in the arrays.
std::vector<CodeLine> listingOf(const Encoded& encoded);
// "rows = 8, width = 2": the numbers that it speaks of; of the first launch.
std::string numbersOf(const Encoded& encoded);

// An array in memory, elements of four bytes from a multiple of 256 on.
struct Memory {
    std::string name;
    std::int64_t base = 0; // bytes
    std::int64_t elements = 0;
    int array = -1;         // of Encoded::arrays, element for element; -1: x, y, B or C
    std::int64_t width = 1; // columns of B and C
};

struct Access {
    int lane = 0, memory = 0;
    std::int64_t element = 0;
    bool write = false;
};

enum class LaneWork { Waits, Works, Padding };
struct LaneStep {
    LaneWork work = LaneWork::Waits;
    std::string row, what; // short: "y3", "5*x2"
};

// Added to row `row` of the output by one lane, or by all for every column of B.
struct Product {
    std::int32_t row = 0, col = 0;
    std::int64_t position = 0; // CSR
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
    std::int64_t columns = 1; // of B
};

// Throws Error(Input) for another number of lanes than 8 or 32.
WarpProgram warpProgram(const Encoded& encoded, int lanes);

struct SectorCount {
    std::int64_t touched = 0; // 32-byte sectors, each array's of each step by itself: no cache
    std::int64_t fewest = 0;  // that hold as many distinct elements
};
SectorCount sectorsOf(const WarpProgram& program, const WarpStep& step);
// Lane steps of a step that give nothing: a lane waits, or multiplies padding.
std::int64_t idleLanes(const WarpStep& step);

} // namespace sparsescope::learn
