#include "kernels/generate/project_launch.h"

#include "engine/core/json_text.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/project.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using Holds = LaunchMemory::Holds;

bool pointsTo(const ProjectLaunch& launch, const std::string& memory)
{
    return std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const LaunchValue& argument) {
        return argument.name == memory && argument.memory == memory && argument.number == 0;
    });
}

// How the host program calls memory.
std::string hostName(const ProjectLaunch& launch, const std::string& memory)
{
    return pointsTo(launch, memory) ? "args." + memory : memory;
}

const char* holdsText(Holds holds)
{
    switch (holds) {
    case Holds::File:
        return "file";
    case Holds::Scratch:
        return "scratch";
    case Holds::Zeros:
        return "zeros";
    case Holds::Operand:
        return "operand";
    case Holds::Output:
        break;
    }
    return "output";
}

nlohmann::json valueJson(const LaunchValue& value)
{
    if (value.memory.empty())
        return {{"name", value.name}, {"number", value.number}};
    return {{"name", value.name}, {"memory", value.memory}, {"begin", value.number}};
}

} // namespace

void ProjectLaunch::add(LaunchMemory one)
{
    arguments.push_back({one.name, one.name});
    memory.push_back(std::move(one));
}

std::int64_t outputLd(const Packed& packed)
{
    return packed.op.sampled() ? (packed.nnz + 7) / 8 * 8 : packed.ld;
}

std::string memoryText(const ProjectLaunch& launch, const Packed& packed)
{
    const std::vector<ArgumentField> fields = argumentFields(packed);
    const auto typeOf = [&](const std::string& argument) {
        return std::find_if(fields.begin(), fields.end(), [&](const ArgumentField& f) { return f.name == argument; })
            ->type;
    };
    std::string text;
    for (const LaunchMemory& memory : launch.memory) {
        if (memory.holds == Holds::Operand || memory.holds == Holds::Output)
            continue;
        const bool argument = pointsTo(launch, memory.name);
        const std::string name = hostName(launch, memory.name);
        text += fmt::format("    {}{} = static_cast<{}>({});\n", argument ? "" : "char* ", name,
                            argument ? typeOf(memory.name) : "char*",
                            memory.holds == Holds::File ? fmt::format("fileOnDevice(\"{}\")", memory.file)
                                                        : fmt::format("onDevice(nullptr, {})", memory.bytes));
        if (memory.holds == Holds::Zeros)
            text += fmt::format("    check(cudaMemset({}, 0, {}), \"cudaMemset\");\n", name, memory.bytes);
    }
    for (const LaunchValue& argument : launch.arguments) {
        if (argument.name == argument.memory && argument.number == 0)
            continue;
        std::string value = std::to_string(argument.number);
        if (!argument.memory.empty()) {
            const std::string type = typeOf(argument.name);
            value = hostName(launch, argument.memory);
            value = type == "const void*" ? fmt::format("{} + {}", value, argument.number)
                                          : fmt::format("static_cast<{}>({})", type, value);
        }
        text += fmt::format("    args.{} = {};\n", argument.name, value);
    }
    return text;
}

std::string runText(const ProjectLaunch& launch, const std::string& comment)
{
    if (launch.kernels.empty())
        return "    // There is nothing to multiply.\n"
               "    const auto run = [&] { check(cudaMemsetAsync(args.C, 0, bytesC), \"cudaMemsetAsync\"); };\n";
    std::string before = "    void* list[] = {&args};\n", launches;
    for (const ProjectKernel& kernel : launch.kernels) {
        std::string list = "list";
        if (!kernel.parameters.empty()) {
            std::string addresses;
            for (const LaunchValue& value : kernel.parameters) {
                if (value.memory.empty())
                    before += fmt::format("    long long {} = {};\n", value.name, value.number);
                addresses += (addresses.empty() ? "&" : ", &") +
                             (value.memory.empty() ? value.name : hostName(launch, value.memory));
            }
            list = kernel.entry + "List";
            before += fmt::format("    void* {}[] = {{{}}};\n", list, addresses);
        }
        if (kernel.sharedBytes > 0)
            before += fmt::format("    check(cudaFuncSetAttribute(reinterpret_cast<const void*>({}), "
                                  "cudaFuncAttributeMaxDynamicSharedMemorySize, {}), \"cudaFuncSetAttribute\");\n",
                                  kernel.entry, kernel.sharedBytes);
        launches += launchText(kernel.entry, kernel.blocks, kernel.threads, list.c_str(), kernel.sharedBytes);
    }
    return before + "    // " + comment + "\n    const auto run = [&] {\n" + launches + "    };\n";
}

std::string launchJson(const ProjectLaunch& launch, const Packed& packed)
{
    const Operator& op = packed.op;
    nlohmann::json json = {{"schema", "sparsescope-launch"},
                           {"version", 1},
                           {"source", "kernel.cu"},
                           {"operator", {{"kind", name(op.kind)}, {"dtype", name(op.dtype)}, {"dense", op.dense}}},
                           {"rows", packed.rows},
                           {"cols", packed.cols},
                           {"nnz", packed.nnz}};
    for (const LaunchMemory& memory : launch.memory) {
        nlohmann::json one = {{"name", memory.name}, {"holds", holdsText(memory.holds)}};
        if (memory.holds == Holds::File)
            one["file"] = memory.file;
        else if (memory.holds == Holds::Scratch || memory.holds == Holds::Zeros)
            one["bytes"] = memory.bytes;
        json["memory"].push_back(one);
    }
    // In the order in which an operator takes them; what is behind `cols` in a row is zero.
    for (const OperandDefinition& operand : op.definition().operands) {
        const OperandShape shape = operandShape(op, operand, packed.shape());
        json["operands"].push_back({{"name", operand.name},
                                    {"rows", shape.rows},
                                    {"cols", shape.cols},
                                    {"ld", operandLd(op, operand, packed.ld)}});
    }
    json["output"] = {{"rows", op.sampled() ? 1 : packed.rows},
                      {"cols", op.sampled() ? packed.nnz : op.dense},
                      {"ld", outputLd(packed)},
                      {"sampled", op.sampled()}};
    const std::vector<ArgumentField> fields = argumentFields(packed);
    const std::vector<FieldPlace> places = fieldPlaces(fields);
    json["arguments"] = {{"bytes", argumentBytes(fields)}, {"fields", nlohmann::json::array()}};
    for (std::size_t i = 0; i < fields.size(); ++i)
        for (const LaunchValue& argument : launch.arguments)
            if (argument.name == fields[i].name) {
                nlohmann::json field = valueJson(argument);
                field["at"] = places[i].begin;
                field["bytes"] = places[i].bytes;
                json["arguments"]["fields"].push_back(field);
            }
    json["kernels"] = nlohmann::json::array();
    for (const ProjectKernel& kernel : launch.kernels) {
        json["kernels"].push_back({{"entry", kernel.entry},
                                   {"blocks", kernel.blocks},
                                   {"threads", kernel.threads},
                                   {"shared", kernel.sharedBytes}});
        for (const LaunchValue& value : kernel.parameters)
            json["kernels"].back()["parameters"].push_back(valueJson(value));
    }
    json["values"] = {{"positions", launch.positions}, {"parts", nlohmann::json::array()}};
    for (const ProjectLaunch::Values& part : launch.values)
        json["values"]["parts"].push_back({{"memory", part.memory}, {"begin", part.begin}, {"count", part.count}});
    return jsonText(json, 1) + "\n";
}

} // namespace sparsescope
