#include "engine/ir/steps/nest.h"

#include "engine/core/error.h"
#include "engine/ir/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isName(const std::string& word)
{
    return !word.empty() && !isDigit(word.front()) && std::all_of(word.begin(), word.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
}

// As the lowering to positions names blocks: the iteration, "_" where that ends in a digit, and a number.
std::string iterationOfBlock(std::string name)
{
    while (!name.empty() && isDigit(name.back()))
        name.pop_back();
    if (name.size() > 1 && name.back() == '_' && (isDigit(name[name.size() - 2]) || name[name.size() - 2] == '_'))
        name.pop_back();
    return name;
}

// Behind the name of what a branch was made of: "_le4" or "_gt4"; where it begins, or npos.
std::size_t branchSuffix(const std::string& name)
{
    std::size_t at = name.size();
    while (at > 0 && isDigit(name[at - 1]))
        --at;
    const bool suffix = at < name.size() && at > 3 && name[at - 3] == '_' &&
                        (name.compare(at - 2, 2, "le") == 0 || name.compare(at - 2, 2, "gt") == 0);
    return suffix ? at - 3 : std::string::npos;
}

// What all of them are, or are branches of.
std::string commonOf(const std::vector<std::string>& names)
{
    std::string common = names.front();
    while (!std::all_of(names.begin(), names.end(), [&](const std::string& name) { return isOf(name, common); })) {
        const std::size_t suffix = branchSuffix(common);
        if (suffix == std::string::npos)
            return names.front();
        common.resize(suffix);
    }
    return common;
}

// How many of a body's iterations are that one.
enum class Share { None, Some, All };
Share shareOf(const Body& body, const std::string& iteration)
{
    const std::vector<std::string> names = iterationsIn(body);
    const auto of =
        std::count_if(names.begin(), names.end(), [&](const std::string& name) { return isOf(name, iteration); });
    return of == 0 ? Share::None : of == std::ssize(names) ? Share::All : Share::Some;
}

// changed() statements of that iteration alone, some of which may stand in branches.
std::optional<Body> changedOf(Program& program, const Body& body, const std::string& iteration, const Change& change,
                              const Known& known)
{
    const Share share = iteration.empty() ? Share::All : shareOf(body, iteration);
    if (share != Share::Some)
        return share == Share::All ? changed(program, body, change, known) : std::nullopt;
    Body all;
    bool any = false;
    for (const NodePtr& node : body) {
        Known inside = known;
        if (const auto* loop = std::get_if<For>(&node->what); loop && loop->extent->kind == ExprKind::Integer)
            inside.extents[loop->name] = loop->extent->value;
        std::vector<Body> bodies;
        bool inner = false;
        for (const Body* one : bodiesOf(*node)) {
            std::optional<Body> other = changedOf(program, *one, iteration, change, inside);
            inner = inner || other.has_value();
            bodies.push_back(other ? std::move(*other) : *one);
        }
        all.push_back(inner ? withBodies(program, *node, std::move(bodies)) : node);
        any = any || inner;
    }
    return any ? std::optional(std::move(all)) : std::nullopt;
}

void addNames(const Body& body, const std::string& iteration, std::set<std::string>& names)
{
    const bool unknown = iterationsIn(body).empty();
    if (!iteration.empty() && !unknown && shareOf(body, iteration) == Share::None)
        return;
    for (const NodePtr& node : body) {
        if (!iteration.empty() && !iterationsIn({node}).empty() && !belongs(*node, iteration))
            continue;
        if (const auto* loop = std::get_if<For>(&node->what))
            names.insert(loop->name);
        else if (const auto* let = std::get_if<Let>(&node->what))
            names.insert(let->name);
        for (const Body* inner : bodiesOf(*node))
            addNames(*inner, iteration, names);
    }
}

void visitIterations(const Body& body, const std::string& around,
                     const std::function<void(const Node&, const std::string&)>& visit)
{
    for (const NodePtr& node : body) {
        const std::vector<std::string> names = iterationsIn({node});
        const std::string iteration = names.empty() ? around : commonOf(names);
        visit(*node, iteration);
        for (const Body* inner : bodiesOf(*node)) {
            const std::vector<std::string> within = iterationsIn(*inner);
            visitIterations(*inner, within.empty() ? iteration : commonOf(within), visit);
        }
    }
}

} // namespace

std::vector<std::string> words(const std::string& arguments)
{
    std::vector<std::string> all(1);
    int open = 0; // parentheses hold an expression together
    for (const char c : arguments) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (open == 0 && (c == ' ' || c == ',' || c == '\t' || c == '[' || c == ']')) {
            if (!all.back().empty())
                all.emplace_back();
        } else if (c != ' ') {
            all.back() += c;
        }
    }
    if (all.back().empty())
        all.pop_back();
    return all;
}

std::string onlyWord(const Step& step, const char* what)
{
    const std::vector<std::string> all = words(step.arguments);
    if (all.size() != 1)
        failInput(fmt::format("{} takes {}, and nothing else", step.verb, what));
    return all.front();
}

std::int64_t numberOf(const std::string& word, const ScheduleContext& context, std::int64_t most)
{
    std::map<std::string, ExprPtr> byName;
    for (const auto& [name, value] : context.constants)
        byName[name] = integer(value);
    const ExprPtr value = simplified(substituted(parseExpr(word, "schedule"), byName));
    if (value->kind != ExprKind::Integer)
        failInput(fmt::format("{} is no number that is known here", word));
    if (value->value < 1 || value->value > most)
        failInput(fmt::format("{} is not from 1 to {}", value->value, most));
    return value->value;
}

std::string iterationOf(const Node& node)
{
    const std::vector<std::string> names = iterationsIn({std::make_shared<const Node>(node)});
    return names.empty() ? std::string() : commonOf(names);
}

std::vector<std::string> iterationsIn(const Body& body)
{
    std::vector<std::string> names;
    forEachNode(body, [&](const Node& node) {
        if (const auto* block = std::get_if<Block>(&node.what))
            if (std::string name = iterationOfBlock(block->name);
                std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(std::move(name));
    });
    return names;
}

bool isOf(const std::string& name, const std::string& iteration)
{
    if (iteration.empty() || name == iteration)
        return true;
    const std::size_t suffix = branchSuffix(name);
    return suffix != std::string::npos && isOf(name.substr(0, suffix), iteration);
}

bool belongs(const Node& node, const std::string& iteration)
{
    return iteration.empty() || shareOf({std::make_shared<const Node>(node)}, iteration) != Share::None;
}

std::string branchOfBlock(const std::string& block, const std::string& suffix)
{
    std::size_t number = block.size();
    while (number > 0 && isDigit(block[number - 1]))
        --number;
    return iterationOfBlock(block) + suffix + "_" + (number < block.size() ? block.substr(number) : "0");
}

void forIterations(const Program& program, const std::function<void(const Node&, const std::string&)>& visit)
{
    visitIterations(program.body, {}, visit);
}

NodePtr withBodies(Program& program, const Node& node, std::vector<Body> bodies)
{
    Node made = node;
    made.id = program.nextId++;
    made.from = {node.id};
    if (auto* iter = std::get_if<Iter>(&made.what)) {
        iter->init = std::move(bodies[0]);
        iter->body = std::move(bodies[1]);
    } else if (auto* loop = std::get_if<For>(&made.what)) {
        loop->body = std::move(bodies[0]);
    } else if (auto* block = std::get_if<Block>(&made.what)) {
        block->body = std::move(bodies[0]);
    } else if (auto* branch = std::get_if<If>(&made.what)) {
        branch->then = std::move(bodies[0]);
        branch->otherwise = std::move(bodies[1]);
    }
    return std::make_shared<const Node>(std::move(made));
}

NodePtr withExpressions(Program& program, const Node& node, const std::function<ExprPtr(const ExprPtr&)>& change)
{
    Node made = node;
    made.id = program.nextId++;
    made.from = {node.id};
    const auto each = [&](std::vector<ExprPtr>& all) {
        for (ExprPtr& expr : all)
            expr = change(expr);
    };
    if (auto* loop = std::get_if<For>(&made.what)) {
        loop->extent = change(loop->extent);
    } else if (auto* store = std::get_if<Store>(&made.what)) {
        each(store->indices);
        store->value = change(store->value);
    } else if (auto* branch = std::get_if<If>(&made.what)) {
        branch->condition = change(branch->condition);
    } else if (auto* let = std::get_if<Let>(&made.what)) {
        let->value = change(let->value);
    } else if (auto* call = std::get_if<Call>(&made.what)) {
        each(call->arguments);
    }
    return std::make_shared<const Node>(std::move(made));
}

Body withExpressions(Program& program, const Body& body, const std::function<ExprPtr(const ExprPtr&)>& change)
{
    Body all;
    for (const NodePtr& node : body) {
        NodePtr now = withExpressions(program, *node, change);
        std::vector<Body> bodies;
        for (const Body* inner : bodiesOf(*node))
            bodies.push_back(withExpressions(program, *inner, change));
        if (!bodies.empty()) {
            Node made = *withBodies(program, *now, std::move(bodies));
            made.from = {node->id};
            now = std::make_shared<const Node>(std::move(made));
        }
        all.push_back(std::move(now));
    }
    return all;
}

Body substituted(Program& program, const Body& body, const std::map<std::string, ExprPtr>& byName, const Known& known)
{
    Body all;
    for (const NodePtr& node : body) {
        NodePtr now = withExpressions(
            program, *node, [&](const ExprPtr& expr) { return simplified(substituted(expr, byName), known); });
        std::vector<Body> bodies;
        Known inside = known;
        if (const auto* loop = std::get_if<For>(&now->what); loop && loop->extent->kind == ExprKind::Integer)
            inside.extents[loop->name] = loop->extent->value;
        for (const Body* inner : bodiesOf(*node))
            bodies.push_back(substituted(program, *inner, byName, inside));
        if (!bodies.empty()) {
            now = withBodies(program, *now, std::move(bodies));
            Node made = *now;
            made.from = {node->id};
            now = std::make_shared<const Node>(std::move(made));
        }
        all.push_back(std::move(now));
    }
    return all;
}

std::optional<Body> changed(Program& program, const Body& body, const Change& change, const Known& known)
{
    Body all;
    bool any = false;
    for (const NodePtr& node : body) {
        if (std::optional<Body> other = change(program, node, known)) {
            all.insert(all.end(), other->begin(), other->end());
            any = true;
            continue;
        }
        Known inside = known;
        if (const auto* loop = std::get_if<For>(&node->what); loop && loop->extent->kind == ExprKind::Integer)
            inside.extents[loop->name] = loop->extent->value;
        std::vector<Body> bodies;
        bool inner = false;
        for (const Body* one : bodiesOf(*node)) {
            std::optional<Body> other = changed(program, *one, change, inside);
            inner = inner || other.has_value();
            bodies.push_back(other ? std::move(*other) : *one);
        }
        all.push_back(inner ? withBodies(program, *node, std::move(bodies)) : node);
        any = any || inner;
    }
    return any ? std::optional(std::move(all)) : std::nullopt;
}

Program changedNests(const Program& program, const Step& step, const Change& change, const std::string& missing)
{
    Program made = program;
    made.body.clear();
    bool any = false;
    for (const NodePtr& node : program.body) {
        std::optional<Body> other = changedOf(made, {node}, step.iteration, change, {});
        any = any || other.has_value();
        if (other)
            made.body.insert(made.body.end(), other->begin(), other->end());
        else
            made.body.push_back(node);
    }
    if (!any)
        failInput(step.iteration.empty() ? missing : fmt::format("iteration {}: {}", step.iteration, missing));
    return made;
}

std::set<std::string> namesIn(const Program& program, const std::string& iteration)
{
    std::set<std::string> names(program.params.begin(), program.params.end());
    names.insert(program.tiles.begin(), program.tiles.end());
    for (const Axis& axis : program.axes)
        names.insert(axis.name);
    for (const Buffer& buffer : program.buffers)
        names.insert(buffer.name);
    for (const Array& array : program.arrays)
        names.insert(array.name);
    addNames(program.body, iteration, names);
    return names;
}

void requireFree(const Program& program, const std::string& iteration, const std::string& name)
{
    if (!isName(name))
        failInput(fmt::format("\"{}\" is no name", name));
    if (namesIn(program, iteration).contains(name))
        failInput(fmt::format("the name {} is taken", name));
}

std::vector<LoopOf> loopsOf(const Program& program)
{
    std::vector<LoopOf> all;
    forIterations(program, [&](const Node& node, const std::string& iteration) {
        if (const auto* loop = std::get_if<For>(&node.what))
            all.push_back({iteration, loop->name, {loop->name, loop->kind, loop->extent, loop->mark, {}}});
    });
    return all;
}

std::string ofIteration(const std::string& iteration, const std::string& step)
{
    return iteration.empty() ? step : iteration + ": " + step;
}

std::vector<std::string> forLoops(const Program& program,
                                  const std::function<std::vector<std::string>(const LoopOf&)>& each)
{
    std::vector<std::string> all;
    for (const LoopOf& loop : loopsOf(program))
        for (const std::string& step : each(loop))
            if (const std::string text = ofIteration(loop.iteration, step);
                std::find(all.begin(), all.end(), text) == all.end())
                all.push_back(text);
    return all;
}

std::string noLoop(const std::string& name)
{
    return fmt::format("there is no loop {}", name);
}

bool isTileLoop(const For& loop)
{
    return loop.extent->kind == ExprKind::Name && countsTiles(loop.extent->name);
}

void requireStage(const Program& program, const Step& step, int least, int most)
{
    if (program.stage >= least && program.stage <= most)
        return;
    failInput(fmt::format("{} is a step of stage {}, and the program is of stage {}", step.verb,
                          least == most ? std::to_string(least) : fmt::format("{} or {}", least, most), program.stage));
}

} // namespace sparsescope::ir
