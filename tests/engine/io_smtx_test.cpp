// SMTX text: what is read, and what is refused with which place and reason.
#include "tests/engine/io_fixtures.h"

#include "engine/io/gzip.h"

#include <algorithm>
#include <fmt/format.h>

using namespace sparsescope;

TEST_CASE("An SMTX file is a pattern with row offsets and column indices from 0")
{
    const MatrixPtr m = readBytes("a.smtx", "3, 4, 4\n0 2 2 4\n0 3 1 2\n");
    CHECK(m->rows() == 3);
    CHECK(m->cols() == 4);
    CHECK_FALSE(m->hasValues());
    CHECK(denseOf(*m) == std::vector<double>{1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0});
    CHECK(m->source().format == "SMTX");
    CHECK(m->source().field == "pattern");
    CHECK(readBytes("b.smtx", "3,4 ,  4 \r\n0 2 2\t4 \r\n0 3 1 2")->fingerprint() == m->fingerprint());
    CHECK(readBytes("c.smtx.gz", deflateGzip("3, 4, 4\n0 2 2 4\n0 3 1 2\n"))->fingerprint() == m->fingerprint());
    CHECK(readBytes("noname", "3, 4, 4\n0 2 2 4\n0 3 1 2\n")->fingerprint() == m->fingerprint());
    CHECK(readBytes("d.smtx", "3, 4, 4\n0 2 2 4\n3 0 2 1\n")->fingerprint() == m->fingerprint()); // unsorted rows
}

TEST_CASE("Duplicates within an SMTX row are merged and noted")
{
    const MatrixPtr m = readBytes("a.smtx", "2, 4, 5\n0 3 5\n2 1 2 0 0\n");
    CHECK(m->nnz() == 3);
    CHECK(m->source().duplicates == 2);
    CHECK(denseOf(*m) == std::vector<double>{0, 1, 1, 0, 1, 0, 0, 0});
    CHECK(notes(*m, "merged"));
}

TEST_CASE("Empty SMTX matrices are ordinary")
{
    CHECK(readBytes("a.smtx", "0, 0, 0\n0\n\n")->rows() == 0);
    CHECK(readBytes("b.smtx", "2, 5, 0\n0 0 0\n")->cols() == 5);
    CHECK(readBytes("c.smtx", "2, 0, 0\n0 0 0\n")->nnz() == 0);
}

TEST_CASE("A defective SMTX file is refused with its line, column and the reason")
{
    struct Defective {
        const char* name;
        const char* text;
        std::int64_t line, column;
        const char* reason;
    };
    const std::vector<Defective> defects{
        {"no commas", "3 4 4\n0 2 2 4\n0 3 1 2\n", 1, 0, "is not \"rows, columns, non-zeros\""},
        {"two numbers", "3, 4\n0 2 2 4\n", 1, 0, "is not \"rows"},
        {"four numbers", "3, 4, 4, 4\n0 2 2 4\n0 3 1 2\n", 1, 0, "is not \"rows, columns, non-zeros\""},
        {"negative rows", "-3, 4, 4\n", 1, 0, "-3 rows"},
        {"2^31 columns", "3, 2147483648, 4\n", 1, 0, "at most 2147483647"},
        {"bare CR", "3, 4, 4\r0 2 2 4\r0 3 1 2\r", 1, 0, "bare carriage return"},
        {"no offsets", "3, 4, 4\n", 1, 8, "ends after 0 of 4 row offsets"},
        {"few offsets", "3, 4, 4\n0 2\n", 2, 4, "ends after 2 of 4 row offsets"},
        {"few indices", "3, 4, 4\n0 2 2 4\n0 3 1\n", 3, 6, "ends after 3 of 4 column indices"},
        {"many indices", "3, 4, 4\n0 2 2 4\n0 3 1 2 3\n", 3, 9, "goes on after the 4 column indices"},
        {"column out of range", "3, 4, 4\n0 2 2 4\n0 4 1 2\n", 3, 3,
         "column index \"4\" is out of range: it runs from 0 to 3"},
        {"negative column", "3, 4, 4\n0 2 2 4\n0 -1 1 2\n", 3, 3, "column index \"-1\" is out of range"},
        {"word", "3, 4, 4\n0 2 two 4\n0 3 1 2\n", 2, 5, "row offset \"two\" is not a whole number"},
        {"fraction", "3, 4, 4\n0 2 2 4\n0 3.5 1 2\n", 3, 3, "not a whole number"},
        {"offset beyond", "3, 4, 4\n0 2 9 4\n0 3 1 2\n", 2, 5, "row offset \"9\" is out of range"},
        {"first offset", "3, 4, 4\n1 2 2 4\n0 3 1 2\n", 2, 1, "first row offset is 1"},
        {"descending offsets", "3, 4, 4\n0 3 2 4\n0 3 1 2\n", 2, 5, "row offset 2 is below 3"},
        {"last offset", "3, 4, 4\n0 2 2 3\n0 3 1 2\n", 2, 7, "last row offset is 3, but line 1 declares 4"},
        {"overflow", "3, 4, 4\n0 2 2 4\n0 18446744073709551617 1 2\n", 3, 3, "out of range"},
    };
    for (const Defective& defect : defects) {
        INFO(defect.name);
        const Error e = readingFails("bad.smtx", defect.text);
        INFO(e.what());
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(e.where().line == defect.line);
        CHECK(e.where().column == defect.column);
        CHECK(contains(e.reason(), defect.reason));
    }
}

TEST_CASE("Random SMTX files of several chunks come back")
{
    const std::uint64_t seed = 8;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const std::int64_t rows = 3000;
    const std::int64_t cols = 5000;
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::string offsets = "0";
    std::string indices;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = static_cast<std::int64_t>(random() % 17); c < cols;
             c += 1 + static_cast<std::int64_t>(random() % 30)) {
            colIdx.push_back(static_cast<std::int32_t>(c));
            indices += std::to_string(c) + " ";
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
        offsets += " " + std::to_string(rowPtr.back());
    }
    const MatrixPtr m =
        readBytes("r.smtx", fmt::format("{}, {}, {}\n{}\n{}\n", rows, cols, colIdx.size(), offsets, indices));
    REQUIRE(indices.size() > 3u << 20);
    CHECK(std::equal(rowPtr.begin(), rowPtr.end(), m->rowPtr().begin(), m->rowPtr().end()));
    CHECK(std::equal(colIdx.begin(), colIdx.end(), m->colIdx().begin(), m->colIdx().end()));
}
