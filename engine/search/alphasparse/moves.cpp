#include "engine/search/alphasparse/moves.h"

#include "engine/core/error.h"
#include "engine/plan/graph/edit_graph.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace sparsescope::alphasparse {

namespace {

using graph::Chain;
using graph::Node;
using graph::NodeKind;
using graph::Parameter;
using graph::Slot;

// As readGraph() takes it, or nothing.
std::optional<graph::Graph> asGraph(const Chain& nodes)
{
    try {
        return graph::readGraph(graph::Graph(nodes, {}).json(), {});
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        return {};
    }
}

// Every chain of a graph, the first one first.
void collectChains(Chain& chain, std::vector<Chain*>& chains)
{
    chains.push_back(&chain);
    for (Node& node : chain)
        for (Chain& branch : node.branches)
            collectChains(branch, chains);
}
std::vector<Chain*> chainsOf(Chain& nodes)
{
    std::vector<Chain*> chains;
    collectChains(nodes, chains);
    return chains;
}

bool isLeaf(const Chain& chain)
{
    return std::any_of(chain.begin(), chain.end(), [](const Node& n) { return n.kind->slot == Slot::Compress; });
}

Chain::iterator nodeIn(Slot slot, Chain& leaf)
{
    return std::find_if(leaf.begin(), leaf.end(), [&](const Node& n) { return n.kind->slot == slot; });
}

// A node of this kind with values of the coarse grid.
std::optional<Node> drawNode(const NodeKind& kind, Draw& draw)
{
    std::vector<const std::vector<Parameter>*> forms;
    for (const std::vector<Parameter>& form : kind.forms)
        if (std::none_of(form.begin(), form.end(),
                         [](const Parameter& p) { return p.type == Parameter::Type::Places; }))
            forms.push_back(&form);
    if (forms.empty())
        return {};
    Node node{.kind = &kind};
    for (const Parameter& parameter : *forms[draw.below(forms.size())]) {
        if (parameter.type == Parameter::Type::Number)
            node.parameters[parameter.name] = parameter.coarse[draw.below(parameter.coarse.size())];
        else
            node.parameters[parameter.name] = parameter.words[draw.below(parameter.words.size())];
    }
    return node;
}

std::vector<const NodeKind*> kindsOf(Slot slot)
{
    std::vector<const NodeKind*> kinds;
    for (const NodeKind& kind : graph::nodeKinds())
        if (kind.slot == slot)
            kinds.push_back(&kind);
    return kinds;
}

const std::vector<Parameter>* formOf(const Node& node)
{
    for (const std::vector<Parameter>& form : node.kind->forms)
        if (form.size() == node.parameters.size() && std::all_of(form.begin(), form.end(), [&](const Parameter& p) {
                const auto given = node.parameters.find(p.name);
                if (given == node.parameters.end())
                    return false;
                if (p.type != Parameter::Type::Word)
                    return true;
                const auto* word = std::get_if<std::string>(&given->second);
                return word && std::find(p.words.begin(), p.words.end(), *word) != p.words.end();
            }))
            return &form;
    return nullptr;
}

void setReductions(Chain& leaf, const graph::Reductions& reductions)
{
    const auto reduces = [](const Node& n) {
        return n.kind->slot == Slot::Thread || n.kind->slot == Slot::Warp || n.kind->slot == Slot::Shared;
    };
    leaf.erase(std::remove_if(leaf.begin(), leaf.end(), reduces), leaf.end());
    auto global = nodeIn(Slot::Global, leaf);
    const auto add = [&](const char* name) {
        Node node{.kind = graph::findNodeKind(name)};
        for (const Parameter& parameter : node.kind->forms.front())
            if (parameter.otherwise)
                node.parameters[parameter.name] = *parameter.otherwise;
        global = std::next(leaf.insert(global, std::move(node)));
    };
    using graph::BlockRed, graph::ThreadRed, graph::WarpRed;
    add(reductions.thread == ThreadRed::Total ? "THREAD_TOTAL_RED" : "THREAD_BITMAP_RED");
    if (reductions.warp != WarpRed::None)
        add(reductions.warp == WarpRed::Total    ? "WARP_TOTAL_RED"
            : reductions.warp == WarpRed::Bitmap ? "WARP_BITMAP_RED"
                                                 : "WARP_SEG_RED");
    if (reductions.block != BlockRed::None)
        add(reductions.block == BlockRed::Total ? "SHMEM_TOTAL_RED" : "SHMEM_OFFSET_RED");
}

// Gives a cut as many branches as it makes parts, of those that it has; where the matrix says how many, one for all.
void repairCut(Node& cut)
{
    const std::size_t parts = partsOf(cut);
    cut.each = parts == 0;
    cut.branches.resize(std::max<std::size_t>(parts, 1), Chain(cut.branches.back()));
}

// The value of an ascending grid that follows this one, which may stand between two.
std::optional<std::int64_t> nextOf(const std::vector<std::int64_t>& grid, std::int64_t value, bool up)
{
    if (up) {
        const auto above = std::upper_bound(grid.begin(), grid.end(), value);
        return above == grid.end() ? std::nullopt : std::optional(*above);
    }
    const auto here = std::lower_bound(grid.begin(), grid.end(), value);
    return here == grid.begin() ? std::nullopt : std::optional(*std::prev(here));
}

class Mover {
public:
    Mover(Chain nodes, std::span<const Seed> seeds, Draw& draw)
        : m_nodes(std::move(nodes)), m_chains(chainsOf(m_nodes)), m_seeds(seeds), m_draw(draw)
    {
    }

    std::optional<Move> move()
    {
        std::string what;
        switch (m_draw.below(8)) {
        case 0:
        case 1:
            what = stepParameter();
            break;
        case 2:
            what = addNode();
            break;
        case 3:
            what = removeNode();
            break;
        case 4:
            what = replaceNode();
            break;
        case 5:
            what = m_draw.below(2) == 0 ? addCut() : dropCut();
            break;
        case 6:
            what = takeLeaf();
            break;
        default:
            what = takeReductions();
        }
        if (what.empty())
            return {};
        for (Chain* chain : chainsOf(m_nodes))
            if (isLeaf(*chain) && !graph::legal(graph::reductionsOf(*chain)))
                setReductions(*chain, graph::legalReductions().front());
        if (std::optional<graph::Graph> graph = asGraph(m_nodes))
            return Move{what, *graph};
        // The first triple that the blocks of the leaf that was changed can have.
        if (m_changed)
            for (const graph::Reductions& reductions : graph::legalReductions()) {
                setReductions(*m_changed, reductions);
                if (std::optional<graph::Graph> graph = asGraph(m_nodes))
                    return Move{what + ", " + text(reductions), *graph};
            }
        return {};
    }

private:
    Chain& someChain() { return *m_chains[m_draw.below(m_chains.size())]; }
    Chain* someLeaf()
    {
        std::vector<Chain*> leaves;
        std::copy_if(m_chains.begin(), m_chains.end(), std::back_inserter(leaves),
                     [](const Chain* chain) { return isLeaf(*chain); });
        return leaves.empty() ? nullptr : m_changed = leaves[m_draw.below(leaves.size())];
    }

    std::string stepParameter()
    {
        Chain& chain = someChain();
        Node& node = chain[m_draw.below(chain.size())];
        const std::vector<Parameter>* form = formOf(node);
        if (!form || form->empty())
            return {};
        const Parameter& parameter = (*form)[m_draw.below(form->size())];
        graph::Value& value = node.parameters[parameter.name];
        if (parameter.type == Parameter::Type::Word) {
            if (parameter.words.size() < 2)
                return {};
            value = parameter.words[m_draw.below(parameter.words.size())];
            if (node.kind->slot == Slot::Global)
                addAllAs(value);
            return fmt::format("{} {}", node.kind->name, parameter.name);
        }
        if (parameter.type != Parameter::Type::Number)
            return {};
        const auto next = nextOf(parameter.coarse, std::get<std::int64_t>(value), m_draw.below(2) == 0);
        if (!next)
            return {};
        value = *next;
        if (node.kind->slot == Slot::Cut)
            repairCut(node);
        return fmt::format("{} {} {}", node.kind->name, parameter.name, *next);
    }

    // A graph adds the results of all its branches in one way.
    void addAllAs(const graph::Value& how)
    {
        for (Chain* chain : chainsOf(m_nodes))
            if (const auto global = nodeIn(Slot::Global, *chain); global != chain->end())
                global->parameters["how"] = how;
    }

    // In the place that its slot has.
    static void put(Chain& chain, Node node)
    {
        const auto behind = std::find_if(chain.begin(), chain.end(),
                                         [&](const Node& other) { return other.kind->slot > node.kind->slot; });
        chain.insert(behind, std::move(node));
    }

    std::string addNode()
    {
        constexpr std::array slots = {Slot::Order,    Slot::BmtbBlock, Slot::SortBmtb, Slot::RowPad,
                                      Slot::BmwBlock, Slot::BmtPad,    Slot::BlockPad, Slot::Interleave,
                                      Slot::XShared,  Slot::Warp,      Slot::Shared,   Slot::Resources};
        Chain* leaf = someLeaf();
        if (!leaf)
            return {};
        const Slot slot = slots[m_draw.below(slots.size())];
        if (slot != Slot::Order &&
            std::any_of(leaf->begin(), leaf->end(), [&](const Node& n) { return n.kind->slot == slot; }))
            return {};
        const std::vector<const NodeKind*> kinds = kindsOf(slot);
        std::optional<Node> node = drawNode(*kinds[m_draw.below(kinds.size())], m_draw);
        if (!node)
            return {};
        const std::string what = "add " + node->kind->name;
        put(slot == Slot::Order ? m_nodes : *leaf, std::move(*node));
        return what;
    }

    std::string removeNode()
    {
        Chain& chain = someChain();
        m_changed = isLeaf(chain) ? &chain : nullptr;
        const std::size_t i = m_draw.below(chain.size());
        constexpr std::array kept = {Slot::Cut, Slot::Compress, Slot::BmtBlock, Slot::Thread, Slot::Global};
        if (std::find(kept.begin(), kept.end(), chain[i].kind->slot) != kept.end())
            return {};
        const std::string what = "remove " + chain[i].kind->name;
        chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(i));
        return what;
    }

    std::string replaceNode()
    {
        Chain& chain = someChain();
        m_changed = isLeaf(chain) ? &chain : nullptr;
        Node& node = chain[m_draw.below(chain.size())];
        const std::vector<const NodeKind*> kinds = kindsOf(node.kind->slot);
        const NodeKind& kind = *kinds[m_draw.below(kinds.size())];
        if (node.kind->slot == Slot::Global || node.kind->slot == Slot::Compress)
            return {};
        std::optional<Node> other = drawNode(kind, m_draw);
        if (!other)
            return {};
        const std::string what = fmt::format("{} for {}", kind.name, node.kind->name);
        if (node.kind->slot == Slot::Cut) {
            other->branches = std::move(node.branches);
            repairCut(*other);
        }
        node = std::move(*other);
        return what;
    }

    std::string addCut()
    {
        Chain* leaf = someLeaf();
        const std::vector<const NodeKind*> kinds = kindsOf(Slot::Cut);
        std::optional<Node> cut = drawNode(*kinds[m_draw.below(kinds.size())], m_draw);
        if (!leaf || !cut)
            return {};
        const auto begin = nodeIn(Slot::Compress, *leaf);
        cut->branches = {Chain(begin, leaf->end())};
        repairCut(*cut);
        const std::string what = "add " + cut->kind->name;
        leaf->erase(begin, leaf->end());
        if (cut->has("by") && cut->word("by") == "length" && leaf->empty() && leaf == &m_nodes)
            leaf->push_back(*drawNode(*graph::findNodeKind("SORT"), m_draw));
        leaf->push_back(std::move(*cut));
        m_changed = nullptr;
        return what;
    }

    std::string dropCut()
    {
        Chain& chain = someChain();
        if (isLeaf(chain))
            return {};
        Chain branch = chain.back().branches[m_draw.below(chain.back().branches.size())];
        const std::string what = "remove " + chain.back().kind->name;
        chain.pop_back();
        chain.insert(chain.end(), branch.begin(), branch.end());
        return what;
    }

    std::string takeLeaf()
    {
        Chain* leaf = someLeaf();
        if (!leaf)
            return {};
        const Seed& seed = m_seeds[m_draw.below(m_seeds.size())];
        Chain nodes = seed.graph.nodes();
        std::vector<Chain*> chains = chainsOf(nodes);
        std::vector<Chain*> leaves;
        std::copy_if(chains.begin(), chains.end(), std::back_inserter(leaves),
                     [](const Chain* chain) { return isLeaf(*chain); });
        Chain& other = *leaves[m_draw.below(leaves.size())];
        const graph::Value how = nodeIn(Slot::Global, *leaf)->parameters.at("how");
        leaf->erase(nodeIn(Slot::Compress, *leaf), leaf->end());
        leaf->insert(leaf->end(), nodeIn(Slot::Compress, other), other.end());
        addAllAs(how);
        return "leaf of " + seed.name;
    }

    std::string takeReductions()
    {
        Chain* leaf = someLeaf();
        if (!leaf)
            return {};
        const auto all = graph::legalReductions();
        const graph::Reductions& reductions = all[m_draw.below(all.size())];
        setReductions(*leaf, reductions);
        return text(reductions);
    }

    Chain m_nodes;
    std::vector<Chain*> m_chains;
    std::span<const Seed> m_seeds;
    Draw& m_draw;
    Chain* m_changed = nullptr; // a leaf
};

// A number that a grid has other values for.
struct Tunable {
    std::int64_t* value;
    const Parameter* parameter;
    Node* node;
};
std::vector<Tunable> tunablesOf(Chain& nodes)
{
    std::vector<Tunable> tunables;
    for (Chain* chain : chainsOf(nodes))
        for (Node& node : *chain)
            if (const std::vector<Parameter>* form = formOf(node))
                for (const Parameter& parameter : *form)
                    if (parameter.type == Parameter::Type::Number)
                        tunables.push_back(
                            {&std::get<std::int64_t>(node.parameters[parameter.name]), &parameter, &node});
    return tunables;
}

std::vector<std::int64_t> valuesOf(const Tunable& one, Grid grid)
{
    if (grid == Grid::Coarse)
        return one.parameter->coarse;
    std::vector<std::int64_t> near;
    for (const std::int64_t value : one.parameter->fine())
        if (value == *one.value || (2 * value >= *one.value && value <= 2 * *one.value))
            near.push_back(value);
    return near;
}

// Cuts have as many branches as they make parts by their parameters.
std::optional<graph::Graph> repaired(Chain nodes)
{
    // Inner ones first: repairing a cut makes its branches anew.
    const std::vector<Chain*> chains = chainsOf(nodes);
    for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain)
        if (!(*chain)->empty() && (*chain)->back().kind->slot == Slot::Cut && partsOf((*chain)->back()) > 0)
            repairCut((*chain)->back());
    return asGraph(nodes);
}

void collectStructure(const Chain& chain, std::string& text)
{
    for (const Node& node : chain) {
        text += node.kind->name;
        for (const auto& [name, value] : node.parameters)
            text += " " + (std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : name);
        text += node.each ? " each" : "";
        for (const Chain& branch : node.branches) {
            text += "(";
            collectStructure(branch, text);
            text += ")";
        }
        text += ";";
    }
}

} // namespace

std::optional<Move> drawMove(const graph::Graph& from, std::span<const Seed> seeds, Draw& draw)
{
    return Mover(from.nodes(), seeds, draw).move();
}

std::string structureOf(const graph::Graph& graph)
{
    std::string text;
    collectStructure(graph.nodes(), text);
    return text;
}

std::vector<std::int64_t> parametersOf(const graph::Graph& graph)
{
    Chain nodes = graph.nodes();
    std::vector<std::int64_t> values;
    for (const Tunable& one : tunablesOf(nodes))
        values.push_back(*one.value);
    return values;
}

std::vector<graph::Graph> gridOf(const graph::Graph& graph, Grid grid, std::size_t most, Draw& draw)
{
    Chain nodes = graph.nodes();
    const std::vector<Tunable> tunables = tunablesOf(nodes);
    std::vector<std::vector<std::int64_t>> values;
    std::size_t points = 1;
    for (const Tunable& one : tunables) {
        values.push_back(valuesOf(one, grid));
        points = std::min(points * values.back().size(), most + 1);
    }
    std::vector<graph::Graph> graphs;
    std::vector<std::size_t> at(tunables.size());
    for (std::size_t point = 0; point < std::min(points, most); ++point) {
        for (std::size_t i = 0; i < tunables.size(); ++i) {
            const std::size_t chosen = points > most ? draw.below(values[i].size()) : at[i];
            *tunables[i].value = values[i][chosen];
        }
        for (std::size_t i = 0; i < at.size() && ++at[i] == values[i].size(); ++i)
            at[i] = 0;
        if (std::optional<graph::Graph> made = repaired(nodes))
            graphs.push_back(*made);
    }
    return graphs;
}

std::vector<graph::Graph> stepsFrom(const graph::Graph& graph)
{
    Chain nodes = graph.nodes();
    std::vector<graph::Graph> graphs;
    for (const Tunable& one : tunablesOf(nodes))
        for (const bool up : {true, false}) {
            const std::int64_t here = *one.value;
            if (const auto next = nextOf(one.parameter->coarse, here, up)) {
                *one.value = *next;
                if (std::optional<graph::Graph> made = repaired(nodes))
                    graphs.push_back(*made);
                *one.value = here;
            }
        }
    return graphs;
}

} // namespace sparsescope::alphasparse
