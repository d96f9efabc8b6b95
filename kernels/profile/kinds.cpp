#include "kernels/profile/kinds.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "kernels/device/compiler.h"

#include <algorithm>

namespace sparsescope {

struct SeparateKinds::Kind {
    Kind(const GeneratedSource& source, const std::string& cubin) : kernels(source, cubin) {}

    PlanKernels kernels;
    std::int64_t begin = 0; // of m_tasks
    std::int64_t tasks = 0;
    Stream stream;
    Event done;
};

SeparateKinds::SeparateKinds(const DevicePlan& plan, const KernelParameters& parameters,
                             const std::string& architecture)
    : m_plan(plan)
{
    const Packed& packed = plan.packed();
    std::vector<GeneratedSource> sources(packed.kinds.size());
    std::vector<std::string> cubins(packed.kinds.size());
    parallelEach(static_cast<std::int64_t>(sources.size()), 1, [&](std::int64_t k) {
        const auto i = static_cast<std::size_t>(k);
        sources[i] = generateKernel(packed, parameters, static_cast<int>(k));
        CompileOptions compile;
        compile.architecture = architecture;
        cubins[i] = compileSource(sources[i].text, sources[i].entry + ".cu", compile).cubin;
    });
    const auto kindOf = [&](const Task& task) { return packed.tiles[at(task.tile)].kind; };
    std::vector<Task> tasks = packed.tasks;
    std::stable_sort(tasks.begin(), tasks.end(), [&](const Task& a, const Task& b) { return kindOf(a) < kindOf(b); });
    m_tasks = Buffer(std::span<const TaskRecord>(taskRecords(packed, tasks)), "sub-tasks by kind");
    for (std::size_t i = 0; i < sources.size(); ++i)
        m_kinds.push_back(std::make_unique<Kind>(sources[i], cubins[i]));
    for (const Task& task : tasks)
        ++m_kinds[at(kindOf(task))]->tasks;
    for (std::size_t i = 1; i < m_kinds.size(); ++i)
        m_kinds[i]->begin = m_kinds[i - 1]->begin + m_kinds[i - 1]->tasks;
}

SeparateKinds::~SeparateKinds() = default;

std::int64_t SeparateKinds::tasks(std::size_t kind) const
{
    return m_kinds[kind]->tasks;
}

void SeparateKinds::launch(std::size_t kind, const Stream& stream, bool zeroes) const
{
    const Kind& k = *m_kinds[kind];
    KernelArguments arguments = m_plan.arguments();
    arguments["tasks"] = m_tasks.address() + static_cast<CUdeviceptr>(k.begin) * sizeof(TaskRecord);
    std::int64_t blocks = k.tasks;
    if (zeroes && !m_plan.packed().op.sampled()) {
        arguments["taskCount"] = static_cast<std::uint64_t>(k.tasks);
        blocks += zeroingBlocks(m_plan.packed(), k.kernels.threads());
    }
    k.kernels.launch(stream, blocks, arguments);
}

void SeparateKinds::launchAll(const Stream& stream)
{
    m_begin.record(stream);
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        Kind& k = *m_kinds[i];
        k.stream.waitFor(m_begin);
        launch(i, k.stream, i == 0);
        k.done.record(k.stream);
        stream.waitFor(k.done);
    }
}

} // namespace sparsescope
