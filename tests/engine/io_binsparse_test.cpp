// Binsparse's files, as HDF5's library writes them.
#include "engine/core/json_text.h"
#include "engine/io/gzip.h"
#include "engine/io/parts.h"
#include "engine/io/suffixes.h"
#include "engine/io/writer.h"
#include "engine/matrix/patterns.h"
#include "tests/engine/io_fixtures.h"
#include "tests/support/archives.h"
#include "tests/support/binsparse_files.h"

#include <algorithm>

using namespace sparsescope;

namespace {

const std::vector<double> smallDense = {0, 1.5, 0, -2, 0, 0, 0, 0, 4, 0, 0, 0};

MatrixPtr readGroup(const BinsparseGroupFile& group)
{
    return readBytes("m.bsp.h5", binsparseFile({group}));
}

Error refusedBinsparse(const BinsparseGroupFile& group)
{
    Error e = readingFails("m.bsp.h5", binsparseFile({group}));
    CHECK(e.kind() == ErrorKind::Input);
    CHECK(e.where().file.ends_with("m.bsp.h5"));
    return e;
}

// The lower triangle {0,0: 1}, {1,0: 2}, {2,1: 3} of 3 x 3.
BinsparseGroupFile triangle(const std::string& structure, const std::string& type = "float64")
{
    return {.descriptor = binsparseText("COO", "[3, 3]", 3, type, ", \"structure\": \"" + structure + "\""),
            .indices = {{"indices_0", {0, 1, 2}}, {"indices_1", {0, 0, 1}}},
            .values = {1, 2, 3}};
}

} // namespace

TEST_CASE("a matrix is read from each of Binsparse's formats")
{
    for (const char* format : {"CSR", "CSC", "DCSR", "DCSC", "COO", "COOR", "COOC"}) {
        INFO(format);
        const MatrixPtr m = readGroup(smallBinsparse(format));
        CHECK(m->rows() == 3);
        CHECK(m->cols() == 4);
        CHECK(m->nnz() == 3);
        CHECK(denseOf(*m) == smallDense);
        CHECK(m->source().format == std::string("Binsparse ") + format);
        CHECK(m->source().field == "real");
        CHECK(m->source().symmetry == "general");
    }
    for (const char* format : {"DMATR", "DMATC"}) {
        BinsparseGroupFile dense{.descriptor = binsparseText(format, "[2, 3]", 6), .values = {1, 2, 3, 4, 0, 6}};
        const MatrixPtr m = readGroup(dense);
        CHECK(m->nnz() == 6);
        CHECK(denseOf(*m) == (format == std::string("DMATR") ? std::vector<double>{1, 2, 3, 4, 0, 6}
                                                             : std::vector<double>{1, 3, 0, 2, 4, 6}));
    }
    CHECK(std::ranges::count(matrixSuffixes(), ".bsp.h5") == 1);
}

TEST_CASE("one value for all, complex values, whole numbers and a missing number of values are as the descriptor says")
{
    BinsparseGroupFile group = smallBinsparse();
    group.descriptor = binsparseText("CSR", "[3, 4]", 3, "iso[int8]");
    group.values = {7};
    CHECK(denseOf(*readGroup(group)) == std::vector<double>{0, 7, 0, 7, 0, 0, 0, 0, 7, 0, 0, 0});
    CHECK(readGroup(group)->source().field == "integer");
    group.values = {1};
    CHECK_FALSE(readGroup(group)->hasValues());
    group.descriptor = binsparseText("CSR", "[3, 4]", 3, "complex[float32]");
    group.values = {3, 4, 0, -1, 2, 0};
    CHECK(denseOf(*readGroup(group)) == std::vector<double>{0, 5, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0});
    CHECK(notes(*readGroup(group), "Complex values are read by magnitude."));
    group = smallBinsparse();
    group.descriptor = binsparseText("CSR", "[3, 4]", 3, "int64");
    group.values = {1, 9007199254740994, 3};
    group.valueType = H5T_STD_I64LE;
    CHECK(notes(*readGroup(group), "Integers beyond 2^53 are rounded"));
    group = smallBinsparse("DCSR");
    group.descriptor = R"({"binsparse": {"version": 0.1, "format": "DCSR", "shape": [3, 4],
                          "data_types": {"values": "float64"}}, "slices": 2})";
    CHECK(denseOf(*readGroup(group)) == smallDense);
    CHECK(readGroup(group)->slices() == 2);
}

TEST_CASE("one triangle of Binsparse's is mirrored as its structure says")
{
    CHECK(denseOf(*readGroup(triangle("symmetric_lower"))) == std::vector<double>{1, 2, 0, 2, 0, 3, 0, 3, 0});
    CHECK(denseOf(*readGroup(triangle("skew_symmetric_lower"))) == std::vector<double>{1, -2, 0, 2, 0, -3, 0, 3, 0});
    const MatrixPtr upper = readGroup(triangle("symmetric_upper"));
    CHECK(notes(*upper, "2 of 3 stored entries lie below the diagonal"));
    CHECK(upper->source().symmetry == "symmetric");
    BinsparseGroupFile hermitian = triangle("hermitian_lower", "complex[float64]");
    hermitian.values = {1, 0, 0, 2, 3, 0};
    CHECK(denseOf(*readGroup(hermitian)) == std::vector<double>{1, 2, 0, 2, 0, 3, 0, 3, 0});
    CHECK(contains(refusedBinsparse(triangle("triangular_lower")).what(),
                   "binsparse.structure: triangular_lower is not read"));
    BinsparseGroupFile oblong = smallBinsparse();
    oblong.descriptor = binsparseText("CSR", "[3, 4]", 3, "float64", ", \"structure\": \"symmetric_lower\"");
    CHECK(contains(refusedBinsparse(oblong).reason(), "is symmetric_lower, of a matrix of 3 x 4"));
}

TEST_CASE("of several groups the root's matrix is taken, or the one that # names")
{
    BinsparseGroupFile vector{.name = "b", .descriptor = binsparseText("DVEC", "[2]", 2), .values = {1, 2}};
    BinsparseGroupFile first = smallBinsparse(), second = smallBinsparse("COO"), root = smallBinsparse("CSC");
    first.name = "first";
    second.name = "second";
    const TemporaryFolder folder;
    writeText(folder / "m.bsp.h5", binsparseFile({vector, first, second}));
    try {
        readMatrix(folder / "m.bsp.h5", noProgress());
        FAIL("one was chosen");
    } catch (const SeveralMatrices& e) {
        CHECK(e.names() == std::vector<std::string>{"first", "second"});
    }
    const MatrixPtr chosen = readMatrix(folder / "m.bsp.h5#second", noProgress());
    CHECK(chosen->source().format == "Binsparse COO");
    CHECK(notes(*chosen, "The group second of 3"));
    CHECK(stillInFile(*chosen));
    CHECK_THROWS_WITH(readMatrix(folder / "m.bsp.h5#b", noProgress()),
                      Catch::Contains("its group b (DVEC) is no matrix"));
    CHECK_THROWS_WITH(readMatrix(folder / "m.bsp.h5#c", noProgress()),
                      Catch::Contains("has no group c, but b (DVEC), first (CSR), second (COO)"));
    CHECK(readBytes("m.bsp.h5", binsparseFile({root, first}))->source().format == "Binsparse CSC");
    CHECK(readBytes("m.bsp.h5", binsparseFile({vector, second}))->source().format == "Binsparse COO");
    CHECK(contains(refusedBinsparse(vector).reason(), "has no matrix in a format that is read, but b (DVEC)"));
    CHECK(contains(refusedBinsparse({}).reason(), "without an attribute binsparse"));
}

TEST_CASE("what a descriptor says and the arrays hold has to agree, or is refused with the array's name")
{
    const auto edited = [](const char* array, std::vector<std::int64_t> numbers, const char* format = "CSR") {
        BinsparseGroupFile group = smallBinsparse(format);
        for (auto& [name, list] : group.indices)
            if (name == array)
                list = numbers;
        return refusedBinsparse(group);
    };
    CHECK(contains(edited("pointers_to_1", {0, 2, 1, 3}).what(), "pointers_to_1: element 2 is 1, below 2 before it"));
    CHECK(contains(edited("pointers_to_1", {1, 2, 2, 3}).reason(), "does not begin with 0"));
    CHECK(contains(edited("pointers_to_1", {0, 2, 2, 4}).reason(), "ends with 4, but there are 3 stored values"));
    CHECK(contains(edited("pointers_to_1", {0, 2, 3}).reason(), "its array pointers_to_1 has 3 elements where 4"));
    CHECK(contains(edited("indices_1", {1, 4, 0}).what(), "indices_1: element 1 is 4, outside 0 to 3"));
    CHECK(contains(edited("indices_1", {1, -1, 0}).reason(), "element 1 is -1, outside 0 to 3"));
    CHECK(contains(edited("indices_1", {1, 0}).reason(), "its array indices_1 has 2 elements where 3 are expected"));
    CHECK(contains(edited("indices_0", {0, 3}, "DCSR").what(), "indices_0: element 1 is 3, outside 0 to 2"));
    CHECK(contains(edited("indices_0", {0}, "DCSR").what(), "pointers_to_1: has 3 elements where 2 are expected"));
    CHECK(contains(edited("indices_0", {0, 5, 2}, "COO").reason(), "element 1 is 5, outside 0 to 2"));
    BinsparseGroupFile group = smallBinsparse();
    group.values.pop_back();
    CHECK(contains(refusedBinsparse(group).reason(), "its array values has 2 elements where 3 are expected"));
    group.indices.pop_back();
    CHECK(contains(refusedBinsparse(group).reason(), "its array indices_1 is missing"));

    const auto described = [](const std::string& text) {
        BinsparseGroupFile wrong = smallBinsparse();
        wrong.descriptor = text;
        return std::string(refusedBinsparse(wrong).what());
    };
    CHECK(contains(described(binsparseText("CSR", "[3]", 3)), "binsparse.shape: has 1 extents"));
    CHECK(contains(described(binsparseText("CSR", "[3, -4]", 3)), "binsparse.shape[1]: is -4"));
    CHECK(contains(described(binsparseText("CSR", "[2147483648, 4]", 3)), "binsparse.shape[0]: is 2147483648"));
    CHECK(contains(described(binsparseText("CSR", "[3, 4]", 3, "float128")), "float128 is not read"));
    CHECK(contains(described(binsparseText("CSR", "[3, 4]", 1000000)), "elements where 1000000 are expected"));
    CHECK(contains(described(R"({"binsparse": {"version": "1.0", "format": "CSR"}})"), "1.0 is not read, 0.1 is"));
    CHECK(contains(described("not JSON"), "has no matrix in a format that is read, but / (no format)"));
    group = smallBinsparse();
    group.descriptor = binsparseText("CSR", "[3, 4]", 3, "float64", ", \"fill\": true");
    const auto filled = [&](double value) {
        return binsparseFile({group}, [&](hid_t file) {
            putBinsparseArray(file, "fill_value", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value, 1);
        });
    };
    CHECK(denseOf(*readBytes("m.bsp.h5", filled(0))) == smallDense);
    CHECK(contains(readingFails("m.bsp.h5", filled(2)).what(), "fill_value: is not 0"));
}

TEST_CASE("nothing is read from another file that one of HDF5's names")
{
    const TemporaryFolder folder;
    writeText(folder / "other.h5", binsparseFile({smallBinsparse()}));
    BinsparseGroupFile group = smallBinsparse();
    group.indices.pop_back();
    const std::string other = folder / "other.h5";
    CHECK(contains(readingFails("m.bsp.h5", binsparseFile({group},
                                                          [&](hid_t file) {
                                                              H5Lcreate_external(other.c_str(), "/indices_1", file,
                                                                                 "indices_1", H5P_DEFAULT, H5P_DEFAULT);
                                                          }))
                       .reason(),
                   "its array indices_1 is a link to elsewhere"));
    CHECK(contains(readingFails("m.bsp.h5", binsparseFile({group},
                                                          [&](hid_t file) {
                                                              const hsize_t three = 3;
                                                              const hid_t space = H5Screate_simple(1, &three, nullptr);
                                                              const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
                                                              H5Pset_external(how, other.c_str(), 0, 24);
                                                              H5Dclose(H5Dcreate2(file, "indices_1", H5T_STD_I64LE,
                                                                                  space, H5P_DEFAULT, how,
                                                                                  H5P_DEFAULT));
                                                          }))
                       .reason(),
                   "its array indices_1 is stored in another file"));
}

TEST_CASE("what is written as Binsparse is read again, also packed and in archives")
{
    const TemporaryFolder folder;
    const std::string file = folder / "m.bsp.h5";
    const MatrixPtr pattern = chungLu(300, 5000, 7);
    writeMatrix(*pattern, file, "a pattern", noProgress());
    MatrixPtr again = readMatrix(file, noProgress());
    CHECK(again->fingerprint() == pattern->fingerprint());
    CHECK_FALSE(again->hasValues());
    const MatrixPtr valued = readGroup(smallBinsparse());
    writeMatrix(*valued, file, {}, noProgress());
    again = readMatrix(file, noProgress());
    CHECK(again->fingerprint() == valued->fingerprint());
    const std::string bytes = readText(file);
    CHECK(readBytes("m.bsp.h5.gz", deflateGzip(bytes))->fingerprint() == valued->fingerprint());
    CHECK(readBytes("m.zip", archiveOf({{"m.bsp.h5", bytes}}, "zip"))->fingerprint() == valued->fingerprint());
    const MatrixPtr empty =
        readGroup({.descriptor = binsparseText("COO", "[0, 5]", 0), .indices = {{"indices_0", {}}, {"indices_1", {}}}});
    writeMatrix(*empty, file, {}, noProgress());
    CHECK(readMatrix(file, noProgress())->cols() == 5);
    CHECK_THROWS_WITH(writeMatrix(*valued, folder / "none" + "/m.bsp.h5", {}, noProgress()),
                      Catch::Contains("none/m.bsp.h5"));
}

TEST_CASE("a file of HDF5's that is cut off or damaged is refused, whatever that does to the library")
{
    const std::string whole = binsparseFile({smallBinsparse()});
    for (std::size_t n = 1; n < whole.size() - 8; n += whole.size() / 9) {
        INFO("first " << n << " of " << whole.size());
        CHECK(readingFails("m.bsp.h5", whole.substr(0, n)).kind() == ErrorKind::Input);
    }
    CHECK(contains(readingFails("m.bsp.h5", "text").reason(), "is no file of HDF5's"));
}
