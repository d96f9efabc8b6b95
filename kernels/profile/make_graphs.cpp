#include "kernels/profile/make_graphs.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/plan/graph/apply.h"
#include "kernels/device/compiler.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

namespace sparsescope {

namespace {

std::unique_ptr<GraphKernel> kernelOf(const nlohmann::json& json, const Matrix& matrix, const Operator& op,
                                      const GraphTiming& timing, Progress& progress)
{
    const graph::Graph graph = graph::readGraph(json, {});
    const graph::Applied applied = graph::applyGraph(
        graph, matrix, {.padding = timing.padding, .sumBytes = sumBytesOf(op.dtype)}, graph::Keep::LastState, progress);
    auto kernel = std::make_unique<GraphKernel>();
    kernel->packed = packForKernel(applied, matrix, op, timing.compression, progress);
    kernel->source = generateKernel(kernel->packed, {.literals = true});
    return kernel;
}

// A graph is refused where the error names its node, or its kernel cannot be written; that memory is short, or the
// compiler in trouble, may be otherwise tomorrow.
GraphTime problemOf(const Error& e)
{
    const bool refused = e.kind() == ErrorKind::Usage || (e.kind() == ErrorKind::Input && !e.where().call.empty());
    return {.problem = e.what(), .refused = refused};
}

// Why the body failed. What is cancelled is found out by the caller.
template <class Body>
GraphTime problemIn(const Body& body)
{
    try {
        body();
        return {};
    } catch (const Error& e) {
        return problemOf(e);
    } catch (const std::bad_alloc&) {
        return {.problem = "this machine's memory is exhausted"};
    }
}

} // namespace

std::vector<MadeGraph> makeGraphs(std::span<const nlohmann::json> graphs, const Matrix& matrix, const Operator& op,
                                  const GraphTiming& timing, const std::string& architecture, Progress& progress)
{
    std::vector<MadeGraph> made(graphs.size());
    std::vector<std::unique_ptr<GraphKernel>> kernels(graphs.size());
    Progress quiet(progress, {});
    std::atomic<std::int64_t> done = 0;
    const auto tell = [&](const char* what, double from, std::size_t all) {
        progress.report(what, from + 0.5 * static_cast<double>(++done) / static_cast<double>(all));
    };
    progress.report("packing graphs", 0);
    parallelEach(std::ssize(graphs), 1, [&](std::int64_t n) {
        const std::size_t i = at(n);
        made[i].problem = problemIn([&] { kernels[i] = kernelOf(graphs[i], matrix, op, timing, quiet); });
        tell("packing graphs", 0, graphs.size());
    });
    progress.check();

    // Graphs that differ in what their kernel does not know share a source.
    std::map<std::string_view, std::vector<std::size_t>> sharing;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        if (kernels[i])
            sharing[kernels[i]->source.text].push_back(i);
    std::vector<std::span<const std::size_t>> sources;
    for (const auto& [text, those] : sharing)
        sources.emplace_back(those);
    done = 0;
    parallelEach(std::ssize(sources), 1, [&](std::int64_t n) {
        if (progress.cancelled())
            return;
        const std::span<const std::size_t> those = sources[at(n)];
        const GeneratedSource& source = kernels[those.front()]->source;
        std::shared_ptr<const std::string> cubin;
        CompileOptions options;
        options.architecture = architecture;
        options.cache = false; // their times are kept
        const GraphTime problem = problemIn([&] {
            cubin =
                std::make_shared<const std::string>(compileSource(source.text, source.entry + ".cu", options).cubin);
        });
        for (const std::size_t i : those) {
            kernels[i]->cubin = cubin;
            made[i].problem = problem;
        }
        tell("compiling graphs", 0.5, sources.size());
    });
    progress.check();
    for (std::size_t i = 0; i < made.size(); ++i)
        if (kernels[i] && kernels[i]->cubin)
            made[i].kernel = std::move(kernels[i]);
    return made;
}

std::size_t graphsAtOnce(const Matrix& matrix)
{
    constexpr std::uint64_t each = 128; // bytes a non-zero, about, and half of the memory for all of them
    const std::uint64_t bytes = each * static_cast<std::uint64_t>(matrix.nnz() + matrix.rows() + 1);
    return std::clamp<std::size_t>(availableMemory() / 2 / bytes, 1, std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace sparsescope
