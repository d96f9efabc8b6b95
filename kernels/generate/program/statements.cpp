// Statements of a nest, and which of them wait for others.
#include "kernels/generate/program/nest_printer.h"

#include "engine/ir/lower.h"
#include "kernels/generate/program/holes.h"
#include "kernels/generate/program/loads.h"

#include <functional>

namespace sparsescope {

using namespace ir;

NestPrinter::NestPrinter(const Program& program, const PlanPart& part, const Format& format,
                         const PieceRequest& request, const Body& nest)
    : m_request(request), m_memory(program, part, format, nest, request),
      m_threads(nest, request.threads, m_memory.hasFragments()), m_expressions(m_memory, part, request.op)
{
    NamedLoads loads = withNamedLoads(withoutHoles(nest, m_memory), m_memory);
    m_nest = std::move(loads.body);
    m_expressions.setLoads(std::move(loads.loads));
    std::map<std::string, ExprPtr> own;
    for (const auto& [loop, mark] : m_threads.loops())
        own[loop] = integer(0);
    m_expressions.setThreads(std::move(own));
    if (m_request.folds)
        findFold(m_nest, {});
}

void NestPrinter::print(std::int64_t sharedBegin, std::string& text, std::vector<std::pair<int, int>>& nodes)
{
    for (const NodePtr& node : m_nest)
        statement(*node);
    const bool some = m_threads.all() < m_request.threads;
    if (some && m_barriers)
        failInput(fmt::format("its loops take {} threads, and all {} of a block have to wait for one another",
                              m_threads.all(), m_request.threads));
    if (m_request.op.hasDenseAxis() && m_partName.empty())
        failInput("no loop of the dense axis is blockIdx.y, which its parts are");
    std::string head = "    {\n" + m_memory.declarations(sharedBegin);
    for (const auto& [loop, mark] : m_threads.loops())
        head += fmt::format("        const int {} = {};\n", m_memory.written(loop), threadText(mark));
    if (m_summed > 0)
        head += fmt::format("        float* const sums = reinterpret_cast<float*>(shared + {});\n",
                            sharedBegin + m_memory.sharedBytes());
    if (m_fold)
        head += fmt::format("        float* const heads = reinterpret_cast<float*>(shared + {});\n",
                            sharedBegin + m_memory.sharedBytes() + 4 * m_summed);
    if (m_memory.hasFragments())
        head += "        const int lane = threadIdx.x % 32;\n";
    if (!m_partName.empty())
        head += fmt::format("        const int {} = part;\n", m_memory.written(m_partName));
    if (some)
        head += fmt::format("        if (threadIdx.x < {}) {{\n", m_threads.all());
    text += head;
    const int first = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    for (const auto& [line, id] : m_nodes)
        nodes.emplace_back(first + line, id);
    text += m_text;
    if (some)
        text += "        }\n";
    text += "    }\n";
}

std::string NestPrinter::threadText(Mark mark) const
{
    const std::int64_t stride = m_threads.stride(mark), extent = m_threads.extent(mark);
    std::string text = "threadIdx.x";
    if (stride > 1)
        text += fmt::format(" / {}", stride);
    return stride * extent < m_request.threads ? text + fmt::format(" % {}", extent) : text;
}

void NestPrinter::line(const Node& node, const std::string& text)
{
    m_text += std::string(static_cast<std::size_t>(4 * m_depth), ' ') + text + "\n";
    m_nodes.emplace_back(++m_lines, node.id);
}

void NestPrinter::pragma(const std::string& text)
{
    m_text += text + "\n";
    ++m_lines;
}

void NestPrinter::accesses(const Node& top, std::set<std::string>& reads, std::set<std::string>& writes) const
{
    forEachNode({std::make_shared<const Node>(top)}, [&](const Node& node) {
        if (const auto* store = std::get_if<Store>(&node.what); store && isShared(store->target))
            writes.insert(store->target);
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& one) {
                if (one.kind == ExprKind::Load && isShared(one.name))
                    reads.insert(one.name);
            });
    });
}

bool NestPrinter::meet(const std::set<std::string>& a, const std::set<std::string>& b)
{
    return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); });
}

void NestPrinter::barrierBefore(const Node& node)
{
    if (m_inThreads > 0) // each of them has elements of its own
        return;
    std::set<std::string> reads, writes;
    accesses(node, reads, writes);
    if (meet(reads, m_written) || meet(writes, m_written) || meet(writes, m_read)) {
        line(node, "__syncthreads();");
        m_barriers = true;
        m_written.clear();
        m_read.clear();
    }
}

void NestPrinter::remember(const Node& node)
{
    std::set<std::string> reads, writes;
    accesses(node, reads, writes);
    m_read.insert(reads.begin(), reads.end());
    m_written.insert(writes.begin(), writes.end());
}

void NestPrinter::body(const Body& all)
{
    for (const NodePtr& node : all)
        statement(*node);
}

void NestPrinter::scope(const Body& all)
{
    ++m_depth;
    body(all);
    --m_depth;
}

void NestPrinter::statement(const Node& node)
{
    const auto* loop = std::get_if<For>(&node.what);
    const auto* branch = std::get_if<If>(&node.what);
    if (!loop && !branch)
        barrierBefore(node);
    if (loop) {
        if (!printFragments(node))
            printLoop(node, *loop);
    } else if (branch) {
        const std::string condition = m_expressions.condition(branch->condition);
        m_around.push_back(&node);
        if (addsNothing(*branch, condition)) {
            statement(*branch->then[0]);
            m_around.pop_back();
            return;
        }
        if (loadsOnly(*branch)) {
            m_condition = condition;
            statement(*branch->then[0]);
            m_condition.clear();
            m_around.pop_back();
            const auto& store = std::get<Store>(onlyStatement(*branch)->what);
            m_guarded[store.target] = {store.indices[0], condition};
            return;
        }
        line(node, fmt::format("if ({}) {{", condition));
        maybe([&] { scope(branch->then); });
        if (!branch->otherwise.empty()) {
            line(node, "} else {");
            maybe([&] { scope(branch->otherwise); });
        }
        line(node, "}");
        m_around.pop_back();
    } else if (const auto* let = std::get_if<Let>(&node.what)) {
        line(node, fmt::format("const int {} = {};", m_memory.written(let->name), m_expressions.whole(let->value)));
    } else if (const auto* store = std::get_if<Store>(&node.what)) {
        printStore(node, *store);
    } else if (const auto* call = std::get_if<Call>(&node.what)) {
        printCall(node, *call);
    }
    if (!loop && !branch && m_inThreads == 0)
        remember(node);
}

const Node* NestPrinter::onlyStatement(const If& branch)
{
    const Body* body = branch.otherwise.empty() ? &branch.then : nullptr;
    while (body && body->size() == 1) {
        const auto* loop = std::get_if<For>(&(*body)[0]->what);
        if (!loop)
            return (*body)[0].get();
        body = loop->mark == Mark::Unroll || loop->mark == Mark::Vector ? &loop->body : nullptr;
    }
    return nullptr;
}

bool NestPrinter::loadsOnly(const If& branch) const
{
    const Node* only = onlyStatement(branch);
    const Store* store = only ? std::get_if<Store>(&only->what) : nullptr;
    if (!store || store->add || store->value->kind != ExprKind::Load || isShared(store->value->name))
        return false;
    const Held held = m_memory[store->target].held;
    return held == Held::Registers || held == Held::Vectors;
}

bool NestPrinter::addsNothing(const If& branch, const std::string& condition) const
{
    const std::function<bool(const ExprPtr&)> isNothing = [&](const ExprPtr& factor) {
        if (factor->kind == ExprKind::Multiply)
            return isNothing(factor->operands[0]) && isNothing(factor->operands[1]);
        const auto found = factor->kind == ExprKind::Load ? m_guarded.find(factor->name) : m_guarded.end();
        return found != m_guarded.end() && found->second.condition == condition &&
               same(found->second.index, factor->operands[0]);
    };
    const Node* only = onlyStatement(branch);
    if (const Call* call = only ? std::get_if<Call>(&only->what) : nullptr)
        return std::all_of(call->arguments.begin() + 1, call->arguments.end(), isNothing); // the first is the sum
    const Store* store = only ? std::get_if<Store>(&only->what) : nullptr;
    return store && store->add && m_memory[store->target].held == Held::Registers && isNothing(store->value);
}

std::string NestPrinter::guarded(const std::string& value, const char* nothing) const
{
    return m_condition.empty() ? value : fmt::format("{} ? {} : {}", m_condition, value, nothing);
}

void NestPrinter::inner(const Node& node, const For& loop)
{
    m_around.push_back(&node);
    if (isThread(loop.mark)) {
        barrierBefore(node);
        ++m_inThreads;
        body(loop.body);
        if (--m_inThreads == 0)
            remember(node);
    } else {
        body(loop.body);
    }
    m_around.pop_back();
}

void NestPrinter::printLoop(const Node& node, const For& loop)
{
    if (loop.mark == Mark::BlockX)
        failInput(fmt::format("{} is blockIdx.x, and stands in another loop", loop.name));
    if (loop.mark == Mark::BlockY) {
        const ExprPtr parts = made(ExprKind::Divide, {named("ld"), integer(m_request.densePart)});
        if (!same(simplified(loop.extent), simplified(parts)))
            failInput(fmt::format("{} is blockIdx.y, and has not {} / {} iterations, a part of the dense axis each",
                                  loop.name, "ld", m_request.densePart));
        m_partName = loop.name;
    }
    if (m_fold && m_fold->groups == &loop) {
        printFold(node, loop);
        return;
    }
    if (loop.mark == Mark::BlockY || isThread(loop.mark)) {
        inner(node, loop);
        return;
    }
    if (loop.mark == Mark::Vector || loop.mark == Mark::Unroll) {
        m_expressions.open(loop.name);
        if (!printVector(node, loop) && !sumAhead(node, loop)) {
            pragma("#pragma unroll");
            printPlain(node, loop);
        }
        m_expressions.close(loop.name);
        return;
    }
    pragma("#pragma unroll 1");
    printPlain(node, loop);
}

void NestPrinter::printPlain(const Node& node, const For& loop)
{
    const std::string name = m_memory.written(loop.name);
    const std::string extent = m_expressions.whole(loop.extent);
    const bool plain = loop.extent->kind == ExprKind::Integer || loop.extent->kind == ExprKind::Name;
    line(node, plain ? fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", name, extent)
                     : fmt::format("for (int {0} = 0, {0}End = {1}; {0} < {0}End; ++{0}) {{", name, extent));
    // What an iteration has done, the next one meets.
    if (m_inThreads == 0)
        remember(node);
    ++m_depth;
    maybe([&] { inner(node, loop); });
    --m_depth;
    line(node, "}");
}

void NestPrinter::printStore(const Node& node, const Store& store)
{
    const DeviceArray& target = m_memory[store.target];
    const bool wholes = isWhole(target.array->type);
    if (target.held == Held::Output) {
        storeOutput(node, store);
        return;
    }
    for (const Node* outer : m_around) {
        const auto* loop = std::get_if<For>(&outer->what);
        if (loop && loop->kind == LoopKind::Reduced && isThread(loop->mark) && store.add &&
            !mentions(store.indices[0], loop->name))
            failInput(fmt::format("{} is added to by the threads of {}", store.target, loop->name));
    }
    const std::string value = wholes ? m_expressions.whole(store.value) : m_expressions.value(store.value);
    if (target.held == Held::Registers) {
        m_guarded.erase(store.target);
        line(node, fmt::format("{}[{}] {} {};", target.text, m_expressions.index(store.target, store.indices[0]),
                               store.add ? "+=" : "=", guarded(value, wholes ? "0" : "0.f")));
    } else if (target.held == Held::Shared) {
        const bool narrowed = !wholes && target.array->type != Type::Float32;
        if (store.add && narrowed)
            failInput(fmt::format("{} is added to, and of {}", store.target, word(target.array->type)));
        line(node, fmt::format("{}[{}] {} {};", target.text, m_expressions.whole(store.indices[0]),
                               store.add ? "+=" : "=", narrowed ? fmt::format("rounded<T>({})", value) : value));
    } else {
        failInput(fmt::format("kernels do not write {}", store.target));
    }
}

} // namespace sparsescope
