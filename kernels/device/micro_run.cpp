#include "kernels/device/micro_run.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::int64_t counterHead = 4; // ticket and tasks, before the members of buckets

const Pairing& pairingOf(const DynamicPlan& plan)
{
    if (!plan.rule.pairing)
        throw Error(ErrorKind::Usage, "the dynamic plan has no pairing: the dense product stands for it");
    return *plan.rule.pairing;
}

std::string cubinOf(const MicroSource& source, const DeviceInfo& device)
{
    CompileOptions options;
    options.architecture = device.architecture();
    return compileSource(source.text, source.entry + ".cu", options).cubin;
}

} // namespace

MicroRun::MicroRun(const DynamicPlan& plan, const MaskFacts& masks, Dense values, const Dense& B,
                   const DeviceInfo& device)
    : m_pairing(pairingOf(plan)), m_op(plan.op), m_input(plan.rule.input), m_masks(masks),
      m_shape(microShape(m_pairing, m_op, masks)),
      m_buckets(microBuckets(m_pairing, masks.shape, m_op.dtype, m_input, plan.rule.order)), m_values(std::move(values))
{
    const bool sampled = m_op.sampled(), ofValues = m_input == IndexInput::Values;
    if (ofValues && !sampled && m_shape.period < masks.shape.cols)
        throw Error(ErrorKind::Usage,
                    fmt::format("values that {} periods of columns share do not tell where a mask has non-zeros",
                                formatCount(masks.shape.cols / m_shape.period)));
    if (B.ld != m_shape.ldB || (sampled && m_values.ld != m_shape.ldB))
        throw Error(ErrorKind::Internal,
                    fmt::format("dense operands have rows of {} elements, not {}", B.ld, m_shape.ldB));
    // All of it before any of it.
    const std::int64_t size = bytesOf(m_op.dtype);
    const std::int64_t bytesA = sampled ? masks.shape.rows * m_shape.ldB * size : m_shape.elementsOfA * size;
    const std::int64_t bytesC = m_shape.elementsOfC * size;
    const std::int64_t bytesMask = ofValues ? (sampled ? bytesC : 0) : m_buckets.lineBytes * masks.shape.down();
    const std::int64_t bytesScratch = m_shape.converts ? 4 * m_shape.elementsOfC : 0;
    const std::int64_t counters = counterHead + m_buckets.buckets;
    requireDeviceMemory(at(bytesA + bytesC + bytesMask + bytesScratch + m_buckets.indexBytes() +
                           8 * m_buckets.mostTasks + 4 * counters + masks.shape.cols * B.ld * size),
                        "the masked operand, a mask and its index");
    m_A = Buffer(at(bytesA), sampled ? "X" : "the masked operand");
    m_B = Buffer(std::span<const std::uint8_t>(encode(B, m_op.dtype)), "the other dense operand");
    m_C = Buffer(at(bytesC), "the output");
    m_mask = Buffer(at(bytesMask), "a mask");
    m_scratch = Buffer(at(bytesScratch), "float32 sums");
    m_slots = Buffer(at(m_buckets.indexBytes()), "the members of a mask");
    m_tasks = Buffer(at(8 * m_buckets.mostTasks), "tasks of a mask");
    m_counters = Buffer(at(4 * counters), "counts of members");
    m_sums = Buffer(3 * sizeof(std::int64_t), "totals of members");
    if (sampled) {
        const std::vector<std::uint8_t> X = encode(m_values, m_op.dtype);
        m_A.upload(X.data(), X.size());
    }

    const MicroSource index = generateMicroIndex(m_pairing, m_op.dtype, m_input, plan.rule.order);
    const MicroSource product = generateMicroProduct(m_pairing, m_op.dtype, m_input);
    m_indexModule = std::make_unique<Module>(cubinOf(index, device));
    m_productModule = std::make_unique<Module>(cubinOf(product, device));
    m_index = m_indexModule->function(index.entry.c_str());
    m_totals = m_indexModule->function("microTotals");
    m_indexThreads = index.threads;
    m_product = m_productModule->function(product.entry.c_str());
    m_product.useShared(product.sharedBytes);
    m_productThreads = product.threads;
    if (m_shape.converts)
        m_convert = m_productModule->function("convertMicro");
    m_blocks = m_buckets.buckets * m_shape.parts;
    if (m_shape.tickets > 0) // as many as fit, which draw tasks
        m_blocks = std::min<std::int64_t>(m_shape.tickets, std::int64_t{device.sms} *
                                                               std::max(m_product.blocksPerSm(product.threads), 1));

    const CUdeviceptr count = m_counters.address() + 4 * counterHead;
    const CUdeviceptr mask = ofValues && !sampled ? m_A.address() : m_mask.address();
    KernelArguments lists = microIndexArguments(m_buckets);
    KernelArguments multiplies = microProductArguments(m_pairing, m_op, masks.shape, m_shape, m_buckets);
    lists["mask"] = mask;
    for (KernelArguments* arguments : {&lists, &multiplies}) {
        (*arguments)["count"] = count;
        (*arguments)["index"] = m_slots.address();
        (*arguments)["tasks"] = m_tasks.address();
        (*arguments)["taskCount"] = m_counters.address() + 4;
    }
    multiplies["ticket"] = m_counters.address();
    multiplies["C"] = m_C.address();
    multiplies["scratch"] = m_shape.converts ? m_scratch.address() : m_C.address();
    multiplies[sampled ? "X" : "A"] = m_A.address();
    multiplies[sampled ? "Y" : "B"] = m_B.address();
    if (sampled)
        multiplies["mask"] = mask;
    m_indexArguments = lists.bytes();
    m_productArguments = multiplies.bytes();
}

void MicroRun::setMask(const Mask& mask)
{
    if (mask.shape() != m_masks.shape)
        throw Error(ErrorKind::Internal, "a mask has another shape than its sequence");
    const bool sampled = m_op.sampled();
    if (!sampled || m_input == IndexInput::Values) {
        const std::vector<std::uint8_t> bytes =
            maskedInMemory(mask, m_pairing, m_op, m_shape, sampled ? nullptr : &m_values);
        (sampled ? m_mask : m_A).upload(bytes.data(), bytes.size());
    }
    if (m_input != IndexInput::Values)
        setMaskAlone(mask);
}

void MicroRun::setMaskAlone(const Mask& mask)
{
    const std::vector<std::uint8_t> bytes = maskInMemory(mask, m_input);
    m_mask.upload(bytes.data(), bytes.size());
}

void MicroRun::run(const Stream& stream) const
{
    clear(stream);
    index(stream);
    zero(stream);
    multiply(stream);
    convert(stream);
}

void MicroRun::clear(const Stream& stream) const
{
    m_counters.fill(0, stream);
}

void MicroRun::again(const Stream& stream) const
{
    CUDA_CHECKED(cuMemsetD8Async, m_counters.address(), 0, sizeof(std::int32_t), stream.handle());
}

void MicroRun::index(const Stream& stream) const
{
    m_index.launchWith(stream, m_buckets.blocks, m_indexThreads, m_indexArguments.data());
}

void MicroRun::zero(const Stream& stream) const
{
    if (zeroes())
        (m_shape.converts ? m_scratch : m_C).fill(0, stream);
}

void MicroRun::multiply(const Stream& stream) const
{
    m_product.launchWith(stream, m_blocks, m_productThreads, m_productArguments.data());
}

void MicroRun::convert(const Stream& stream) const
{
    if (!converts())
        return;
    constexpr std::int64_t perBlock = 256 * 8;
    const std::int64_t blocks = std::clamp<std::int64_t>(m_shape.elementsOfC / perBlock, 1, 1 << 14);
    m_convert.launch(stream, blocks, 256, m_C.address(), static_cast<long long>(m_shape.elementsOfC),
                     m_scratch.address());
}

MicroIndex MicroRun::found() const
{
    std::vector<std::int32_t> head(at(counterHead)), count(at(m_buckets.buckets));
    m_counters.download(head.data(), head.size() * 4);
    m_counters.download(count.data(), count.size() * 4, at(4 * counterHead));
    std::vector<std::uint8_t> slots(at(m_buckets.indexBytes()));
    m_slots.download(slots.data(), slots.size());
    const std::int64_t listed = std::clamp<std::int64_t>(head[1], 0, m_buckets.mostTasks);
    std::vector<std::int32_t> tasks(at(2 * listed));
    m_tasks.download(tasks.data(), tasks.size() * 4);
    return microIndexOf(m_buckets, std::move(count), slots, tasks);
}

std::array<std::int64_t, 3> MicroRun::totals(const Stream& stream, Progress& progress) const
{
    m_totals.launch(stream, 1, 256, m_counters.address() + 4 * counterHead, static_cast<int>(m_buckets.buckets),
                    static_cast<long long>(microWidth(m_pairing, m_op)), m_sums.address());
    stream.wait(progress);
    std::array<std::int64_t, 3> totals{};
    m_sums.download(totals.data(), sizeof totals);
    return totals;
}

void MicroRun::poison()
{
    for (Buffer* buffer : {&m_C, &m_scratch, &m_slots, &m_tasks})
        buffer->fill(0xff);
}

std::size_t MicroRun::bytes() const
{
    std::size_t all = 0;
    const std::initializer_list<const Buffer*> buffers = {&m_A,     &m_B,     &m_C,        &m_mask, &m_scratch,
                                                          &m_slots, &m_tasks, &m_counters, &m_sums};
    for (const Buffer* buffer : buffers)
        all += buffer->bytes();
    return all;
}

} // namespace sparsescope
