// What the host hands to generated kernels: the records that it uploads, and the arguments, which a source has as a
// struct that is printed from the same fields and the host fills by name.
#pragma once

#include "engine/plan/format.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

struct Packed;

// One block's life in the instrumented kernel.
struct BlockClock {
    std::int64_t start = 0; // clock64 of its SM
    std::int64_t end = 0;
    std::uint64_t globalNs = 0; // %globaltimer at the start
    std::uint32_t sm = 0;
    std::uint32_t reserved = 0;
};

static_assert(sizeof(BlockClock) == 32);

// A member of the kernel's struct Arguments: eight bytes, or four where its type is int.
struct ArgumentField {
    std::string type; // "const int*"
    std::string name;
    std::string meaning;
};

// Arrays, dense operands and output of a fused kernel for this operator, in the order of the struct.
std::vector<ArgumentField> argumentFields(const Operator& op);
// Those of a plan's kernel, which may be one of its own.
std::vector<ArgumentField> argumentFields(const Packed& packed);

// Its size, and where each member stands in it.
std::size_t argumentBytes(const std::vector<ArgumentField>& fields);
struct FieldPlace {
    std::size_t begin = 0, bytes = 0;
};
std::vector<FieldPlace> fieldPlaces(const std::vector<ArgumentField>& fields);

// The struct, which stands before the templates.
std::string argumentText(const std::vector<ArgumentField>& fields);

// The struct on the host: device addresses and extents by the names of its fields, zero where none is set.
class KernelArguments {
public:
    explicit KernelArguments(const Packed& packed);
    explicit KernelArguments(std::vector<ArgumentField> fields);

    std::uint64_t& operator[](const std::string& name); // throws Error(Internal) for a name that no field has
    std::vector<std::uint8_t> bytes() const;

private:
    std::vector<ArgumentField> m_fields;
    std::vector<std::uint64_t> m_values;
};

// The structs that name the arrays of a tile, one for each format among these kinds of tile (indices into
// Packed::kinds).
std::string arrayText(const Packed& packed, const std::vector<std::size_t>& kinds);
// "ArraysCsr": the struct of a format.
std::string arrayStruct(const Format& format);

// Preprocessor name that turns the task clocks of generated sources on.
inline constexpr const char* clocksMacro = "SPARSESCOPE_CLOCKS";

} // namespace sparsescope
