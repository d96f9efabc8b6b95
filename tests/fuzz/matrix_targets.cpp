// Matrix files of every format.
#include "engine/core/files.h"
#include "engine/io/gzip.h"
#include "engine/io/mtx_header.h"
#include "engine/io/npy.h"
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/statistics.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/array_container.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <numeric>

namespace sparsescope::fuzz {

namespace {

const std::string mtxBanner = "%%MatrixMarket matrix ";

// An empty matrix of so many rows is right, and takes gigabytes where there are any.
constexpr std::int64_t mostRows = 1 << 22;

bool claimsTooMuch(std::string_view text)
{
    try {
        return readMtxHeader(text, {}).rows > mostRows;
    } catch (const Error&) {
        return false;
    }
}

void readAs(const std::string& suffix, std::string_view input, const EdgeOptions& edges = {})
{
    const ScratchFile file(input, suffix);
    const MatrixPtr matrix = readMatrix(file.path(), noProgress(), edges);
    require(stillInFile(*matrix) != edges.given(), "a matrix that was read is not in its file");
    computeStatistics(*matrix, noProgress());
}

// Nothing but the largest index says how many rows there are.
bool hasLongNumber(std::string_view text)
{
    constexpr std::size_t mostDigits = 7;
    std::size_t digits = 0;
    for (const char c : text) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits > mostDigits)
            return true;
    }
    return false;
}

NpzArrays scipy(const std::string& format, NpzArrays arrays, std::int64_t rows, std::int64_t cols)
{
    const auto* letters = reinterpret_cast<const std::byte*>(format.data());
    arrays["format"] = {"|S3", {}, {letters, letters + 3}};
    arrays["shape"] = toArray(std::vector<std::int64_t>{rows, cols});
    return arrays;
}

std::vector<NpzArrays> scipyMatrices()
{
    using Index = std::vector<std::int32_t>;
    const std::vector<double> four = {1, 2, 3, 4};
    const NpyArray blocks = toArray(std::span<const double>(four), {1, 2, 2});
    return {
        scipy(
            "csr",
            {{"indptr", toArray(Index{0, 1, 3, 4})}, {"indices", toArray(Index{0, 1, 2, 0})}, {"data", toArray(four)}},
            3, 4),
        scipy("csc",
              {{"indptr", toArray(std::vector<std::int64_t>{0, 2, 2})},
               {"indices", toArray(std::vector<std::uint16_t>{1, 0})},
               {"data", toArray(std::vector<float>{1, 2})}},
              2, 2),
        scipy("coo",
              {{"row", toArray(Index{1, 0, 1})},
               {"col", toArray(Index{1, 0, 1})},
               {"data", toArray(std::vector<std::int64_t>{1, 2, INT64_MAX})}},
              2, 2),
        scipy("bsr", {{"indptr", toArray(Index{0, 0, 1})}, {"indices", toArray(Index{1})}, {"data", blocks}}, 4, 4)};
}

} // namespace

std::vector<std::string> matrixMarketSeeds()
{
    return {mtxBanner + "coordinate real general\n% a comment\n3 4 4\n1 1 1.5\n2 4 -2e-3\n3 1 0\n2 4 inf\n",
            mtxBanner + "coordinate pattern symmetric\n3 3 2\n1 1\n3 2\n",
            mtxBanner + "coordinate pattern general\n% slices 2\n2 4 2\n1 1\n2 4\n",
            mtxBanner + "coordinate integer skew-symmetric\n3 3 2\n2 1 -9007199254740993\n3 2 7\n",
            mtxBanner + "coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 3 4\n",
            mtxBanner + "coordinate unsigned-integer general\r\n\r\n2 2 1\r\n2 2 18446744073709551615\r\n",
            mtxBanner + "array real general\n2 2\n1\n2.25\n-0\nnan\n",
            mtxBanner + "array integer skew-symmetric\n3 3\n1\n2\n3\n"};
}

void runMatrixMarket(std::string_view input)
{
    if (!claimsTooMuch(input))
        readAs(".mtx", input);
}

std::vector<std::string> gzipSeeds()
{
    std::vector<std::string> seeds;
    for (const std::string& text : matrixMarketSeeds())
        seeds.push_back(deflateGzip(text));
    const std::string text = matrixMarketSeeds()[0];
    seeds.push_back(deflateGzip(text.substr(0, 40), 0) + deflateGzip({}) + deflateGzip(text.substr(40), 9));
    return seeds;
}

void runGzip(std::string_view input)
{
    if (isGzip(input)) {
        constexpr std::uint64_t mostText = 1 << 26;
        const std::string text = inflateGzip(input, {}, noProgress(), mostText);
        if (claimsTooMuch(text))
            return;
    }
    readAs(".mtx.gz", input);
}

std::vector<std::string> scipySeeds()
{
    std::vector<std::string> seeds;
    for (const NpzArrays& arrays : scipyMatrices())
        seeds.push_back(writeNpz(arrays, !seeds.empty()));
    return seeds;
}

void runScipy(std::string_view input)
{
    if (const NpzArrays arrays = readNpz(input, "input"); arrays.contains("shape")) {
        // Nothing else in a file of coordinates bounds its rows.
        const NpyArray& shape = arrays.at("shape");
        std::int64_t rows = 0;
        if (!shape.data.empty())
            std::memcpy(&rows, shape.data.data(), std::min(shape.data.size(), sizeof rows));
        if (rows > mostRows)
            return;
    }
    readAs(".npz", input);
}

std::vector<std::string> scipyArraySeeds()
{
    std::vector<std::string> seeds;
    for (const NpzArrays& arrays : scipyMatrices())
        seeds.push_back(containerOf(arrays));
    return seeds;
}

void runScipyArrays(std::string_view input)
{
    if (const NpzArrays arrays = arraysIn(input); !arrays.empty())
        runScipy(writeNpz(arrays, false));
}

std::vector<std::string> smtxSeeds()
{
    return {"3, 4, 4\n0 1 3 4 \n0 1 3 2 \n", "1, 1, 0\n0 0\n\n", "2,2,3\r\n0 2 3\r\n1 0 1"};
}

void runSmtx(std::string_view input)
{
    readAs(".smtx", input);
}

std::vector<std::string> tnsSeeds()
{
    return {"# a tensor\n1 1 2\n2 1 2\n1 2 1\n", "2 3 1 0.5\n1 2 1 -3e2\n\n2 3 1 inf # twice\n"};
}

void runTns(std::string_view input)
{
    if (!hasLongNumber(input))
        readAs(".tns", input);
}

std::vector<std::string> edgeSeeds()
{
    return {"# Undirected graph: a.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n0\t1\n1\t2\r\n",
            "% bip weighted\n% 2 2 3\n1 3 0.5 77\n2 1 -1e3 78\n", "\"from\",\"to\",\"weight\"\n1, 2 ,3\n2,1,inf\n",
            "id;weight;to;from\n7;4;1;0\n8;5;0;1\n", "1 2 3\n\n2 1 4\n"};
}

void runEdges(std::string_view input)
{
    if (hasLongNumber(input))
        return;
    readAs(".txt", input);
    try {
        readAs("", input, parseEdgeOptions("columns=2,1 compact"));
    } catch (const Error& e) {
        require(e.kind() != ErrorKind::Internal, "options bring a reader into disorder"); // as it is it was read
    }
}

} // namespace sparsescope::fuzz
