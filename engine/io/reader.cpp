// Opening a matrix file: what it is, by content first and by name where the content does not say.
#include "engine/io/reader.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/io/formats.h"
#include "engine/io/gzip.h"
#include "engine/io/numbers.h"
#include "engine/matrix/slices.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <tuple>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t mostExtent = (std::int64_t{1} << 31) - 1;

MatrixPtr readOpened(Opened opened)
{
    if (opened.bytes.empty())
        failInput("the file is empty", {.file = opened.file});
    if (std::string problem = encodingProblem(opened.bytes.substr(0, 4)); !problem.empty())
        failInput(std::move(problem), {.file = opened.file, .line = 1});
    if (isMatrixMarket(opened.bytes))
        return readMatrixMarket(std::move(opened));
    if (isZip(opened.bytes))
        return readNpzMatrix(std::move(opened));
    std::string name = opened.source.name;
    if (name.ends_with(".gz"))
        name.resize(name.size() - 3);
    if (name.ends_with(".smtx") || (!name.ends_with(".mtx") && looksLikeSmtx(opened.bytes)))
        return readSmtx(std::move(opened));
    if (name.ends_with(".tns"))
        return readTns(std::move(opened));
    if (name.ends_with(".npz"))
        failInput("is not a zip archive, which every .npz file is", {.file = opened.file});
    if (name.ends_with(".mtx"))
        return readMatrixMarket(std::move(opened)); // which says what is wrong with its first line
    failInput("is not a matrix file: neither Matrix Market nor SMTX nor .tns nor a SciPy .npz archive",
              {.file = opened.file});
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
    return source.fileSize >= 0 && stampOf(source.path) == std::pair(source.fileSize, source.fileChanged);
}

const std::vector<std::string>& matrixSuffixes()
{
    static const std::vector<std::string> suffixes{".mtx", ".mtx.gz", ".smtx", ".smtx.gz", ".tns", ".tns.gz", ".npz"};
    return suffixes;
}

MatrixPtr readMatrix(const std::string& path, Progress& progress)
{
    progress.check();
    MatrixSource source;
    source.path = path;
    // Before it is read: what is written over it meanwhile has changed since.
    if (const auto stamp = stampOf(path))
        std::tie(source.fileSize, source.fileChanged) = *stamp;
    source.name = std::filesystem::path(path).filename().string();
    return withMappedFile(path, [&](std::string_view bytes) {
        if (!isGzip(bytes))
            return readOpened({bytes, path, std::move(source), progress});
        const std::string text = inflateGzip(bytes, path, progress);
        if (isZip(text))
            failInput("is a compressed archive: uncompress it first", {.file = path});
        return readOpened({text, path, std::move(source), progress});
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
