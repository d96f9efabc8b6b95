// What the names of a program's nest are on the device: arrays of the tile, dense operands, registers, shared memory.
#pragma once

#include "engine/ir/parts.h"
#include "engine/ir/program.h"
#include "engine/plan/format.h"
#include "kernels/generate/program/piece.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsescope {

enum class Held {
    Operand,   // a row of ld values for each row or column of the matrix; a vector
    Values,    // of the tile
    Index,     // whole numbers of the tile
    Ends,      // the same, which say where each part ends: a 0 stands before them
    Output,    // C
    Registers, // float or int
    Vectors,   // registers of 16 bytes, as they were loaded
    Fragment,  // registers of tensor cores: those of whole fragments, by lanes
    Spread,    // whole numbers of their rows: of 16, a lane has the four of its rows of B. Read as [where, register]
    Shared     // memory of the block, of the array's type
};

// A fragment: rows and columns as programs have it, and how many elements each lane holds. Of blocks of eight rows the
// GPU computes the transpose of the product: A is its second operand, and B its first.
struct FragmentShape {
    std::int64_t rows = 0, columns = 0;
    int elements = 0;
    bool transposed = false;
    std::int64_t size() const { return rows * columns; }
};

struct DeviceArray {
    Held held = Held::Index;
    const ir::Array* array = nullptr;
    std::string text;         // how it is written: "J_1_indices"
    bool rows = false;        // stored rows, which may be slots
    bool counts = false;      // whole numbers, none of them less than 0
    std::int64_t divisor = 1; // elements are divided by this
    std::int64_t size = 0;    // of registers and shared memory
    FragmentShape shape;      // of fragments
};

class DeviceMemory {
public:
    // Knows the arrays that a nest mentions. Throws Error(Input) for one that kernels are not given.
    DeviceMemory(const ir::Program& program, const ir::PlanPart& part, const Format& format, const ir::Body& nest,
                 const PieceRequest& request);

    const DeviceArray& operator[](const std::string& name) const { return m_arrays.at(name); }
    bool has(const std::string& name) const { return m_arrays.contains(name); }
    // How a name of the program is written: another one where it means something to the compiler.
    std::string written(const std::string& name) const;
    // Lines that declare what the nest uses, and where its shared memory begins.
    std::string declarations(std::int64_t sharedBegin) const;
    std::int64_t sharedBytes() const { return m_sharedBytes; }
    bool hasFragments() const;

private:
    void add(const std::string& name);
    bool ofPart(const std::string& name, DeviceArray& made) const;
    void findVectors(const ir::Body& nest);
    void findSpread(const ir::Body& nest);
    FragmentShape shapeOf(const ir::Array& array) const;

    const ir::Program& m_program;
    const ir::PlanPart& m_part;
    const Format& m_format;
    const PieceRequest& m_request;
    std::map<std::string, DeviceArray> m_arrays;
    std::set<std::string> m_transposed; // fragments of an instruction for eight rows
    std::set<std::string> m_names;      // tile values and params that are used
    bool m_hasEntries = false;
    std::int64_t m_sharedBytes = 0;
};

// The lane of a thread in its warp, as expressions name it.
inline constexpr const char* laneName = "#lane";
inline constexpr const char* thereName = "#there"; // is what a fragment takes there?

// 16 bytes of values, in elements.
std::int64_t vectorOf(const Operator& op);

// What a vectorized loop of one store does, where one instruction or one call of a basic function does it.
struct VectorStore {
    enum class Kind { Single, Copy, Scaled, Dot } kind = Kind::Single;
    const ir::Store* store = nullptr;
    std::vector<ir::ExprPtr> vectors; // Copy: what is loaded; Scaled: the factor that goes along; Dot: both
    ir::ExprPtr scale;                // Scaled, Dot: the product of the other factors; null: 1
};
VectorStore vectorStoreOf(const ir::For& loop, const ir::Store& store);

} // namespace sparsescope
