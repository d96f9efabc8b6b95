// Banner and size line (Boisvert, Pozo, Remington 1996, "The Matrix Market exchange formats"), read strictly: the
// banner begins the file, and its words are those of the paper, in upper or lower case.
#include "engine/io/mtx_header.h"

#include "engine/core/error.h"
#include "engine/io/formats.h"
#include "engine/io/numbers.h"
#include "engine/io/text_chunks.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::string_view bannerWord = "%%MatrixMarket";

std::string lower(std::string_view word)
{
    std::string text(word);
    for (char& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

void parseBanner(std::string_view line, MtxHeader& header, const Where& where)
{
    if (line.find('\r') != std::string_view::npos)
        failInput("lines end with a bare carriage return (old Macintosh): convert the file to \"\\n\" first", where);
    const std::vector<std::string_view> word = words(line);
    if (!isMatrixMarket(line) || word.empty() || lower(word[0]) != lower(bannerWord))
        failInput(fmt::format("the file does not begin with {} but with {}", bannerWord,
                              line.empty() ? "an empty line" : quoted(line)),
                  where);
    if (word.size() != 5)
        failInput(fmt::format("the banner has {} words where 5 are expected: {} matrix, coordinate or array, field, "
                              "symmetry",
                              word.size(), bannerWord),
                  where);
    if (lower(word[1]) != "matrix")
        failInput(fmt::format("the banner says {} where only \"matrix\" is read", quoted(word[1])), where);
    const std::string layout = lower(word[2]);
    if (layout != "coordinate" && layout != "array")
        failInput(fmt::format("the banner says {} where \"coordinate\" or \"array\" is expected", quoted(word[2])),
                  where);
    header.array = layout == "array";
    header.fieldWord = lower(word[3]);
    if (header.fieldWord == "real" || header.fieldWord == "double")
        header.field = MtxField::Real;
    else if (header.fieldWord == "integer")
        header.field = MtxField::Integer;
    else if (header.fieldWord == "unsigned-integer")
        header.field = MtxField::Unsigned;
    else if (header.fieldWord == "pattern")
        header.field = MtxField::Pattern;
    else if (header.fieldWord == "complex")
        header.field = MtxField::Complex;
    else
        failInput(fmt::format("the field {} is none of real, double, integer, unsigned-integer, pattern, complex",
                              quoted(word[3])),
                  where);
    header.symmetryWord = lower(word[4]);
    if (header.symmetryWord == "general")
        header.symmetry = MtxSymmetry::General;
    else if (header.symmetryWord == "symmetric")
        header.symmetry = MtxSymmetry::Symmetric;
    else if (header.symmetryWord == "skew-symmetric")
        header.symmetry = MtxSymmetry::SkewSymmetric;
    else if (header.symmetryWord == "hermitian")
        header.symmetry = MtxSymmetry::Hermitian;
    else
        failInput(
            fmt::format("the symmetry {} is none of general, symmetric, skew-symmetric, hermitian", quoted(word[4])),
            where);
    if (header.array && header.field == MtxField::Pattern)
        failInput("an array of field pattern would hold nothing", where);
    if (header.symmetry == MtxSymmetry::Hermitian && header.field != MtxField::Complex)
        failInput(fmt::format("hermitian goes with the field complex only, not with {}", header.fieldWord), where);
    if (header.symmetry == MtxSymmetry::SkewSymmetric &&
        (header.field == MtxField::Pattern || header.field == MtxField::Unsigned))
        failInput(fmt::format("skew-symmetric needs signs, which the field {} does not have", header.fieldWord), where);
}

void parseSizeLine(std::string_view line, MtxHeader& header, const Where& where)
{
    if (line.find('\r') != std::string_view::npos)
        failInput("lines end with a bare carriage return (old Macintosh): convert the file to \"\\n\" first", where);
    const std::vector<std::string_view> word = words(line);
    const std::size_t expected = header.array ? 2 : 3;
    if (word.size() != expected)
        failInput(fmt::format("the size line has {} number{} where {} are expected: {}", word.size(),
                              word.size() == 1 ? "" : "s", expected,
                              header.array ? "rows, columns" : "rows, columns, entries"),
                  where);
    header.rows = parseExtent(word[0], "rows", where);
    header.cols = parseExtent(word[1], "columns", where);
    const std::int64_t n = header.rows;
    if (header.symmetry != MtxSymmetry::General && n != header.cols)
        failInput(fmt::format("{} x {} is not square, but the banner says {}", n, header.cols, header.symmetryWord),
                  where);
    if (!header.array)
        header.entries = parseCount(word[2], where);
    else if (header.symmetry == MtxSymmetry::General)
        header.entries = n * header.cols;
    else
        header.entries = n * (n + (header.symmetry == MtxSymmetry::SkewSymmetric ? -1 : 1)) / 2;
}

} // namespace

bool isMatrixMarket(std::string_view bytes)
{
    return lower(bytes.substr(0, bannerWord.size())) == lower(bannerWord);
}

MtxHeader readMtxHeader(std::string_view text, const std::string& file)
{
    MtxHeader header;
    Lines lines(text);
    std::string_view line;
    lines.next(line);
    parseBanner(line, header, {.file = file, .line = 1});
    std::string_view slices;
    std::int64_t slicesLine = 0;
    while (lines.next(line)) {
        const std::vector<std::string_view> word = words(line);
        if (word.size() == 3 && word[0] == "%" && word[1] == "slices") {
            slices = word[2];
            slicesLine = lines.number();
        }
        if (word.empty() || word[0].starts_with('%'))
            continue;
        header.sizeLine = lines.number();
        header.body = lines.position();
        parseSizeLine(line, header, {.file = file, .line = lines.number()});
        if (slicesLine > 0)
            header.slices = parseSlices(slices, header.cols, {.file = file, .line = slicesLine});
        return header;
    }
    failInput("the file ends before its size line", {.file = file, .line = lines.number()});
}

} // namespace sparsescope
