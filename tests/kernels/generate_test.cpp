// The generated source: what it holds, where its links point, and that it depends on the kinds alone.
#include "engine/core/error.h"
#include "engine/learn/learn_state.h"
#include "engine/learn/lesson.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/templates.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/plans.h"
#include "tests/kernels/standalone_project.h"
#include "tests/support/catch.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

using namespace sparsescope;

namespace {

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

TEST_CASE("plans with the same kinds have the same source, whatever their data")
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    const MatrixPtr a = strided(96);
    const Plan planA = planOf(*a, op, 32);
    Plan planB = planA;
    const Packed one = pack(planA, *a, noProgress());
    std::reverse(planB.tiling().tiles.begin(), planB.tiling().tiles.end());
    const Packed two = pack(planB, *a, noProgress());
    REQUIRE(one.kinds == two.kinds);
    REQUIRE(one.tasks.size() > 10);
    CHECK(generateKernel(one).text == generateKernel(two).text);
    CHECK(generateKernel(one).text == generateKernel(one).text);

    Packed empty = one;
    empty.tiles.clear();
    empty.tasks.clear();
    empty.values.clear();
    CHECK(generateKernel(one).text == generateKernel(empty).text);
    Packed wider = one;
    wider.densePart = 64;
    CHECK(generateKernel(one).text != generateKernel(wider).text);
}

TEST_CASE("every source of every kind holds its template and includes nothing")
{
    for (const OperatorKind op : anyTileOperators)
        for (const Kind& kind : allKinds(op)) {
            const Packed packed = packedOf({kind}, DataType::Float16, op == OperatorKind::SpMV ? 1 : 64, op);
            const std::string text = generateKernel(packed).text;
            INFO(packed.kindLabel(0) << " in " << label(op));
            CHECK(text.rfind("// " + label(op), 0) == 0);
            CHECK(text.find("#include") == std::string::npos);
            for (const char* file : devicePiece(*kind.format, packed.op).files)
                CHECK(text.find(deviceTemplates().at(file)) != std::string::npos);
            CHECK(text.find(devicePiece(*kind.format, packed.op)
                                .instantiation(*kind.format, packed, kind.atomic ? "inSlots" : "whole")) !=
                  std::string::npos);
        }
}

TEST_CASE("block rows run on tensor cores where their values stand in the order of fragments, otherwise without")
{
    const FormatPtr square = makeFormat("bsr", {{"height", 16}, {"width", 32}, {"places", 1024}});
    const FormatPtr stripes = makeFormat("srbcrs", {{"t", 8}, {"q", 16}, {"places", 1024}});
    const FormatPtr sell = makeFormat("sell", {{"c", 8}, {"sigma", 64}});
    const auto pieceOf = [](const FormatPtr& format, DataType dtype, OperatorKind op = OperatorKind::SpMM) {
        Packed packed;
        packed.op = {op, dtype, 64};
        packed.densePart = 64;
        return devicePiece(*format, packed.op).instantiation(*format, packed, "added");
    };
    CHECK(pieceOf(square, DataType::Float16) == "BlockedMma<Half, BsrLayout<16, 32>, 64, added>");
    CHECK(pieceOf(stripes, DataType::BFloat16) == "BlockedMma<Bf16, SrbcrsLayout<8, 16>, 64, added>");
    CHECK(pieceOf(square, DataType::TFloat32) == "BlockedRows<float, BsrLayout<16, 32>, 64, added>");
    CHECK(pieceOf(makeFormat("bsr", {{"height", 8}, {"width", 16}, {"places", 64}}), DataType::Float16) ==
          "BlockedRows<Half, BsrLayout<8, 16>, 64, added>");
    CHECK(pieceOf(makeFormat("srbcrs", {{"t", 8}, {"q", 8}, {"places", 64}}), DataType::Float16) ==
          "BlockedRows<Half, SrbcrsLayout<8, 8>, 64, added>");
    CHECK(pieceOf(square, DataType::Float16, OperatorKind::SpMV) == "VectorFragments<Half, BsrLayout<16, 32>, added>");
    CHECK(pieceOf(stripes, DataType::Float32, OperatorKind::SpMV) ==
          "VectorBlocked<float, SrbcrsLayout<8, 16>, added>");
    CHECK(pieceOf(sell, DataType::Float16) == "BlockedRows<Half, SellLayout<8>, 64, added>");
    CHECK(pieceOf(sell, DataType::TFloat32, OperatorKind::SpMV) == "VectorSell<float, 8, added>");
    CHECK_THROWS_WITH(pieceOf(sell, DataType::Float16, OperatorKind::SDDMM),
                      Catch::Contains("there is no device code for SELL-8-64 tiles in SDDMM yet"));
}

TEST_CASE("links point at the branch of each kind and at its template")
{
    const std::vector<Kind> kinds = {{block(16)}, {ell(64, 4)}, {ell(64, 4), true}, {block(160), true}};
    const Packed packed = packedOf(kinds, DataType::Float16);
    const GeneratedSource source = generateKernel(packed);
    const std::vector<std::string> lines = linesOf(source.text);
    const auto line = [&](int number) { return lines.at(static_cast<std::size_t>(number) - 1); };
    REQUIRE(source.links.size() == kinds.size());
    CHECK(source.threads == 128);
    CHECK(source.text.find(" " + source.entry + "(const Arguments args)") != std::string::npos);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        INFO(i);
        const SourceLink& link = source.links[i];
        CHECK(link.kind == packed.kinds[i]);
        CHECK(line(link.caseLine).find(fmt::format("case {}:", i)) != std::string::npos);
        CHECK(line(link.caseLine).find(kinds[i].format->label()) != std::string::npos);
        CHECK(line(link.caseLine + 1).find(fmt::format("Kind{}::run", i)) != std::string::npos);
        const bool isBlock = kinds[i].format->name() == "block";
        const std::vector<std::string> own = linesOf(deviceTemplates().at(isBlock ? "block.cuh" : "ell.cuh"));
        CHECK(line(link.templateBegin) == own.front());
        CHECK(line(link.templateEnd) == own.back());
        CHECK(link.templateEnd - link.templateBegin + 1 == static_cast<int>(own.size()));
    }
}

TEST_CASE("the host fills the arguments by the names that the source prints, in the same order")
{
    for (const OperatorKind kind : operatorKinds()) {
        const Operator op = changed({{}, DataType::Float16, 64}, kind);
        const std::string text = argumentText(argumentFields(op));
        INFO(text);
        Packed packed;
        packed.op = op;
        KernelArguments arguments(packed);
        std::size_t at = 0;
        const std::vector<ArgumentField> fields = argumentFields(op);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::size_t found = text.find(fields[i].type + " " + fields[i].name + ";", at);
            REQUIRE(found != std::string::npos);
            at = found;
            arguments[fields[i].name] = i + 1;
        }
        const std::vector<std::uint8_t> bytes = arguments.bytes();
        REQUIRE(bytes.size() == 8 * fields.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, bytes.data() + 8 * i, 8);
            CHECK(value == i + 1);
        }
        for (const OperandDefinition& operand : op.definition().operands)
            CHECK(arguments[operand.name] > 0);
        CHECK_THROWS_WITH(arguments["colIds"], Catch::Contains("no argument colIds"));
    }
}

TEST_CASE(
    "a key finds the parameters that wrote it, a part of it the first that say it, another is refused with a list")
{
    const MatrixPtr matrix = randomWithEmptyRows(60, 50, 0.1, 71);
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    for (const Codegen codegen : {Codegen::Template, Codegen::Program}) {
        const Packed packed = pack(planOf(*matrix, op, 32), *matrix, noProgress(), codegen);
        const std::vector<KernelParameters> legal = legalParameters(packed);
        REQUIRE(legal.size() > 2);
        for (const KernelParameters& one : legal) {
            INFO(one.key());
            CHECK(legalParametersOf(packed, one.key()) == one);
        }
        CHECK(legalParametersOf(packed, "") == KernelParameters());
        const KernelParameters two = legalParametersOf(packed, "gathers=2,threads=128");
        CHECK((two.threads == 128 && two.gathers == 2 && two.accesses == 1));
        CHECK_THROWS_WITH(
            legalParametersOf(packed, "threads=77"),
            Catch::Contains("no kernel of this plan with the parameters threads=77, but threads=128,gathers=4;"));
    }
}

TEST_CASE("what has no device code is refused by name")
{
    const auto reason = [](const Packed& packed) {
        try {
            generateKernel(packed);
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Usage);
            return e.reason();
        }
        return std::string();
    };
    CHECK_THAT(reason(packedOf({{csr(64)}}, DataType::Float64, 1, OperatorKind::SpMV)),
               Catch::Contains("there is no device code for CSR 64 tiles in SpMV in f64 yet"));
    CHECK_THROWS_AS(generateKernel(packedOf({{block(16)}}, DataType::Float16, 24)), Error);
    const MatrixPtr matrix = strided(96);
    Plan dense = densePlan(*matrix, DataType::Float16, 40);
    CHECK_THAT(reason(pack(dense, *matrix, noProgress())),
               Catch::Contains("cuBLAS computes a plan that is one dense tile"));
    dense.op.kind = OperatorKind::SDDMM;
    CHECK_THAT(generateKernel(pack(dense, *matrix, noProgress())).text, Catch::Contains("sampleProduct(const Half*"));
}

namespace {

} // namespace

TEST_CASE("a standalone project compiles with nvcc")
{
    if (sanitized)
        skipTest("what nvcc builds has nothing to tell a sanitizer");
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    const MatrixPtr matrix = strided(96);
    for (const auto& [op, part] : {std::pair{Operator{OperatorKind::SpMM, DataType::Float16, 40}, 32},
                                   {{OperatorKind::SDDMM, DataType::BFloat16, 64}, 32},
                                   {{OperatorKind::SpMV, DataType::Float32, 1}, 1},
                                   {{OperatorKind::SpMM, DataType::BFloat16, 40}, 0}, // dense: cuBLAS
                                   {{OperatorKind::SDDMM, DataType::Float16, 40}, 0}}) {
        INFO(label(op.kind) << " " << name(op.dtype));
        const TemporaryFolder folder;
        const std::string project = folder / "project";
        const bool library = part == 0;
        const Plan plan = library ? densePlan(*matrix, op.dtype, op.dense, op.kind) : planOf(*matrix, op, part);
        writeStandalone(plan, *matrix, project);
        if (!library)
            CHECK(std::filesystem::file_size(project + "/tasks.bin") ==
                  plan.tiling().tiles.size() * static_cast<std::size_t>(plan.denseParts()) * sizeof(TaskRecord));
        CHECK(std::filesystem::file_size(project + "/csrValues.bin") == static_cast<std::size_t>(matrix->nnz()) * 8);
        checkBuilds(project, name(op.kind));
    }
}

TEST_CASE("a standalone project of a graph compiles with nvcc, also where last writers of rows add")
{
    if (sanitized)
        skipTest("what nvcc builds has nothing to tell a sanitizer");
    if (std::system("nvcc --version > /dev/null 2>&1") != 0)
        skipTest("nvcc is not in the path");
    const MatrixPtr matrix = raggedMatrix(150, 3);
    for (const char* how : {"auto", "last"}) {
        const DataType dtype = how == std::string("last") ? DataType::Float64 : DataType::Float16;
        INFO(how << " " << name(dtype));
        const TemporaryFolder folder;
        const std::string project = folder / "project";
        writeStandalone(plannedByGraph(*matrix, dtype, 0, 0, how), *matrix, project);
        CHECK(std::filesystem::exists(project + "/resultOffsets.bin") == (how == std::string("last")));
        CHECK(std::filesystem::exists(project + "/addedRows.bin") == (how == std::string("auto")));
        checkBuilds(project, "spmv");
    }
}

TEST_CASE("where the matrix has no non-zero the output is filled with zeros, and a standalone project launches nothing")
{
    const MatrixPtr none = withoutNonZeros(40, 30), matrix = strided(96);
    for (const Plan& plan : plansWithoutTasks(*none)) {
        INFO(plan.planner << " " << name(plan.op.dtype));
        CHECK(onlyZeroes(pack(plan, *none, noProgress())));
        const TemporaryFolder folder;
        const std::string project = folder / "project";
        writeStandalone(plan, *none, project);
        std::string host;
        std::getline(std::ifstream(project + "/host.cpp"), host, '\0');
        CHECK_THAT(host, Catch::Contains("const auto run = [&] { check(cudaMemsetAsync(args.C, 0, bytesC)"));
        CHECK(host.find("cudaLaunchKernel") == std::string::npos);
        if (!sanitized && std::system("nvcc --version > /dev/null 2>&1") == 0)
            checkBuilds(project, name(plan.op.kind));
    }
    // Rows without non-zeros beside others are the kernel's, and a product by samples has nothing to fill.
    CHECK_FALSE(
        onlyZeroes(pack(planOf(*matrix, {OperatorKind::SpMV, DataType::Float32, 1}, 1), *matrix, noProgress())));
    CHECK_FALSE(onlyZeroes(pack(densePlan(*matrix, DataType::Float16, 40), *matrix, noProgress())));
    SearchRequest sampled;
    sampled.op = {OperatorKind::SDDMM, DataType::Float16, 32};
    CHECK_FALSE(onlyZeroes(pack(searchPlan(*none, sampled, noProgress()).plan, *none, noProgress())));
}

TEST_CASE("a standalone project that cannot be written is an input error")
{
    const MatrixPtr matrix = strided(48);
    const Plan plan = planOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, 32);
    CHECK_THROWS_AS(writeStandalone(plan, *matrix, "/dev/null/project"), Error);
}

TEST_CASE("a format says whether there is device code for it, and so do lessons")
{
    const MatrixPtr matrix = learn::namedMatrix("figure1");
    const Operator op{OperatorKind::SpMM, DataType::Float32, 32};
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        bool onGpu = true;
        try {
            devicePiece(*makeFormat(kind.name, kind.choices(*matrix, std::vector<std::uint32_t>{0, 1, 2}, 3).front()),
                        op);
        } catch (const Error&) {
            onGpu = false;
        }
        CHECK(kind.traits.onGpu == (onGpu || !kind.traits.library.empty()));
        for (const learn::LearnKind& taught : learn::learnKinds(*matrix))
            if (taught.name == kind.name)
                for (const learn::LearnMapping& mapping : taught.mappings)
                    CHECK((mapping.about.find("no template") == std::string::npos) == kind.traits.onGpu);
    }
}
