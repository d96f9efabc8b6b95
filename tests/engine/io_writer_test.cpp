// Matrices written as Matrix Market text: read back as they were, whole or not at all.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/io/gzip.h"
#include "engine/io/reader.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/kinds.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <csignal>
#include <limits>
#include <random>
#include <sys/resource.h>

using namespace sparsescope;

TEST_CASE("Every kind of pattern comes back from its file as it was, plain and compressed")
{
    const TemporaryFolder folder;
    for (const PatternKind& kind : patternKinds()) {
        const MatrixPtr made = makePattern(kind.name, nlohmann::json::object(), noProgress());
        for (const char* suffix : {".mtx", ".mtx.gz"}) {
            const std::string file = folder / (kind.name + suffix);
            INFO(file);
            const std::int64_t bytes = writeMatrix(*made, file, kind.name, noProgress());
            CHECK(bytes == static_cast<std::int64_t>(std::filesystem::file_size(file)));
            CHECK(isGzip(readText(file)) == (suffix != std::string(".mtx")));
            const MatrixPtr back = readMatrix(file, noProgress());
            CHECK(back->rows() == made->rows());
            CHECK(back->cols() == made->cols());
            CHECK(back->fingerprint() == made->fingerprint());
            CHECK(back->source().field == (made->hasValues() ? "real" : "pattern"));
        }
    }
}

TEST_CASE("The text is Matrix Market's, row after row, with a comment of one line")
{
    const TemporaryFolder folder;
    writeMatrix(*figure1(), folder / "f.mtx", "figure\n1", noProgress());
    CHECK(readText(folder / "f.mtx") == "%%MatrixMarket matrix coordinate pattern general\n% figure 1\n8 8 10\n"
                                        "2 7\n3 3\n3 4\n4 3\n4 4\n6 6\n6 7\n7 6\n7 7\n8 1\n");
    writeMatrix(*stencil2d(2), folder / "s.mtx", "", noProgress());
    CHECK(readText(folder / "s.mtx") ==
          "%%MatrixMarket matrix coordinate real general\n4 4 12\n"
          "1 1 4\n1 2 -1\n1 3 -1\n2 1 -1\n2 2 4\n2 4 -1\n3 1 -1\n3 3 4\n3 4 -1\n4 2 -1\n4 3 -1\n4 4 4\n");
    writeMatrix(*matrixFromCoordinates(0, 7, {}, "none"), folder / "e.mtx", "", noProgress());
    CHECK(readText(folder / "e.mtx") == "%%MatrixMarket matrix coordinate pattern general\n0 7 0\n");
}

TEST_CASE("Values of any size come back exactly, and the bytes do not depend on the number of threads")
{
    const TemporaryFolder folder;
    const auto seed = static_cast<std::uint64_t>(20240607);
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    // Empty rows, a very long one, indices of all lengths, doubles of any bits.
    const std::int64_t rows = 3000;
    const std::int64_t cols = 2'000'000'000;
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::uint64_t length = r == 17 ? 150'000 : random() % 4 == 0 ? 0 : random() % 60;
        std::vector<std::int32_t> row;
        for (std::uint64_t k = 0; k < length; ++k)
            row.push_back(static_cast<std::int32_t>((random() % static_cast<std::uint64_t>(cols)) >> (random() % 31)));
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        for (const std::int32_t c : row) {
            colIdx.push_back(c);
            double value = 0;
            do {
                const std::uint64_t bits = random();
                std::memcpy(&value, &bits, sizeof value);
            } while (!std::isfinite(value));
            values.push_back(value);
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    values[0] = -std::numeric_limits<double>::max();
    values[1] = std::numeric_limits<double>::denorm_min();
    values[2] = -0.0;
    const Matrix m(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values), {});
    std::string texts[2];
    for (const int threads : {1, 3})
        withThreads(threads, [&] {
            const std::string file = folder / "m.mtx.gz";
            writeMatrix(m, file, "", noProgress());
            texts[threads / 2] = readText(file);
            CHECK(readMatrix(file, noProgress())->fingerprint() == m.fingerprint());
        });
    CHECK(texts[0] == texts[1]);
}

TEST_CASE("A matrix that cannot be written leaves no file and no change")
{
    const TemporaryFolder folder;
    const auto kindOf = [&](const std::string& file, Progress& progress) {
        try {
            writeMatrix(*strided(200), file, "", progress);
        } catch (const Error& e) {
            return e.kind();
        }
        return ErrorKind::Internal;
    };
    CHECK(kindOf(folder / "m.csv", noProgress()) == ErrorKind::Usage);
    CHECK(kindOf(folder / "absent/m.mtx", noProgress()) == ErrorKind::Input);
    writeText(folder / "old.mtx", "old");
    Progress cancelled;
    cancelled.cancel();
    CHECK(kindOf(folder / "old.mtx", cancelled) == ErrorKind::Cancelled);
    CHECK(readText(folder / "old.mtx") == "old");
    CHECK(std::distance(std::filesystem::directory_iterator(std::filesystem::path(folder / "old.mtx").parent_path()),
                        {}) == 1);
    // As on a full disk: no file may grow past 512 bytes.
    struct ::rlimit before {};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct ::rlimit little {
        512, before.rlim_max
    };
    ::setrlimit(RLIMIT_FSIZE, &little);
    const ErrorKind kind = kindOf(folder / "old.mtx", noProgress());
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(kind == ErrorKind::Input);
    CHECK(readText(folder / "old.mtx") == "old");
    CHECK(std::distance(std::filesystem::directory_iterator(std::filesystem::path(folder / "old.mtx").parent_path()),
                        {}) == 1);
}
