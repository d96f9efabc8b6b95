// Regression trees as arrays, as XGBoost dumps them: read and asked without its library.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::liteform {

// A node of a tree: features below the cut go to child `yes`, others to the one behind it.
struct TreeNode {
    std::int16_t feature = -1; // negative: a leaf
    float cut = 0;             // of a leaf its value
    std::int32_t yes = 0;

    bool leaf() const { return feature < 0; }
};

// The trees of several forests, each of as many, whose values add up.
class Trees {
public:
    Trees() = default;
    // So many forests, whose roots stand one forest after another. Throws Error(Input) naming file and node: a root or
    // child that there is not, a child before its parent (so that there is no cycle), a feature beyond them, a number
    // that is none.
    Trees(std::vector<TreeNode> nodes, std::vector<std::int32_t> roots, std::size_t forests, std::size_t features,
          const std::string& file);

    std::size_t forests() const { return m_forests; }
    std::size_t perForest() const { return m_forests == 0 ? 0 : m_roots.size() / m_forests; }
    std::span<const TreeNode> nodes() const { return m_nodes; }
    std::span<const std::int32_t> roots() const { return m_roots; }
    std::int32_t root(std::size_t forest, std::size_t tree) const { return m_roots[forest * perForest() + tree]; }

    double value(std::size_t forest, std::size_t tree, std::span<const float> x) const;
    // The nodes that it passes, from the root to a leaf.
    std::vector<std::int32_t> path(std::size_t forest, std::size_t tree, std::span<const float> x) const;
    double sum(std::size_t forest, std::span<const float> x) const;

    // Another forest, of as many trees as those before, each as XGBoosterDumpModelEx writes it. Throws Error(Input) for
    // what is no such tree.
    void add(std::span<const std::string> dumps, std::size_t features);

private:
    std::int32_t next(std::int32_t node, std::span<const float> x) const; // no leaf
    void addTree(const nlohmann::json& dump, std::size_t features);

    std::vector<TreeNode> m_nodes;
    std::vector<std::int32_t> m_roots;
    std::size_t m_forests = 0;
};

} // namespace sparsescope::liteform
