// MATLAB's files of version 5 and 7.3: sparse variables, also those that are fields of a structure. Another program
// reads them by libmatio (app/readers), and what it hands over is checked here.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/formats.h"
#include "engine/io/mat_result.h"
#include "engine/io/memory_file.h"
#include "engine/io/parts.h"
#include "engine/io/reader_program.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// Behind 124 bytes of text: the version, and the order of its bytes.
constexpr std::string_view matLittle("\x00\x01IM", 4), matBig("\x01\x00MI", 4), matHdf5("\x00\x02IM", 4);

bool versionIs(std::string_view bytes, std::string_view version)
{
    constexpr std::size_t versionAt = 124;
    return bytes.size() > versionAt && bytes.substr(versionAt).starts_with(version);
}

constexpr std::uint64_t mostMatExtent = (std::uint64_t{1} << 31) - 1;

constexpr ReaderProgram matProgram = {"sparsescope-matlab", "a file of MATLAB's", "libmatio", "libmatio-dev"};

struct MatVariable {
    std::string kind; // "sparse", "dense", ...
    std::string rows, cols;
    std::string name; // "A", or "Problem.A" of a field

    bool sparse() const { return kind == "sparse"; }
    std::string text() const { return fmt::format("{} ({}, {} x {})", printable(name), kind, rows, cols); }
};

std::vector<MatVariable> variablesIn(const Opened& opened, const std::string& path)
{
    std::vector<MatVariable> variables;
    runReader(matProgram, opened, path, {}, [&](const std::string& line) {
        std::array<std::string, 3> words;
        std::size_t begin = 0;
        for (std::string& word : words) {
            const std::size_t end = std::min(line.find(' ', begin), line.size());
            word = line.substr(begin, end - begin);
            begin = std::min(end + 1, line.size());
        }
        variables.push_back({words[0], words[1], words[2], line.substr(begin)});
    });
    return variables;
}

std::string textsOf(const std::vector<MatVariable>& variables)
{
    std::vector<std::string> texts;
    texts.reserve(variables.size());
    for (const MatVariable& variable : variables)
        texts.push_back(variable.text());
    return someOf(texts);
}

// The place of the variable that is meant: by its name, else SuiteSparse's, else the only sparse one.
std::size_t chooseVariable(const std::vector<MatVariable>& variables, const Opened& opened)
{
    const Where where{.file = opened.file};
    const std::string wanted(opened.part.empty() ? std::string_view("Problem.A") : opened.part);
    const auto named = std::ranges::find(variables, wanted, &MatVariable::name);
    if (named != variables.end() && (named->sparse() || !opened.part.empty())) {
        if (!named->sparse())
            failInput(fmt::format("its variable {} is not sparse, and no other is read", named->text()), where);
        return static_cast<std::size_t>(named - variables.begin());
    }
    if (!opened.part.empty())
        failInput(fmt::format("has no variable {}, but {}", printable(wanted), textsOf(variables)), where);
    std::vector<std::string> names;
    for (const MatVariable& variable : variables)
        if (variable.sparse())
            names.push_back(variable.name);
    if (names.empty())
        failInput(fmt::format("has no sparse variable, but {}", textsOf(variables)), where);
    if (names.size() > 1)
        throw SeveralMatrices(
            fmt::format("has {} sparse variables: {}; add #NAME to choose one", names.size(), someOf(names)),
            opened.file, names);
    return static_cast<std::size_t>(std::ranges::find_if(variables, &MatVariable::sparse) - variables.begin());
}

// What the other program has written, as far as its sizes agree with each other.
class MatColumns {
public:
    MatColumns(std::string_view bytes, const Where& where) : m_bytes(bytes), m_where(where)
    {
        if (bytes.size() < sizeof(MatResult))
            fail("nothing was handed over");
        std::memcpy(&head, bytes.data(), sizeof head);
        for (const std::int64_t extent : {head.rows, head.cols})
            if (extent < 0 || static_cast<std::uint64_t>(extent) > mostMatExtent)
                fail(fmt::format("{} x {}: at most {} rows and columns can be read", head.rows, head.cols,
                                 mostMatExtent));
        constexpr std::int64_t most = std::int64_t{1} << 33;
        for (const std::int64_t count : {head.colPtrs, head.rowIds, head.values})
            if (count < 0 || count > most)
                fail("its sizes are no sizes");
        if (bytes.size() != at(sizeof head + 4 * (head.colPtrs + head.rowIds) + 8 * head.values))
            fail("its sizes contradict what was handed over");
        if (head.colPtrs != head.cols + 1)
            fail(fmt::format("has {} starts of columns where {} are expected", head.colPtrs, head.cols + 1));
        nnz = colPtr(head.cols);
        if (colPtr(0) != 0)
            fail(fmt::format("its first column starts at {}, not 0", colPtr(0)));
        if (nnz > head.rowIds || (!head.logical && nnz > head.values))
            fail(fmt::format("declares {} non-zeros, but holds {} rows and {} values of such", nnz, head.rowIds,
                             head.values));
    }

    MatResult head;
    std::int64_t nnz = 0;

    std::int64_t colPtr(std::int64_t i) const { return number(i); }
    std::int64_t row(std::int64_t i) const { return number(head.colPtrs + i); }
    double value(std::int64_t i) const
    {
        double value = 0;
        std::memcpy(&value, m_bytes.data() + at(sizeof head + 4 * (head.colPtrs + head.rowIds) + 8 * i), sizeof value);
        return value;
    }
    [[noreturn]] void fail(std::string reason) const { failInput(std::move(reason), m_where); }

private:
    std::int64_t number(std::int64_t i) const
    {
        std::uint32_t number = 0;
        std::memcpy(&number, m_bytes.data() + at(sizeof head + 4 * i), sizeof number);
        return number;
    }

    std::string_view m_bytes;
    Where m_where;
};

Coordinates entriesOf(const MatColumns& columns, Progress& progress)
{
    Coordinates entries{columns.head.rows, columns.head.cols, {}, {}, {}};
    entries.row = zeros<std::int32_t>(columns.nnz, progress);
    entries.col = zeros<std::int32_t>(columns.nnz, progress);
    if (!columns.head.logical)
        entries.value = zeros<double>(columns.nnz, progress);
    for (std::int64_t c = 0; c < columns.head.cols; ++c) {
        if (c % 1024 == 0)
            progress.check();
        const std::int64_t begin = columns.colPtr(c), end = columns.colPtr(c + 1);
        if (end < begin || end > columns.nnz)
            columns.fail(fmt::format("column {} goes from {} to {} of {} non-zeros", c + 1, begin, end, columns.nnz));
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t row = columns.row(i);
            if (row >= columns.head.rows)
                columns.fail(
                    fmt::format("column {} has row {}, where {} are declared", c + 1, row + 1, columns.head.rows));
            entries.row[at(i)] = static_cast<std::int32_t>(row);
            entries.col[at(i)] = static_cast<std::int32_t>(c);
            if (!columns.head.logical)
                entries.value[at(i)] = columns.value(i);
        }
    }
    return entries;
}

} // namespace

bool isMat(std::string_view bytes)
{
    return versionIs(bytes, matLittle) || versionIs(bytes, matBig) || versionIs(bytes, matHdf5);
}

MatrixPtr readMat(Opened opened)
{
    opened.progress.report("reading by libmatio", 0.0);
    if (opened.packed && versionIs(opened.bytes, matHdf5)) // HDF5 opens no file without a name
        failInput("is packed, and a file of MATLAB's in version 7.3: unpack it first", {.file = opened.file});
    const MemoryFile copy(opened.packed ? opened.bytes : std::string_view(), opened.file), out({}, opened.file);
    const std::string path = opened.packed ? copy.path() : opened.file;
    const std::vector<MatVariable> variables = variablesIn(opened, path);
    const std::size_t place = chooseVariable(variables, opened);
    const std::string name = printable(variables[place].name);
    const Where where{.file = opened.file, .call = name};
    runReader(matProgram, opened, path, {std::to_string(place), out.path()}, [](const std::string&) {});

    const MappedFile result(out.path());
    const MatColumns columns(result.text(), where);
    requireRowsInUse(columns.head.rows, columns.nnz, opened.file);
    requireMemory(static_cast<std::uint64_t>(columns.nnz) * 32 + 8 * static_cast<std::uint64_t>(columns.head.rows),
                  opened.file, "the matrix");
    Csr csr = assemble(entriesOf(columns, opened.progress), opened.file, opened.progress);

    MatrixSource& source = opened.source;
    source.format = "MATLAB sparse";
    source.field = columns.head.logical ? "pattern" : columns.head.complex ? "complex" : "real";
    source.symmetry = "general";
    source.storedEntries = columns.nnz;
    source.notes.push_back(fmt::format("The variable {} of {} in the file.", name, variables.size()));
    if (columns.head.complex)
        source.notes.emplace_back("Complex values are read by magnitude.");
    if (name == "Problem.A" && std::ranges::find(variables, "Problem.Zeros", &MatVariable::name) != variables.end())
        source.notes.emplace_back("Zeros that the collection's text form stores are in Problem.Zeros, and left out.");
    return finishMatrix(columns.head.rows, columns.head.cols, std::move(csr), std::move(source), opened.progress);
}

} // namespace sparsescope
