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

MicroOperands::MicroOperands(const Operator& op, const MaskFacts& masks, Dense values, Dense B)
    : m_op(op), m_masks(masks), m_values(std::move(values)), m_hostB(std::move(B))
{
}

MicroOperands::Masked* MicroOperands::masked(const Pairing& pairing, const MicroShape& shape, IndexInput input)
{
    if (m_op.sampled() && input != IndexInput::Values)
        return nullptr; // the product reads X and the mask
    for (Masked& masked : m_masked)
        if (masked.pairing.layout == pairing.layout && masked.shape.period == shape.period)
            return &masked;
    return &m_masked.emplace_back(Masked{pairing, shape, {}});
}

MicroOperands::Output* MicroOperands::output(const MicroShape& shape)
{
    for (Output& output : m_outputs)
        if (output.elements == shape.elementsOfC)
            return &output;
    return &m_outputs.emplace_back(Output{shape.elementsOfC, {}, {}});
}

void MicroOperands::reserve(const Pairing& pairing, const MicroShape& shape, IndexInput input, std::int64_t more)
{
    const std::int64_t size = bytesOf(m_op.dtype);
    if (m_hostB.ld != shape.ldB || (m_op.sampled() && m_values.ld != shape.ldB))
        throw Error(ErrorKind::Internal,
                    fmt::format("dense operands have rows of {} elements, not {}", m_hostB.ld, shape.ldB));
    Masked* const of = masked(pairing, shape, input);
    Output* const to = output(shape);
    Buffer* const granules = input == IndexInput::Values ? nullptr : &m_granules[input];
    struct Wanted {
        Buffer* buffer;
        std::int64_t bytes;
        const char* what;
    };
    std::vector<Wanted> wanted;
    const auto want = [&](Buffer* buffer, std::int64_t bytes, const char* what) {
        if (buffer && bytes > 0 && buffer->bytes() == 0)
            wanted.push_back({buffer, bytes, what});
    };
    want(of ? &of->buffer : nullptr, (m_op.sampled() ? shape.elementsOfC : shape.elementsOfA) * size,
         "the masked operand");
    want(granules, input == IndexInput::Bits ? m_masks.shape.bytes() : m_masks.shape.down() * m_masks.shape.across(),
         "a mask");
    want(&to->C, shape.elementsOfC * size, "the output");
    want(&to->scratch, shape.converts ? 4 * shape.elementsOfC : 0, "float32 sums");
    want(&m_B, static_cast<std::int64_t>(m_hostB.size()) * size, "the other dense operand");
    want(&m_X, m_op.sampled() ? static_cast<std::int64_t>(m_values.size()) * size : 0, "X");
    std::int64_t bytes = more;
    for (const Wanted& each : wanted)
        bytes += each.bytes;
    requireDeviceMemory(at(bytes), "the masked operand, a mask and its index"); // all of it before any of it
    const bool first = m_B.bytes() == 0;
    for (const Wanted& each : wanted)
        *each.buffer = Buffer(at(each.bytes), each.what);
    const auto put = [&](Buffer& buffer, const Dense& dense) {
        const std::vector<std::uint8_t> encoded = encode(dense, m_op.dtype);
        buffer.upload(encoded.data(), encoded.size());
    };
    if (first) {
        put(m_B, m_hostB);
        if (m_op.sampled())
            put(m_X, m_values);
    }
    if (m_mask && !wanted.empty()) // that was set before there was this room for it
        setMask(m_mask);
}

void MicroOperands::upload(Masked& masked) const
{
    const std::vector<std::uint8_t> bytes =
        maskedInMemory(*m_mask, masked.pairing, m_op, masked.shape, m_op.sampled() ? nullptr : &m_values);
    masked.buffer.upload(bytes.data(), bytes.size());
}

void MicroOperands::setMask(const MaskPtr& mask)
{
    if (mask->shape() != m_masks.shape)
        throw Error(ErrorKind::Internal, "a mask has another shape than its sequence");
    m_mask = mask;
    for (Masked& masked : m_masked)
        if (masked.buffer.bytes() > 0) // or it was refused
            upload(masked);
    setMaskAlone(*mask);
}

void MicroOperands::setMaskAlone(const Mask& mask)
{
    for (auto& [input, buffer] : m_granules) {
        if (buffer.bytes() == 0)
            continue;
        const std::vector<std::uint8_t> bytes = maskInMemory(mask, input);
        buffer.upload(bytes.data(), bytes.size());
    }
}

std::size_t MicroOperands::bytes() const
{
    std::size_t all = m_B.bytes() + m_X.bytes();
    for (const Masked& masked : m_masked)
        all += masked.buffer.bytes();
    for (const Output& output : m_outputs)
        all += output.C.bytes() + output.scratch.bytes();
    for (const auto& [input, buffer] : m_granules)
        all += buffer.bytes();
    return all;
}

CUdeviceptr MicroOperands::granules(IndexInput input) const
{
    const auto found = m_granules.find(input);
    return found == m_granules.end() ? 0 : found->second.address();
}

MicroRun::MicroRun(const DynamicPlan& plan, std::shared_ptr<MicroOperands> operands, const DeviceInfo& device)
    : m_pairing(pairingOf(plan)), m_operands(std::move(operands)),
      m_shape(microShape(m_pairing, m_operands->op(), m_operands->masks())),
      m_buckets(
          microBuckets(m_pairing, m_operands->masks().shape, m_operands->op().dtype, plan.rule.input, plan.rule.order))
{
    const Operator& op = m_operands->op();
    const MaskFacts& masks = m_operands->masks();
    const IndexInput input = plan.rule.input;
    const bool sampled = op.sampled(), ofValues = input == IndexInput::Values;
    if (ofValues && !sampled && m_shape.period < masks.shape.cols)
        throw Error(ErrorKind::Usage,
                    fmt::format("values that {} periods of columns share do not tell where a mask has non-zeros",
                                formatCount(masks.shape.cols / m_shape.period)));
    m_setBytes = at((counterHead + m_buckets.buckets + m_shape.listed + 3) / 4 * 16);
    const std::size_t counters = 2 * m_setBytes;
    const std::int64_t tasks = 8 * m_buckets.mostTasks;
    m_operands->reserve(m_pairing, m_shape, input,
                        m_buckets.indexBytes() + tasks + static_cast<std::int64_t>(counters));
    m_output = m_operands->output(m_shape);
    m_slots = Buffer(at(m_buckets.indexBytes()), "the members of a mask");
    m_tasks = Buffer(at(tasks), "tasks of a mask");
    m_counters = Buffer(counters, "counts of members");
    m_counters.fill(0);
    m_sums = Buffer(3 * sizeof(std::int64_t), "totals of members");

    const MicroSource index = generateMicroIndex(m_pairing, op.dtype, input, plan.rule.order);
    const MicroSource product = generateMicroProduct(m_pairing, op.dtype, input);
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
    m_atOnce = std::max(m_product.blocksPerSm(product.threads), 1);
    m_slotsOfGpu = std::int64_t{device.sms} * m_atOnce;

    const MicroOperands::Masked* const masked = m_operands->masked(m_pairing, m_shape, input);
    const CUdeviceptr mask = ofValues ? masked->buffer.address() : m_operands->m_granules.at(input).address();
    KernelArguments lists = microIndexArguments(m_buckets);
    m_multiplies = microProductArguments(m_pairing, op, masks.shape, m_shape, m_buckets);
    KernelArguments& multiplies = *m_multiplies;
    lists["mask"] = mask;
    for (KernelArguments* arguments : {&lists, &multiplies}) {
        (*arguments)["index"] = m_slots.address();
        (*arguments)["tasks"] = m_tasks.address();
    }
    multiplies["C"] = m_output->C.address();
    multiplies["scratch"] = (m_shape.converts ? m_output->scratch : m_output->C).address();
    multiplies[sampled ? "X" : "A"] = (sampled ? m_operands->m_X : masked->buffer).address();
    multiplies[sampled ? "Y" : "B"] = m_operands->m_B.address();
    if (sampled)
        multiplies["mask"] = mask;
    multiplies["cleared"] = m_setBytes / sizeof(std::int32_t);
    for (int set = 0; set < 2; ++set) {
        lists["count"] = countersOf(set) + 4 * counterHead;
        lists["taskCount"] = countersOf(set) + 4;
        lists["listed"] = m_shape.listed > 0 ? listedOf(set) : 0;
        m_indexArguments[at(set)] = lists.bytes();
    }
    expect(0);
}

void MicroRun::expect(double steps)
{
    constexpr int most = 4;
    constexpr double longList = 16; // steps: more is more than a block holds of a list
    constexpr double filling = 2;   // steps' time before the first one is multiplied
    m_partsOfBlock = 1;
    double best = 0;
    const auto blocksOf = [&](int parts) { return m_buckets.buckets * ((m_shape.parts + parts - 1) / parts); };
    if (m_shape.tickets == 0 && steps > 0 && steps <= longList)
        for (int parts = 1; parts <= std::min<std::int64_t>(most, m_shape.parts); ++parts) {
            const std::int64_t waves = (blocksOf(parts) + m_slotsOfGpu - 1) / m_slotsOfGpu;
            const double full = static_cast<double>(blocksOf(parts)) / static_cast<double>(waves * m_slotsOfGpu);
            if (const double share = full * parts * steps / (parts * steps + filling); share > best) {
                best = share;
                m_partsOfBlock = parts;
            }
        }
    m_blocks = m_shape.tickets > 0 ? std::min(m_shape.tickets, m_slotsOfGpu) // as many as fit, which draw tasks
                                   : blocksOf(m_partsOfBlock);
    KernelArguments& multiplies = *m_multiplies;
    if (!m_operands->op().sampled())
        multiplies["partsOfBlock"] = static_cast<std::uint64_t>(m_partsOfBlock);
    for (int set = 0; set < 2; ++set) {
        multiplies["count"] = countersOf(set) + 4 * counterHead;
        multiplies["ticket"] = countersOf(set);
        multiplies["taskCount"] = countersOf(set) + 4;
        multiplies["nextCounters"] = countersOf(1 - set);
        if (m_shape.listed > 0)
            multiplies["listed"] = listedOf(set);
        m_productArguments[at(set)] = multiplies.bytes();
    }
}

CUdeviceptr MicroRun::listedOf(int set) const
{
    return countersOf(set) +
           static_cast<CUdeviceptr>(sizeof(std::int32_t)) * static_cast<CUdeviceptr>(counterHead + m_buckets.buckets);
}

void MicroRun::run(const Stream& stream) const
{
    m_set = 1 - m_set; // which the product before has cleared
    zero(stream);
    index(stream);
    m_product.launchEarly(stream, m_blocks, m_productThreads, m_productArguments[at(m_set)].data());
    convert(stream);
}

void MicroRun::clear(const Stream& stream) const
{
    CUDA_CHECKED(cuMemsetD8Async, countersOf(m_set), 0, m_setBytes, stream.handle());
}

void MicroRun::again(const Stream& stream) const
{
    CUDA_CHECKED(cuMemsetD8Async, countersOf(m_set), 0, sizeof(std::int32_t), stream.handle());
}

double MicroRun::indexNs(const Clock& timed, const Stream& stream) const
{
    const auto list = [&] {
        clear(stream);
        index(stream);
    };
    const double alone = timed([&] { clear(stream); });
    return std::max(0.0, timed(list) - alone); // the lists stay, for productNs()
}

double MicroRun::productNs(const Clock& timed, const Stream& stream) const
{
    if (m_shape.tickets == 0)
        return timed([&] { multiply(stream); });
    const double both = timed([&] {
        again(stream);
        multiply(stream);
    });
    return std::max(0.0, both - timed([&] { again(stream); }));
}

void MicroRun::index(const Stream& stream) const
{
    m_index.launchWith(stream, m_buckets.blocks, m_indexThreads, m_indexArguments[at(m_set)].data());
}

void MicroRun::zero(const Stream& stream) const
{
    if (zeroes())
        (m_shape.converts ? m_output->scratch : m_output->C).fill(0, stream);
}

void MicroRun::multiply(const Stream& stream) const
{
    m_product.launchWith(stream, m_blocks, m_productThreads, m_productArguments[at(m_set)].data());
}

void MicroRun::convert(const Stream& stream) const
{
    if (!converts())
        return;
    constexpr std::int64_t perBlock = 256 * 8;
    const std::int64_t blocks = std::clamp<std::int64_t>(m_shape.elementsOfC / perBlock, 1, 1 << 14);
    m_convert.launch(stream, blocks, 256, m_output->C.address(), static_cast<long long>(m_shape.elementsOfC),
                     m_output->scratch.address());
}

MicroIndex MicroRun::found() const
{
    std::vector<std::int32_t> head(at(counterHead)), count(at(m_buckets.buckets));
    const std::size_t begin = at(m_set) * m_setBytes;
    m_counters.download(head.data(), head.size() * 4, begin);
    m_counters.download(count.data(), count.size() * 4, begin + at(4 * counterHead));
    std::vector<std::uint8_t> slots(at(m_buckets.indexBytes()));
    m_slots.download(slots.data(), slots.size());
    const std::int64_t listed = std::clamp<std::int64_t>(head[1], 0, m_buckets.mostTasks);
    std::vector<std::int32_t> tasks(at(2 * listed));
    m_tasks.download(tasks.data(), tasks.size() * 4);
    return microIndexOf(m_buckets, std::move(count), slots, tasks);
}

std::array<std::int64_t, 3> MicroRun::totals(const Stream& stream, Progress& progress) const
{
    m_totals.launch(stream, 1, 256, countersOf(m_set) + 4 * counterHead, static_cast<int>(m_buckets.buckets),
                    static_cast<long long>(microWidth(m_pairing, m_operands->op())), m_sums.address());
    stream.wait(progress);
    std::array<std::int64_t, 3> totals{};
    m_sums.download(totals.data(), sizeof totals);
    return totals;
}

void MicroRun::poison()
{
    for (Buffer* buffer : {&m_output->C, &m_output->scratch, &m_slots, &m_tasks})
        buffer->fill(0xff);
}

std::size_t MicroRun::bytes() const
{
    return m_slots.bytes() + m_tasks.bytes() + m_counters.bytes() + m_sums.bytes();
}

} // namespace sparsescope
