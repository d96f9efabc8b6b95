#include "engine/plan/graph/graph.h"

#include "engine/core/hash.h"
#include "engine/core/json_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope::graph {

namespace {

using nlohmann::json;

constexpr const char* schemaName = "sparsescope-graph";
constexpr std::int64_t mostBranches = 8;
constexpr std::size_t mostCutPlaces = 255;
constexpr std::int64_t mostNnzWithoutX = 8192; // of BMTB_ROW_BLOCK without X_SHARED

// A value of the file and the JSON pointer to it (RFC 6901).
struct Place {
    const json& value;
    const std::string& file;
    std::string pointer;

    [[noreturn]] void fail(std::string reason) const { failInput(std::move(reason), {.file = file, .call = pointer}); }
    // A member, or where it would be.
    Place operator[](const std::string& key) const
    {
        static const json none;
        const auto found = value.find(key);
        std::string escaped;
        for (const char c : key)
            escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        return {found == value.end() ? none : *found, file, pointer + "/" + escaped};
    }
    Place operator[](std::size_t i) const { return {value[i], file, fmt::format("{}/{}", pointer, i)}; }
    bool has(const std::string& key) const { return value.contains(key); }
};

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words)
        all += (all.empty() ? "" : ", ") + word;
    return all;
}

std::int64_t wholeNumber(const Place& place)
{
    if (!place.value.is_number_integer())
        place.fail("is not a whole number");
    const bool fits = !place.value.is_number_unsigned() || place.value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
    if (!fits)
        place.fail(fmt::format("is {}, too large", place.value.dump()));
    return place.value.get<std::int64_t>();
}

Value readPlaces(const Parameter& parameter, const Place& place)
{
    if (!place.value.is_array() || place.value.empty() || place.value.size() > mostCutPlaces)
        place.fail(fmt::format("is not a list of 1 to {} whole numbers", mostCutPlaces));
    std::vector<std::int64_t> places;
    for (std::size_t i = 0; i < place.value.size(); ++i) {
        const std::int64_t next = wholeNumber(place[i]);
        const std::int64_t least = places.empty() ? parameter.least : places.back() + 1;
        if (next < least || next > parameter.most)
            place[i].fail(fmt::format("is {}, not from {} to {}", next, least, parameter.most));
        places.push_back(next);
    }
    return places;
}

Value readParameter(const Parameter& parameter, const Place& place)
{
    if (parameter.type == Parameter::Type::Places)
        return readPlaces(parameter, place);
    if (parameter.type == Parameter::Type::Word) {
        if (!place.value.is_string() ||
            std::find(parameter.words.begin(), parameter.words.end(), place.value) == parameter.words.end())
            place.fail("is none of " + joined(parameter.words));
        return place.value.get<std::string>();
    }
    const std::int64_t value = wholeNumber(place);
    if (!parameter.legal(value))
        place.fail(fmt::format("is {}, not {}", value, parameter.legalText()));
    return value;
}

// The form that the node's members tell: its first parameter is given, and is one of its words.
const std::vector<Parameter>& formOf(const NodeKind& kind, const Place& place)
{
    if (kind.forms.size() == 1)
        return kind.forms.front();
    std::vector<std::string> names, words;
    std::string worded; // the parameter with these words
    for (const std::vector<Parameter>& form : kind.forms) {
        const Parameter& first = form.front();
        if (std::find(names.begin(), names.end(), first.name) == names.end())
            names.push_back(first.name);
        if (!place.has(first.name))
            continue;
        const auto& value = place[first.name].value;
        if (first.words.empty() || std::find(first.words.begin(), first.words.end(), value) != first.words.end())
            return form;
        words.insert(words.end(), first.words.begin(), first.words.end());
        worded = first.name;
    }
    if (!words.empty())
        place[worded].fail("is none of " + joined(words));
    place.fail(fmt::format("{} needs one of {}", kind.name, joined(names)));
}

class GraphReader {
public:
    explicit GraphReader(bool ofTile = false) : m_ofTile(ofTile) {}

    // Behind the nodes that it has begun with.
    Chain chain(const Place& place, int depth, Chain chain = {});

private:
    Node node(const Place& place, int depth);
    void branches(Node& node, const Place& place, int depth);

    const bool m_ofTile;
    std::int64_t m_nodes = 0;
    std::string m_how; // of the first GMEM_ATOM_RED
};

void GraphReader::branches(Node& node, const Place& place, int depth)
{
    if (place.has("branches") == place.has("each"))
        place.fail(node.kind->name + " needs either branches or each");
    node.each = place.has("each");
    if (depth == deepestCut)
        place.fail(fmt::format("cuts are nested more than {} deep", deepestCut));
    if (node.each) {
        node.branches.push_back(chain(place["each"], depth + 1));
        return;
    }
    const Place chains = place["branches"];
    if (!chains.value.is_array() || chains.value.size() < 2 || std::ssize(chains.value) > mostBranches)
        chains.fail(fmt::format("is not a list of 2 to {} chains", mostBranches));
    for (std::size_t i = 0; i < chains.value.size(); ++i)
        node.branches.push_back(chain(chains[i], depth + 1));
}

Node GraphReader::node(const Place& place, int depth)
{
    if (!place.value.is_object())
        place.fail("is not a node, an object with \"op\"");
    if (++m_nodes > mostNodes)
        place.fail(fmt::format("the graph has more than {} nodes", mostNodes));
    const Place op = place["op"];
    if (!place.has("op"))
        op.fail("is missing");
    const NodeKind* kind = op.value.is_string() ? findNodeKind(op.value.get<std::string>()) : nullptr;
    if (!kind)
        op.fail("is the name of no node");
    if (m_ofTile && kind->name == tileDiagonals().name)
        kind = &tileDiagonals();
    Node node{.kind = kind};
    const std::vector<Parameter>& form = formOf(*kind, place);
    for (const auto& [key, value] : place.value.items()) {
        const bool known =
            key == "op" || (kind->slot == Slot::Cut && (key == "branches" || key == "each")) ||
            std::any_of(form.begin(), form.end(), [&k = key](const Parameter& p) { return p.name == k; });
        if (!known)
            place[key].fail(fmt::format("is no parameter of {}{}", kind->name,
                                        form.empty() ? "" : " with \"" + form.front().name + "\""));
    }
    for (const Parameter& parameter : form) {
        if (!place.has(parameter.name) && !parameter.otherwise)
            place[parameter.name].fail("is missing");
        node.parameters[parameter.name] =
            place.has(parameter.name) ? readParameter(parameter, place[parameter.name]) : *parameter.otherwise;
    }
    if (kind->slot == Slot::Cut)
        branches(node, place, depth);
    return node;
}

const Node* nodeOf(const Chain& chain, Slot slot)
{
    const auto found =
        std::find_if(chain.begin(), chain.end(), [slot](const Node& node) { return node.kind->slot == slot; });
    return found == chain.end() ? nullptr : &*found;
}

// What a leaf must have, and what belongs together in it.
void checkLeaf(const Chain& chain, std::size_t begun, const Place& place, std::string& graphHow)
{
    constexpr std::array<std::pair<Slot, const char*>, 4> needed = {{{Slot::Compress, "COMPRESS"},
                                                                     {Slot::BmtBlock, "a BMT block"},
                                                                     {Slot::Thread, "a THREAD reduction"},
                                                                     {Slot::Global, "GMEM_ATOM_RED"}}};
    for (const auto& [slot, what] : needed)
        if (!nodeOf(chain, slot))
            place.fail(fmt::format("the chain lacks {}", what));
    std::array<const Node*, 3> given = {nodeOf(chain, Slot::Thread), nodeOf(chain, Slot::Warp),
                                        nodeOf(chain, Slot::Shared)};
    const auto pointed = [&](const Node* node) { return place[static_cast<std::size_t>(node - chain.data()) - begun]; };
    const Reductions reductions = reductionsOf(chain);
    if (!legal(reductions))
        pointed(given[2] && legal({reductions.thread, reductions.warp, BlockRed::None}) ? given[2] : given[1])
            .fail(text(reductions) + " is no triple of reductions that fit");
    if (const Node* rows = nodeOf(chain, Slot::BmtbBlock); rows && rows->kind->name == "BMTB_ROW_BLOCK" &&
                                                           rows->has("nnz") && rows->number("nnz") > mostNnzWithoutX &&
                                                           !nodeOf(chain, Slot::XShared))
        pointed(rows)["nnz"].fail(
            fmt::format("is {}, more than {} without X_SHARED", rows->number("nnz"), mostNnzWithoutX));
    const Node* global = nodeOf(chain, Slot::Global);
    if (graphHow.empty())
        graphHow = global->word("how");
    else if (graphHow != global->word("how"))
        pointed(global)["how"].fail("is \"" + global->word("how") + "\", but another branch's \"" + graphHow +
                                    "\": rows may have writers in both");
}

Chain GraphReader::chain(const Place& place, int depth, Chain chain)
{
    if (!place.value.is_array() || place.value.empty())
        place.fail("is not a list of nodes");
    if (m_nodes + std::ssize(place.value) > mostNodes)
        place.fail(fmt::format("the graph has more than {} nodes", mostNodes));
    const std::size_t begun = chain.size();
    chain.reserve(begun + place.value.size());
    for (std::size_t i = 0; i < place.value.size(); ++i) {
        Node next = node(place[i], depth);
        if (!chain.empty()) {
            const NodeKind& before = *chain.back().kind;
            if (before.slot == Slot::Cut)
                place[i - 1].fail(before.name + " is not the last node of its chain");
            if (next.kind->name == "SORT")
                place[i].fail("SORT is not the first node of its chain");
            const bool follows = next.kind->slot == Slot::Order ? before.slot == Slot::Order
                                 : next.kind->slot == Slot::Cut ? before.slot == Slot::Order
                                                                : next.kind->slot > before.slot;
            if (!follows)
                place[i].fail(fmt::format("{} does not stand behind {}", next.kind->name, before.name));
        }
        if (next.kind->slot > Slot::Compress && !nodeOf(chain, Slot::Compress))
            place[i].fail(next.kind->name + " stands before COMPRESS");
        chain.push_back(std::move(next));
    }
    if (chain.back().kind->slot != Slot::Cut)
        checkLeaf(chain, begun, place, m_how);
    return chain;
}

json written(const Chain& chain, bool canonical)
{
    json nodes = json::array();
    for (const Node& node : chain) {
        if (canonical && node.kind->idle && node.kind->idle(node))
            continue;
        json one = {{"op", node.kind->name}};
        for (const auto& [name, value] : node.parameters)
            std::visit([&, &key = name](const auto& held) { one[key] = held; }, value);
        if (node.each)
            one["each"] = written(node.branches.front(), canonical);
        else
            for (const Chain& branch : node.branches)
                one["branches"].push_back(written(branch, canonical));
        nodes.push_back(std::move(one));
    }
    return nodes;
}

json document(const Chain& nodes, bool canonical)
{
    return {{"schema", schemaName}, {"version", graphVersion}, {"nodes", written(nodes, canonical)}};
}

} // namespace

Graph::Graph(Chain nodes, std::string file)
    : m_nodes(std::make_shared<const Chain>(std::move(nodes))), m_file(std::move(file))
{
}

json Graph::json() const
{
    return document(*m_nodes, false);
}

std::string Graph::canonicalText() const
{
    return jsonText(document(*m_nodes, true));
}

std::uint64_t Graph::identity() const
{
    const std::string text = canonicalText();
    return hashArray(std::span<const char>(text));
}

Graph readGraph(const nlohmann::json& json, const std::string& file)
{
    const Place whole{json, file, ""};
    if (!json.is_object())
        whole.fail("a graph is a JSON object");
    for (const auto& [key, value] : json.items())
        if (key != "schema" && key != "version" && key != "nodes")
            whole[key].fail("is no member of a graph");
    if (whole["schema"].value != schemaName)
        whole["schema"].fail(fmt::format("is not \"{}\"", schemaName));
    if (const Place version = whole["version"]; wholeNumber(version) != graphVersion)
        version.fail(fmt::format("is {}, a version that this program does not know", version.value.dump()));
    return Graph(GraphReader().chain(whole["nodes"], 0), file);
}

nlohmann::json toJson(const Chain& nodes)
{
    return written(nodes, false);
}

Chain readTileNodes(const nlohmann::json& nodes, const std::string& file, const std::string& pointer)
{
    const Chain before = {{.kind = findNodeKind("COMPRESS")},
                          {.kind = findNodeKind("BMTB_ROW_BLOCK"), .parameters = {{"rows", std::int64_t{1}}}},
                          {.kind = findNodeKind("SORT_BMTB")}};
    Chain chain = GraphReader(true).chain({nodes, file, pointer}, deepestCut, before);
    chain.erase(chain.begin(), chain.begin() + std::ssize(before));
    return chain;
}

Graph parseGraph(std::string_view text, const std::string& file)
{
    return readGraph(parseJson(text, {.file = file}), file);
}

} // namespace sparsescope::graph
