// Archives of matrix files, and what is compressed by others than gzip.
#include "engine/core/files.h"
#include "engine/io/archive.h"
#include "engine/io/mtx_header.h"
#include "engine/io/reader.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/target.h"
#include "tests/support/archives.h"

#include <fmt/format.h>

namespace sparsescope::fuzz {

namespace {

constexpr std::uint64_t mostText = 1 << 26;
constexpr std::size_t block = 512;

// Headers of a tar with their sums made anew, so that a change elsewhere in them is seen.
std::string withSums(std::string_view input)
{
    constexpr std::size_t magicAt = 257, sumAt = 148, sumLength = 8;
    std::string tar(input);
    for (std::size_t at = 0; at + block <= tar.size(); at += block) {
        if (tar.compare(at + magicAt, 5, "ustar") != 0)
            continue;
        tar.replace(at + sumAt, sumLength, sumLength, ' ');
        unsigned sum = 0;
        for (std::size_t i = at; i < at + block; ++i)
            sum += static_cast<unsigned char>(tar[i]);
        tar.replace(at + sumAt, sumLength - 1, fmt::format("{:06o}", sum) + '\0');
    }
    return tar;
}

// An empty matrix of so many rows is right, and takes gigabytes where there are any.
bool declaresTooMany(std::string_view text)
{
    constexpr std::int64_t mostRows = 1 << 22;
    try {
        return readMtxHeader(text, {}).rows > mostRows;
    } catch (const Error&) {
        return false;
    }
}

bool holdsTooMuch(std::string_view archive)
{
    const std::size_t files = filesInArchive(archive, {}, noProgress()).size();
    std::string kept;
    for (std::size_t i = 0; i < files; ++i)
        try {
            if (declaresTooMany(contentsInArchive(archive, i, {}, kept, noProgress(), mostText)))
                return true;
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                throw;
        }
    return false;
}

void readWhole(std::string_view input, const std::string& suffix)
{
    const ScratchFile file(input, suffix);
    require(stillInFile(*readMatrix(file.path(), noProgress())), "a matrix that was read is not in its file");
}

} // namespace

std::vector<std::string> archiveSeeds()
{
    const std::string matrix = matrixMarketSeeds()[0], other = matrixMarketSeeds()[1];
    const ArchivedFiles files = {{"a/a_b.mtx", other}, {"a/README", "text"}, {"a/a.mtx", matrix}};
    std::vector<std::string> seeds;
    for (const char* format : {"ustar", "pax", "gnutar", "zip"})
        seeds.push_back(archiveOf(files, format));
    seeds.push_back(archiveOf({{std::string(300, 'n') + ".mtx.gz", gzipSeeds()[0]}}, "pax"));
    return seeds;
}

void runArchive(std::string_view input)
{
    const std::string archive = withSums(input);
    if (!isTar(archive) && !archive.starts_with("PK"))
        return; // other targets'
    if (!holdsTooMuch(archive))
        readWhole(archive, ".tar");
}

std::vector<std::string> compressedSeeds()
{
    std::vector<std::string> seeds;
    for (const char* filter : {"bzip2", "xz", "zstd"})
        for (std::size_t i = 0; i < 2; ++i)
            seeds.push_back(compressedBy(filter, matrixMarketSeeds()[i]));
    return seeds;
}

void runCompressed(std::string_view input)
{
    if (!isCompressed(input))
        return;
    if (!declaresTooMany(decompress(input, {}, noProgress(), mostText)))
        readWhole(input, ".mtx");
}

} // namespace sparsescope::fuzz
