#include "engine/plan/graph/edit_graph.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace sparsescope::graph {

namespace {

std::string below(const std::string& chain, std::size_t i)
{
    return fmt::format("{}/{}", chain, i);
}

std::string branchPointer(const std::string& cut, const Node& node, std::size_t i)
{
    return node.each ? cut + "/each" : fmt::format("{}/branches/{}", cut, i);
}

void collectPlaces(const std::string& pointer, const Chain& nodes, std::vector<ChainPlace>& places)
{
    places.push_back({pointer, &nodes});
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (std::size_t b = 0; b < nodes[i].branches.size(); ++b)
            collectPlaces(branchPointer(below(pointer, i), nodes[i], b), nodes[i].branches[b], places);
}

Chain* findChain(Chain& nodes, const std::string& here, const std::string& wanted)
{
    if (here == wanted)
        return &nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (std::size_t b = 0; b < nodes[i].branches.size(); ++b)
            if (Chain* found = findChain(nodes[i].branches[b], branchPointer(below(here, i), nodes[i], b), wanted))
                return found;
    return nullptr;
}

// A copy of a graph's nodes that is being changed, and the chain in it that is.
struct Changed {
    Changed(const Graph& graph, std::string chain) : nodes(graph.nodes()), file(graph.file()), pointer(std::move(chain))
    {
        found = findChain(nodes, "/nodes", pointer);
        if (!found)
            failUsage("no chain of the graph is at \"" + pointer + "\"");
    }
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;

    Chain& chain() { return *found; }
    GraphChange done(std::string what, std::string node, std::string field = {}) const
    {
        return {std::move(what), readGraph(Graph(nodes, {}).json(), file), std::move(node), std::move(field)};
    }

    Chain nodes;
    std::string file, pointer;
    Chain* found = nullptr;
};

struct NodePlace {
    std::string chain;
    std::size_t i = 0;
};
NodePlace placeOf(const Graph& graph, const std::string& node)
{
    if (!findNode(graph, node))
        failUsage("no node of the graph is at \"" + node + "\"");
    const std::size_t slash = node.rfind('/');
    return {node.substr(0, slash), std::stoul(node.substr(slash + 1))};
}

// What a parameter is where nobody has said it.
Value initialOf(const Parameter& p, const NodeKind& kind)
{
    if (p.otherwise)
        return *p.otherwise;
    if (p.type == Parameter::Type::Places)
        return std::vector<std::int64_t>{p.least};
    if (p.type == Parameter::Type::Number)
        return p.coarse.front();
    return kind.slot == Slot::BmtPad ? "bmtb" : p.words.front(); // BMTBs there always are
}

bool fits(const Parameter& p, const Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return p.type == Parameter::Type::Number && p.legal(*number);
    if (const auto* word = std::get_if<std::string>(&value))
        return p.type == Parameter::Type::Word && std::find(p.words.begin(), p.words.end(), *word) != p.words.end();
    return p.type == Parameter::Type::Places;
}

void setFormOf(Node& node, const std::vector<Parameter>& form)
{
    std::map<std::string, Value> parameters;
    for (const Parameter& p : form) {
        const auto given = node.parameters.find(p.name);
        const bool kept = given != node.parameters.end() && fits(p, given->second);
        parameters[p.name] = kept ? given->second : initialOf(p, *node.kind);
    }
    node.parameters = std::move(parameters);
}

// The first form that does not ask for positions.
Node initialNode(const NodeKind& kind)
{
    Node node{.kind = &kind};
    const auto asksNoPlaces = [](const std::vector<Parameter>& form) {
        return std::none_of(form.begin(), form.end(),
                            [](const Parameter& p) { return p.type == Parameter::Type::Places; });
    };
    setFormOf(node, *std::find_if(kind.forms.begin(), kind.forms.end(), asksNoPlaces));
    return node;
}

void setCount(Node& cut, std::size_t count)
{
    cut.each = count == 1;
    const Chain last = cut.branches.back();
    cut.branches.resize(count, last);
}

// A cut whose parameters say how many parts there are has a chain for each of them.
void followParts(Node& cut)
{
    const std::size_t parts = partsOf(cut);
    if (parts > 1 && !cut.each)
        setCount(cut, parts);
}

// Where in a chain a node of this kind stands, and whether it is in the place of another.
struct Spot {
    std::size_t i = 0;
    bool taken = false;
};
Spot spotOf(const Chain& chain, const NodeKind& kind)
{
    std::size_t i = 0;
    while (i < chain.size() && chain[i].kind->slot < kind.slot)
        ++i;
    if (kind.slot != Slot::Order)
        return {i, i < chain.size() && chain[i].kind->slot == kind.slot};
    // Orders follow one another; SORT is the first of all.
    if (kind.name == "SORT")
        return {0, !chain.empty() && chain.front().kind == &kind};
    while (i < chain.size() && chain[i].kind->slot == Slot::Order)
        ++i;
    return {i, false};
}

// Puts a node there, which keeps what it can of the one that goes.
void place(Chain& chain, Spot spot, Node node)
{
    const auto here = chain.begin() + static_cast<std::ptrdiff_t>(spot.i);
    if (spot.taken) {
        const std::size_t form = formIndexOf(node);
        node.branches = here->branches;
        node.each = here->each;
        node.parameters = here->parameters;
        setFormOf(node, node.kind->forms[form]);
        if (node.kind->slot == Slot::Cut && partsOf(node) == 0)
            setCount(node, 1);
        *here = std::move(node);
    } else if (node.kind->slot == Slot::Cut) {
        const std::size_t parts = partsOf(node);
        node.branches.assign(std::max<std::size_t>(parts, 1), Chain(here, chain.end()));
        node.each = parts < 2;
        chain.erase(here, chain.end());
        chain.push_back(std::move(node));
    } else {
        chain.insert(here, std::move(node));
    }
    followParts(chain[spot.i]);
}

template <class Try>
Offer offered(const NodeKind& kind, std::string insteadOf, const Try& attempt)
{
    Offer offer{&kind, std::move(insteadOf)};
    try {
        attempt();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        offer.whyNot = error.reason();
    }
    return offer;
}

// GMEM_ATOM_RED of every branch adds in the same way.
void setHow(Chain& chain, const std::string& parameter, const Value& value)
{
    for (Node& node : chain) {
        if (node.kind->slot == Slot::Global)
            node.parameters[parameter] = value;
        for (Chain& branch : node.branches)
            setHow(branch, parameter, value);
    }
}

} // namespace

Stage stageOf(Slot slot)
{
    return slot <= Slot::Compress ? Stage::Converting : slot <= Slot::XShared ? Stage::Mapping : Stage::Implementing;
}

std::vector<ChainPlace> chainsOf(const Graph& graph)
{
    std::vector<ChainPlace> places;
    collectPlaces("/nodes", graph.nodes(), places);
    return places;
}

const Node* findNode(const Graph& graph, const std::string& node)
{
    for (const ChainPlace& place : chainsOf(graph))
        for (std::size_t i = 0; i < place.nodes->size(); ++i)
            if (below(place.pointer, i) == node)
                return &(*place.nodes)[i];
    return nullptr;
}

std::string nodeOf(std::string_view pointer)
{
    // Lists of nodes are "nodes", "each", and the numbers of "branches"; the number behind one is a node's.
    std::string node;
    bool list = false, branches = false;
    for (std::size_t begin = 0; begin < pointer.size();) {
        const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
        const std::string_view member = pointer.substr(begin + 1, end - begin - 1);
        if (list)
            node = std::string(pointer.substr(0, end));
        list = branches || member == "each" || (begin == 0 && member == "nodes");
        branches = member == "branches";
        begin = end;
    }
    return node;
}

std::vector<Offer> offersOf(const Graph& graph, const std::string& chain)
{
    const Changed now(graph, chain);
    std::vector<Offer> offers;
    for (const NodeKind& kind : nodeKinds()) {
        const Spot spot = spotOf(*now.found, kind);
        if (spot.taken && (*now.found)[spot.i].kind == &kind)
            offers.push_back({&kind, below(chain, spot.i), "stands there already"});
        else
            offers.push_back(
                offered(kind, spot.taken ? below(chain, spot.i) : std::string(), [&] { addNode(graph, chain, kind); }));
    }
    std::stable_sort(offers.begin(), offers.end(),
                     [](const Offer& a, const Offer& b) { return a.kind->slot < b.kind->slot; });
    return offers;
}

std::vector<Offer> offersInstead(const Graph& graph, const std::string& node)
{
    const NodePlace at = placeOf(graph, node);
    const NodeKind* now = findNode(graph, node)->kind;
    std::vector<Offer> offers;
    for (const NodeKind& kind : nodeKinds())
        if (kind.slot == now->slot && &kind != now)
            offers.push_back(offered(kind, node, [&] { replaceNode(graph, node, kind); }));
    return offers;
}

GraphChange addNode(const Graph& graph, const std::string& chain, const NodeKind& kind)
{
    Changed changed(graph, chain);
    const Spot spot = spotOf(changed.chain(), kind);
    place(changed.chain(), spot, initialNode(kind));
    return changed.done((spot.taken ? "put in " : "add ") + kind.name, below(chain, spot.i));
}

GraphChange replaceNode(const Graph& graph, const std::string& node, const NodeKind& kind)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    const std::string before = changed.chain()[at.i].kind->name;
    place(changed.chain(), {at.i, true}, initialNode(kind));
    return changed.done(fmt::format("{} instead of {}", kind.name, before), node);
}

GraphChange removeNode(const Graph& graph, const std::string& node)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    Chain& chain = changed.chain();
    const Node removed = chain[at.i];
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(at.i));
    if (!removed.branches.empty())
        chain.insert(chain.end(), removed.branches.front().begin(), removed.branches.front().end());
    return changed.done("remove " + removed.kind->name,
                        chain.empty() ? std::string() : below(at.chain, std::min(at.i, chain.size() - 1)));
}

GraphChange moveNode(const Graph& graph, const std::string& node, int by)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    Chain& chain = changed.chain();
    const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(at.i) + by;
    if (to < 0 || to >= std::ssize(chain))
        failInput("there is no further place in this chain", {.file = graph.file(), .call = node});
    std::swap(chain[at.i], chain[static_cast<std::size_t>(to)]);
    return changed.done("move " + chain[static_cast<std::size_t>(to)].kind->name,
                        below(at.chain, static_cast<std::size_t>(to)));
}

GraphChange setParameter(const Graph& graph, const std::string& node, const std::string& parameter, Value value)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    Node& now = changed.chain()[at.i];
    if (!now.parameters.contains(parameter))
        failUsage(now.kind->name + " has no parameter \"" + parameter + "\" here");
    now.parameters[parameter] = value;
    followParts(now);
    const std::string what = fmt::format("{} of {}", parameter, now.kind->name);
    if (now.kind->slot == Slot::Global)
        setHow(changed.nodes, parameter, value);
    return changed.done(what, node, node + "/" + parameter);
}

GraphChange setForm(const Graph& graph, const std::string& node, std::size_t form)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    Node& now = changed.chain()[at.i];
    if (form >= now.kind->forms.size())
        failUsage(now.kind->name + " has no such form");
    setFormOf(now, now.kind->forms[form]);
    followParts(now);
    return changed.done("parameters of " + now.kind->name, node);
}

GraphChange setBranches(const Graph& graph, const std::string& node, std::size_t count)
{
    const NodePlace at = placeOf(graph, node);
    Changed changed(graph, at.chain);
    Node& now = changed.chain()[at.i];
    if (now.branches.empty() || count == 0)
        failUsage(now.kind->name + " has no branches here");
    setCount(now, count);
    return changed.done(count == 1 ? "one chain for all parts" : fmt::format("{} branches", count), node);
}

std::size_t formIndexOf(const Node& node)
{
    const std::vector<std::vector<Parameter>>& forms = node.kind->forms;
    const auto found = std::find_if(forms.begin(), forms.end(), [&](const std::vector<Parameter>& form) {
        return form.size() == node.parameters.size() && std::all_of(form.begin(), form.end(), [&](const Parameter& p) {
                   const auto given = node.parameters.find(p.name);
                   return given != node.parameters.end() && fits(p, given->second);
               });
    });
    return static_cast<std::size_t>(found - forms.begin());
}

std::size_t partsOf(const Node& cut)
{
    if (cut.has("at"))
        return cut.places("at").size() + 1;
    if (cut.kind->name == "ROW_SPLIT" || cut.kind->name == "DIAG_SPLIT")
        return 2;
    if (cut.kind->name != "ROW_DIV" || !cut.has("by") || cut.word("by") != "length")
        return 0;
    std::size_t bounds = 1;
    for (std::int64_t bound = cut.number("from"); bound < cut.number("to"); bound *= cut.number("times"))
        ++bounds;
    return bounds + 1;
}

void EditedGraph::apply(GraphChange change)
{
    if (change.graph.json() == graph().json())
        return;
    GraphChange& now = m_states[m_now];
    const bool same = m_now > 0 && !change.field.empty() && change.field == now.field;
    m_states.erase(m_states.begin() + static_cast<std::ptrdiff_t>(m_now) + 1, m_states.end());
    if (same) {
        m_states[m_now] = std::move(change);
        return;
    }
    m_states.push_back(std::move(change));
    ++m_now;
}

void EditedGraph::undo()
{
    m_now -= canUndo() ? 1 : 0;
}

void EditedGraph::redo()
{
    m_now += canRedo() ? 1 : 0;
}

} // namespace sparsescope::graph
