// Binsparse's matrices in HDF5 (graphblas.org/binsparse-specification, version 0.1): a group with a descriptor and
// arrays. Another program reads them by HDF5's library (app/readers), and what it hands over is checked here.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/io/binsparse_arrays.h"
#include "engine/io/binsparse_program.h"
#include "engine/io/formats.h"
#include "engine/io/memory_file.h"
#include "engine/io/parts.h"
#include "engine/matrix/patterns/build.h"
#include "engine/matrix/slices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>

namespace sparsescope {

namespace {

constexpr std::int64_t mostBinsparse = (std::int64_t{1} << 31) - 1;

// How a format stores places. The first axis is that of rows, or of columns.
struct BinsparseFormat {
    const char* name;
    bool byColumns;
    bool pointers; // of the first axis; else each place has its index
    bool indices;  // of the first axis, also where there are pointers: those that hold something
    bool dense = false;
};
constexpr std::array<BinsparseFormat, 10> binsparseFormats = {{{"CSR", false, true, false},
                                                               {"CSC", true, true, false},
                                                               {"DCSR", false, true, true},
                                                               {"DCSC", true, true, true},
                                                               {"COO", false, false, true},
                                                               {"COOR", false, false, true},
                                                               {"COOC", true, false, true},
                                                               {"DMAT", false, false, false, true},
                                                               {"DMATR", false, false, false, true},
                                                               {"DMATC", true, false, false, true}}};

const BinsparseFormat* binsparseFormat(const std::string& name)
{
    const auto* const found =
        std::ranges::find_if(binsparseFormats, [&](const BinsparseFormat& format) { return name == format.name; });
    return found == binsparseFormats.end() ? nullptr : found;
}

struct BinsparseGroup {
    std::string name; // "/" or a path
    nlohmann::json descriptor;

    std::string format() const
    {
        const nlohmann::json all = descriptor.value("binsparse", nlohmann::json());
        const auto found = all.is_object() ? all.find("format") : all.end();
        return all.is_object() && found != all.end() && found->is_string() ? found->get<std::string>() : "no format";
    }
    bool matrix() const { return binsparseFormat(format()) != nullptr; }
    std::string text() const { return fmt::format("{} ({})", printable(name), printable(format())); }
};

std::vector<BinsparseGroup> groupsIn(const Opened& opened, const std::string& path)
{
    constexpr std::size_t most = 4096;
    std::vector<BinsparseGroup> groups;
    runReader(binsparseProgram, opened, path, {}, [&](const std::string& line) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos || groups.size() == most)
            return;
        groups.push_back({line.substr(0, tab), jsonOrDiscarded(std::string_view(line).substr(tab + 1))});
        if (!groups.back().descriptor.is_object())
            groups.back().descriptor = nlohmann::json::object();
    });
    return groups;
}

std::string binsparseTexts(const std::vector<BinsparseGroup>& groups)
{
    std::vector<std::string> texts;
    for (const BinsparseGroup& group : groups)
        texts.push_back(group.text());
    return someOf(texts);
}

// The group that is meant: by its path, else the root, else the only one with a matrix.
const BinsparseGroup& chooseGroup(const std::vector<BinsparseGroup>& groups, const Opened& opened)
{
    const Where where{.file = opened.file};
    if (groups.empty())
        failInput("is a file of HDF5's without an attribute binsparse, which says what its arrays are", where);
    const auto named = [&](std::string_view name) {
        return std::ranges::find_if(groups, [&](const BinsparseGroup& group) { return group.name == name; });
    };
    if (!opened.part.empty()) {
        const bool rooted = opened.part.size() > 1 && opened.part.starts_with('/');
        const auto found = named(opened.part.substr(rooted ? 1 : 0));
        if (found == groups.end())
            failInput(fmt::format("has no group {}, but {}", printable(opened.part), binsparseTexts(groups)), where);
        if (!found->matrix())
            failInput(fmt::format("its group {} is no matrix in a format that is read", found->text()), where);
        return *found;
    }
    if (const auto root = named("/"); root != groups.end() && root->matrix())
        return *root;
    std::vector<std::string> names;
    for (const BinsparseGroup& group : groups)
        if (group.matrix())
            names.push_back(group.name);
    if (names.empty())
        failInput(fmt::format("has no matrix in a format that is read, but {}", binsparseTexts(groups)), where);
    if (names.size() > 1)
        throw SeveralMatrices(fmt::format("has {} matrices: {}; add #NAME to choose one", names.size(), someOf(names)),
                              opened.file, names);
    return *std::ranges::find_if(groups, &BinsparseGroup::matrix);
}

// What a descriptor says.
struct BinsparseMatrix {
    const BinsparseFormat* format = nullptr;
    std::int64_t rows = 0, cols = 0, slices = 1;
    std::int64_t stored = -1; // values; -1: it does not say
    std::string type;         // of values, without iso and complex
    bool iso = false, complex = false, filled = false;
    std::string structure; // "symmetric", "skew_symmetric", "hermitian" or empty
    bool lower = true;

    std::int64_t first() const { return format->byColumns ? cols : rows; }
    std::int64_t second() const { return format->byColumns ? rows : cols; }
    Mirror mirror() const
    {
        if (structure.empty())
            return Mirror::None;
        return structure == "skew_symmetric" && !complex ? Mirror::Negated : Mirror::Same; // magnitudes have no sign
    }
};

void takeModifier(std::string& type, std::string_view name, bool& is)
{
    is = type.starts_with(name) && type.size() > name.size() + 1 && type[name.size()] == '[' && type.ends_with(']');
    if (is)
        type = type.substr(name.size() + 1, type.size() - name.size() - 2);
}

BinsparseMatrix matrixIn(const BinsparseGroup& group, const std::string& file)
{
    const JsonReader all(group.descriptor, file, group.name == "/" ? "" : printable(group.name));
    const JsonReader from = all["binsparse"];
    BinsparseMatrix matrix;
    matrix.format = binsparseFormat(group.format());
    if (from.has("version")) { // a text, or a number to those that wrote it so
        const nlohmann::json version = from.get<nlohmann::json>("version");
        const std::string text = version.is_string() ? version.get<std::string>() : version.dump();
        if (!text.starts_with("0."))
            from["version"].fail(fmt::format("{} is not read, 0.1 is", printable(text)));
    }
    const std::vector<JsonReader> shape = from["shape"].elements();
    if (shape.size() != 2)
        from["shape"].fail(fmt::format("has {} extents; only matrices, with two, are read", shape.size()));
    matrix.rows = shape[0].integer(0, mostBinsparse);
    matrix.cols = shape[1].integer(0, mostBinsparse);
    constexpr std::int64_t mostStored = std::int64_t{1} << 40;
    if (from.has("number_of_stored_values"))
        matrix.stored = from.integer("number_of_stored_values", 0, mostStored);
    if (matrix.format->dense) {
        const std::int64_t places = matrix.rows * matrix.cols;
        if (matrix.stored >= 0 && matrix.stored != places)
            from["number_of_stored_values"].fail(
                fmt::format("is {}, of a dense matrix of {} places", matrix.stored, places));
        if (places > mostStored)
            from["shape"].fail(fmt::format("has {} places, more than are read", places));
        matrix.stored = places;
    }
    matrix.type = from["data_types"].get<std::string>("values");
    takeModifier(matrix.type, "iso", matrix.iso);
    takeModifier(matrix.type, "complex", matrix.complex);
    constexpr std::array types = {"uint8", "uint16", "uint32",  "uint64",  "int8", "int16",
                                  "int32", "int64",  "float32", "float64", "bint8"};
    if (std::ranges::find(types, matrix.type) == types.end())
        from["data_types"]["values"].fail(fmt::format("{} is not read, nor whatever holds it",
                                                      printable(from["data_types"].get<std::string>("values"))));
    matrix.filled = from.get("fill", false);
    if (from.has("structure") && from.get<std::string>("structure") != "general") {
        const std::string text = from.get<std::string>("structure");
        matrix.lower = text.ends_with("_lower");
        matrix.structure = text.substr(0, text.rfind('_'));
        constexpr std::array known = {"symmetric", "skew_symmetric", "hermitian"};
        if ((!matrix.lower && !text.ends_with("_upper")) || std::ranges::find(known, matrix.structure) == known.end())
            from["structure"].fail(fmt::format("{} is not read", printable(text)));
        if (matrix.rows != matrix.cols)
            from["structure"].fail(fmt::format("is {}, of a matrix of {} x {}", text, matrix.rows, matrix.cols));
    }
    if (all.has("slices"))
        matrix.slices = parseSlices(std::to_string(all.integer("slices", 0, INT64_MAX)), matrix.cols,
                                    {.file = file, .call = "slices"});
    return matrix;
}

// The arrays of a group, as the other program has put them one behind the other.
class BinsparseArrays {
public:
    BinsparseArrays(std::string_view bytes, const std::vector<std::string>& names, const std::string& file)
        : m_file(file)
    {
        for (const std::string& name : names) {
            BinsparseArray head;
            if (bytes.size() < sizeof head)
                failInput("was not handed over", {.file = file, .call = name});
            std::memcpy(&head, bytes.data(), sizeof head);
            bytes.remove_prefix(sizeof head);
            if (head.count < 0 || static_cast<std::uint64_t>(head.count) > bytes.size() / sizeof(std::int64_t))
                failInput("was not handed over whole", {.file = file, .call = name});
            m_arrays[name] = {bytes.data(), head.count};
            bytes.remove_prefix(static_cast<std::size_t>(head.count) * sizeof(std::int64_t));
        }
    }

    std::int64_t count(const char* name) const { return m_arrays.at(name).count; }
    std::int64_t whole(const char* name, std::int64_t i) const { return number<std::int64_t>(name, i); }
    double real(const char* name, std::int64_t i) const { return number<double>(name, i); }
    [[noreturn]] void fail(const char* name, std::string reason) const
    {
        failInput(std::move(reason), {.file = m_file, .call = name});
    }
    void require(const char* name, std::int64_t expected) const
    {
        if (count(name) != expected)
            fail(name, fmt::format("has {} elements where {} are expected", count(name), expected));
    }
    // Indices below `extent`.
    void requireBelow(const char* name, std::int64_t extent, const Progress& progress) const
    {
        for (std::int64_t i = 0; i < count(name); ++i) {
            if (i % 65536 == 0)
                progress.check();
            if (const std::int64_t index = whole(name, i); index < 0 || index >= extent)
                fail(name, fmt::format("element {} is {}, outside 0 to {}", i, index, extent - 1));
        }
    }
    // From 0 to `last`, never descending.
    void requirePointers(const char* name, std::int64_t last, const Progress& progress) const
    {
        if (count(name) == 0 || whole(name, 0) != 0)
            fail(name, "does not begin with 0");
        for (std::int64_t i = 1; i < count(name); ++i) {
            if (i % 65536 == 0)
                progress.check();
            if (whole(name, i) < whole(name, i - 1))
                fail(name, fmt::format("element {} is {}, below {} before it", i, whole(name, i), whole(name, i - 1)));
        }
        if (whole(name, count(name) - 1) != last)
            fail(name, fmt::format("ends with {}, but there are {} stored values", whole(name, count(name) - 1), last));
    }

private:
    struct Array {
        const char* data = nullptr;
        std::int64_t count = 0;
    };

    template <class T>
    T number(const char* name, std::int64_t i) const
    {
        T value;
        std::memcpy(&value, m_arrays.find(name)->second.data + i * static_cast<std::int64_t>(sizeof value),
                    sizeof value);
        return value;
    }

    std::map<std::string, Array, std::less<>> m_arrays;
    std::string m_file;
};

// Names and lengths of the arrays that a matrix has, -1 where only the file says it.
std::vector<std::pair<std::string, std::int64_t>> arraysOf(const BinsparseMatrix& matrix)
{
    std::vector<std::pair<std::string, std::int64_t>> arrays;
    const BinsparseFormat& format = *matrix.format;
    if (format.indices)
        arrays.emplace_back("indices_0", format.pointers ? -1 : matrix.stored);
    if (format.pointers)
        arrays.emplace_back("pointers_to_1", format.indices ? -1 : matrix.first() + 1);
    if (!format.dense)
        arrays.emplace_back("indices_1", matrix.stored);
    const std::int64_t values = matrix.iso ? 1 : matrix.stored;
    arrays.emplace_back("values", matrix.complex && values >= 0 ? 2 * values : values);
    if (matrix.filled)
        arrays.emplace_back("fill_value", matrix.complex ? 2 : 1);
    return arrays;
}

class BinsparseEntries {
public:
    BinsparseEntries(const BinsparseMatrix& matrix, const BinsparseArrays& arrays, Progress& progress)
        : m_matrix(matrix), m_arrays(arrays), m_progress(progress)
    {
        const BinsparseFormat& format = *matrix.format;
        stored = format.dense ? matrix.stored : arrays.count("indices_1");
        arrays.require("values", (matrix.iso ? 1 : stored) * (matrix.complex ? 2 : 1));
        if (format.indices)
            arrays.requireBelow("indices_0", matrix.first(), progress);
        if (format.pointers) {
            arrays.require("pointers_to_1", (format.indices ? arrays.count("indices_0") : matrix.first()) + 1);
            arrays.requirePointers("pointers_to_1", stored, progress);
        } else if (format.indices) {
            arrays.require("indices_0", stored);
        }
        if (!format.dense)
            arrays.requireBelow("indices_1", matrix.second(), progress);
        if (matrix.filled && magnitude("fill_value", 0) != 0)
            arrays.fail("fill_value", "is not 0, so that no place of the matrix is empty");
        pattern = matrix.iso && !matrix.complex && magnitude("values", 0) == 1;
    }

    std::int64_t stored = 0;
    bool pattern = false;
    bool rounded = false;       // integers that no double holds
    std::int64_t otherHalf = 0; // entries that a triangle does not have

    Coordinates take()
    {
        Coordinates entries{m_matrix.rows, m_matrix.cols, {}, {}, {}, m_matrix.mirror()};
        m_first = zeros<std::int32_t>(stored, m_progress);
        m_second = zeros<std::int32_t>(stored, m_progress);
        takePlaces();
        entries.row = std::move(m_matrix.format->byColumns ? m_second : m_first);
        entries.col = std::move(m_matrix.format->byColumns ? m_first : m_second);
        if (!pattern)
            entries.value = zeros<double>(stored, m_progress);
        const bool whole = m_matrix.type == "int64" || m_matrix.type == "uint64";
        constexpr double exact = 9007199254740992; // 2^53
        for (std::int64_t i = 0; i < stored; ++i) {
            if (i % 65536 == 0)
                m_progress.check();
            if (!pattern) {
                entries.value[at(i)] = magnitude("values", m_matrix.iso ? 0 : i);
                rounded = rounded || (whole && std::abs(entries.value[at(i)]) >= exact);
            }
            const std::int32_t row = entries.row[at(i)], col = entries.col[at(i)];
            otherHalf += entries.mirror != Mirror::None && (m_matrix.lower ? row < col : row > col) ? 1 : 0;
        }
        return entries;
    }

private:
    // The number itself, of complex ones what they measure.
    double magnitude(const char* name, std::int64_t i) const
    {
        return m_matrix.complex ? std::hypot(m_arrays.real(name, 2 * i), m_arrays.real(name, 2 * i + 1))
                                : m_arrays.real(name, i);
    }

    void takePlaces()
    {
        const BinsparseFormat& format = *m_matrix.format;
        const auto narrow = [](std::int64_t index) { return static_cast<std::int32_t>(index); };
        if (format.dense) {
            for (std::int64_t i = 0; i < stored; ++i) {
                m_first[at(i)] = narrow(i / m_matrix.second());
                m_second[at(i)] = narrow(i % m_matrix.second());
            }
            return;
        }
        for (std::int64_t i = 0; i < stored; ++i)
            m_second[at(i)] = narrow(m_arrays.whole("indices_1", i));
        m_progress.check();
        if (!format.pointers) {
            for (std::int64_t i = 0; i < stored; ++i)
                m_first[at(i)] = narrow(m_arrays.whole("indices_0", i));
            return;
        }
        for (std::int64_t p = 0; p + 1 < m_arrays.count("pointers_to_1"); ++p)
            std::fill(m_first.begin() + m_arrays.whole("pointers_to_1", p),
                      m_first.begin() + m_arrays.whole("pointers_to_1", p + 1),
                      narrow(format.indices ? m_arrays.whole("indices_0", p) : p));
    }

    const BinsparseMatrix& m_matrix;
    const BinsparseArrays& m_arrays;
    Progress& m_progress;
    std::vector<std::int32_t> m_first, m_second;
};

} // namespace

bool isHdf5(std::string_view bytes)
{
    return bytes.starts_with("\x89HDF\r\n\x1a\n");
}

MatrixPtr readBinsparse(Opened opened)
{
    opened.progress.report("reading by HDF5", 0.0);
    const MemoryFile copy(opened.packed ? opened.bytes : std::string_view(), opened.file), out({}, opened.file);
    const std::string path = opened.packed ? copy.path() : opened.file;
    const std::vector<BinsparseGroup> groups = groupsIn(opened, path);
    const BinsparseGroup& group = chooseGroup(groups, opened);
    const BinsparseMatrix matrix = matrixIn(group, opened.file);
    std::vector<std::string> arguments{group.name, out.path()}, names;
    std::uint64_t expected = 0;
    for (const auto& [name, count] : arraysOf(matrix)) {
        arguments.push_back(fmt::format("{}={}", name, count));
        names.push_back(name);
        expected += 8 * static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
    }
    requireMemory(expected, opened.file, "the matrix");
    runReader(
        binsparseProgram, opened, path, arguments, [](const std::string&) {}, expected);

    const MappedFile result(out.path());
    const BinsparseArrays arrays(result.text(), names, opened.file);
    BinsparseEntries entries(matrix, arrays, opened.progress);
    requireRowsInUse(matrix.rows, entries.stored, opened.file);
    requireMemory(static_cast<std::uint64_t>(entries.stored) * 32 + 8 * static_cast<std::uint64_t>(matrix.rows),
                  opened.file, "the matrix");
    Csr csr = assemble(entries.take(), opened.file, opened.progress);

    MatrixSource& source = opened.source;
    source.format = fmt::format("Binsparse {}", matrix.format->name);
    source.field = entries.pattern                    ? "pattern"
                   : matrix.complex                   ? "complex"
                   : matrix.type.starts_with("float") ? "real"
                                                      : "integer";
    source.symmetry = matrix.structure.empty()               ? "general"
                      : matrix.structure == "skew_symmetric" ? "skew-symmetric"
                                                             : matrix.structure;
    source.storedEntries = entries.stored;
    if (group.name != "/")
        source.notes.push_back(
            fmt::format("The group {} of {} that are described in the file.", printable(group.name), groups.size()));
    if (matrix.complex)
        source.notes.emplace_back("Complex values are read by magnitude.");
    if (entries.rounded)
        source.notes.emplace_back("Integers beyond 2^53 are rounded to the nearest double.");
    if (matrix.format->dense)
        source.notes.emplace_back("A dense matrix: every place is kept as a non-zero, zeros included.");
    if (entries.otherHalf > 0)
        source.notes.push_back(fmt::format("{} of {} stored entries lie {} the diagonal, where a {} file of the {} "
                                           "triangle holds none; they were mirrored like the others.",
                                           entries.otherHalf, entries.stored, matrix.lower ? "above" : "below",
                                           source.symmetry, matrix.lower ? "lower" : "upper"));
    return finishMatrix(matrix.rows, matrix.cols, std::move(csr), std::move(source), opened.progress, matrix.slices);
}

} // namespace sparsescope
