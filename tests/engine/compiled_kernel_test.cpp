// Occupancy and listings of compiled kernels.
#include "engine/measure/compiled_kernel.h"
#include "tests/support/catch.h"

using namespace sparsescope;

TEST_CASE("occupancy is what the scarcest of registers, shared memory, threads and blocks allows")
{
    KernelResources r;
    r.registers = 64;
    // 64 registers x 128 threads = 8,192 of 65,536: eight blocks, half of 2,048 threads.
    Occupancy o = occupancyOf("sm_90", 128, r);
    CHECK(o.blocks == 8);
    CHECK(o.share == Approx(0.5));
    CHECK(o.limit == "registers");

    r.registers = 32;
    o = occupancyOf("sm_90", 128, r);
    CHECK(o.blocks == 16);
    CHECK(o.share == Approx(1.0));
    CHECK(o.limit == "registers and threads");
    CHECK(occupancyOf("sm_89", 128, r).blocks == 12); // 1,536 threads

    r.sharedBytes = 50 << 10; // 51 KiB with the system's: four in 228
    o = occupancyOf("sm_90", 128, r);
    CHECK(o.blocks == 4);
    CHECK(o.limit == "shared memory");

    CHECK(occupancyOf("sm_90", 32, KernelResources{16}).limit == "blocks");
    // 33 registers are given out as 40 a thread: 1,280 a warp, twelve warps a scheduler.
    CHECK(occupancyOf("sm_80", 128, KernelResources{33}).blocks == 12);
    CHECK(occupancyOf("sm_70", 128, r).blocks == 0);
}

TEST_CASE("a listing knows which line of the source each of its lines came from")
{
    const std::string ptx = ".version 9.0\n\t.loc\t1 120 5\n\tadd.s32 %r1, %r2, %r3;\n\t.loc\t1 7 9, function_name "
                            "$L__info_string0, inlined_at 1 121 3\n\tret;\n";
    const Listing listing = readListing(ptx);
    REQUIRE(listing.lines.size() == 5);
    CHECK(listing.lines[2] == "\tadd.s32 %r1, %r2, %r3;");
    CHECK((listing.sourceLine == std::vector<std::int32_t>{0, 120, 120, 7, 7}));

    const Listing sass =
        readListing("        //## File \"fusedSpmm.cu\", line 88\n        /*0000*/ LDC R1, c[0x0][0x28] ;\n//## File "
                    "\"fusedSpmm.cu\", line 9 inlined at \"fusedSpmm.cu\", line 88\n EXIT ;");
    CHECK((sass.sourceLine == std::vector<std::int32_t>{88, 88, 9, 9}));
    CHECK(readListing("").lines.empty());
}

TEST_CASE("a compiled kernel survives its file, and a damaged file is refused")
{
    CompiledKernel kernel;
    kernel.entry = "fusedSpmm";
    kernel.architecture = "sm_90";
    kernel.threads = 128;
    kernel.resources = {64, 4096, 0, 8, 12};
    kernel.ptx = "ret;\n";
    kernel.sassProblem = "nvdisasm was not found";
    const CompiledKernel back = compiledKernelFromJson(toJson(kernel), "k.json");
    CHECK(toJson(back) == toJson(kernel));
    CHECK_THROWS(compiledKernelFromJson({{"entry", 3}}, "k.json"));
}
