#include "engine/plan/graph/node_text.h"

#include "engine/plan/graph/edit_graph.h"

#include <fmt/ranges.h>

namespace sparsescope::graph {

namespace {

std::string textOf(const Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    return fmt::format("{}", fmt::join(std::get<std::vector<std::int64_t>>(value), " "));
}

void addNodes(const Chain& nodes, std::size_t most, std::string& all)
{
    for (std::size_t i = 0; i < nodes.size() && all.size() < most; ++i) {
        all += (i > 0 ? ", " : "") + text(nodes[i]);
        const std::vector<Chain>& branches = nodes[i].branches;
        for (std::size_t b = 0; b < branches.size(); ++b) {
            all += b == 0 ? " (" : " | ";
            addNodes(branches[b], most, all);
        }
        if (!branches.empty())
            all += nodes[i].each ? ", each)" : ")";
    }
}

} // namespace

std::string text(const Node& node)
{
    std::string words = node.kind->name;
    if (node.kind->forms.empty())
        return words;
    for (const Parameter& parameter : node.kind->forms[formIndexOf(node)])
        if (const Value& value = node.parameters.at(parameter.name); value != parameter.otherwise)
            words += " " + parameter.name + " " + textOf(value);
    return words;
}

std::string text(const Chain& nodes, std::size_t most)
{
    std::string all;
    addNodes(nodes, most, all);
    return all;
}

} // namespace sparsescope::graph
