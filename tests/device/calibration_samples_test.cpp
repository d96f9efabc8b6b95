// The tiles that a calibration measures: what is packed of them, and that its kernels compile.
#include "engine/cost/cost_model.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/generate.h"
#include "kernels/profile/calibration_samples.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace sparsescope;

namespace {

bool isBlock(const FormatPtr& format)
{
    return format->family() == FormatFamily::Block;
}

} // namespace

TEST_CASE(
    "a calibration's samples are packed plain and with all rows split, added or in slots, with blocks and without")
{
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SpMV})
        for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
            const std::int64_t part = kind == OperatorKind::SpMV ? 1 : 32;
            const Operator op{kind, dtype, part};
            const std::vector<TileSample> all = searchedSamples(op, true), others = searchedSamples(op, false);
            CHECK((others.size() < all.size()) == (kind == OperatorKind::SpMM));
            CHECK(std::none_of(others.begin(), others.end(), [](const TileSample& s) { return isBlock(s.format); }));
            for (const SplitSums sums : {SplitSums::Atomic, SplitSums::Slots}) {
                INFO(label(kind) << " " << name(dtype) << ", " << label(sums));
                const Packed packed = packedOf(others, op, part, sums);
                const bool slots = sums == SplitSums::Slots;
                REQUIRE(packed.tiles.size() == others.size() * (slots ? 1 : 2));
                CHECK(packed.addsRows() == !slots);
                std::set<std::int32_t> taken;
                for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
                    const bool split = slots || t % 2 == 1;
                    const TaskKind& of = packed.kinds[static_cast<std::size_t>(packed.tiles[t].kind)];
                    CHECK(of.split == split);
                    CHECK(packed.splitRowsOf(t).empty() != split);
                    CHECK(packed.formatOf(t).label() == others[slots ? t : t / 2].format->label());
                    for (const SplitRow& row : packed.splitRowsOf(t)) {
                        CHECK(row.tiles == 2);
                        if (!slots)
                            continue;
                        // A slot for this tile, and one for another that nobody else has.
                        CHECK(taken.insert(row.slot).second);
                        CHECK(taken.insert(row.slot + 1).second);
                        CHECK(row.firstSlot == row.slot);
                        CHECK(row.slot + 1 < packed.slots());
                        CHECK(packed.rowOfSlot[static_cast<std::size_t>(row.slot)] == row.row);
                    }
                }
                for (const std::int32_t stored :
                     packed.array(packed.tiles.size() - 1, packed.formatOf(packed.tiles.size() - 1).arrays()[0].name))
                    CHECK((stored == -1 || packed.rowOf(stored) >= 0));
            }
        }
}

TEST_CASE("the samples of every format tell a row that is gathered from one that is gathered again")
{
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV}) {
        const std::int64_t part = kind == OperatorKind::SpMV ? 1 : 32;
        const Operator op{kind, DataType::Float32, part};
        std::map<std::string, std::set<double>> shares; // of gathered places that have a column of their own
        for (const TileSample& sample : searchedSamples(op, false)) {
            const LinearCoefficients features = linearFeatures(sample.features(), op, part);
            shares[sample.format->name()].insert(features[1] / features[2]);
        }
        CHECK(shares.size() == 3);
        for (const auto& [format, of] : shares) {
            INFO(label(kind) << " " << format);
            CHECK(*of.rbegin() >= 2 * *of.begin());
        }
    }
}

TEST_CASE("a calibration's samples of relations stay in one each, and their kernels compile in both orders")
{
    for (const DataType dtype : dataTypes)
        for (const SplitSums sums : {SplitSums::Atomic, SplitSums::Slots}) {
            INFO(name(dtype) << ", " << label(sums));
            const Operator op{OperatorKind::RGMS, dtype, 32, 64};
            const std::vector<TileSample> samples = searchedSamples(op, true);
            CHECK(searchedSamples(op, false).size() == samples.size());
            CHECK(classicSamples(op).empty());
            const Packed packed = packedOf(samples, op, 32, sums);
            const std::int64_t n = packed.shape().sliceCols();
            REQUIRE(packed.cols == 8 * n);
            CHECK(packed.multipliesFirst == (dtype == DataType::TFloat32));
            std::set<std::int64_t> relations;
            for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
                const std::span<const std::int32_t> columns = packed.array(t, "colIdx");
                const auto [first, last] = std::minmax_element(columns.begin(), columns.end());
                CHECK(*first / n == *last / n);
                relations.insert(*first / n);
            }
            CHECK(relations.size() == 8);
            if ((sums == SplitSums::Slots ? DataType::Float16 : DataType::TFloat32) != dtype)
                continue; // one of each order: they take long
            const GeneratedSource source = generateKernel(packed);
            CompileOptions compile;
            compile.architecture = "sm_90";
            CHECK_FALSE(compileSource(source.text, source.entry + ".cu", compile).cubin.empty());
        }
}

TEST_CASE("the kernels of a calibration compile without blocks too, with split rows in slots")
{
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SpMV}) {
        const std::int64_t part = kind == OperatorKind::SpMV ? 1 : 32;
        const Operator op{kind, DataType::Float16, part};
        const GeneratedSource source = generateKernel(packedOf(searchedSamples(op, false), op, part, SplitSums::Slots));
        CHECK_FALSE(source.zeroes);
        CHECK_FALSE(source.converts);
        CompileOptions compile;
        compile.architecture = "sm_90";
        CHECK_FALSE(compileSource(source.text, source.entry + ".cu", compile).cubin.empty());
    }
}
