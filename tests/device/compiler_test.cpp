// Generated sources through NVRTC, which needs no GPU.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/templates.h"
#include "tests/kernels/classic_plans.h"
#include "tests/kernels/plans.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

using namespace sparsescope;

namespace {

const std::vector<OperatorKind>& operators = anyTileOperators;

// The part of the dense loop for the operator: a vector has one of 1.
std::int64_t partOf(OperatorKind op, std::int64_t part)
{
    return op == OperatorKind::SpMV ? 1 : part;
}

// Registers that leave room for eight blocks on an SM (SDDMM: seven, six of 16-bit rows, SpMV: twelve).
int mostRegisters(OperatorKind op)
{
    return op == OperatorKind::SDDMM ? 80 : op == OperatorKind::SpMV ? 40 : 64;
}

CompiledSource compiled(const std::vector<Kind>& kinds, DataType dtype, const std::string& architecture, bool clocks,
                        std::int64_t densePart = 32, OperatorKind op = OperatorKind::SpMM,
                        SplitSums sums = SplitSums::Slots)
{
    CompileOptions options;
    options.architecture = architecture;
    if (clocks)
        options.defines = {fmt::format("{}=1", clocksMacro)};
    const GeneratedSource source = generateKernel(packedOf(kinds, dtype, partOf(op, densePart), op, sums));
    return compileSource(source.text, source.entry + ".cu", options);
}

// The resources of the fused kernel.
KernelResources fusedResources(const CompiledSource& compiled, OperatorKind op)
{
    return resourcesOf(compiled.log, op == OperatorKind::SpMM    ? "fusedSpmm"
                                     : op == OperatorKind::SDDMM ? "fusedSddmm"
                                                                 : "fusedSpmv");
}

class CacheFolder {
public:
    explicit CacheFolder(const std::string& path)
    {
        if (const char* old = std::getenv("XDG_CACHE_HOME"))
            m_old = old;
        setenv("XDG_CACHE_HOME", path.c_str(), 1);
    }
    ~CacheFolder()
    {
        if (m_old.empty())
            unsetenv("XDG_CACHE_HOME");
        else
            setenv("XDG_CACHE_HOME", m_old.c_str(), 1);
    }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;

private:
    std::string m_old;
};

} // namespace

TEST_CASE("all kinds together compile for every architecture, with and without clocks, without spills")
{
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"})
        for (const OperatorKind op : operators)
            for (const DataType dtype : dataTypes)
                for (const auto& [clocks, sums] :
                     {std::pair{false, SplitSums::Slots}, {true, SplitSums::Slots}, {false, SplitSums::Atomic}}) {
                    if (clocks && (architecture != std::string("sm_90") || dtype != DataType::Float16))
                        continue;
                    // Here sm_100 is another sm_90, and types of as many bytes add alike.
                    if (sums == SplitSums::Atomic &&
                        (op == OperatorKind::SDDMM || architecture == std::string("sm_100") ||
                         (dtype != DataType::Float16 && dtype != DataType::Float32)))
                        continue;
                    INFO(architecture << " " << label(op) << " " << name(dtype) << (clocks ? " with clocks" : "") << " "
                                      << name(sums));
                    const CompiledSource result = compiled(allKinds(op), dtype, architecture, clocks, 32, op, sums);
                    CHECK(result.cubin.size() > 1000);
                    CHECK_THAT(result.log, !Catch::Contains("warning"));
                    const KernelResources r = fusedResources(result, op);
                    CHECK(r.spillStores == 0);
                    CHECK(r.registers <= mostRegisters(op));
                    CHECK(r.sharedBytes <= 48 * 1024);
                }
}

TEST_CASE("kernels of relations compile for every architecture, in both orders, without spills")
{
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"})
        for (const DataType dtype : dataTypes)
            for (const bool first : {false, true})
                for (const std::int64_t extent : {32, 128, 200}) {
                    const bool each = architecture != std::string("sm_90"); // here another sm_90
                    if (each && (extent != 32 || dtype == DataType::BFloat16))
                        continue;
                    std::vector<Kind> kinds;
                    for (const std::int64_t width : {1, 4, 32})
                        kinds.push_back({ell(128 / width, width), true});
                    if (!first && dtype != DataType::TFloat32)
                        kinds.push_back({csr(128), true});
                    const std::int64_t part = extent == 200 ? 64 : extent;
                    Packed packed = packedOf(kinds, dtype, part, OperatorKind::RGMS, SplitSums::Atomic);
                    packed.op.inner = extent;
                    packed.multipliesFirst = first || dtype == DataType::TFloat32;
                    CompileOptions options;
                    options.architecture = architecture;
                    const CompiledSource result = compileSource(generateKernel(packed).text, "fusedRgms.cu", options);
                    INFO(architecture << " " << name(dtype) << " " << extent << (first ? " multiplies first" : ""));
                    CHECK_THAT(result.log, !Catch::Contains("warning"));
                    const KernelResources r = resourcesOf(result.log, "fusedRgms");
                    CHECK(r.spillStores == 0);
                    CHECK(r.registers <= 102); // five blocks on an SM
                    CHECK(r.sharedBytes <= 48 * 1024);
                }
}

TEST_CASE("each kind compiles alone without spills, in few registers, ELL tiles with little shared memory unless they "
          "fold, CSR "
          "tiles with what half of the sums take")
{
    for (const auto& [op, dtype] : {std::pair{OperatorKind::SpMM, DataType::Float16},
                                    {OperatorKind::SpMM, DataType::Float32},
                                    {OperatorKind::SpMM, DataType::TFloat32},
                                    {OperatorKind::SDDMM, DataType::Float16},
                                    {OperatorKind::SDDMM, DataType::Float32},
                                    {OperatorKind::SpMV, DataType::Float16},
                                    {OperatorKind::SpMV, DataType::Float32}})
        for (const Kind& kind : allKinds(op)) {
            INFO(label(op) << " " << name(dtype) << " " << kind.format->label() << (kind.atomic ? " atomic" : "")
                           << (kind.folds ? " folded" : ""));
            const KernelResources r = fusedResources(compiled({kind}, dtype, "sm_90", false, 32, op), op);
            CHECK(r.spillStores == 0);
            CHECK(r.registers <= mostRegisters(op));
            if (kind.format->name() == "ell")
                CHECK(r.sharedBytes <= (kind.folds ? 128 * (16 / bytesOf(dtype) + 1) * 4 : 1024));
            if (kind.format->name() == "csr")
                CHECK(r.sharedBytes <= 128 / 2 * (16 / bytesOf(dtype)) * 4);
            std::printf("%s %-14s %-7s %3d registers %6d bytes shared\n", name(dtype).c_str(),
                        kind.format->label().c_str(), kind.atomic ? "atomic" : "", r.registers, r.sharedBytes);
        }
}

TEST_CASE("other splits of the dense loop and other ELL shapes compile")
{
    const std::vector<Kind> blocks = {{block(16)}, {block(160), true}, {block(16, 8)}, {block(160, 8), true}};
    const std::vector<Kind> others = {{ell(1, 8)},     {ell(1, 256), true}, {ell(2, 64), false, true},
                                      {ell(4096, 16)}, {oneD(32)},          {oneD(1024), true},
                                      {csr(256)},      {csr(256), true}};
    for (const OperatorKind op : operators) {
        std::vector<Kind> kinds = others;
        if (op != OperatorKind::SpMV)
            kinds.insert(kinds.end(), blocks.begin(), blocks.end());
        for (const DataType dtype : dataTypes)
            for (const std::int64_t densePart : {96, 256}) {
                INFO(label(op) << " " << name(dtype) << " in parts of " << densePart);
                const KernelResources r = fusedResources(compiled(kinds, dtype, "sm_90", false, densePart, op), op);
                CHECK(r.spillStores == 0);
                CHECK(r.sharedBytes <= 48 * 1024);
            }
    }
}

TEST_CASE("every legal number of threads and gathers compiles without spills, with blocks and without")
{
    const std::vector<Kind> kinds = {{ell(8, 1)},
                                     {ell(256, 2), false, true},
                                     {ell(1024, 4), true, true},
                                     {ell(4, 1024)},
                                     {oneD(32)},
                                     {oneD(1024), true},
                                     {csr(4096)}};
    const auto check = [](const std::vector<Kind>& some, DataType dtype, OperatorKind op, std::size_t variants) {
        const Packed packed = packedOf(some, dtype, partOf(op, 128), op);
        const std::vector<KernelParameters> legal = legalParameters(packed);
        CHECK(legal.size() == variants);
        for (const KernelParameters& parameters : legal) {
            INFO(label(op) << " " << name(dtype) << " " << parameters.text());
            const CompiledSource result = compileSource(generateKernel(packed, parameters).text, "fused.cu", {});
            CHECK(fusedResources(result, op).spillStores == 0);
            CHECK_THAT(result.log, !Catch::Contains("warning"));
        }
    };
    for (const OperatorKind op : operators)
        for (const DataType dtype : {DataType::BFloat16, DataType::TFloat32}) {
            check(kinds, dtype, op, 9);
            if (op == OperatorKind::SpMV)
                continue;
            std::vector<Kind> mixed = kinds;
            for (const std::int64_t rows : {8, 16})
                mixed.push_back({block(160, rows), true});
            check(mixed, dtype, op, 3);
        }
}

TEST_CASE(
    "two accesses of a lane to a row of B compile without spills in all kinds of rows, and are tried beside blocks")
{
    const std::vector<Kind> kinds = {{ell(8, 1)}, {ell(256, 2), false, true}, {ell(4, 1024), true}, {csr(4096)}};
    for (const DataType dtype : {DataType::BFloat16, DataType::Float32})
        for (const std::int64_t part : {128, 256}) {
            std::vector<Kind> mixed = kinds;
            mixed.push_back({block(160, 8), true});
            CHECK(legalParameters(packedOf(kinds, dtype, part, OperatorKind::SpMM)).size() == 15);
            CHECK(legalParameters(packedOf(mixed, dtype, part, OperatorKind::SpMM)).size() == 5);
            mixed.push_back({oneD(32)}); // which would spill
            CHECK(legalParameters(packedOf(mixed, dtype, part, OperatorKind::SpMM)).size() == 3);
            for (const int gathers : {4, 2}) {
                INFO(name(dtype) << " in parts of " << part << ", " << gathers << " gathers");
                const std::string text = generateKernel(packedOf(kinds, dtype, part, OperatorKind::SpMM),
                                                        {.gathers = gathers, .accesses = 2})
                                             .text;
                CHECK(fusedResources(compileSource(text, "fused.cu", {}), OperatorKind::SpMM).spillStores == 0);
            }
        }
}

TEST_CASE("what samples a dense product compiles for every architecture, in all types, without spills")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 30, 0.1, 3);
    for (const DataType dtype : dataTypes)
        for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
            INFO(name(dtype) << " " << architecture);
            CompileOptions options;
            options.architecture = architecture;
            const Packed packed = pack(densePlan(*matrix, dtype, 32, OperatorKind::SDDMM), *matrix, noProgress());
            const CompiledSource compiled = compileSource(generateKernel(packed).text, "fused.cu", options);
            CHECK_THAT(compiled.log, !Catch::Contains("warning"));
            CHECK(resourcesOf(compiled.log, "sampleProduct").spillStores == 0);
        }
}

TEST_CASE(
    "SELL, BSR and SR-BCRS compile for every architecture, split and number of threads; each kind alone without spills")
{
    // All of them in one kernel, which no plan has, may spill a few registers outside of their loops, of 4 bytes in
    // parts that are no power of two two more.
    constexpr int few = 32; // bytes
    for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SpMV})
        for (const DataType dtype : dataTypes) {
            const bool vector = op == OperatorKind::SpMV;
            for (const auto& [architecture, part] :
                 {std::pair{"sm_80", 32}, {"sm_90", dtype == DataType::Float16 ? 128 : 96}, {"sm_100", 64}}) {
                INFO(architecture << " " << label(op) << " " << name(dtype) << " in parts of " << part);
                const CompiledSource result = compiled(classicKinds(), dtype, architecture, false, part, op);
                CHECK_THAT(result.log, !Catch::Contains("warning"));
                const KernelResources r = fusedResources(result, op);
                CHECK(r.spillStores <= few + (part == 96 && bytesOf(dtype) == 4 ? 8 : 0));
                CHECK(r.registers <= (vector ? 40 : 72));
                CHECK(r.sharedBytes <= 48 * 1024);
            }
            if (vector || (dtype != DataType::Float16 && dtype != DataType::Float32))
                continue;
            const Packed packed = packedOf(classicKinds(), dtype, partOf(op, 64), op);
            for (const KernelParameters& parameters : legalParameters(packed)) {
                INFO(label(op) << " " << name(dtype) << " " << parameters.text());
                const KernelResources r =
                    fusedResources(compileSource(generateKernel(packed, parameters).text, "fused.cu", {}), op);
                CHECK(r.spillStores <= few);
                CHECK(r.sharedBytes <= 48 * 1024);
            }
        }
    for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SpMV})
        for (const DataType dtype : {DataType::Float16, DataType::Float32})
            for (const Kind& kind : classicKinds()) {
                INFO(label(op) << " " << name(dtype) << " " << kind.format->label() << (kind.atomic ? " atomic" : ""));
                CHECK(fusedResources(compiled({kind}, dtype, "sm_90", false, 128, op), op).spillStores == 0);
            }
}

TEST_CASE(
    "parts of rows are added by atomics where that was chosen: vectors at once from sm_90 on; else tasks are counted")
{
    const auto ptx = [](const std::vector<Kind>& kinds, OperatorKind op, SplitSums sums = SplitSums::Slots,
                        const char* architecture = "sm_90") {
        CompileOptions options;
        options.cache = false;
        options.architecture = architecture;
        const Packed packed = packedOf(kinds, DataType::Float32, partOf(op, 32), op, sums);
        return compileSource(generateKernel(packed).text, "fused.cu", options).ptx;
    };
    const std::vector<Kind> whole = {{ell(8, 32)}, {csr(256)}};
    const std::vector<Kind> split = {{ell(8, 32), true}, {csr(256)}};
    for (const OperatorKind op : operators) {
        INFO(label(op));
        CHECK_FALSE(holds(ptx(whole, op), "atom."));
        CHECK(holds(ptx(split, op), "atom.acq_rel.gpu.global.add.s32"));
        for (const std::string& text : {ptx(whole, op), ptx(split, op)}) {
            CHECK_FALSE(holds(text, "\tred."));
            CHECK_FALSE(holds(text, "griddepcontrol"));
        }
    }
    const std::string added = ptx(split, OperatorKind::SpMM, SplitSums::Atomic);
    CHECK(holds(added, "\tred.relaxed.gpu.global.add.v4.f32"));
    CHECK(holds(added, "griddepcontrol.wait"));
    CHECK_FALSE(holds(added, "atom."));
    const std::string older = ptx(split, OperatorKind::SpMM, SplitSums::Atomic, "sm_80");
    CHECK(holds(older, "\tred.relaxed.gpu.global.add.f32"));
    CHECK_FALSE(holds(older, ".v4.f32 ["));
    CHECK_FALSE(holds(older, "griddepcontrol"));
}

TEST_CASE("the measuring kernels compile")
{
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
        CompileOptions options;
        options.architecture = architecture;
        options.cache = false;
        const auto& templates = deviceTemplates();
        CHECK(compileSource(templates.at("instruments.cuh"), "instruments.cuh", options).cubin.size() > 500);
        CHECK(compileSource(templates.at("reference.cuh"), "reference.cu", options).cubin.size() > 500);
        CHECK(compileSource(parameterText({}) + argumentText(argumentFields(Operator())) + templates.at("common.cuh") +
                                templates.at("mma.cuh") + templates.at("rates.cuh"),
                            "rates.cu", options)
                  .cubin.size() > 500);
    }
}

TEST_CASE("a source that does not compile says so with the compiler's log")
{
    CompileOptions options;
    options.cache = false;
    try {
        compileSource("extern \"C\" __global__ void broken() { undeclared = 1; }\n", "broken.cu", options);
        FAIL("it compiled");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Internal);
        INFO(error.what());
        CHECK(holds(error.what(), "broken.cu(1)"));
        CHECK(holds(error.what(), "undeclared"));
    }
}

TEST_CASE(
    "an architecture that NVRTC does not know is a device error that names it, a newer one of a known family is not")
{
    CompileOptions options;
    options.cache = false;
    const std::string source = "extern \"C\" __global__ void nothing() {}\n";
    options.architecture = "sm_35";
    try {
        compileSource(source, "a.cu", options);
        FAIL("it compiled");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Device);
        INFO(error.what());
        CHECK(holds(error.what(), "sm_35"));
    }
    options.architecture = "sm_85";
    const std::string used = compileSource(source, "a.cu", options).architecture;
    CHECK((used == "sm_80"));
}

TEST_CASE("compiled kernels are kept on disk, keyed by source and architecture, and damaged files are not used")
{
    const TemporaryFolder folder;
    const CacheFolder cache(folder / "cache");
    CHECK(kernelCacheFolder() == (folder / "cache") + "/sparsescope/kernels");
    CompileOptions options;
    const std::string source = "extern \"C\" __global__ void kept(int* p) { *p = 1; }\n";
    const CompiledSource first = compileSource(source, "kept.cu", options);
    CHECK_FALSE(first.cached);
    const CompiledSource second = compileSource(source, "kept.cu", options);
    CHECK(second.cached);
    CHECK(second.cubin == first.cubin);
    CHECK(second.log == first.log);
    CHECK(resourcesOf(second.log, "kept").registers > 0);
    options.architecture = "sm_80";
    CHECK_FALSE(compileSource(source, "kept.cu", options).cached);
    CHECK_FALSE(compileSource(source + "\n", "kept.cu", options).cached);
    options.defines = {"X=1"};
    CHECK_FALSE(compileSource(source, "kept.cu", options).cached);

    for (const auto& entry : std::filesystem::directory_iterator(kernelCacheFolder())) {
        std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(200);
        file.put('\x55');
        file.put('\xaa');
    }
    const CompiledSource third = compileSource(source, "kept.cu", {});
    CHECK_FALSE(third.cached);
    CHECK(third.cubin == first.cubin);
    for (const auto& entry : std::filesystem::directory_iterator(kernelCacheFolder()))
        std::filesystem::resize_file(entry.path(), 20);
    CHECK_FALSE(compileSource(source, "kept.cu", {}).cached);
    // Whole by its hash, but with a log that is longer than the file, or of no size at all.
    for (const std::string body : {"ffffffff", "-0000001", "00000001", "logcubin"}) {
        const std::string hash = hex64(hashArray(std::span<const char>(body.data(), body.size())));
        for (const auto& entry : std::filesystem::directory_iterator(kernelCacheFolder()))
            std::ofstream(entry.path(), std::ios::binary) << hash << body;
        CHECK_FALSE(compileSource(source, "kept.cu", {}).cached);
    }
}
