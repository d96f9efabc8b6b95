// Kernels of the user's own as far as no GPU is needed: loading them, and what is said when that fails.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "kernels/baseline/user_kernel.h"
#include "tests/device/c_library.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

using namespace sparsescope;
namespace fs = std::filesystem;

namespace {

// What loading it says, without the file's name.
std::string loadError(const std::string& file)
{
    try {
        const UserKernel kernel(file);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Input);
        CHECK(error.where().file == file);
        return error.reason();
    }
    return {};
}

} // namespace

TEST_CASE("a kernel's library is loaded by its path, a relative one from the current folder, and tells its name")
{
    const TemporaryFolder folder;
    compileLibrary(folder / "kernel.so", "");
    CHECK(UserKernel(folder / "kernel.so").name() == "does_nothing");
    const fs::path before = fs::current_path();
    fs::current_path(folder / "");
    CHECK(UserKernel("kernel.so").name() == "does_nothing");
    fs::current_path(before);
}

TEST_CASE("a library that cannot serve is refused by its file and what is wrong with it")
{
    const TemporaryFolder folder;
    CHECK(loadError(folder / "nowhere.so") == "there is no such file");
    writeText(folder / "text.so", "no library");
    CHECK(holds(loadError(folder / "text.so"), "cannot be loaded as a shared library"));
    for (const std::string function : {"version", "name", "prepare", "run", "release"}) {
        const std::string file = folder / ("without-" + function + ".so");
        compileLibrary(file, "-DWITHOUT_" + function);
        CHECK(holds(loadError(file), "it has no function sparsescope_" + function + ";"));
    }
    compileLibrary(folder / "old.so", "-DVERSION=7");
    CHECK(loadError(folder / "old.so") ==
          "it was built with version 7 of sparsescope_kernel.h, this program runs version 1");
}

TEST_CASE("a code other than 0 is an error that names the function, with what the library says of it")
{
    const TemporaryFolder folder;
    const sparsescope_problem problem{};
    compileLibrary(folder / "fails.so", "-DPREPARE=3 -DRUN=4");
    const UserKernel fails(folder / "fails.so");
    CHECK_THROWS_WITH(fails.prepare(problem), "sparsescope_prepare: it returned 3: this is code 3");
    CHECK_THROWS_WITH(fails.run(problem, nullptr), "sparsescope_run: it returned 4: this is code 4");
    compileLibrary(folder / "silent.so", "-DPREPARE=3 -DWITHOUT_error");
    CHECK_THROWS_WITH(UserKernel(folder / "silent.so").prepare(problem), "sparsescope_prepare: it returned 3");
    compileLibrary(folder / "works.so", "");
    const UserKernel works(folder / "works.so");
    void* const state = works.prepare(problem);
    CHECK(state != nullptr);
    CHECK_NOTHROW(works.run(problem, state));
    works.release(state);
}

TEST_CASE("texts of a library that no file could hold are made readable")
{
    const TemporaryFolder folder;
    compileLibrary(folder / "k.so", "'-DNAME=\"a\\n\\xff b\"'");
    CHECK(UserKernel(folder / "k.so").name() == "a?? b");
    compileLibrary(folder / "null.so", "-DNAME=0");
    CHECK(UserKernel(folder / "null.so").name().empty());
}

TEST_CASE("the sample kernel compiles with the line in its head, and loads")
{
    const TemporaryFolder folder;
    compileSample(folder / "csr_spmm.so", "sm_90");
    CHECK(UserKernel(folder / "csr_spmm.so").name() == "csr_warp_per_row");
    sparsescope_problem problem{};
    problem.op = SPARSESCOPE_SPMM;
    problem.dtype = SPARSESCOPE_F16;
    CHECK_THROWS_WITH(UserKernel(folder / "csr_spmm.so").prepare(problem),
                      "sparsescope_prepare: it returned -1: it computes SpMM in float32 alone");
}
