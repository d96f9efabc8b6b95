// launch.json beside host.cpp: what either of them launches, with kernels on the CPU, computes the plan, again and
// again, and launch.json's positions take other values of the matrix to where they are stored.
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "kernels/generate/generate.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/engine/typed_matrices.h"
#include "tests/kernels/emulated_source.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/plans.h"
#include "tests/support/paths.h"

#include <fmt/format.h>
#include <regex>
#include <sys/wait.h>

using namespace sparsescope;

namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

struct Project {
    TemporaryFolder folder;
    std::string path;
    Json launch;

    Project(const Plan& plan, const Matrix& matrix, Codegen codegen = Codegen::Template) : path(folder / "project")
    {
        writeStandalone(plan, matrix, path, noProgress(), codegen);
        launch = parseJson(readText(path + "/launch.json"), {});
    }

    Bytes file(const std::string& name) const
    {
        const std::string text = readText(path + "/" + name);
        return {text.begin(), text.end()};
    }
};

// The types of a kernel's parameters, as its source has them.
std::vector<std::string> parametersOf(const std::string& source, const std::string& entry)
{
    std::smatch found;
    REQUIRE(std::regex_search(source, found, std::regex("__global__[^{;]*\\b" + entry + "\\(([^)]*)\\)")));
    const std::string list = found[1];
    const std::regex one("(?:const (?=Arguments))?([^,]*[ *])\\w+(?:, *|$)");
    std::vector<std::string> types;
    for (std::sregex_iterator i(list.begin(), list.end(), one), end; i != end; ++i)
        types.push_back((*i)[1]);
    return types;
}

// The kernels as cudaLaunchKernel() finds them by name, each with the list of its parameters.
std::string emulatedProject(const Project& project)
{
    std::string source = readText(project.path + "/kernel.cu");
    std::vector<std::int64_t> shared;
    for (const Json& kernel : project.launch["kernels"])
        if (source.find("extern __shared__") != std::string::npos && !kernel.contains("parameters"))
            shared.push_back(kernel["shared"]);
    std::string text = emulatedText(source, shared);
    for (const Json& kernel : project.launch["kernels"]) {
        const std::string entry = kernel["entry"];
        std::string values;
        for (const std::string& type : parametersOf(source, entry))
            values += fmt::format("{}*static_cast<{}*>(list[{}])", values.empty() ? "" : ", ", type,
                                  std::count(values.begin(), values.end(), '['));
        text += fmt::format("\nextern \"C\" void launch_{0}(void** list, unsigned blocks, unsigned threads)\n{{\n"
                            "    emulated::launch(blocks, threads, 1, [&] {{ {0}({1}); }});\n}}\n",
                            entry, values);
    }
    return text;
}

// The value of a field or a parameter.
std::uint64_t valueOf(const Json& value, const std::map<std::string, std::uint64_t>& addresses)
{
    if (value.contains("number"))
        return static_cast<std::uint64_t>(value["number"].get<std::int64_t>());
    return addresses.at(value["memory"]) + value["begin"].get<std::uint64_t>();
}

// A host that knows launch.json alone.
class Host {
public:
    explicit Host(const Project& project) : m_launch(project.launch), m_kernels(emulatedProject(project))
    {
        for (const Json& one : m_launch["memory"]) {
            const std::string holds = one["holds"];
            if (holds == "operand" || holds == "output")
                continue;
            const Bytes bytes = holds == "file" ? project.file(one["file"])
                                                : Bytes(one["bytes"].get<std::size_t>(), holds == "zeros" ? 0 : 0xff);
            m_memory[one["name"]] = aligned(bytes);
        }
    }

    std::vector<Unit>& memory(const std::string& name) { return m_memory.at(name); }

    // The output, whose bytes were 0xff (without kernels: 0) before.
    Bytes run(const std::map<std::string, std::vector<Unit>>& operands, std::size_t outputBytes)
    {
        std::vector<Unit> output = aligned(Bytes(outputBytes, m_launch["kernels"].empty() ? 0 : 0xff));
        std::map<std::string, std::uint64_t> addresses{{"C", address(output)}};
        for (const auto& [name, data] : m_memory)
            addresses[name] = address(data);
        for (const auto& [name, data] : operands)
            addresses[name] = address(data);
        std::vector<Unit> arguments = aligned(Bytes(m_launch["arguments"]["bytes"].get<std::size_t>(), 0));
        for (const Json& field : m_launch["arguments"]["fields"]) {
            const std::uint64_t value = valueOf(field, addresses);
            std::memcpy(reinterpret_cast<char*>(arguments.data()) + field["at"].get<std::size_t>(), &value,
                        field["bytes"].get<std::size_t>());
        }
        for (const Json& kernel : m_launch["kernels"]) {
            std::vector<std::uint64_t> numbers;
            for (const Json& value : kernel.value("parameters", Json::array()))
                numbers.push_back(valueOf(value, addresses));
            std::vector<void*> list;
            for (std::uint64_t& number : numbers)
                list.push_back(&number);
            if (list.empty())
                list.push_back(arguments.data());
            reinterpret_cast<void (*)(void**, unsigned, unsigned)>(
                m_kernels.function(("launch_" + kernel["entry"].get<std::string>()).c_str()))(
                list.data(), kernel["blocks"], kernel["threads"]);
        }
        Bytes bytes(outputBytes);
        std::memcpy(bytes.data(), output.data(), outputBytes);
        return bytes;
    }

private:
    const Json& m_launch;
    EmulatedSource m_kernels;
    std::map<std::string, std::vector<Unit>> m_memory;
};

std::vector<Unit> encodedOperand(const Dense& operand, DataType dtype)
{
    if (dtype == DataType::Float64)
        return aligned(operand.doubles);
    Bytes bytes(operand.size() * at(bytesOf(dtype)));
    for (std::size_t i = 0; i < operand.size(); ++i)
        storeValue(dtype, bytes.data(), i, static_cast<double>(operand.values[i]));
    return aligned(bytes);
}

// The same pattern with other values.
MatrixPtr withOtherValues(const Matrix& matrix)
{
    std::vector<double> values;
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        values.push_back(static_cast<double>(p % 61 + 1) / 64);
    return std::make_shared<const Matrix>(matrix.rows(), matrix.cols(),
                                          std::vector(matrix.rowPtr().begin(), matrix.rowPtr().end()),
                                          std::vector(matrix.colIdx().begin(), matrix.colIdx().end()),
                                          std::move(values), matrix.source(), matrix.slices());
}

void checkLaunch(const Plan& plan, const Matrix& matrix, Codegen codegen = Codegen::Template)
{
    INFO(label(plan.op.kind) << " " << name(plan.op.dtype) << " " << plan.planner << " " << name(codegen));
    const Project project(plan, matrix, codegen);
    const Json& launch = project.launch;
    CHECK(launch["schema"] == "sparsescope-launch");
    Host host(project);
    const std::int64_t ld = launch["output"]["ld"], rows = launch["output"]["rows"];
    const std::int64_t operandsLd = plan.op.sampled() ? launch["operands"][0]["ld"].get<std::int64_t>() : ld;
    const std::vector<Dense> operands = randomOperands(plan.op, shapeOf(matrix), operandsLd, 5);
    std::map<std::string, std::vector<Unit>> encoded;
    REQUIRE(launch["operands"].size() == operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Json& operand = launch["operands"][i];
        CHECK(operand["name"] == plan.op.definition().operands[i].name);
        CHECK(operand["rows"] == operands[i].rows);
        CHECK(operand["ld"] == operands[i].ld);
        encoded[operand["name"]] = encodedOperand(operands[i], plan.op.dtype);
    }
    const auto element = at(bytesOf(plan.op.dtype));
    const auto check = [&](const Matrix& of) {
        const Bytes bytes = host.run(encoded, at(rows * ld) * element);
        std::vector<double> result(at(rows * ld));
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = loadValue(plan.op.dtype, bytes.data(), i);
        const ErrorNorms norms =
            compare(referenceOf(of, plan.op, operands, noProgress()), result.data(), plan.op.sampled() ? 1 : ld);
        INFO("error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(plan.op.dtype));
    };
    check(matrix);
    check(matrix); // what has to be zero before a run is zero after it

    const MatrixPtr other = withOtherValues(matrix);
    const Bytes file = project.file(launch["values"]["positions"]);
    std::vector<std::int32_t> positions(file.size() / 4);
    std::memcpy(positions.data(), file.data(), file.size());
    std::size_t next = 0;
    std::vector<bool> stored(at(matrix.nnz()), false);
    for (const Json& part : launch["values"]["parts"])
        for (std::size_t i = 0; i < part["count"].get<std::size_t>(); ++i, ++next) {
            REQUIRE(next < positions.size());
            if (positions[next] < 0)
                continue;
            REQUIRE(!stored[at(positions[next])]);
            stored[at(positions[next])] = true;
            storeValue(plan.op.dtype,
                       reinterpret_cast<std::uint8_t*>(host.memory(part["memory"]).data()) +
                           part["begin"].get<std::size_t>(),
                       i, other->value(positions[next]));
        }
    CHECK(next == positions.size());
    CHECK(std::find(stored.begin(), stored.end(), false) == stored.end());
    check(*other);
}

// By the C++ compiler, with the kernels on the CPU.
int statusOfHost(const Project& project)
{
    std::string text = "#include \"" + builtFile("emulated/cuda.h") + "\"\n#include <cuda_runtime.h>\n" +
                       emulatedProject(project) +
                       "cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** list, "
                       "std::size_t, void*)\n{\n";
    for (const Json& kernel : project.launch["kernels"])
        text += fmt::format("    if (kernel == reinterpret_cast<const void*>({0}))\n"
                            "        launch_{0}(list, blocks.x, threads.x);\n",
                            kernel["entry"].get<std::string>());
    writeText(project.path + "/kernels.cpp", text + "    return cudaSuccess;\n}\n");
    const std::string command =
        fmt::format("cd '{}' && c++ -w -O1 -std=c++20 -I '{}' host.cpp kernels.cpp -o program > log 2>&1 && "
                    "./program 1 > out 2>&1",
                    project.path, sourceFile("tests/kernels/emulated"));
    const int status = std::system(command.c_str());
    INFO(readText(project.path + "/log"));
    REQUIRE(std::filesystem::exists(project.path + "/program"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Case {
    MatrixPtr matrix;
    Plan plan;
    Codegen codegen = Codegen::Template;
};

Plan ofRelations(const Matrix& matrix, const Operator& op)
{
    const auto model = makeCostModel(readCalibration("h200"), op);
    Trace none;
    return planner("rgms").search(matrix, op, ModelEvaluator(*model), {{"k", 3}, {"places", 64}}, none, noProgress());
}

// Split rows in slots, a sum that is split, a printed kernel, relations, and graphs with each way to sum a row that
// several write.
std::vector<Case> casesOfLaunches()
{
    using enum DataType;
    const MatrixPtr matrix = randomWithEmptyRows(90, 70, 0.1, 3), ragged = raggedMatrix(150, 3);
    std::vector<Case> cases;
    cases.push_back({matrix, mixedPlan(*matrix, {OperatorKind::SpMM, Float32, 50}, 32, 5, true)});
    cases.push_back({matrix, mixedPlan(*matrix, {OperatorKind::SDDMM, Float16, 50}, 32, 5, true)});
    cases.push_back({matrix, mixedPlan(*matrix, {OperatorKind::SpMV, Float32, 1}, 1, 5, false)});
    cases.push_back({matrix, mixedPlan(*matrix, {OperatorKind::SpMM, Float16, 40}, 32, 5, true), Codegen::Program});
    const MatrixPtr relations = typedMatrices().front();
    cases.push_back({relations, ofRelations(*relations, {OperatorKind::RGMS, Float32, 40, 32})});
    for (const DataType dtype : {Float16, Float64})
        cases.push_back({ragged, plannedByGraph(*ragged, dtype, 0, 0, "auto")});
    cases.push_back({ragged, plannedByGraph(*ragged, Float32, 0, 0, "last")});
    return cases;
}

} // namespace

TEST_CASE("a host that reads launch.json alone computes plans, twice, and with other values of the matrix")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    std::set<std::string> entries;
    for (const Case& c : casesOfLaunches()) {
        checkLaunch(c.plan, *c.matrix, c.codegen);
        const Project project(c.plan, *c.matrix, c.codegen);
        for (const Json& kernel : project.launch["kernels"])
            entries.insert(kernel["entry"]);
    }
    CHECK(entries.count("zeroAddedRows") == 1);
    CHECK(entries.count("convertAddedRows") == 1);
}

TEST_CASE("launch.json of a matrix without non-zeros launches nothing")
{
    const MatrixPtr none = withoutNonZeros(40, 30);
    for (const Plan& plan : plansWithoutTasks(*none)) {
        const Project project(plan, *none);
        CHECK(project.launch["kernels"].empty());
    }
}

TEST_CASE("host.cpp launches what launch.json says, and finds its result right")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    for (const Case& c : casesOfLaunches()) {
        INFO(label(c.plan.op.kind) << " " << name(c.plan.op.dtype) << " " << c.plan.planner << " " << name(c.codegen));
        const Project project(c.plan, *c.matrix, c.codegen);
        CHECK(statusOfHost(project) == 0);
        CHECK_THAT(readText(project.path + "/out"), Catch::Contains("correct: ") && !Catch::Contains("WRONG"));
    }
}

TEST_CASE("a project of a plan that a library computes has no launch.json")
{
    const MatrixPtr matrix = strided(96);
    const TemporaryFolder folder;
    writeStandalone(densePlan(*matrix, DataType::Float16, 40), *matrix, folder / "project");
    CHECK_FALSE(std::filesystem::exists(folder / "project" + "/launch.json"));
}
