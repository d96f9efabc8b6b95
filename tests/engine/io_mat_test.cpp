// MATLAB's files, in each version as libmatio writes them.
#include "engine/io/gzip.h"
#include "engine/io/parts.h"
#include "engine/io/suffixes.h"
#include "tests/engine/io_fixtures.h"
#include "tests/support/archives.h"
#include "tests/support/mat_files.h"

#include <algorithm>

using namespace sparsescope;

namespace {

// 3 x 4, by columns: 0, {0, 2}, {1}, 0.
MatSparse smallSparse(const std::string& name)
{
    return {name, 3, 4, {0, 0, 2, 3, 3}, {0, 2, 1}, {1.5, -2, 0}};
}

template <class... Variables>
std::vector<MatVariablePtr> all(Variables... variables)
{
    std::vector<MatVariablePtr> list;
    (list.push_back(std::move(variables)), ...);
    return list;
}

Error refusedMat(const MatForm& form, const MatSparse& sparse)
{
    Error e = readingFails("m.mat", matFile(form, all(sparseVariable(sparse))));
    INFO(form.name);
    CHECK(e.kind() == ErrorKind::Input);
    CHECK(e.where().file.ends_with("m.mat"));
    return e;
}

} // namespace

TEST_CASE("a sparse variable is read from MATLAB's files of version 5 and 7.3")
{
    const std::vector<double> expected = {0, 1.5, 0, 0, 0, 0, 0, 0, 0, -2, 0, 0};
    for (const MatForm& form : matForms) {
        INFO(form.name);
        const std::string bytes =
            matFile(form, all(denseVariable("x", {1, 2}), sparseVariable(smallSparse("A")), denseVariable("y", {3})));
        const MatrixPtr m = readBytes("m.mat", bytes);
        CHECK(m->rows() == 3);
        CHECK(m->cols() == 4);
        CHECK(m->nnz() == 3); // the zero is kept
        CHECK(denseOf(*m) == expected);
        CHECK(m->source().format == "MATLAB sparse");
        CHECK(m->source().field == "real");
        CHECK(notes(*m, "The variable A of 3 in the file."));
        CHECK(readBytes("any.name", bytes)->fingerprint() == m->fingerprint());
        const std::string gz = deflateGzip(bytes), zip = archiveOf({{"m.mat", bytes}}, "zip");
        if (form.version == MAT_FT_MAT73) {
            CHECK(contains(readingFails("m.mat.gz", gz).reason(), "unpack it first"));
            CHECK(contains(readingFails("m.zip", zip).reason(), "unpack it first"));
        } else {
            CHECK(readBytes("m.mat.gz", gz)->fingerprint() == m->fingerprint());
            CHECK(readBytes("m.zip", zip)->fingerprint() == m->fingerprint());
        }
    }
    CHECK(std::ranges::count(matrixSuffixes(), ".mat") == 1);
}

TEST_CASE("Problem.A is the matrix of SuiteSparse's files, and a name behind a # chooses another")
{
    for (const MatForm& form : matForms) {
        INFO(form.name);
        MatSparse other = smallSparse("Zeros");
        other.values = {7, 8, 9};
        const TemporaryFolder folder;
        const std::string file = folder / "p.mat";
        writeText(file, matFile(form, all(structVariable("Problem",
                                                         all(denseVariable("id", {4}), sparseVariable(smallSparse("A")),
                                                             sparseVariable(other))))));
        const MatrixPtr m = readMatrix(file, noProgress());
        CHECK(denseOf(*m)[1] == 1.5);
        CHECK(notes(*m, "The variable Problem.A of 4 in the file."));
        CHECK(notes(*m, "Problem.Zeros, and left out"));
        const MatrixPtr zeros = readMatrix(file + "#Problem.Zeros", noProgress());
        CHECK(denseOf(*zeros)[1] == 7);
        CHECK(zeros->source().name == "p.mat#Problem.Zeros");
        CHECK(stillInFile(*zeros));
        CHECK_THROWS_WITH(readMatrix(file + "#Problem.id", noProgress()),
                          Catch::Contains("p.mat: its variable Problem.id (dense, 1 x 1) is not sparse"));
        CHECK_THROWS_WITH(readMatrix(file + "#Problem.C", noProgress()),
                          Catch::Contains("has no variable Problem.C, but Problem (struct, 1 x 1), Problem.id"));
    }
}

TEST_CASE("several sparse variables are listed, and dense ones told")
{
    for (const MatForm& form : matForms) {
        INFO(form.name);
        try {
            readBytes("m.mat", matFile(form, all(sparseVariable(smallSparse("B")), denseVariable("x", {1}),
                                                 sparseVariable(smallSparse("C")))));
            FAIL("one was chosen");
        } catch (const SeveralMatrices& e) {
            CHECK(e.names() == std::vector<std::string>{"B", "C"});
            CHECK(e.reason() == "has 2 sparse variables: B, C; add #NAME to choose one");
        }
        CHECK(readingFails("m.mat", matFile(form, all(denseVariable("x", {1, 2})))).reason() ==
              "has no sparse variable, but x (dense, 2 x 1)");
    }
}

TEST_CASE("a logical variable is a pattern, a complex one is read by magnitude, an empty one has no entries")
{
    for (const MatForm& form : matForms) {
        INFO(form.name);
        MatSparse sparse = smallSparse("A");
        sparse.imaginary = {2, 0, 5};
        const MatrixPtr m = readBytes("m.mat", matFile(form, all(sparseVariable(sparse))));
        CHECK(denseOf(*m) == std::vector<double>{0, 2.5, 0, 0, 0, 0, 5, 0, 0, 2, 0, 0});
        CHECK(notes(*m, "Complex values are read by magnitude."));
        sparse.imaginary.clear();
        sparse.values.clear();
        const MatrixPtr logical = readBytes("m.mat", matFile(form, all(sparseVariable(sparse))));
        CHECK_FALSE(logical->hasValues());
        CHECK(logical->fingerprint().pattern == m->fingerprint().pattern);
    }
    const MatSparse none{"A", 5, 2, {0, 0, 0}, {}, {}};
    CHECK(readBytes("m.mat", matFile(matForms[0], all(sparseVariable(none))))->rows() == 5);
}

TEST_CASE("numbers of a variable that contradict each other are refused with the variable's name")
{
    for (const MatForm& form : matForms) {
        MatSparse sparse = smallSparse("A");
        sparse.ir[1] = 3;
        Error e = refusedMat(form, sparse);
        CHECK(e.reason() == "column 2 has row 4, where 3 are declared");
        CHECK(e.where().call == "A");
        sparse.ir[1] = UINT32_MAX;
        CHECK(contains(refusedMat(form, sparse).reason(), "where 3 are declared"));
        sparse = smallSparse("A");
        sparse.jc[2] = 9;
        CHECK(refusedMat(form, sparse).reason() == "column 2 goes from 0 to 9 of 3 non-zeros");
        sparse = smallSparse("A");
        sparse.jc[3] = 1;
        CHECK(refusedMat(form, sparse).reason() == "column 3 goes from 2 to 1 of 3 non-zeros");
        sparse = smallSparse("A");
        sparse.jc[0] = 1;
        CHECK(contains(refusedMat(form, sparse).reason(), "its first column starts at 1, not 0"));
        sparse = smallSparse("A");
        sparse.jc[4] = 4;
        CHECK(contains(refusedMat(form, sparse).reason(), "declares 4 non-zeros, but holds 3 rows"));
        sparse = smallSparse("A");
        sparse.rows = std::size_t{1} << 31;
        CHECK(refusedMat(form, sparse).kind() == ErrorKind::Input);
        sparse = smallSparse("A");
        sparse.cols = 3;
        if (form.version == MAT_FT_MAT5) // of 7.3 nothing else says how many columns there are
            CHECK(contains(refusedMat(form, sparse).reason(), "has 5 starts of columns where 4 are expected"));
    }
}

TEST_CASE("a file of MATLAB's that is cut off or damaged is refused, whatever that does to libmatio")
{
    for (const MatForm& form : matForms) {
        const std::string whole = matFile(form, all(structVariable("Problem", all(sparseVariable(smallSparse("A"))))));
        for (std::size_t n = 1; n < whole.size() - 8; n += whole.size() / 12) {
            INFO(form.name << ": first " << n << " of " << whole.size());
            CHECK(readingFails("m.mat", whole.substr(0, n)).kind() == ErrorKind::Input);
        }
    }
    CHECK(contains(readingFails("m.mat", std::string(64, '\0')).reason(), "no file of MATLAB's in version 5 or 7.3"));
}

TEST_CASE("reading a file of MATLAB's stops when it is cancelled")
{
    const TemporaryFolder folder;
    writeText(folder / "m.mat", matFile(matForms[0], all(sparseVariable(smallSparse("A")))));
    std::string heard;
    Progress progress([&](std::string_view what, double) {
        if (what == "reading by libmatio")
            heard = what;
    });
    CHECK(readMatrix(folder / "m.mat", progress)->nnz() == 3);
    CHECK(heard == "reading by libmatio");
    Progress* stopped = nullptr;
    Progress stopping([&](std::string_view what, double) {
        if (what == "reading by libmatio")
            stopped->cancel();
    });
    stopped = &stopping;
    try {
        readMatrix(folder / "m.mat", stopping);
        FAIL("went on");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}
