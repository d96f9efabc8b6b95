// Prints the struct of a kernel's arguments and those that name the arrays of tiles.
#include "kernels/generate/arguments.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/packed.h"
#include "kernels/generate/graph.h"
#include "kernels/generate/pieces.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace sparsescope {

static_assert(sizeof(PackedTile) == 32, "TileRecord is uploaded as it is");

namespace {

// A field and what it means, in columns.
std::string fieldText(const std::string& declaration, const std::string& meaning)
{
    return fmt::format("    {:<32} // {}\n", declaration + ";", meaning);
}

// body(where it stands, bytes) for each field, in order; returns the bytes of all.
template <class Body>
std::size_t forFields(const std::vector<ArgumentField>& fields, const Body& body)
{
    std::size_t end = 0;
    for (const ArgumentField& field : fields) {
        const std::size_t bytes = field.type == "int" ? 4 : 8;
        end = (end + bytes - 1) / bytes * bytes;
        body(end, bytes);
        end += bytes;
    }
    return (end + 7) / 8 * 8;
}

} // namespace

std::vector<ArgumentField> argumentFields(const Packed& packed)
{
    if (packed.graph)
        return graphFields(packed);
    std::vector<ArgumentField> fields = argumentFields(packed.op);
    if (usesPrograms(packed)) {
        fields.push_back({"const int*", "sizes", "elements of each array of a tile, seven a tile"});
        fields.push_back({"int", "m", "rows of the matrix"});
        fields.push_back({"int", "n", "columns of the matrix"});
        fields.push_back({"int", "nnz", "non-zeros of the matrix"});
    }
    return fields;
}

std::vector<ArgumentField> argumentFields(const Operator& op)
{
    std::vector<ArgumentField> fields = {
        {"const struct TaskRecord*", "tasks", "one a block, with its tile's record"},
        {"const struct TileRecord*", "tiles", "where the arrays of each stand"},
        {"const int*", "indices", "all arrays of whole numbers"},
        {"const void*", "values", "all arrays of values"},
    };
    for (const OperandDefinition& operand : op.definition().operands)
        fields.push_back({"const void*", operand.name,
                          operand.rows == RowsOf::Rows    ? "a row for each row of the matrix"
                          : operand.rows == RowsOf::Inner ? "a row for each place of the inner axis in each relation"
                          : op.relational()               ? "a row for each column of a relation"
                                                          : "a row for each column of the matrix"});
    fields.push_back({"void*", "C",
                      op.sampled() ? "the output: a value for each non-zero, in CSR order"
                                   : "the output: a row for each row of the matrix"});
    fields.push_back({"float*", "scratch", "slots: float32 sums of parts of what is stored in C"});
    fields.push_back({"long long", "ld", "elements from a row of an operand to the next"});
    fields.push_back({"long long", "ldC", "the same of C and of the slots"});
    if (op.relational()) {
        fields.push_back({"long long", "ldX", "the same of X"});
        fields.push_back({"long long", "sliceCols", "columns of a relation: the matrix has those of all side by side"});
    }
    fields.push_back({"long long", "parts", "of the dense loop"});
    fields.push_back({"int*", "counters", "of tasks that have stored a part; zero before and after"});
    fields.push_back({"struct BlockClock*", "clocks", "one a block"});
    if (op.sampled()) {
        fields.push_back({"const int*", "outputs", "the position in C of each value; -1: none"});
        fields.push_back({"const int*", "outputCounts", "values of each tile"});
        return fields;
    }
    fields.push_back({"long long", "taskCount", "blocks; those behind them zero rows"});
    fields.push_back({"const int*", "emptyRows", "rows of C that no tile stores"});
    fields.push_back({"long long", "emptyCount", "how many"});
    fields.push_back({"const struct SplitRecord*", "splits", "split rows, as each of their tiles sees them"});
    fields.push_back({"const int*", "splitBegin", "where those of each tile begin"});
    return fields;
}

std::size_t argumentBytes(const std::vector<ArgumentField>& fields)
{
    return forFields(fields, [](std::size_t, std::size_t) {});
}

std::vector<FieldPlace> fieldPlaces(const std::vector<ArgumentField>& fields)
{
    std::vector<FieldPlace> places;
    forFields(fields, [&](std::size_t begin, std::size_t bytes) { places.push_back({begin, bytes}); });
    return places;
}

std::string argumentText(const std::vector<ArgumentField>& fields)
{
    std::string text = "// What the kernel is given.\nstruct Arguments {\n";
    for (const ArgumentField& field : fields)
        text += fieldText(field.type + " " + field.name, field.meaning);
    return text + fmt::format("}};\nstatic_assert(sizeof(Arguments) == {}, \"the host fills it by name\");\n\n",
                              argumentBytes(fields));
}

KernelArguments::KernelArguments(const Packed& packed) : KernelArguments(argumentFields(packed)) {}

KernelArguments::KernelArguments(std::vector<ArgumentField> fields)
    : m_fields(std::move(fields)), m_values(m_fields.size(), 0)
{
}

std::uint64_t& KernelArguments::operator[](const std::string& name)
{
    const auto found =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const ArgumentField& field) { return field.name == name; });
    if (found == m_fields.end())
        throw Error(ErrorKind::Internal, "the kernel has no argument " + name);
    return m_values[at(found - m_fields.begin())];
}

std::vector<std::uint8_t> KernelArguments::bytes() const
{
    std::vector<std::uint8_t> bytes(argumentBytes(m_fields));
    auto value = m_values.begin();
    forFields(m_fields, [&](std::size_t begin, std::size_t count) {
        std::memcpy(bytes.data() + begin, &*value++, count); // the low bytes come first
    });
    return bytes;
}

std::string memberName(const StoredArray& array)
{
    std::string name;
    for (const char c : array.name)
        if (c != '.')
            name += !name.empty() && array.name[name.size()] == '.'
                        ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                        : c;
    return name;
}

std::string arrayStruct(const Format& format)
{
    std::string name = format.name();
    name[0] = static_cast<char>(std::toupper(name[0]));
    return "Arrays" + name;
}

std::string arrayText(const Packed& packed, const std::vector<std::size_t>& kinds)
{
    std::string text;
    std::vector<std::string> done;
    for (const std::size_t kind : kinds) {
        const Format& format = *packed.formats[at(packed.kinds[kind].format)];
        const std::string name = arrayStruct(format);
        if (std::find(done.begin(), done.end(), name) != done.end())
            continue;
        done.push_back(name);
        std::string members;
        const std::span<const StoredArray> arrays = format.arrays();
        const auto add = [&](const char* type, const std::string& array, const std::string& meaning,
                             const std::string& begin) {
            members += fmt::format("    // {}\n    __device__ __forceinline__ {} {}() const {{ return {}; }}\n",
                                   meaning, type, array, begin);
        };
        for (std::size_t a = 0; a < arrays.size(); ++a) {
            const StoredArray& array = arrays[a];
            if (array.single()) {
                add("int", memberName(array), array.meaning, fmt::format("static_cast<int>(tile.begin[{}])", a));
                continue;
            }
            if (array.element != ElementType::Value) {
                add("const int*", memberName(array), array.meaning,
                    fmt::format("args.indices + tile.begin[{}] * 4ll", a));
                continue;
            }
            add("const void*", memberName(array), array.meaning,
                fmt::format("static_cast<const char*>(args.values) + tile.begin[{}] * 16ll", a));
            if (packed.op.sampled())
                add("const int*", "outputs", "the position in C of each value; -1: none",
                    fmt::format("args.outputs + tile.begin[{}] * {}ll", a, 16 / bytesOf(packed.op.dtype)));
        }
        // Functions, so that an address is made where it is used and takes no register until then.
        text += fmt::format("// The arrays of a tile of the format {}.\n"
                            "struct {} {{\n"
                            "    const Arguments& args;\n"
                            "    const TileRecord& tile;\n"
                            "{}}};\n",
                            format.name(), name, members);
    }
    return text;
}

} // namespace sparsescope
