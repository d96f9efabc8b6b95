// Opening a matrix file: what it is, by content first and by name where the content does not say.
#include "engine/io/reader.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/io/archive.h"
#include "engine/io/formats.h"
#include "engine/io/numbers.h"
#include "engine/io/parts.h"
#include "engine/io/suffixes.h"
#include "engine/matrix/slices.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <tuple>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t mostExtent = (std::int64_t{1} << 31) - 1;

[[noreturn]] void refuseEdgeOptions(const Opened& opened)
{
    throw Error(ErrorKind::Usage, "is no edge list, which --edges is about", {.file = opened.file});
}

bool readsAsEdges(const Opened& opened)
{
    return opened.edges.given() || namesEdges(opened.name);
}

MatrixPtr readOpened(Opened opened)
{
    if (opened.bytes.empty())
        failInput("the file is empty", {.file = opened.file});
    const bool other = isMat(opened.bytes) || isHdf5(opened.bytes) || isMatrixMarket(opened.bytes) ||
                       isZip(opened.bytes) || (!namesEdges(opened.name) && namesMatrix(opened.name));
    if (opened.edges.given() && other)
        refuseEdgeOptions(opened);
    if (isMat(opened.bytes))
        return readMat(std::move(opened));
    if (opened.name.ends_with(".mat"))
        failInput("is no file of MATLAB's in version 5 or 7.3, as save -v7 and save -v7.3 write them",
                  {.file = opened.file});
    if (isHdf5(opened.bytes))
        return readBinsparse(std::move(opened));
    if (opened.name.ends_with(".h5"))
        failInput("is no file of HDF5's, as Binsparse's are", {.file = opened.file});
    if (std::string problem = encodingProblem(opened.bytes.substr(0, 4)); !problem.empty())
        failInput(std::move(problem), {.file = opened.file, .line = 1});
    if (isMatrixMarket(opened.bytes))
        return readMatrixMarket(std::move(opened));
    if (isZip(opened.bytes))
        return readNpzMatrix(std::move(opened));
    if (readsAsEdges(opened))
        return readEdgeList(std::move(opened));
    const std::string_view name = opened.name;
    if (name.ends_with(".smtx") || (!name.ends_with(".mtx") && looksLikeSmtx(opened.bytes)))
        return readSmtx(std::move(opened));
    if (name.ends_with(".tns"))
        return readTns(std::move(opened));
    if (name.ends_with(".npz"))
        failInput("is not a zip archive, which every .npz file is", {.file = opened.file});
    if (name.ends_with(".mtx"))
        return readMatrixMarket(std::move(opened)); // which says what is wrong with its first line
    failInput("is not a matrix file: neither Matrix Market nor SMTX nor .tns nor a SciPy .npz archive nor .mat nor "
              "Binsparse, nor "
              "an archive of such, nor by its name an edge list, which --edges says of any",
              {.file = opened.file});
}

// What is compressed as a whole is uncompressed first.
MatrixPtr readUnpacked(Opened opened)
{
    if (!isCompressed(opened.bytes))
        return readOpened(std::move(opened));
    const std::string text = decompress(opened.bytes, opened.file, opened.progress);
    if (isZip(text) || isTar(text) || isCompressed(text))
        failInput("is packed several times over: unpack it first", {.file = opened.file});
    opened.bytes = text;
    opened.packed = true;
    opened.name = withoutCompression(opened.name);
    return readOpened(std::move(opened));
}

MatrixPtr readArchive(Opened opened, const MatrixPath& path)
{
    const std::vector<std::string> names = filesInArchive(opened.bytes, path.file, opened.progress);
    const std::size_t place = choosePart(names, path);
    const std::string part = fmt::format("{}#{}", path.file, printable(names[place]));
    std::string kept;
    const std::string_view contents = contentsInArchive(opened.bytes, place, part, kept, opened.progress);
    opened.source.notes.push_back(fmt::format("Read {} of an archive of {} file{}.", printable(names[place]),
                                              names.size(), names.size() == 1 ? "" : "s"));
    return readUnpacked({contents,
                         part,
                         lastPart(names[place]),
                         std::move(opened.source),
                         opened.progress,
                         {},
                         true,
                         std::move(opened.edges)});
}

// NumPy's archives hold arrays, others files.
bool isArchiveOfFiles(std::string_view bytes, const std::string& file)
{
    return isTar(bytes) || (isZip(bytes) && std::ranges::any_of(namesInNpz(bytes, file), [](const std::string& name) {
                                return namesMatrix(name) || namesEdges(name);
                            }));
}

MatrixPtr readAny(Opened opened, const MatrixPath& path)
{
    if (isArchiveOfFiles(opened.bytes, path.file))
        return readArchive(std::move(opened), path);
    opened.part = path.part;
    if (!path.part.empty() && !isMat(opened.bytes) && !isHdf5(opened.bytes))
        failInput(fmt::format("holds one matrix alone, and no #{}", printable(path.part)), {.file = path.file});
    return readUnpacked(std::move(opened));
}

// Size and time of the last change of a regular file.
std::optional<std::pair<std::int64_t, std::int64_t>> stampOf(const std::string& path)
{
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return {};
    constexpr std::int64_t second = 1'000'000'000;
    return std::pair<std::int64_t, std::int64_t>(info.st_size, info.st_mtim.tv_sec * second + info.st_mtim.tv_nsec);
}

} // namespace

bool stillInFile(const Matrix& matrix)
{
    const MatrixSource& source = matrix.source();
    return source.fileSize >= 0 &&
           stampOf(splitPath(source.path).file) == std::pair(source.fileSize, source.fileChanged);
}

MatrixPtr readMatrix(const std::string& path, Progress& progress, const EdgeOptions& edges)
{
    progress.check();
    const MatrixPath parts = splitPath(path);
    MatrixSource source;
    source.path = path;
    // Before it is read: what is written over it meanwhile has changed since.
    if (const auto stamp = stampOf(parts.file); stamp && !edges.given())
        std::tie(source.fileSize, source.fileChanged) = *stamp;
    const std::string name(lastPart(parts.file));
    source.name = parts.part.empty() ? name : fmt::format("{}#{}", name, parts.part);
    return withMappedFile(parts.file, [&](std::string_view bytes) {
        if (!isCompressed(bytes))
            return readAny({bytes, parts.file, name, std::move(source), progress, {}, false, edges}, parts);
        std::string text = decompress(bytes, parts.file, progress);
        if (isCompressed(text) || isZip(text))
            failInput("is packed several times over: unpack it first", {.file = parts.file});
        return readAny({text, parts.file, withoutCompression(name), std::move(source), progress, {}, true, edges},
                       parts);
    });
}

std::string startOfMatrix(const std::string& path, std::size_t bytes, Progress& progress)
{
    const MatrixPath parts = splitPath(path);
    return withMappedFile(parts.file, [&](std::string_view text) {
        std::string unpacked, kept, again;
        if (isCompressed(text))
            text = unpacked = decompress(text, parts.file, progress);
        if (isArchiveOfFiles(text, parts.file)) {
            const std::size_t place = choosePart(filesInArchive(text, parts.file, progress), parts);
            text = contentsInArchive(text, place, parts.file, kept, progress);
            if (isCompressed(text))
                text = again = decompress(text, parts.file, progress);
        }
        const std::string_view start = text.substr(0, bytes);
        const std::size_t end = start.size() < text.size() ? start.rfind('\n') : std::string_view::npos;
        return std::string(start.substr(0, end == std::string_view::npos ? end : end + 1));
    });
}

std::int64_t parseExtent(std::string_view word, const char* what, const Where& where)
{
    const bool negative = !word.empty() && word[0] == '-';
    const std::string_view digits = word.substr(negative ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        failInput(fmt::format("{} is not a number of {}", quoted(word), what), where);
    if (negative)
        failInput(fmt::format("{} {}: the number must not be negative", word, what), where);
    std::uint64_t value = 0;
    if (!parseWhole(digits.data(), digits.data() + digits.size(), value) ||
        value > static_cast<std::uint64_t>(mostExtent))
        failInput(fmt::format("{} {}: at most {} can be read", word, what, mostExtent), where);
    return static_cast<std::int64_t>(value);
}

std::int64_t parseCount(std::string_view word, const Where& where)
{
    const bool negative = !word.empty() && word[0] == '-';
    const std::string_view digits = word.substr(negative ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        failInput(fmt::format("{} is not a number of entries", quoted(word)), where);
    if (negative)
        failInput(fmt::format("{} entries: the number must not be negative", word), where);
    std::uint64_t value = 0;
    if (!parseWhole(digits.data(), digits.data() + digits.size(), value) || value >> 62 != 0)
        failInput(fmt::format("{} entries are more than any file can hold", word), where);
    return static_cast<std::int64_t>(value);
}

std::int64_t parseSlices(std::string_view word, std::int64_t cols, const Where& where)
{
    const std::int64_t slices = parseExtent(word, "slices", where);
    if (slices > mostSlices)
        failInput(fmt::format("{} slices: at most {} can be read", slices, mostSlices), where);
    if (slices == 0 || cols % slices != 0)
        failInput(
            fmt::format("{} slices do not stand side by side in {} columns, which have to be a multiple", slices, cols),
            where);
    return slices;
}

MatrixPtr finishMatrix(std::int64_t rows, std::int64_t cols, Csr csr, MatrixSource source, Progress& progress,
                       std::int64_t slices)
{
    progress.report("checking", 0.95);
    source.duplicates = csr.duplicates;
    if (csr.duplicates > 0)
        source.notes.push_back(fmt::format("{} entr{} came more than once and {} {}.", csr.duplicates,
                                           csr.duplicates == 1 ? "y" : "ies", csr.duplicates == 1 ? "was" : "were",
                                           csr.values.empty() ? "merged" : "summed"));
    std::atomic<std::int64_t> infinite{0};
    parallelRanges(static_cast<std::int64_t>(csr.values.size()), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t count = 0;
        for (std::int64_t i = begin; i < end; ++i)
            count += std::isfinite(csr.values[at(i)]) ? 0 : 1;
        infinite += count;
        progress.check();
    });
    if (infinite > 0)
        source.notes.push_back(fmt::format("{} value{} infinite or not a number; kept.", infinite.load(),
                                           infinite == 1 ? " is" : "s are"));
    auto matrix = std::make_shared<const Matrix>(rows, cols, std::move(csr.rowPtr), std::move(csr.colIdx),
                                                 std::move(csr.values), std::move(source), slices);
    progress.report("checking", 1.0);
    return matrix;
}

} // namespace sparsescope
