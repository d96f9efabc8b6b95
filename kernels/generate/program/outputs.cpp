// What is stored into C, or into the slots of its rows.
#include "kernels/generate/program/nest_printer.h"

#include "engine/ir/lower.h"

#include <bit>
#include <fmt/ranges.h>

namespace sparsescope {

using namespace ir;

NestPrinter::Stored NestPrinter::requireOnce(const Node& node, const Store& store)
{
    if (!store.add)
        failInput("C is set where it is to be added to");
    if (m_fold && m_fold->store != &store)
        failInput("rows are folded, and C is added to in two places");
    m_stores.insert(node.id); // a loop's last iteration may stand apart
    if (!m_request.addsAll && m_stores.size() > 1)
        failInput("C is added to in two places: cache_write C first");
    Stored found;
    std::set<Mark> around;
    for (const Node* outer : m_around) {
        const auto* loop = std::get_if<For>(&outer->what);
        if (!loop)
            continue;
        around.insert(loop->mark);
        if (loop->kind != LoopKind::Reduced || loop->mark == Mark::BlockY) // the launch adds up parts of the axis
            continue;
        if (isThread(loop->mark))
            requireTogether(*loop);
        else if (!m_request.addsAll)
            failInput(fmt::format("C is added to in each iteration of {}: cache_write C outside of it", loop->name));
        if (isThread(loop->mark)) {
            found.reduced.push_back(loop);
            found.conditions.push_back(m_memory.written(loop->name) + " == 0");
        }
    }
    for (const Mark mark : m_threads.marks())
        if (!around.contains(mark))
            found.conditions.push_back(fmt::format("{} == 0", threadText(mark)));
    return found;
}

void NestPrinter::requireTogether(const For& reduced) const
{
    const std::int64_t stride = m_threads.stride(reduced.mark), span = stride * m_threads.extent(reduced.mark);
    if (!std::has_single_bit(static_cast<std::uint64_t>(stride)) ||
        !std::has_single_bit(static_cast<std::uint64_t>(span)))
        failInput(
            fmt::format("{} is summed across {} threads side by side, which is no power of two", reduced.name, span));
    const auto differs = [&](const ExprPtr& expr) {
        return std::any_of(m_threads.loops().begin(), m_threads.loops().end(), [&](const auto& loop) {
            return m_threads.stride(loop.second) < span && mentions(expr, loop.first);
        });
    };
    for (const Node* node : m_around) {
        const auto* branch = std::get_if<If>(&node->what);
        const auto* loop = std::get_if<For>(&node->what);
        if ((branch && differs(branch->condition)) || (loop && differs(loop->extent)))
            failInput(fmt::format("{} is summed across threads that do not all come there", reduced.name));
    }
}

void NestPrinter::declareResult(const Node& node, const std::vector<std::string>& values, const Stored& stored,
                                std::int64_t rows)
{
    const std::int64_t each = std::ssize(values) / std::max<std::int64_t>(rows, 1);
    std::vector<std::string> texts;
    for (std::int64_t r = 0; r < std::max<std::int64_t>(rows, 1); ++r)
        texts.push_back(
            fmt::format("{{{}}}", fmt::join(values.begin() + r * each, values.begin() + (r + 1) * each, ", ")));
    line(node, fmt::format("{}float result{}[{}] = {};", stored.reduced.empty() ? "const " : "",
                           rows > 0 ? fmt::format("[{}]", rows) : "", each,
                           rows > 0 ? fmt::format("{{{}}}", fmt::join(texts, ", ")) : texts[0]));
    for (const For* loop : stored.reduced) {
        const std::int64_t stride = m_threads.stride(loop->mark);
        const std::int64_t span = stride * m_threads.extent(loop->mark);
        if (span > 32) {
            m_summed =
                std::max(m_summed, std::ssize(values) * (m_request.threads / 32) * std::min<std::int64_t>(stride, 32));
            line(node, fmt::format("addAcrossWarps<{}, {}>(result, sums);", stride, span));
        } else {
            line(node, fmt::format("addAcrossLanes<{}, {}>(result);", stride, span));
        }
    }
}

void NestPrinter::storeResult(const Node& node, const Stored& stored, const std::string& call)
{
    if (stored.conditions.empty()) {
        line(node, call);
        return;
    }
    line(node, fmt::format("if ({})", fmt::join(stored.conditions, " && ")));
    ++m_depth;
    line(node, call);
    --m_depth;
}

bool NestPrinter::isWholeVector(const For& loop) const
{
    return loop.mark == Mark::Vector && m_request.op.hasDenseAxis() && !m_request.op.sampled() &&
           loop.extent->value == vectorOf(m_request.op);
}

std::vector<std::string> NestPrinter::valuesOf(const Store& store, const For& vector) const
{
    std::vector<std::string> values;
    for (std::int64_t v = 0; v < vector.extent->value; ++v)
        values.push_back(m_expressions.value(simplified(substituted(store.value, {{vector.name, integer(v)}}))));
    return values;
}

void NestPrinter::storeVector(const Node& node, const Store& store, const For& loop)
{
    const Stored stored = requireOnce(node, store);
    const DeviceExpressions::Place place = m_expressions.placeOf(at0(store.indices[0], loop));
    const auto ahead = m_ahead.find(&store);
    if (ahead == m_ahead.end()) {
        line(node, "{");
        ++m_depth;
        declareResult(node, valuesOf(store, loop), stored);
    }
    const std::string result = ahead == m_ahead.end() ? "result" : ahead->second;
    const std::string at =
        fmt::format("args, {}, {}", m_expressions.whole(place.row), m_expressions.whole(place.column));
    if (m_fold && m_fold->store == &store) {
        m_fold->stores = fmt::format("{}", fmt::join(stored.conditions, " && "));
        storeResult(node, stored,
                    fmt::format("folds{}.add({}, {});",
                                m_fold->pieces ? "[" + m_memory.written(m_fold->pieces->name) + "]" : "",
                                m_expressions.whole(place.row), result));
    } else if (loop.extent->value == 4) {
        storeResult(node, stored,
                    fmt::format("Output<T, How>::four({0}, {1}[0], {1}[1], {1}[2], {1}[3]);", at, result));
    } else if (inPairs(place.column, loop.extent->value)) {
        storeResult(node, stored, fmt::format("Output<T, How>::eight({}, {});", at, result));
    } else {
        storeResult(node, stored, fmt::format("putEight<T, How>({}, {});", at, result));
    }
    if (ahead == m_ahead.end()) {
        --m_depth;
        line(node, "}");
    }
}

bool NestPrinter::inPairs(const ExprPtr& column, std::int64_t length) const
{
    for (const auto& [loop, mark] : m_threads.loops())
        if (mark == Mark::ThreadX && m_threads.extent(mark) % 2 == 0 && strideOf(column, loop) == length)
            return true;
    return false;
}

bool NestPrinter::sumAhead(const Node& node, const For& loop)
{
    Stored stored;
    const auto take = [&](const For& around) {
        if (around.kind == LoopKind::Reduced && isThread(around.mark))
            stored.reduced.push_back(&around);
    };
    for (const Node* outer : m_around)
        if (const auto* around = std::get_if<For>(&outer->what))
            take(*around);
    std::set<std::string> within;
    const Body* body = &loop.body;
    const Store* store = nullptr;
    const For* vector = nullptr;
    while (!store) {
        if (body->empty())
            return false;
        for (std::size_t b = 0; b + 1 < body->size(); ++b) {
            const auto* let = std::get_if<Let>(&(*body)[b]->what);
            if (!let)
                return false;
            within.insert(let->name);
        }
        const Node& last = *body->back();
        store = std::get_if<Store>(&last.what);
        if (const auto* branch = std::get_if<If>(&last.what); branch && branch->otherwise.empty()) {
            body = &branch->then;
        } else if (const auto* inner = std::get_if<For>(&last.what); inner && isThread(inner->mark)) {
            take(*inner);
            body = &inner->body;
        } else if (inner && isWholeVector(*inner) && !vector) {
            vector = inner;
            body = &inner->body;
        } else if (!store) {
            return false;
        }
    }
    const bool sums = m_memory[store->target].held == Held::Output && store->value->kind == ExprKind::Load &&
                      m_memory[store->value->name].held == Held::Registers && !m_ahead.contains(store);
    if (!sums || stored.reduced.empty() || loop.mark != Mark::Unroll ||
        std::any_of(within.begin(), within.end(),
                    [&](const std::string& name) { return mentions(store->value, name); }))
        return false;
    constexpr std::int64_t mostAhead = 16; // values, or they would take too many registers and too much memory
    if (loop.extent->value * (vector ? vector->extent->value : 1) > mostAhead)
        return false;
    std::vector<std::string> values;
    for (std::int64_t i = 0; i < loop.extent->value; ++i) {
        Store one = *store;
        one.value = simplified(substituted(store->value, {{loop.name, integer(i)}}));
        const std::vector<std::string> some =
            vector ? valuesOf(one, *vector) : std::vector<std::string>{m_expressions.value(one.value)};
        values.insert(values.end(), some.begin(), some.end());
    }
    line(node, "{");
    ++m_depth;
    declareResult(node, values, stored, vector ? loop.extent->value : 0);
    m_ahead[store] = fmt::format("result[{}]", m_memory.written(loop.name));
    pragma("#pragma unroll");
    printPlain(node, loop);
    m_ahead.erase(store);
    --m_depth;
    line(node, "}");
    return true;
}

void NestPrinter::storeOutput(const Node& node, const Store& store)
{
    const Stored stored = requireOnce(node, store);
    const DeviceExpressions::Place place = m_expressions.placeOf(store.indices[0]);
    const auto ahead = m_ahead.find(&store);
    const bool meet = !stored.reduced.empty() && ahead == m_ahead.end();
    std::string value = ahead == m_ahead.end() ? m_expressions.value(store.value) : ahead->second;
    if (meet) {
        line(node, "{");
        ++m_depth;
        declareResult(node, {value}, stored);
        value = "result[0]";
    }
    const std::string row = m_expressions.whole(place.row);
    storeResult(node, stored,
                m_request.op.sampled() ? fmt::format("putDot<T, How>(args, part, {}, {});", row, value)
                : place.column
                    ? fmt::format("putOne<T, How>(args, {}, {}, {});", row, m_expressions.whole(place.column), value)
                    : fmt::format("putValue<T, How>(args, {}, {});", row, value));
    if (meet) {
        --m_depth;
        line(node, "}");
    }
}

} // namespace sparsescope
