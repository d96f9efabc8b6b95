// Matrices as scipy.sparse.save_npz writes them: csr, csc, coo, bsr and dia; or the arrays of CSR or COO alone. An
// array "slices" beside says how many stand side by side.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/io/formats.h"
#include "engine/io/npy.h"
#include "engine/io/npz_kind.h"
#include "engine/io/npz_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace sparsescope {

namespace {

struct Parts {
    NpzArrays arrays;
    const std::string& file;
    Progress& progress;
    bool alone = false; // no "format" says what they are: the shape and the values may be missing
    std::int64_t rows = 0, cols = 0;

    Where where(const std::string& name) const { return {.file = file, .call = name}; }

    const NpyArray& array(const std::string& name, std::size_t axes) const
    {
        const auto found = arrays.find(name);
        if (found == arrays.end())
            failInput("the array is missing", where(name));
        if (found->second.shape.size() != axes)
            failInput(fmt::format("has {} axes where {} are expected", found->second.shape.size(), axes), where(name));
        return found->second;
    }
};

// Row or column pointers: from 0 to the number of places, never descending.
std::vector<std::int64_t> pointers(const Parts& parts, std::int64_t extent, std::int64_t places)
{
    const NpyArray& array = parts.array("indptr", 1);
    const Where where = parts.where("indptr");
    if (array.shape[0] != extent + 1)
        failInput(fmt::format("has {} elements where {} are expected", array.shape[0], extent + 1), where);
    std::vector<std::int64_t> pointer = npyIntegers<std::int64_t>(array, places + 1, where, parts.progress);
    if (pointer.front() != 0)
        failInput(fmt::format("begins with {}, not 0", pointer.front()), where);
    for (std::size_t i = 1; i < pointer.size(); ++i)
        if (pointer[i] < pointer[i - 1])
            failInput(fmt::format("element {} is {}, below {} before it", i, pointer[i], pointer[i - 1]), where);
    if (pointer.back() != places)
        failInput(fmt::format("ends with {}, but there are {} indices", pointer.back(), places), where);
    return pointer;
}

std::vector<std::int32_t> indices(Parts& parts, const std::string& name, std::int64_t extent)
{
    std::vector<std::int32_t> index =
        npyIntegers<std::int32_t>(parts.array(name, 1), extent, parts.where(name), parts.progress);
    parts.arrays.erase(name);
    return index;
}

// Values in the order of the file; empty when all are the boolean True, or, of arrays alone, when there are none.
std::vector<double> values(Parts& parts, std::size_t axes, std::int64_t expected, MatrixSource& source)
{
    if (parts.alone && !parts.arrays.contains("data")) {
        source.field = "pattern";
        return {};
    }
    const NpyArray& array = parts.array("data", axes);
    if (array.elements() != expected)
        failInput(fmt::format("has {} elements where {} are expected", array.elements(), expected),
                  parts.where("data"));
    std::vector<double> value = npyValues(array, parts.where("data"), source, parts.progress);
    parts.arrays.erase("data");
    return value;
}

// The compressed axis spelled out: for each place its row (csr) or column (csc).
std::vector<std::int32_t> expanded(const std::vector<std::int64_t>& pointer, Progress& progress)
{
    std::vector<std::int32_t> index = zeros<std::int32_t>(pointer.back(), progress);
    parallelEach(static_cast<std::int64_t>(pointer.size()) - 1, 4096, [&](std::int64_t r) {
        std::fill(index.begin() + pointer[at(r)], index.begin() + pointer[at(r + 1)], static_cast<std::int32_t>(r));
    });
    return index;
}

Csr readCsr(Parts& parts, MatrixSource& source)
{
    Csr csr;
    csr.colIdx = indices(parts, "indices", parts.cols);
    const auto places = static_cast<std::int64_t>(csr.colIdx.size());
    csr.rowPtr = pointers(parts, parts.rows, places);
    csr.values = values(parts, 1, places, source);
    canonicalise(csr, parts.progress);
    return csr;
}

Csr readCsc(Parts& parts, MatrixSource& source)
{
    Coordinates entries{parts.rows, parts.cols, indices(parts, "indices", parts.rows), {}, {}};
    const auto places = static_cast<std::int64_t>(entries.row.size());
    entries.col = expanded(pointers(parts, parts.cols, places), parts.progress);
    entries.value = values(parts, 1, places, source);
    return assemble(std::move(entries), parts.file, parts.progress);
}

Csr readCoo(Parts& parts, MatrixSource& source)
{
    Coordinates entries{
        parts.rows, parts.cols, indices(parts, "row", parts.rows), indices(parts, "col", parts.cols), {}};
    if (entries.row.size() != entries.col.size())
        failInput(fmt::format("has {} elements, but row has {}", entries.col.size(), entries.row.size()),
                  parts.where("col"));
    entries.value = values(parts, 1, static_cast<std::int64_t>(entries.row.size()), source);
    return assemble(std::move(entries), parts.file, parts.progress);
}

Csr readBsr(Parts& parts, MatrixSource& source)
{
    const NpyArray& data = parts.array("data", 3);
    const std::int64_t height = data.shape[1];
    const std::int64_t width = data.shape[2];
    // No extent is longer, also where the matrix has none: their product fits 62 bits.
    constexpr std::int64_t mostSide = INT32_MAX;
    if (height < 1 || width < 1 || height > mostSide || width > mostSide || parts.rows % height != 0 ||
        parts.cols % width != 0)
        failInput(fmt::format("blocks of {} x {} do not tile {} x {}", height, width, parts.rows, parts.cols),
                  parts.where("data"));
    const std::vector<std::int32_t> blockCol = indices(parts, "indices", parts.cols / width);
    const auto blocks = static_cast<std::int64_t>(blockCol.size());
    if (data.shape[0] != blocks)
        failInput(fmt::format("has {} blocks where {} are expected", data.shape[0], blocks), parts.where("data"));
    const std::vector<std::int64_t> pointer = pointers(parts, parts.rows / height, blocks);
    const std::int64_t area = height * width;
    const std::vector<double> inBlocks = values(parts, 3, blocks * area, source);
    source.notes.push_back(
        fmt::format("Blocks of {} x {}: every place of a stored block is kept, zeros included.", height, width));
    requireMemory(static_cast<std::uint64_t>(blocks * area) * 12 + 8 * static_cast<std::uint64_t>(parts.rows),
                  parts.file, "the matrix");
    Csr csr;
    csr.rowPtr = zeros<std::int64_t>(parts.rows + 1, parts.progress);
    csr.colIdx = zeros<std::int32_t>(blocks * area, parts.progress);
    csr.values = zeros<double>(static_cast<std::int64_t>(inBlocks.size()), parts.progress);
    parallelEach(parts.rows / height, 64, [&](std::int64_t blockRow) {
        parts.progress.check();
        const std::int64_t begin = pointer[at(blockRow)];
        const std::int64_t count = pointer[at(blockRow + 1)] - begin;
        std::int64_t out = begin * area;
        for (std::int64_t r = 0; r < height; ++r) {
            for (std::int64_t b = begin; b < begin + count; ++b)
                for (std::int64_t c = 0; c < width; ++c, ++out) {
                    csr.colIdx[at(out)] = static_cast<std::int32_t>(blockCol[at(b)] * width + c);
                    if (!inBlocks.empty())
                        csr.values[at(out)] = inBlocks[at(b * area + r * width + c)];
                }
            csr.rowPtr[at(blockRow * height + r + 1)] = out;
        }
    });
    canonicalise(csr, parts.progress);
    return csr;
}

// Diagonals: element j of the one at offset k is at column j, in row j - k. Zeros are left out, as SciPy does.
Csr readDia(Parts& parts, MatrixSource& source)
{
    const NpyArray& data = parts.array("data", 2);
    const std::int64_t length = data.shape[1];
    constexpr std::int64_t farthest = INT32_MAX;
    const std::vector<std::int64_t> offsets = npyIntegers<std::int64_t>(
        parts.array("offsets", 1), farthest, parts.where("offsets"), parts.progress, -farthest);
    if (data.shape[0] != std::ssize(offsets))
        failInput(fmt::format("has {} diagonals where {} are expected", data.shape[0], offsets.size()),
                  parts.where("data"));
    std::set<std::int64_t> seen;
    for (const std::int64_t offset : offsets)
        if (!seen.insert(offset).second)
            failInput(fmt::format("has {} twice", offset), parts.where("offsets"));
    const std::vector<double> stored = values(parts, 2, data.elements(), source);
    Coordinates entries{parts.rows, parts.cols, {}, {}, {}};
    for (std::size_t d = 0; d < offsets.size(); ++d) {
        parts.progress.check();
        const std::int64_t end = std::min({length, parts.cols, parts.rows + offsets[d]});
        for (std::int64_t col = std::max<std::int64_t>(0, offsets[d]); col < end; ++col) {
            const double value = stored.empty() ? 1 : stored[d * at(length) + at(col)];
            if (value == 0)
                continue;
            entries.row.push_back(static_cast<std::int32_t>(col - offsets[d]));
            entries.col.push_back(static_cast<std::int32_t>(col));
            if (!stored.empty())
                entries.value.push_back(value);
        }
    }
    source.notes.push_back(fmt::format("{} diagonals: zeros on them are left out.", offsets.size()));
    return assemble(std::move(entries), parts.file, parts.progress);
}

std::int64_t beyondLargest(const Parts& parts, const char* name)
{
    const std::vector<std::int32_t> index =
        npyIntegers<std::int32_t>(parts.array(name, 1), INT32_MAX, parts.where(name), parts.progress);
    return index.empty() ? 0 : *std::max_element(index.begin(), index.end()) + std::int64_t{1};
}

// The extents, which arrays alone may leave out: then the largest indices say them, and a matrix that can be square is.
void readShape(Parts& parts, NpzKind kind, MatrixSource& source)
{
    if (!parts.alone || parts.arrays.contains("shape")) {
        const std::vector<std::int64_t> shape =
            npyIntegers<std::int64_t>(parts.array("shape", 1), INT64_MAX, parts.where("shape"), parts.progress);
        if (shape.size() != 2)
            failInput(fmt::format("has {} extents; only matrices, with two, are read", shape.size()),
                      parts.where("shape"));
        parts.rows = parseExtent(std::to_string(shape[0]), "rows", parts.where("shape"));
        parts.cols = parseExtent(std::to_string(shape[1]), "columns", parts.where("shape"));
        return;
    }
    const bool byRows = kind == NpzKind::CsrArrays;
    if (byRows) {
        const std::int64_t pointers = parts.array("indptr", 1).shape[0];
        if (pointers == 0)
            failInput("has no elements", parts.where("indptr"));
        parts.rows = parseExtent(std::to_string(pointers - 1), "rows", parts.where("indptr"));
        parts.cols = std::max(parts.rows, beyondLargest(parts, "indices"));
    } else if (kind == NpzKind::DiaArrays) {
        const std::int64_t length = parts.array("data", 2).shape[1];
        parts.rows = parts.cols = parseExtent(std::to_string(length), "columns", parts.where("data"));
    } else {
        parts.rows = parts.cols = std::max(beyondLargest(parts, "row"), beyondLargest(parts, "col"));
    }
    source.notes.push_back(fmt::format("No array \"shape\" says so: taken as {} x {}, as {}.", parts.rows, parts.cols,
                                       byRows                       ? "indptr and the largest index have it"
                                       : kind == NpzKind::DiaArrays ? "the diagonals have it, square"
                                                                    : "the largest index has it, square"));
}

std::string formatOf(const Parts& parts, NpzKind kind)
{
    if (kind == NpzKind::Scipy)
        return npyText(parts.array("format", 0), parts.where("format"));
    return kind == NpzKind::CsrArrays ? "csr" : kind == NpzKind::DiaArrays ? "dia" : "coo";
}

} // namespace

bool isZip(std::string_view bytes)
{
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

MatrixPtr readNpzMatrix(Opened opened)
{
    opened.progress.report("uncompressing", 0.0);
    Parts parts{readNpz(opened.bytes, opened.file, UINT64_MAX, opened.progress), opened.file, opened.progress};
    const NpzKind kind = kindOfNpz(namesOf(parts.arrays), opened.file);
    if (isMaskKind(kind))
        refuseMasks(parts.arrays.at(maskArray(kind)), opened.file);
    parts.alone = kind != NpzKind::Scipy;
    const std::string format = formatOf(parts, kind);
    MatrixSource& source = opened.source;
    readShape(parts, kind, source);

    std::int64_t slices = 1;
    if (parts.arrays.contains("slices"))
        slices = parseSlices(std::to_string(npyIntegers<std::int64_t>(parts.array("slices", 0), INT64_MAX,
                                                                      parts.where("slices"), opened.progress)
                                                .front()),
                             parts.cols, parts.where("slices"));

    opened.progress.report("sorting entries", 0.5);
    source.format = (parts.alone ? "NumPy arrays of " : "SciPy ") + format;
    source.symmetry = "general";
    Csr csr;
    if (format == "csr")
        csr = readCsr(parts, source);
    else if (format == "csc")
        csr = readCsc(parts, source);
    else if (format == "coo")
        csr = readCoo(parts, source);
    else if (format == "bsr")
        csr = readBsr(parts, source);
    else if (format == "dia")
        csr = readDia(parts, source);
    else
        failInput(fmt::format("the format \"{}\" is not read (csr, csc, coo, bsr and dia are): convert with .tocsr() "
                              "first",
                              format),
                  parts.where("format"));
    source.storedEntries = static_cast<std::int64_t>(csr.colIdx.size()) + csr.duplicates;
    return finishMatrix(parts.rows, parts.cols, std::move(csr), std::move(source), opened.progress, slices);
}

} // namespace sparsescope
