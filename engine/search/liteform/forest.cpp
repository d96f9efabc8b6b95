#include "engine/search/liteform/forest.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/json_reader.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::liteform {

Trees::Trees(std::vector<TreeNode> nodes, std::vector<std::int32_t> roots, std::size_t forests, std::size_t features,
             const std::string& file)
    : m_nodes(std::move(nodes)), m_roots(std::move(roots)), m_forests(forests)
{
    const auto count = std::ssize(m_nodes);
    if (m_forests == 0 || m_roots.empty() || m_roots.size() % m_forests != 0)
        failInput(fmt::format("has {} roots for {} forests", m_roots.size(), m_forests), {.file = file});
    for (const std::int32_t root : m_roots)
        if (root < 0 || root >= count)
            failInput(fmt::format("begins a tree at node {} of {}", root, count), {.file = file});
    for (std::int64_t n = 0; n < count; ++n) {
        const TreeNode& node = m_nodes[at(n)];
        const auto refuse = [&](const std::string& reason) {
            failInput(reason, {.file = file, .call = fmt::format("node {}", n)});
        };
        if (!std::isfinite(node.cut))
            refuse("has a cut or a value that is no number");
        if (node.leaf())
            continue;
        if (at(node.feature) >= features)
            refuse(fmt::format("asks for feature {} of {}", node.feature, features));
        if (node.yes <= n || node.yes + 1 >= count)
            refuse(fmt::format("has child {}, not one after it and before {}", node.yes, count - 1));
    }
}

double Trees::value(std::size_t forest, std::size_t tree, std::span<const float> x) const
{
    std::int32_t n = root(forest, tree);
    while (!m_nodes[at(n)].leaf())
        n = next(n, x);
    return m_nodes[at(n)].cut;
}

std::vector<std::int32_t> Trees::path(std::size_t forest, std::size_t tree, std::span<const float> x) const
{
    std::vector<std::int32_t> passed{root(forest, tree)};
    while (!m_nodes[at(passed.back())].leaf())
        passed.push_back(next(passed.back(), x));
    return passed;
}

std::int32_t Trees::next(std::int32_t node, std::span<const float> x) const
{
    const TreeNode& asked = m_nodes[at(node)];
    return asked.yes + (x[at(asked.feature)] < asked.cut ? 0 : 1);
}

double Trees::sum(std::size_t forest, std::span<const float> x) const
{
    double all = 0;
    for (std::size_t t = 0; t < perForest(); ++t)
        all += value(forest, t, x);
    return all;
}

void Trees::add(std::span<const std::string> dumps, std::size_t features)
{
    if (dumps.empty() || (m_forests > 0 && dumps.size() != perForest()))
        failInput(fmt::format("{} trees where the forests before have {}", dumps.size(), perForest()));
    for (const std::string& dump : dumps)
        addTree(parseJson(dump, {.file = "tree"}), features);
    ++m_forests;
}

void Trees::addTree(const nlohmann::json& dump, std::size_t features)
{
    constexpr std::size_t mostNodes = 1 << 20; // of a tree
    const std::size_t begin = m_nodes.size();
    m_roots.push_back(static_cast<std::int32_t>(begin));
    m_nodes.emplace_back();
    std::vector<std::pair<std::size_t, JsonReader>> open{{begin, JsonReader(dump, "tree")}}; // node and what it is
    while (!open.empty()) {
        const auto [n, from] = open.back();
        open.pop_back();
        if (from.has("leaf")) {
            m_nodes[n].cut = static_cast<float>(from.get<double>("leaf"));
            continue;
        }
        const std::string split = from.get<std::string>("split"); // "f3"
        std::size_t feature = features;
        if (split.size() > 1 && split.size() < 6 && split[0] == 'f' &&
            split.find_first_not_of("0123456789", 1) == std::string::npos)
            feature = std::stoul(split.substr(1));
        if (feature >= features)
            from.fail(fmt::format("splits \"{}\", which is none of f0 to f{}", split, features - 1));
        const std::vector<JsonReader> children = from["children"].elements();
        if (children.size() != 2 || m_nodes.size() - begin >= mostNodes)
            from.fail("has not two children, or there are too many nodes");
        m_nodes[n].feature = static_cast<std::int16_t>(feature);
        m_nodes[n].cut = static_cast<float>(from.get<double>("split_condition"));
        m_nodes[n].yes = static_cast<std::int32_t>(m_nodes.size());
        const auto yes = from.get<std::int64_t>("yes");
        const bool inOrder = children[0].get<std::int64_t>("nodeid") == yes;
        m_nodes.resize(m_nodes.size() + 2);
        open.emplace_back(at(m_nodes[n].yes), children[inOrder ? 0 : 1]);
        open.emplace_back(at(m_nodes[n].yes) + 1, children[inOrder ? 1 : 0]);
    }
}

} // namespace sparsescope::liteform
