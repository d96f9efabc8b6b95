// One mask of a dynamic plan as a CUDA project of its own: both kernels, host program, mask, README.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "kernels/generate/micro.h"
#include "kernels/generate/standalone.h"
#include "kernels/generate/templates.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// "    lists.cap = 64;" of every number that is set.
std::string numbersOf(const char* name, const std::vector<ArgumentField>& fields, KernelArguments arguments)
{
    std::string text;
    for (const ArgumentField& field : fields)
        if (const auto value = static_cast<std::int64_t>(arguments[field.name]); value != 0)
            text += fmt::format("    {}.{} = {};\n", name, field.name, value);
    return text;
}

// What both kernels, which know each other's arrays, are launched with.
std::map<std::string, std::string> marksOf(const DynamicPlan& plan, const Mask& mask, const MaskFacts& masks,
                                           const MicroSource& index, const MicroSource& product)
{
    const Pairing& pairing = *plan.rule.pairing;
    const Operator& op = plan.op;
    const MaskShape& shape = mask.shape();
    const IndexInput input = plan.rule.input;
    const MicroBuckets buckets = microBuckets(pairing, shape, op.dtype, input, plan.rule.order);
    const MicroShape lies = microShape(pairing, op, masks);
    if (input == IndexInput::Values && !op.sampled() && lies.period < shape.cols)
        failUsage("values that several periods of columns share do not tell where a mask has non-zeros");
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    const auto truth = [](bool value) { return std::string(value ? "true" : "false"); };
    std::map<std::string, std::string> marks = standaloneMarks(op, shape.rows, shape.cols, mask.places());
    marks.insert({{"COMPUTES", "index.cu and kernel.cu"},
                  {"SOURCES", "kernel.cu index.cu host.cpp"},
                  {"TOOLKIT", "11.8"},
                  {"PART", number(op.sampled() ? op.dense : pairing.cols)},
                  {"LD", number(lies.ldB)},
                  {"GRANULE_ROWS", number(shape.granuleRows)},
                  {"GRANULE_COLS", number(shape.granuleCols)},
                  {"VALUE_PERIOD", number(masks.period)},
                  {"INPUT_BITS", input == IndexInput::Bits    ? "1"
                                 : input == IndexInput::Bytes ? "8"
                                                              : "0"},
                  {"BY_ROWS", truth(pairing.axis == GatheredAxis::Rows)},
                  {"HEIGHT", number(pairing.height)},
                  {"WIDTH", number(pairing.width)},
                  {"PERIOD", number(lies.period)},
                  {"COLUMNS", truth(pairing.layout == MaskLayout::Column)},
                  {"LD_MASKED", number(op.sampled() ? lies.ldC : lies.ldA)},
                  {"ELEMENTS_MASKED", number(op.sampled() ? lies.elementsOfC : lies.elementsOfA)},
                  {"LD_C", number(lies.ldC)},
                  {"ELEMENTS_C", number(lies.elementsOfC)},
                  {"BUCKETS", number(buckets.buckets)},
                  {"ADDS", truth(lies.adds)},
                  {"LISTED", number(lies.listed)},
                  {"INDEX_ARGUMENTS", argumentText(microIndexFields())},
                  {"PRODUCT_ARGUMENTS", argumentText(microProductFields(pairing))},
                  {"ENTRY", product.entry},
                  {"CONVERTS", truth(lies.converts)},
                  {"INDEX_BYTES", number(buckets.indexBytes())},
                  {"TASK_BYTES", number(8 * buckets.mostTasks)},
                  {"INDEX_NUMBERS", numbersOf("lists", microIndexFields(), microIndexArguments(buckets))},
                  {"PRODUCT_NUMBERS", numbersOf("product", microProductFields(pairing),
                                                microProductArguments(pairing, op, shape, lies, buckets))},
                  {"PRODUCT_OPERANDS", op.sampled() ? "    product.X = operandOnDevice(X);\n"
                                                      "    product.Y = operandOnDevice(B);\n"
                                                      "    product.mask = maskOnDevice;\n"
                                                    : "    product.A = maskedOnDevice;\n"
                                                      "    product.B = operandOnDevice(B);\n"
                                                      "    product.listed = lists.listed;\n"},
                  {"SHARED", number(product.sharedBytes)},
                  {"THREADS", number(product.threads)},
                  {"INDEX_BLOCKS", number(buckets.blocks)},
                  {"INDEX_THREADS", number(index.threads)}});
    const bool draws = lies.tickets > 0;
    marks["BLOCKS"] =
        draws ? fmt::format("    int sms = 0, blocksPerSm = 0;\n"
                            "    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "
                            "\"cudaDeviceGetAttribute\");\n"
                            "    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocksPerSm, kernel, {}, {}), "
                            "\"cudaOccupancyMaxActiveBlocksPerMultiprocessor\");\n"
                            "    // As many as fit, which draw tasks.\n"
                            "    const long long fitting = static_cast<long long>(sms) * std::max(blocksPerSm, 1);\n"
                            "    const long long blocks = std::min({}ll, fitting);\n",
                            product.threads, product.sharedBytes, lies.tickets)
              : fmt::format("    const long long blocks = {};  // for each strip one a part of B\n",
                            buckets.buckets * lies.parts);
    if (lies.converts) {
        marks["CONVERT_DECLARED"] = "extern \"C\" void convertMicro(void* C, long long count, const float* scratch);\n";
        marks["CONVERT"] =
            fmt::format("    void* convertedC = C;\n"
                        "    long long convertedCount = elementsC;\n"
                        "    void* convertList[] = {{&convertedC, &convertedCount, &sums}};\n"
                        "    const auto convert = [&] {{\n"
                        "        check(cudaLaunchKernel(reinterpret_cast<const void*>(convertMicro), dim3({}u), "
                        "dim3(256), convertList, 0, nullptr), \"convertMicro\");\n"
                        "    }};\n",
                        std::clamp<std::int64_t>(lies.elementsOfC / (256 * 8), 1, 1 << 14));
    } else {
        marks["CONVERT_DECLARED"] = "";
        marks["CONVERT"] = "    const auto convert = [] {};\n";
    }
    marks["FILES"] =
        fmt::format("kernel.cu       gathers and multiplies: {}; includes nothing\n"
                    "index.cu        lists the members of every bucket; includes nothing\n"
                    "mask.bin        the mask: a bit for each {} x {} places, rows of uint64, the lowest bit first\n",
                    pairing.label(), shape.granuleRows, shape.granuleCols);
    return marks;
}

} // namespace

void writeStandalone(const DynamicPlan& plan, const Mask& mask, const MaskFacts& masks, const std::string& folder,
                     Progress& progress)
{
    if (!plan.rule.pairing)
        failUsage("this dynamic plan is the dense product, which is cuBLAS's: there is no kernel of ours");
    const Pairing& pairing = *plan.rule.pairing;
    const MicroSource index = generateMicroIndex(pairing, plan.op.dtype, plan.rule.input, plan.rule.order);
    const MicroSource product = generateMicroProduct(pairing, plan.op.dtype, plan.rule.input);
    const std::map<std::string, std::string> marks = marksOf(plan, mask, masks, index, product);
    const std::vector<std::uint8_t> bits = maskInMemory(mask, IndexInput::Bits);
    const auto write = [&](const char* name, const std::string& text) {
        writeText((std::filesystem::path(folder) / name).string(), text, progress);
    };
    writeSet(folder, [&] {
        write("host.cpp", filledTemplate("standalone_mask_host.txt", marks));
        write("README", filledTemplate("standalone_readme.txt", marks));
        write("kernel.cu", product.text);
        write("index.cu", index.text);
        write("mask.bin", {bits.begin(), bits.end()});
    });
}

} // namespace sparsescope
