#include "engine/plan/graph/apply.h"

#include "engine/plan/graph/edit_graph.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::graph {

namespace {

class Applying {
public:
    // `refusal`: where it is kept; null: it is thrown.
    Applying(const Graph& graph, const Matrix& matrix, const Limits& limits, Keep keep, std::optional<Error>* refusal,
             Progress& progress)
        : m_graph(graph), m_matrix(matrix), m_limits(limits), m_keep(keep), m_refusal(refusal), m_progress(progress)
    {
    }

    void all()
    {
        Metadata m = wholeMatrix(m_matrix);
        m.sumBytes = m_limits.sumBytes;
        std::vector<State> states;
        if (m_keep == Keep::AllStates)
            states.push_back({"", std::make_shared<const Metadata>(m)});
        chain(m_graph.nodes(), "/nodes", std::move(m), std::move(states));
    }

    void chain(const Chain& nodes, const std::string& pointer, Metadata m, std::vector<State> states)
    {
        const int threads = threadsOf(nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            m_progress.check();
            const std::string here = fmt::format("{}/{}", pointer, i);
            const Context context{m_matrix, m_limits, threads, {.file = m_graph.file(), .call = here}, m_progress};
            try {
                if (nodes[i].kind->divide)
                    return cut(nodes[i], here, m, states, context);
                nodes[i].kind->apply(m, nodes[i], context);
            } catch (const Error& e) {
                if (!m_refusal || e.kind() != ErrorKind::Input)
                    throw;
                *m_refusal = e;
                m_applied.branches.push_back({pointer, nodes, std::move(states)});
                return;
            }
            if (m_keep == Keep::AllStates)
                states.push_back({here, std::make_shared<const Metadata>(m)});
        }
        if (m_keep == Keep::LastState)
            states = {
                {fmt::format("{}/{}", pointer, nodes.size() - 1), std::make_shared<const Metadata>(std::move(m))}};
        m_applied.branches.push_back({pointer, nodes, std::move(states)});
    }

    Applied finish()
    {
        if (m_refusal && *m_refusal)
            return std::move(m_applied);
        Numbers writers(at(m_matrix.rows()));
        for (const Branch& branch : m_applied.branches) {
            m_progress.check();
            countWriters(branch.metadata(), writers);
        }
        m_applied.rowWriters = std::make_shared<const Numbers>(std::move(writers));
        return std::move(m_applied);
    }

private:
    void cut(const Node& node, const std::string& here, const Metadata& m, const std::vector<State>& states,
             const Context& context)
    {
        std::vector<Metadata> branches =
            divided(m, node.kind->divide(m, node, context), node.branches.size(), node.each, m_progress);
        for (std::size_t i = 0; i < branches.size(); ++i) {
            if (m_refusal && *m_refusal)
                return;
            if (branches[i].rows == 0)
                continue;
            std::vector<State> before = states;
            if (m_keep == Keep::AllStates)
                before.push_back({here, std::make_shared<const Metadata>(branches[i])});
            chain(node.branches[i], node.each ? here + "/each" : fmt::format("{}/branches/{}", here, i),
                  std::move(branches[i]), std::move(before));
        }
    }

    const Graph& m_graph;
    const Matrix& m_matrix;
    const Limits& m_limits;
    Keep m_keep;
    std::optional<Error>* m_refusal;
    Progress& m_progress;
    Applied m_applied;
};

} // namespace

Numbers Applied::zeroRows() const
{
    Numbers rows;
    for (std::size_t r = 0; r < rowWriters->size(); ++r)
        if ((*rowWriters)[r] == 0 || (!last() && (*rowWriters)[r] > 1))
            rows.push_back(static_cast<std::int32_t>(r));
    return rows;
}

int threadsOf(const Chain& leaf)
{
    const bool given = leaf.back().kind->slot == Slot::Resources;
    return given ? static_cast<int>(leaf.back().number("threads")) : 128;
}

Applied applyGraph(const Graph& graph, const Matrix& matrix, const Limits& limits, Keep keep, Progress& progress)
{
    Applying applying(graph, matrix, limits, keep, nullptr, progress);
    applying.all();
    return applying.finish();
}

Applied applyUntilRefused(const Graph& graph, const Matrix& matrix, const Limits& limits, std::optional<Error>& refusal,
                          Progress& progress)
{
    Applying applying(graph, matrix, limits, Keep::AllStates, &refusal, progress);
    applying.all();
    return applying.finish();
}

std::string whyRefused(const Graph& changed, const std::string& node, const Applied& before, const Matrix& matrix,
                       const Limits& limits, Progress& progress)
{
    const std::size_t slash = node.rfind('/');
    const std::string chain = node.substr(0, slash);
    const std::size_t i = std::stoul(node.substr(slash + 1));
    const std::string previous = i > 0 ? fmt::format("{}/{}", chain, i - 1) : nodeOf(chain);
    const std::vector<ChainPlace> chains = chainsOf(changed);
    const auto place =
        std::find_if(chains.begin(), chains.end(), [&](const ChainPlace& c) { return c.pointer == chain; });
    if (place == chains.end() || i >= place->nodes->size())
        failUsage("no node of the graph is at \"" + node + "\"");
    const Node& tried = (*place->nodes)[i];
    const Context context{matrix, limits, threadsOf(*place->nodes), {.file = changed.file(), .call = node}, progress};
    std::vector<const Metadata*> seen; // branches share what is before their cut
    for (const Branch& branch : before.branches) {
        if (branch.pointer != chain && !branch.pointer.starts_with(chain + "/"))
            continue;
        for (const State& state : branch.states) {
            if (state.pointer != previous || std::find(seen.begin(), seen.end(), state.metadata.get()) != seen.end())
                continue;
            seen.push_back(state.metadata.get());
            try {
                Metadata m = *state.metadata;
                if (tried.kind->divide)
                    divided(m, tried.kind->divide(m, tried, context), tried.branches.size(), tried.each, progress);
                else
                    tried.kind->apply(m, tried, context);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input)
                    throw;
                return error.reason();
            }
        }
    }
    return {};
}

} // namespace sparsescope::graph
