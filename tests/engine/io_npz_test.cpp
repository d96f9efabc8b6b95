// NumPy archives, and SciPy's matrices in them.
#include "tests/engine/io_fixtures.h"

#include "engine/io/npy.h"
#include "engine/io/npy_header.h"
#include "engine/io/npz_kind.h"

#include <algorithm>
#include <functional>

using namespace sparsescope;

namespace {

NpyArray bytesArray(const std::string& dtype, std::vector<std::int64_t> shape, const std::string& bytes)
{
    NpyArray array{dtype, std::move(shape), {}};
    for (const char c : bytes)
        array.data.push_back(static_cast<std::byte>(c));
    return array;
}

template <class T>
NpyArray arrayOf(std::vector<T> values)
{
    return toArray(values);
}

// [[1 0 2] [0 0 3]] as csr.
NpzArrays smallCsr()
{
    return {{"format", bytesArray("|S3", {}, "csr")},
            {"shape", arrayOf<std::int64_t>({2, 3})},
            {"indptr", arrayOf<std::int32_t>({0, 2, 3})},
            {"indices", arrayOf<std::int32_t>({0, 2, 2})},
            {"data", arrayOf<double>({1, 2, 3})}};
}

const std::vector<double> smallDense{1, 0, 2, 0, 0, 3};

MatrixPtr readArrays(const NpzArrays& arrays, bool deflate = true)
{
    return readBytes("m.npz", writeNpz(arrays, deflate));
}

} // namespace

TEST_CASE("Arrays of an archive come back, stored or deflated, and equal ones give equal bytes")
{
    std::vector<double> many(100000);
    std::mt19937_64 random(9);
    for (double& x : many)
        x = static_cast<double>(random());
    NpzArrays arrays = smallCsr();
    arrays["many"] = toArray(std::span<const double>(many), {100, 10, 100});
    arrays["none"] = arrayOf<std::int16_t>({});
    for (const bool deflate : {false, true}) {
        const std::string bytes = writeNpz(arrays, deflate);
        CHECK(bytes == writeNpz(arrays, deflate));
        const NpzArrays back = readNpz(bytes, "x.npz");
        REQUIRE(back.size() == arrays.size());
        for (const auto& [name, array] : arrays) {
            INFO(name);
            CHECK(back.at(name).dtype == array.dtype);
            CHECK(back.at(name).shape == array.shape);
            CHECK(back.at(name).data == array.data);
        }
        CHECK(fromArray<double>(readNpz(writeNpz({{"many", toArray(many)}}, deflate), "x"), "many", "x") == many);
    }
}

TEST_CASE("Typed access converts nothing")
{
    const NpzArrays arrays = smallCsr();
    CHECK(fromArray<std::int32_t>(arrays, "indices", "f") == std::vector<std::int32_t>{0, 2, 2});
    CHECK_THROWS_AS(fromArray<std::int64_t>(arrays, "indices", "f"), Error);
    CHECK_THROWS_AS(fromArray<std::int32_t>(arrays, "indexes", "f"), Error);
    CHECK_THROWS_AS(arrayView<double>(arrays, "data", "f", 2), Error);
    CHECK_THROWS_AS(writeNpz({{"short", {"<f8", {2}, std::vector<std::byte>(15)}}}, false), Error);
}

TEST_CASE("Headers of .npy files are read as NumPy writes them, and nothing else")
{
    const Where where{.file = "f"};
    const NpyHeader h = parseNpyHeader("{'descr': '>i4', 'fortran_order': True, 'shape': (3, 4), }     \n", where);
    CHECK(h.dtype == "<i4");
    CHECK(h.swapped);
    CHECK(h.fortranOrder);
    CHECK(h.shape == std::vector<std::int64_t>{3, 4});
    CHECK(parseNpyHeader("{'shape': (), 'fortran_order': False, 'descr': '|S3'}", where).shape.empty());
    for (const char* text : {"", "{}", "{'descr': '<f8'}", "{'descr': '|O', 'fortran_order': False, 'shape': ()}",
                             "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f8', 'fortran_order': 0, 'shape': ()}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (1",
                             "{'descr': '<f3', 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"}) {
        INFO(text);
        CHECK_THROWS_AS(parseNpyHeader(text, where), Error);
    }
    const auto axes = [](int n) {
        std::string shape;
        for (int i = 0; i < n; ++i)
            shape += "1, ";
        return "{'descr': '<f8', 'fortran_order': True, 'shape': (" + shape + ")}";
    };
    CHECK(parseNpyHeader(axes(64), where).shape.size() == 64);
    CHECK_THROWS_AS(parseNpyHeader(axes(65), where), Error);
    const std::string written = npyHeaderBytes("<f8", {7});
    CHECK(written.size() % 64 == 0);
    CHECK(contains(written, "'shape': (7,)"));
}

TEST_CASE("A csr, csc, coo and bsr archive of one matrix are the same matrix")
{
    const MatrixPtr csr = readArrays(smallCsr());
    CHECK(denseOf(*csr) == smallDense);
    CHECK(csr->source().format == "SciPy csr");
    CHECK(csr->source().field == "real");
    CHECK(readArrays(smallCsr(), false)->fingerprint() == csr->fingerprint());

    NpzArrays csc = smallCsr();
    csc["format"] = bytesArray("<U3", {}, std::string("c\0\0\0s\0\0\0c\0\0\0", 12));
    csc["indptr"] = arrayOf<std::int64_t>({0, 1, 1, 3});
    csc["indices"] = arrayOf<std::int64_t>({0, 1, 0});
    csc["data"] = arrayOf<double>({1, 3, 2});
    CHECK(readArrays(csc)->fingerprint() == csr->fingerprint());

    const NpzArrays coo{{"format", bytesArray("|S3", {}, "coo")},
                        {"shape", arrayOf<std::int64_t>({2, 3})},
                        {"row", arrayOf<std::int32_t>({1, 0, 0, 0})},
                        {"col", arrayOf<std::int32_t>({2, 2, 0, 2})},
                        {"data", arrayOf<double>({3, 1.5, 1, 0.5})}};
    const MatrixPtr summed = readArrays(coo);
    CHECK(summed->fingerprint() == csr->fingerprint());
    CHECK(summed->source().duplicates == 1);
    CHECK(summed->source().storedEntries == 4);

    const NpzArrays bsr{{"format", bytesArray("|S3", {}, "bsr")},
                        {"shape", arrayOf<std::int64_t>({2, 3})},
                        {"indptr", arrayOf<std::int32_t>({0, 2})},
                        {"indices", arrayOf<std::int32_t>({2, 0})},
                        {"data", toArray(std::span<const double>(std::vector<double>{2, 3, 1, 0}), {2, 2, 1})}};
    const MatrixPtr blocks = readArrays(bsr);
    CHECK(denseOf(*blocks) == smallDense);
    CHECK(blocks->nnz() == 4); // a zero within a stored block is stored

    const NpzArrays dia{
        {"format", bytesArray("|S3", {}, "dia")},
        {"shape", arrayOf<std::int64_t>({2, 3})},
        {"offsets", arrayOf<std::int32_t>({2, 0, 1, -1})},
        {"data", toArray(std::span<const double>(std::vector<double>{9, 9, 2, 1, 0, 9, 9, 0, 3, 0, 9, 9}), {4, 3})}};
    const MatrixPtr diagonals = readArrays(dia); // element j of a diagonal is at column j; 9 lies outside
    CHECK(denseOf(*diagonals) == smallDense);
    CHECK(diagonals->nnz() == 3);
    CHECK(diagonals->source().format == "SciPy dia");
}

TEST_CASE("Arrays of CSR, COO or diagonals alone are a matrix, whose shape and values may be missing")
{
    NpzArrays csr = smallCsr();
    csr.erase("format");
    CHECK(readArrays(csr)->fingerprint() == readArrays(smallCsr())->fingerprint());
    CHECK(readArrays(csr)->source().format == "NumPy arrays of csr");
    csr.erase("shape");
    csr.erase("data");
    const MatrixPtr pattern = readArrays(csr);
    CHECK(pattern->rows() == 2);
    CHECK(pattern->cols() == 3);
    CHECK(pattern->nnz() == 3);
    CHECK_FALSE(pattern->hasValues());
    CHECK(pattern->source().field == "pattern");
    CHECK_THAT(pattern->source().notes.front(), Catch::Contains("taken as 2 x 3"));
    csr["indices"] = arrayOf<std::int32_t>({0, 0, 0});
    csr["indptr"] = arrayOf<std::int32_t>({0, 1, 2, 3});
    CHECK(readArrays(csr)->cols() == 3); // square, as it can be

    const NpyArray diagonal = toArray(std::span<const double>(std::vector<double>{9, 1, 2}), {1, 3});
    const MatrixPtr dia = readArrays({{"offsets", arrayOf<std::int32_t>({1})}, {"data", diagonal}});
    CHECK(denseOf(*dia) == std::vector<double>{0, 1, 0, 0, 0, 2, 0, 0, 0});
    CHECK(dia->source().format == "NumPy arrays of dia");

    const MatrixPtr coo = readArrays({{"row", arrayOf<std::int64_t>({4, 1})}, {"col", arrayOf<std::int64_t>({0, 2})}});
    CHECK(coo->rows() == 5);
    CHECK(coo->cols() == 5);
    CHECK(coo->nnz() == 2);
    CHECK(readArrays({{"row", arrayOf<std::int64_t>({})}, {"col", arrayOf<std::int64_t>({})}})->rows() == 0);
}

TEST_CASE("An archive whose names fit nothing that is read, or two things, is refused with what was found")
{
    using Names = std::vector<std::string>;
    const auto reason = [](const Names& names) {
        try {
            kindOfNpz(names, "m.npz");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            CHECK(e.where().file == "m.npz");
            return e.reason();
        }
        return std::string();
    };
    CHECK_THAT(reason({"weights", "b\x01s"}), Catch::Contains("of weights, b?s, which is nothing that is read") &&
                                                  Catch::Contains("scipy.sparse.save_npz (format)") &&
                                                  Catch::Contains("(indptr, indices)"));
    CHECK_THAT(reason({"indptr", "indices", "row", "col"}),
               Catch::Contains("could be a matrix by rows (indptr, indices) or a matrix by coordinates (row, col)"));
    CHECK_THAT(reason({"format", "shape", "indptr", "indices", "data", "bits"}),
               Catch::Contains("scipy.sparse.save_npz (format) or masks, a bit a place (bits)"));
    CHECK_THAT(reason(Names(12, "array")), Catch::Contains(" and 4 more"));
    CHECK_THAT(reason({}), Catch::Contains("no arrays"));
    CHECK(kindOfNpz({"format", "indptr", "indices"}, "m.npz") == NpzKind::Scipy);
    CHECK(kindOfNpz({"shape", "lengths"}, "m.npz") == NpzKind::Lengths);
    CHECK_THROWS_WITH(readArrays({{"weights", arrayOf<std::int32_t>({0})}}), Catch::Contains("nothing that is read"));
}

TEST_CASE("Values of every NumPy type become doubles")
{
    const auto with = [](NpyArray data) {
        NpzArrays arrays = smallCsr();
        arrays["data"] = std::move(data);
        return readArrays(arrays);
    };
    for (const MatrixPtr& m : {with(arrayOf<float>({1, 2, 3})), with(arrayOf<std::int8_t>({1, 2, 3})),
                               with(arrayOf<std::int16_t>({1, 2, 3})), with(arrayOf<std::int32_t>({1, 2, 3})),
                               with(arrayOf<std::int64_t>({1, 2, 3})), with(arrayOf<std::uint8_t>({1, 2, 3})),
                               with(arrayOf<std::uint64_t>({1, 2, 3})),
                               with(bytesArray("<f2", {3}, std::string("\x00\x3c\x00\x40\x00\x42", 6)))})
        CHECK(denseOf(*m) == smallDense);
    CHECK(with(arrayOf<std::int32_t>({1, 2, 3}))->source().field == "integer");
    const MatrixPtr half = with(bytesArray("<f2", {3}, std::string("\x01\x00\xff\xfb\x00\x7c", 6)));
    CHECK(half->value(0) == 0x1p-24);
    CHECK(half->value(1) == -65504);
    CHECK(half->value(2) == HUGE_VAL);

    const MatrixPtr all = with(bytesArray("|b1", {3}, "\x01\x01\x01"));
    CHECK_FALSE(all->hasValues());
    CHECK(all->source().field == "pattern");
    const MatrixPtr some = with(bytesArray("|b1", {3}, std::string("\x01\x00\x01", 3)));
    CHECK(some->nnz() == 3);
    CHECK(some->value(1) == 0);

    NpyArray complex = arrayOf<double>({3, 4, 0, 2, -3, 0});
    complex.dtype = "<c16";
    complex.shape = {3};
    const MatrixPtr magnitudes = with(complex);
    CHECK(denseOf(*magnitudes) == std::vector<double>{5, 0, 2, 0, 0, 3});
    CHECK(notes(*magnitudes, "magnitude"));
    CHECK(notes(*with(arrayOf<std::int64_t>({1, (1ll << 53) + 1, 3})), "2^53"));
}

TEST_CASE("A defective SciPy archive is refused by the name of the array")
{
    struct Defective {
        const char* name;
        const char* array;
        const char* reason;
        std::function<void(NpzArrays&)> change;
    };
    const std::vector<Defective> defects{
        {"no shape, by rows", "indptr", "has no elements",
         [](NpzArrays& a) {
             a.erase("format");
             a.erase("shape");
             a["indptr"] = arrayOf<std::int32_t>({});
         }},
        {"no shape", "shape", "missing", [](NpzArrays& a) { a.erase("shape"); }},
        {"format", "format", "\"lil\" is not read", [](NpzArrays& a) { a["format"] = bytesArray("|S3", {}, "lil"); }},
        {"dia without offsets", "offsets", "missing",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "dia");
             a["data"] = toArray(std::span<const double>(std::vector<double>{1, 2}), {1, 2});
         }},
        {"dia, one offset for two", "data", "2 diagonals where 1",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "dia");
             a["data"] = toArray(std::span<const double>(std::vector<double>{1, 2}), {2, 1});
             a["offsets"] = arrayOf<std::int32_t>({0});
         }},
        {"dia, an offset twice", "offsets", "has 1 twice",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "dia");
             a["data"] = toArray(std::span<const double>(std::vector<double>{1, 2}), {2, 1});
             a["offsets"] = arrayOf<std::int32_t>({1, 1});
         }},
        {"format is a number", "format", "where a text is expected",
         [](NpzArrays& a) { a["format"] = bytesArray("|b1", {}, "x"); }},
        {"no data", "data", "missing", [](NpzArrays& a) { a.erase("data"); }},
        {"three extents", "shape", "3 extents",
         [](NpzArrays& a) {
             a["shape"] = arrayOf<std::int64_t>({2, 3, 4});
         }},
        {"negative extent", "shape", "out of range",
         [](NpzArrays& a) {
             a["shape"] = arrayOf<std::int64_t>({2, -3});
         }},
        {"2^31 rows", "shape", "at most 2147483647",
         [](NpzArrays& a) {
             a["shape"] = arrayOf<std::int64_t>({1ll << 31, 3});
         }},
        {"indptr too short", "indptr", "2 elements where 3",
         [](NpzArrays& a) {
             a["indptr"] = arrayOf<std::int32_t>({0, 3});
         }},
        {"indptr begins", "indptr", "begins with 1",
         [](NpzArrays& a) {
             a["indptr"] = arrayOf<std::int32_t>({1, 2, 3});
         }},
        {"indptr ends", "indptr", "ends with 2, but there are 3",
         [](NpzArrays& a) {
             a["indptr"] = arrayOf<std::int32_t>({0, 2, 2});
         }},
        {"indptr descends", "indptr", "element 2 is 1, below 3",
         [](NpzArrays& a) {
             a["indptr"] = arrayOf<std::int32_t>({0, 3, 1});
         }},
        {"indptr beyond", "indptr", "out of range",
         [](NpzArrays& a) {
             a["indptr"] = arrayOf<std::int32_t>({0, 9, 3});
         }},
        {"column 3 of 3", "indices", "element 1 is 3, out of range: from 0 to 2",
         [](NpzArrays& a) {
             a["indices"] = arrayOf<std::int32_t>({0, 3, 2});
         }},
        {"column -1", "indices", "element 2 is -1",
         [](NpzArrays& a) {
             a["indices"] = arrayOf<std::int32_t>({0, 1, -1});
         }},
        {"float indices", "indices", "where integers are expected",
         [](NpzArrays& a) {
             a["indices"] = arrayOf<float>({0, 1, 2});
         }},
        {"data too short", "data", "2 elements where 3",
         [](NpzArrays& a) {
             a["data"] = arrayOf<double>({1, 2});
         }},
        {"data of texts", "data", "where numbers are expected",
         [](NpzArrays& a) { a["data"] = bytesArray("|S1", {3}, "abc"); }},
        {"data of two axes", "data", "2 axes",
         [](NpzArrays& a) {
             a["data"].shape = {1, 3};
         }},
        {"blocks that do not tile", "data", "blocks of 2 x 2 do not tile 2 x 3",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "bsr");
             a["data"] = toArray(std::span<const double>(), {0, 2, 2});
         }},
        {"other blocks", "data", "0 blocks where 3",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "bsr");
             a["data"] = toArray(std::span<const double>(), {0, 1, 1});
         }},
        // 16 blocks of 2^60 places are 2^64, which would look like none.
        {"blocks whose places wrap", "data", "0 blocks where 16",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "bsr");
             a["shape"] = arrayOf<std::int64_t>({1 << 30, 1 << 30});
             a["indptr"] = arrayOf<std::int32_t>({0, 16});
             a["indices"] = toArray(std::vector<std::int32_t>(16, 0));
             a["data"] = toArray(std::span<const double>(), {0, 1 << 30, 1 << 30});
         }},
        {"blocks larger than any matrix", "data", "do not tile 0 x 0",
         [](NpzArrays& a) {
             a["format"] = bytesArray("|S3", {}, "bsr");
             a["shape"] = arrayOf<std::int64_t>({0, 0});
             a["data"] = toArray(std::span<const double>(), {0, 1ll << 40, 1ll << 40});
         }},
    };
    for (const Defective& defect : defects) {
        INFO(defect.name);
        NpzArrays arrays = smallCsr();
        defect.change(arrays);
        const Error e = readingFails("bad.npz", writeNpz(arrays, true));
        INFO(e.what());
        CHECK(e.kind() == ErrorKind::Input);
        CHECK(contains(e.where().file, "bad.npz"));
        CHECK(e.where().call == defect.array);
        CHECK(contains(e.reason(), defect.reason));
    }
}

TEST_CASE("Arrays are not unpacked once that is cancelled")
{
    Progress progress;
    progress.cancel();
    try {
        readNpz(writeNpz(smallCsr(), true), "m.npz", UINT64_MAX, progress);
        FAIL("they were");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}

TEST_CASE("A truncated or altered archive never becomes a matrix of its own")
{
    const std::string whole = writeNpz(smallCsr(), true);
    const MatrixPtr right = readBytes("m.npz", whole);
    for (std::size_t n = 0; n < whole.size(); n += 11) {
        INFO("first " << n << " bytes");
        CHECK(readingFails("cut.npz", whole.substr(0, n)).kind() == ErrorKind::Input);
    }
    // Changed bytes are an error or lie in fields that do not matter (dates, attributes).
    for (std::size_t i = 0; i < whole.size(); i += 3) {
        std::string altered = whole;
        altered[i] = static_cast<char>(altered[i] ^ 0x41);
        INFO("byte " << i);
        MatrixPtr matrix;
        try {
            matrix = readBytes("altered.npz", altered);
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
        }
        if (matrix)
            CHECK(matrix->fingerprint() == right->fingerprint());
    }
    CHECK(contains(readingFails("no.npz", "not a zip").reason(), "not a zip archive"));
}

TEST_CASE("Random matrices come back from csr, csc and coo archives")
{
    const std::uint64_t seed = 11;
    INFO("seed " << seed);
    const std::int64_t rows = 83;
    const std::int64_t cols = 57;
    std::vector<Entry3> entries = randomEntries(rows, cols, 900, seed);
    std::vector<double> dense(static_cast<std::size_t>(rows * cols), 0.0);
    for (const Entry3& e : entries)
        dense[static_cast<std::size_t>(e.row * cols + e.col)] = e.value;
    const auto compressed = [&](bool byRow) {
        std::stable_sort(entries.begin(), entries.end(), [&](const Entry3& a, const Entry3& b) {
            return byRow ? a.row < b.row : a.col < b.col; // unsorted within
        });
        std::vector<std::int64_t> pointer(static_cast<std::size_t>(byRow ? rows : cols) + 1, 0);
        std::vector<std::int64_t> index;
        std::vector<double> value;
        for (const Entry3& e : entries) {
            ++pointer[static_cast<std::size_t>(byRow ? e.row : e.col) + 1];
            index.push_back(byRow ? e.col : e.row);
            value.push_back(e.value);
        }
        for (std::size_t i = 1; i < pointer.size(); ++i)
            pointer[i] += pointer[i - 1];
        return NpzArrays{{"format", bytesArray("|S3", {}, byRow ? "csr" : "csc")},
                         {"shape", arrayOf<std::int64_t>({rows, cols})},
                         {"indptr", toArray(pointer)},
                         {"indices", toArray(index)},
                         {"data", toArray(value)}};
    };
    CHECK(denseOf(*readArrays(compressed(true))) == dense);
    CHECK(denseOf(*readArrays(compressed(false))) == dense);
    std::shuffle(entries.begin(), entries.end(), std::mt19937_64(seed));
    std::vector<std::int32_t> row;
    std::vector<std::int32_t> col;
    std::vector<double> value;
    for (const Entry3& e : entries) {
        row.push_back(static_cast<std::int32_t>(e.row));
        col.push_back(static_cast<std::int32_t>(e.col));
        value.push_back(e.value);
    }
    CHECK(denseOf(*readArrays({{"format", bytesArray("|S3", {}, "coo")},
                               {"shape", arrayOf<std::int64_t>({rows, cols})},
                               {"row", toArray(row)},
                               {"col", toArray(col)},
                               {"data", toArray(value)}})) == dense);
}
