// Random plans of all kinds of tile on the GPU, against float64. To be run under compute-sanitizer too.
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "tests/device/gpu.h"
#include "tests/engine/plans_by_hand.h"

#include <array>
#include <cstring>

using namespace sparsescope;

namespace {

// Of its format, with the height of blocks.
std::string nameOf(const Format& format)
{
    return format.name() + (format.family() == FormatFamily::Block ? std::to_string(format.packedRows()) : "");
}

std::vector<std::pair<OperatorKind, DataType>> operatorsAndTypes()
{
    std::vector<std::pair<OperatorKind, DataType>> all;
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV})
        for (const DataType dtype : dataTypes)
            all.emplace_back(kind, dtype);
    return all;
}

} // namespace

TEST_CASE("300 random plans of every kind of tile are right on the GPU, and the same twice where nothing is added")
{
    const Gpu gpu;
    const Stream stream;
    CompileOptions compile;
    compile.architecture = gpu.info().architecture();
    // A section each, so that processes can share them.
    const auto [kind, dtype] = GENERATE(from_range(operatorsAndTypes()));
    DYNAMIC_SECTION(name(kind) << " " << name(dtype))
    {
        const bool vector = kind == OperatorKind::SpMV;
        std::set<std::string> seen;
        int stable = 0;
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            auto pick = [&, at = seed](std::uint64_t count) mutable {
                const std::uint64_t choice = at % count;
                at /= count;
                return choice;
            };
            const std::int64_t part = vector ? 1 : std::array{32, 64, 128}[pick(3)];
            const std::int64_t dense = vector ? 1 : std::array{part, part - 7, 2 * part, 3 * part - 20}[pick(4)];
            const MatrixPtr matrix = randomWithEmptyRows(90 + static_cast<std::int64_t>(seed), 150, 0.08, seed);
            const Operator op{kind, dtype, dense};
            const Plan plan =
                seed % 5 == 0 ? wholeRowsPlan(*matrix, op, part, !vector) : mixedPlan(*matrix, op, part, seed, !vector);
            const Packed packed = pack(plan, *matrix, noProgress());
            const std::vector<KernelParameters> legal = legalParameters(packed);
            const KernelParameters parameters = vector ? legal[pick(legal.size())] : KernelParameters();
            const GeneratedSource source = generateKernel(packed, parameters);
            INFO("seed " << seed << ": " << label(kind) << " " << name(dtype) << ", " << dense << " in parts of "
                         << part << ", " << parameters.text());
            const PlanKernels kernels(source, compileSource(source.text, source.entry + ".cu", compile).cubin);
            const bool sampled = kind == OperatorKind::SDDMM;
            const Dense B = randomDense(packed.cols, dense, packed.ld, dtype, seed);
            const Dense X = sampled ? randomDense(packed.rows, dense, packed.ld, dtype, seed + 1) : Dense();
            DevicePlan device(packed, B, X);
            const auto run = [&] {
                device.poison();
                device.run(stream, kernels);
                stream.wait(noProgress());
                return device.result();
            };
            const std::vector<float> result = run();
            const Reference reference = sampled ? referenceSddmm(*matrix, dtype, X, B, noProgress())
                                                : referenceSpmm(*matrix, dtype, B, noProgress());
            const ErrorNorms norms = compare(reference, result.data(), sampled ? 1 : packed.ld);
            INFO("error " << norms.relative << ", worst element " << norms.worstElement);
            CHECK(norms.accepted(dtype));
            if (std::none_of(packed.kinds.begin(), packed.kinds.end(), [](const TaskKind& k) { return k.atomic; })) {
                ++stable;
                CHECK(std::memcmp(run().data(), result.data(),
                                  static_cast<std::size_t>(sampled ? packed.nnz : packed.rows * packed.ld) * 4) == 0);
            }
            for (const TaskKind& k : packed.kinds)
                seen.insert(nameOf(*packed.formats[static_cast<std::size_t>(k.format)]) + (k.atomic ? "+" : ""));
        }
        CHECK(seen.size() ==
              (vector ? 6 : 10)); // blocks of two heights but for SpMV, three other formats; atomic and not
        CHECK(stable >= 5);
    }
}
