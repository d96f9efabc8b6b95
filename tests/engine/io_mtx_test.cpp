// Matrix Market text: what is read, and what is refused with which line and reason.
#include "tests/engine/io_fixtures.h"

#include "engine/io/gzip.h"

#include <fmt/format.h>

using namespace sparsescope;

namespace {

const std::string banner = "%%MatrixMarket matrix coordinate real general\n";

struct Defective {
    const char* name;
    std::string text;
    std::int64_t line;
    const char* reason;
};

} // namespace

TEST_CASE("A defective Matrix Market file is refused with its line and the reason")
{
    const std::string b = "%%MatrixMarket matrix ";
    const std::vector<Defective> defects{
        {"empty file", "", 0, "empty"},
        {"other banner", "%%MatrixMarkt matrix coordinate real general\n1 1 0\n", 1,
         "does not begin with %%MatrixMarket"},
        {"banner glued to a word", "%%MatrixMarkets matrix coordinate real general\n1 1 0\n", 1, "does not begin with"},
        {"short banner", "%%MatrixMarket matrix coordinate real\n1 1 0\n", 1, "4 words where 5"},
        {"long banner", "%%MatrixMarket matrix coordinate real general x\n1 1 0\n", 1, "6 words where 5"},
        {"object", "%%MatrixMarket vector coordinate real general\n1 1 0\n", 1, "\"vector\""},
        {"layout", b + "sparse real general\n1 1 0\n", 1, "\"sparse\""},
        {"field", b + "coordinate float general\n1 1 0\n", 1, "field \"float\""},
        {"symmetry", b + "coordinate real lower\n1 1 0\n", 1, "symmetry \"lower\""},
        {"array pattern", b + "array pattern general\n1 1\n", 1, "array of field pattern"},
        {"hermitian real", b + "coordinate real hermitian\n1 1 0\n", 1, "complex only"},
        {"skew pattern", b + "coordinate pattern skew-symmetric\n1 1 0\n", 1, "needs signs"},
        {"no size line", banner + "% only\n\n% comments\n", 4, "ends before its size line"},
        {"size line of an array", banner + "3 3\n", 2, "2 numbers where 3"},
        {"words in the size line", banner + "three 3 1\n", 2, "\"three\" is not a number of rows"},
        {"fraction in the size line", banner + "3 3.0 1\n", 2, "\"3.0\" is not a number of columns"},
        {"negative rows", banner + "-3 3 1\n", 2, "-3 rows: the number must not be negative"},
        {"negative entries", banner + "3 3 -1\n", 2, "-1 entries: the number must not be negative"},
        {"2^31 rows", banner + "2147483648 3 0\n", 2, "2147483648 rows: at most 2147483647"},
        {"2^64 columns", banner + "3 18446744073709551616 0\n", 2, "at most 2147483647"},
        {"entries beyond all files", banner + "3 3 99999999999999999999\n", 2, "more than any file"},
        {"symmetric and not square", b + "coordinate real symmetric\n3 4 0\n", 2, "not square"},
        {"too few entries", banner + "3 3 3\n1 1 1\n% end\n2 2 2\n", 5, "ends after 2 of 3 entries"},
        {"far too few entries", banner + "3 3 4000000000000000000\n1 1 1\n", 3, "ends after 1 of 4000000000000000000"},
        {"too many entries", banner + "3 3 1\n1 1 1\n\n2 2 2\n", 5, "goes on after the 1 entries that line 2 declares"},
        {"row 0", banner + "3 3 1\n0 1 1\n", 3, "row 0 is out of range: indices run from 1 to 3"},
        {"column 4 of 3", banner + "3 3 1\n1 4 1\n", 3, "column 4 is out of range"},
        {"row below zero", banner + "3 3 1\n-1 1 1\n", 3, "row -1 is out of range"},
        {"row that would wrap round", banner + "3 3 1\n18446744073709551617 1 1\n", 3, "out of range"},
        {"column that would wrap round", banner + "3 3 1\n1 4294967297 1\n", 3, "column 4294967297 is out of range"},
        {"fractional index", banner + "3 3 1\n1.0 1 1\n", 3, "row \"1.0\" is not a whole number"},
        {"index glued to its value", banner + "3 3 1\n1 1.5\n", 3, "column \"1.5\" is not a whole number"},
        {"no value", banner + "3 3 2\n1 1 1\n2 2\n", 4, "2 words where 3 are expected (row, column, value)"},
        {"value too many", banner + "3 3 1\n1 1 1 1\n", 3, "4 words where 3"},
        {"pattern with a value", b + "coordinate pattern general\n3 3 1\n1 1 1\n", 3, "3 words where 2"},
        {"complex with one part", b + "coordinate complex general\n3 3 1\n1 1 1\n", 3, "3 words where 4"},
        {"value is a word", banner + "3 3 1\n1 1 one\n", 3, "value \"one\" is not a number"},
        {"value with a tail", banner + "3 3 1\n1 1 1.5x\n", 3, "value \"1.5x\" is not a number"},
        {"value of two points", banner + "3 3 1\n1 1 1.5.5\n", 3, "\"1.5.5\""},
        {"value too large", banner + "3 3 1\n1 1 -1e400\n", 3, "does not fit a double"},
        {"fraction in an integer file", b + "coordinate integer general\n3 3 1\n1 1 1.5\n", 3, "is not an integer"},
        {"integer too large", b + "coordinate integer general\n3 3 1\n1 1 9223372036854775808\n", 3, "64-bit integer"},
        {"unsigned below zero", b + "coordinate unsigned-integer general\n3 3 1\n1 1 -1\n", 3,
         "not an unsigned integer"},
        {"skew with a diagonal", b + "coordinate real skew-symmetric\n3 3 1\n2 2 1\n", 3, "on the diagonal"},
        {"comment behind an entry", banner + "3 3 1\n1 1 1 % one\n", 3, "words where 3"},
        {"bare CR in the header", b + "coordinate real general\r1 1 1\r1 1 1\r", 1, "bare carriage return"},
        {"bare CR in the body", banner + "2 2 2\n1 1 1\r2 2 2\n1 2 3\n", 3, "bare carriage return"},
        {"array with too few values", b + "array real general\n2 2\n1\n2\n3\n", 5, "ends after 3 of 4 values"},
        {"array with two values a line", b + "array real general\n2 1\n1 2\n3\n", 3,
         "2 words where 1 is expected (value)"},
    };
    for (const Defective& defect : defects) {
        INFO(defect.name);
        const Error e = readingFails("bad.mtx", defect.text);
        INFO(e.what());
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(contains(e.where().file, "bad.mtx"));
        CHECK(e.where().line == defect.line);
        CHECK(contains(e.reason(), defect.reason));
    }
}

TEST_CASE("A defect far into a long file has its own line, with any number of entries before it")
{
    std::string text = banner + "1000000 10 200000\n";
    for (int i = 1; i <= 200000; ++i)
        text += i == 150000 ? "7 11 1.25\n" : fmt::format("{} {} 1.25\n", i, 1 + i % 10);
    const Error e = readingFails("long.mtx", text);
    CHECK(e.where().line == 150002);
    CHECK(contains(e.reason(), "column 11 is out of range"));
}

TEST_CASE("A wrong number of entries is said before what is wrong in a line, also far into a long file")
{
    const auto text = [](int declared, const std::string& bad) {
        std::string lines = banner + fmt::format("1000 10 {}\n", declared);
        for (int i = 1; i <= 200000; ++i)
            lines += i == 150000 ? bad + "\n" : fmt::format("{} {} 1.25\n", 1 + i % 1000, 1 + i % 10);
        return lines;
    };
    const std::string good = "7 7 1.25", defective = "7 11 1.25";
    for (const std::string& line : {good, defective}) {
        INFO(line);
        const Error few = readingFails("few.mtx", text(200001, line));
        CHECK(few.where().line == 200002);
        CHECK(contains(few.reason(), "ends after 200000 of 200001 entries"));
        const Error many = readingFails("many.mtx", text(180000, line));
        CHECK(many.where().line == 180003);
        CHECK(contains(many.reason(), "goes on after the 180000 entries that line 2 declares"));
    }
    CHECK(contains(readingFails("line.mtx", text(200000, defective)).reason(), "column 11 is out of range"));
    CHECK(readBytes("good.mtx", text(200000, good))->source().storedEntries == 200000);
}

TEST_CASE("Comments, blank lines, white space, CRLF, upper case and any order of entries do not change the matrix")
{
    const MatrixPtr plain = readBytes("a.mtx", banner + "3 4 4\n1 1 1.5\n2 4 -2\n3 1 0\n3 3 1e3\n");
    const MatrixPtr free =
        readBytes("b.mtx", "%%matrixmarket\tMATRIX  Coordinate REAL   General \r\n% a\r\n\r\n  % b\r\n \t3  4\t4\r\n"
                           "\r\n3 3 1000.\r\n%c\r\n \t 3\t1   0.0e0 \r\n2 4 -2\r\n\r\n1 1 +15d-1\r\n\r\n  ");
    CHECK(plain->nnz() == 4); // the explicit zero is kept
    CHECK(denseOf(*plain) == std::vector<double>{1.5, 0, 0, 0, 0, 0, 0, -2, 0, 0, 1000, 0});
    CHECK(free->fingerprint() == plain->fingerprint());
    CHECK(plain->source().format == "Matrix Market coordinate");
    CHECK(plain->source().storedEntries == 4);
    CHECK(plain->source().notes.empty());
}

TEST_CASE("Symmetry is expanded once, and the diagonal is left alone")
{
    const std::string body = "3 3 3\n1 1 5\n2 1 -2\n3 2 7\n";
    const MatrixPtr symmetric = readBytes("s.mtx", "%%MatrixMarket matrix coordinate real symmetric\n" + body);
    CHECK(symmetric->nnz() == 5);
    CHECK(symmetric->source().storedEntries == 3);
    CHECK(denseOf(*symmetric) == std::vector<double>{5, -2, 0, -2, 0, 7, 0, 7, 0});
    const MatrixPtr skew =
        readBytes("k.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 -2\n3 2 7\n");
    CHECK(denseOf(*skew) == std::vector<double>{0, 2, 0, -2, 0, -7, 0, 7, 0});
    const MatrixPtr pattern =
        readBytes("p.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n");
    CHECK(pattern->nnz() == 3);
    CHECK_FALSE(pattern->hasValues());
    const MatrixPtr upper = readBytes("u.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 3\n");
    CHECK(denseOf(*upper) == std::vector<double>{0, 3, 3, 0});
    CHECK(notes(*upper, "above the diagonal"));
}

TEST_CASE("Complex values are read by magnitude, and a note says so")
{
    const MatrixPtr m =
        readBytes("c.mtx", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 2 0\n2 1 3 -4\n");
    CHECK(denseOf(*m) == std::vector<double>{2, 5, 5, 0});
    CHECK(notes(*m, "magnitude"));
    CHECK_FALSE(notes(*m, "not real"));
    const std::string odd =
        "%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 2 1e-3\n2 1 3 -4\n2 2 0 1\n";
    CHECK(notes(*readBytes("h.mtx", odd), "2 of the elements on the diagonal are not real"));
    CHECK(notes(*readBytes("a.mtx", "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 5\n"),
                "1 of the elements on the diagonal is not real"));
    const MatrixPtr k =
        readBytes("k.mtx", "%%MatrixMarket matrix coordinate complex skew-symmetric\n2 2 1\n2 1 3 -4\n");
    CHECK(denseOf(*k) == std::vector<double>{0, 5, 5, 0});
}

TEST_CASE("Duplicates are summed in the order of the file, counted and noted")
{
    const MatrixPtr m = readBytes("d.mtx", banner + "2 2 5\n2 1 1e16\n1 1 1\n2 1 1\n2 1 -1e16\n1 2 4\n");
    CHECK(m->nnz() == 3);
    CHECK(m->source().duplicates == 2);
    CHECK(m->source().storedEntries == 5);
    CHECK(denseOf(*m) == std::vector<double>{1, 4, 0, 0}); // (1e16 + 1) - 1e16 is 0 in this order
    CHECK(notes(*m, "2 entries came more than once and were summed"));
    const MatrixPtr p = readBytes("p.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n1 2\n");
    CHECK(p->nnz() == 1);
    CHECK(notes(*p, "merged"));
}

TEST_CASE("Dense files hold every place, by columns")
{
    const MatrixPtr m = readBytes("a.mtx", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n0\n5\n6\n");
    CHECK(m->nnz() == 6);
    CHECK(denseOf(*m) == std::vector<double>{1, 3, 5, 2, 0, 6});
    CHECK(notes(*m, "dense"));
    const MatrixPtr s = readBytes("s.mtx", "%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
    CHECK(denseOf(*s) == std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6});
    const MatrixPtr k = readBytes("k.mtx", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n");
    CHECK(denseOf(*k) == std::vector<double>{0, -1, -2, 1, 0, -3, 2, 3, 0});
}

TEST_CASE("Long dense files keep their places across the chunks of the text")
{
    const std::uint64_t seed = 20;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const std::int64_t n = 700;
    std::vector<double> dense(static_cast<std::size_t>(n * n), 0.0);
    std::string text = fmt::format("%%MatrixMarket matrix array real symmetric\n{} {}\n", n, n);
    for (std::int64_t c = 0; c < n; ++c)
        for (std::int64_t r = c; r < n; ++r) {
            const double value = static_cast<double>(random() >> 11) * 0x1p-60;
            dense[static_cast<std::size_t>(r * n + c)] = dense[static_cast<std::size_t>(c * n + r)] = value;
            text += fmt::format("{:.17g}\n", value);
        }
    REQUIRE(text.size() > 4u << 20);
    CHECK(denseOf(*readBytes("long.mtx", text)) == dense);
}

TEST_CASE("Empty matrices, empty rows, one row and one column are ordinary")
{
    for (const auto& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {3, 4}}) {
        const MatrixPtr m = readBytes("e.mtx", banner + fmt::format("{} {} 0\n", rows, cols));
        CHECK(m->rows() == rows);
        CHECK(m->cols() == cols);
        CHECK(m->nnz() == 0);
    }
    CHECK(readBytes("s.mtx", "%%MatrixMarket matrix coordinate real symmetric\n0 0 0\n")->nnz() == 0);
    CHECK(readBytes("a.mtx", "%%MatrixMarket matrix array real general\n3 0\n")->cols() == 0);
    CHECK(denseOf(*readBytes("r.mtx", banner + "1 4 2\n1 4 4\n1 1 1\n")) == std::vector<double>{1, 0, 0, 4});
    CHECK(denseOf(*readBytes("c.mtx", banner + "4 1 2\n4 1 4\n1 1 1")) == std::vector<double>{1, 0, 0, 4});
    const MatrixPtr gaps = readBytes("g.mtx", banner + "1000 1000 2\n500 500 1\n2 1000 1\n");
    CHECK(gaps->rowLength(0) == 0);
    CHECK(gaps->rowLength(1) == 1);
    CHECK(gaps->rowLength(499) == 1);
    CHECK(gaps->rowLength(999) == 0);
}

TEST_CASE("Values that are infinite, tiny or beyond 2^53 are read and noted")
{
    const MatrixPtr m = readBytes("v.mtx", banner + "1 4 4\n1 1 inf\n1 2 -Infinity\n1 3 1e-400\n1 4 5e-324\n");
    CHECK(m->value(0) == HUGE_VAL);
    CHECK(m->value(1) == -HUGE_VAL);
    CHECK(m->value(2) == 0);
    CHECK(m->value(3) == 5e-324);
    CHECK(notes(*m, "2 values are infinite or not a number"));
    const MatrixPtr i =
        readBytes("i.mtx", "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 9007199254740992\n"
                           "1 2 9007199254740993\n");
    CHECK(i->value(0) == 9007199254740992.0);
    CHECK(notes(*i, "beyond 2^53"));
    const MatrixPtr exact = readBytes("e.mtx", "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n"
                                               "1 1 9223372036854775808\n");
    CHECK(exact->value(0) == 0x1p63);
    CHECK(exact->source().notes.empty());
}

TEST_CASE("The content says what a file is where its name does not, and a compressed one is the same matrix")
{
    const std::string text = banner + "2 2 1\n2 1 3\n";
    const MatrixPtr plain = readBytes("m.mtx", text);
    CHECK(readBytes("matrix.txt", text)->fingerprint() == plain->fingerprint());
    CHECK(readBytes("m.mtx.gz", deflateGzip(text))->fingerprint() == plain->fingerprint());
    CHECK(readBytes("m.mtx", deflateGzip(text))->fingerprint() == plain->fingerprint());
    const Error e = readingFails("notes.txt", "hello\n");
    CHECK(contains(e.reason(), "holds no edge")); // what a .txt without any other content may be
    CHECK_THROWS_AS(readMatrix("/nonexistent/m.mtx", noProgress()), Error);
}

TEST_CASE("Hundreds of millions of rows that hold nothing are refused before any is allocated")
{
    const Error e = readingFails("large.mtx", banner + "2147483647 2147483647 1\n1 1 1\n");
    CHECK(contains(e.reason(), "2,147,483,647 rows and holds 1 non-zeros"));
    CHECK(readBytes("wide.mtx", banner + "1 2147483647 1\n1 2147483647 1\n")->cols() == INT32_MAX);
}

TEST_CASE("A text in another encoding is named")
{
    CHECK(contains(readingFails("bom.mtx", "\xEF\xBB\xBF" + banner + "1 1 1\n1 1 1\n").reason(), "byte order mark"));
    for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"}) {
        std::string wide(mark);
        for (const char c : banner + "1 1 1\n1 1 1\n")
            wide += mark[0] == '\xFF' ? std::string{c, '\0'} : std::string{'\0', c};
        CHECK(contains(readingFails("wide.mtx", wide).reason(), "UTF-16"));
        CHECK(contains(readingFails("wide.mtx", wide.substr(2)).reason(), "UTF-16"));
    }
}
