// Prints a format's nests of a program, statement by statement.
#include "kernels/generate/program/piece.h"

#include "engine/core/error.h"
#include "engine/ir/lower.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/program/expressions.h"
#include "kernels/generate/program/loads.h"
#include "kernels/generate/program/memory.h"
#include "kernels/generate/program/prepared.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace sparsescope {

using namespace ir;

namespace {

constexpr std::int64_t mostShared = 48 * 1024;

constexpr std::array threadMarks = {Mark::ThreadX, Mark::ThreadY, Mark::ThreadZ};

bool isThread(Mark mark)
{
    return std::find(threadMarks.begin(), threadMarks.end(), mark) != threadMarks.end();
}

// The loops of a nest that are threads of a block, and how these lie side by side.
class Threads {
public:
    Threads(const Body& nest, int most)
    {
        forEachNode(nest, [&](const Node& node) {
            const auto* loop = std::get_if<For>(&node.what);
            if (!loop || !isThread(loop->mark))
                return;
            std::int64_t& extent = m_extents[loop->mark];
            if (extent != 0 && extent != loop->extent->value)
                failInput(fmt::format("{} is {} of {}, and another loop of {}", loop->name, word(loop->mark),
                                      loop->extent->value, extent));
            extent = loop->extent->value;
            m_loops[loop->name] = loop->mark;
        });
        if (all() > most)
            failInput(fmt::format("its loops take {} threads, and a block has {}", all(), most));
    }

    std::int64_t extent(Mark mark) const
    {
        const auto found = m_extents.find(mark);
        return found == m_extents.end() ? 1 : found->second;
    }
    std::int64_t stride(Mark mark) const
    {
        std::int64_t stride = 1;
        for (const Mark before : threadMarks) {
            if (before == mark)
                break;
            stride *= extent(before);
        }
        return stride;
    }
    std::int64_t all() const { return extent(Mark::ThreadX) * extent(Mark::ThreadY) * extent(Mark::ThreadZ); }
    const std::map<std::string, Mark>& loops() const { return m_loops; }
    std::vector<Mark> marks() const
    {
        std::vector<Mark> all;
        for (const auto& [mark, extent] : m_extents)
            all.push_back(mark);
        return all;
    }

private:
    std::map<Mark, std::int64_t> m_extents;
    std::map<std::string, Mark> m_loops;
};

class NestPrinter {
public:
    NestPrinter(const Program& program, const PlanPart& part, const Format& format, const PieceRequest& request,
                const Body& nest)
        : m_request(request), m_threads(nest, request.threads), m_memory(program, part, format, nest, request),
          m_expressions(m_memory, part, request.op)
    {
        NamedLoads loads = withNamedLoads(nest, m_memory);
        m_nest = std::move(loads.body);
        m_expressions.setLoads(std::move(loads.loads));
        std::map<std::string, ExprPtr> own;
        for (const auto& [loop, mark] : m_threads.loops())
            own[loop] = integer(0);
        m_expressions.setThreads(std::move(own));
    }

    // When it is printed.
    std::int64_t sharedBytes() const { return m_memory.sharedBytes() + (m_sums ? 4 * m_request.threads : 0); }

    // The statements, in a scope of their own.
    void print(std::int64_t sharedBegin, std::string& text, std::vector<std::pair<int, int>>& nodes)
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
        if (m_sums)
            head += fmt::format("        float* const sums = reinterpret_cast<float*>(shared + {});\n",
                                sharedBegin + m_memory.sharedBytes());
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

private:
    std::string threadText(Mark mark) const
    {
        const std::int64_t stride = m_threads.stride(mark), extent = m_threads.extent(mark);
        std::string text = "threadIdx.x";
        if (stride > 1)
            text += fmt::format(" / {}", stride);
        return stride * extent < m_request.threads ? text + fmt::format(" % {}", extent) : text;
    }

    void line(const Node& node, const std::string& text)
    {
        m_text += std::string(static_cast<std::size_t>(4 * m_depth), ' ') + text + "\n";
        m_nodes.emplace_back(++m_lines, node.id);
    }
    void pragma(const std::string& text)
    {
        m_text += text + "\n";
        ++m_lines;
    }

    // ---- what waits for whom

    // Shared arrays that a statement reads and writes.
    void accesses(const Node& top, std::set<std::string>& reads, std::set<std::string>& writes) const
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
    bool isShared(const std::string& name) const { return m_memory.has(name) && m_memory[name].held == Held::Shared; }

    static bool meet(const std::set<std::string>& a, const std::set<std::string>& b)
    {
        return std::any_of(a.begin(), a.end(), [&](const std::string& name) { return b.contains(name); });
    }

    void barrierBefore(const Node& node)
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
    void remember(const Node& node)
    {
        std::set<std::string> reads, writes;
        accesses(node, reads, writes);
        m_read.insert(reads.begin(), reads.end());
        m_written.insert(writes.begin(), writes.end());
    }

    // ---- statements

    void body(const Body& all)
    {
        for (const NodePtr& node : all)
            statement(*node);
    }

    void scope(const Body& all)
    {
        ++m_depth;
        body(all);
        --m_depth;
    }

    void statement(const Node& node)
    {
        const auto* loop = std::get_if<For>(&node.what);
        const auto* branch = std::get_if<If>(&node.what);
        if (!loop && !branch)
            barrierBefore(node);
        if (loop) {
            printLoop(node, *loop);
        } else if (branch) {
            m_around.push_back(&node);
            line(node, fmt::format("if ({}) {{", m_expressions.condition(branch->condition)));
            scope(branch->then);
            if (!branch->otherwise.empty()) {
                line(node, "} else {");
                scope(branch->otherwise);
            }
            line(node, "}");
            m_around.pop_back();
        } else if (const auto* let = std::get_if<Let>(&node.what)) {
            line(node, fmt::format("const int {} = {};", m_memory.written(let->name), m_expressions.whole(let->value)));
        } else if (const auto* store = std::get_if<Store>(&node.what)) {
            printStore(node, *store);
        } else if (const auto* call = std::get_if<Call>(&node.what)) {
            failInput(fmt::format("{} is no intrinsic that is printed", call->intrinsic));
        }
        if (!loop && !branch && m_inThreads == 0)
            remember(node);
    }

    // A loop without its marks, from where barriers count anew.
    void inner(const Node& node, const For& loop)
    {
        m_around.push_back(&node);
        if (isThread(loop.mark)) {
            if (m_inThreads++ == 0) {
                --m_inThreads;
                barrierBefore(node);
                ++m_inThreads;
            }
            body(loop.body);
            if (--m_inThreads == 0)
                remember(node);
        } else {
            body(loop.body);
        }
        m_around.pop_back();
    }

    void printLoop(const Node& node, const For& loop)
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
        if (loop.mark == Mark::BlockY || isThread(loop.mark)) {
            inner(node, loop);
            return;
        }
        if (loop.mark == Mark::Vector || loop.mark == Mark::Unroll) {
            m_expressions.open(loop.name);
            if (!printVector(node, loop)) {
                pragma("#pragma unroll");
                printPlain(node, loop);
            }
            m_expressions.close(loop.name);
            return;
        }
        pragma("#pragma unroll 1");
        printPlain(node, loop);
    }

    void printPlain(const Node& node, const For& loop)
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
        inner(node, loop);
        --m_depth;
        line(node, "}");
    }

    // ---- vectors

    // A loop whose only statement takes all its iterations at once; false: it is printed as a loop.
    bool printVector(const Node& node, const For& loop)
    {
        const auto* store = loop.body.size() == 1 ? std::get_if<Store>(&loop.body[0]->what) : nullptr;
        if (!store)
            return false;
        const Node& inside = *loop.body[0];
        const DeviceArray& target = m_memory[store->target];
        const std::int64_t length = loop.extent->value;
        if (target.held == Held::Output) {
            if (loop.mark != Mark::Vector || !m_request.op.hasDenseAxis() || m_request.op.sampled() ||
                length != vectorOf(m_request.op))
                return false;
            m_around.push_back(&node);
            storeVector(inside, *store, loop);
            m_around.pop_back();
            return true;
        }
        const VectorStore what = vectorStoreOf(loop, *store);
        const bool whole = loop.mark == Mark::Vector && length == vectorOf(m_request.op);
        const ExprPtr first = at0(store->indices[0], loop);
        switch (what.kind) {
        case VectorStore::Kind::Single:
            return false;
        case VectorStore::Kind::Copy: {
            Expr from = *what.vectors[0];
            from.operands[0] = at0(from.operands[0], loop);
            const DeviceArray& source = m_memory[from.name];
            if (target.held == Held::Vectors) {
                line(inside, fmt::format("{}[{}] = {};", target.text, m_expressions.index(store->target, first),
                                         m_expressions.vector(from)));
                return true;
            }
            const bool fromTile = source.held == Held::Values || source.held == Held::Operand ||
                                  (source.held == Held::Index && source.divisor == 1);
            if (target.held == Held::Shared && whole && fromTile && source.held != Held::Index) {
                line(inside, fmt::format("*reinterpret_cast<uint4*>({} + {}) = load16({});", target.text,
                                         m_expressions.whole(first), m_expressions.address(from)));
                return true;
            }
            if (target.held != Held::Registers || !fromTile || (length != 2 && length != 4 && length != 8) ||
                !isMultiple(from.operands[0], std::min<std::int64_t>(length, 16 / elementBytes(source)), aligned()))
                return false;
            line(inside, fmt::format("loadInto<{}>({}, {}, {});", length, target.text,
                                     m_expressions.index(store->target, first), m_expressions.address(from)));
            return true;
        }
        case VectorStore::Kind::Scaled: {
            if (!whole || target.held != Held::Registers || m_memory[what.vectors[0]->name].held == Held::Registers)
                return false;
            Expr along = *what.vectors[0];
            along.operands[0] = at0(along.operands[0], loop);
            const std::string at = m_expressions.index(store->target, first);
            const std::string scale = what.scale ? m_expressions.value(what.scale) : "1.f";
            line(inside, target.size == length
                             ? fmt::format("addScaled<T>({}, {}, {});", target.text, scale, m_expressions.vector(along))
                             : fmt::format("addScaledAt<T>({}, {}, {}, {});", target.text, at, scale,
                                           m_expressions.vector(along)));
            return true;
        }
        case VectorStore::Kind::Dot: {
            if (!whole || target.held != Held::Registers ||
                m_memory[what.vectors[0]->name].held == Held::Registers ||
                m_memory[what.vectors[1]->name].held == Held::Registers)
                return false;
            std::vector<std::string> both;
            for (const ExprPtr& factor : what.vectors) {
                Expr along = *factor;
                along.operands[0] = at0(along.operands[0], loop);
                both.push_back(m_expressions.vector(along));
            }
            const std::string at = fmt::format("{}[{}]", target.text, m_expressions.index(store->target, first));
            line(inside, what.scale ? fmt::format("{} += {} * dot16<T>({}, {}, 0.f);", at,
                                                  m_expressions.value(what.scale), both[0], both[1])
                                    : fmt::format("{0} = dot16<T>({1}, {2}, {0});", at, both[0], both[1]));
            return true;
        }
        }
        return false;
    }

    std::int64_t elementBytes(const DeviceArray& array) const
    {
        return isWhole(array.array->type) ? 4 : bytesOf(m_request.op.dtype);
    }
    std::map<std::string, std::int64_t> aligned() const { return {{"ld", m_request.densePart}}; }

    static ExprPtr at0(const ExprPtr& expr, const For& loop)
    {
        return simplified(substituted(expr, {{loop.name, integer(0)}}));
    }

    // ---- the output

    // Threads among which a sum is divided, and those that would all store the same.
    struct Stored {
        std::vector<const For*> reduced;
        std::vector<std::string> conditions; // for one of them to store
    };

    Stored requireOnce(const Node& node, const Store& store)
    {
        if (!store.add)
            failInput("C is set where it is to be added to");
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

    // Lanes that meet have to come to the same place.
    void requireTogether(const For& reduced) const
    {
        const std::int64_t stride = m_threads.stride(reduced.mark), span = stride * m_threads.extent(reduced.mark);
        if (!std::has_single_bit(static_cast<std::uint64_t>(stride)) ||
            !std::has_single_bit(static_cast<std::uint64_t>(span)))
            failInput(fmt::format("{} is summed across {} threads side by side, which is no power of two", reduced.name,
                                  span));
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

    std::string summed(std::string value, const Stored& stored)
    {
        for (const For* loop : stored.reduced) {
            const std::int64_t stride = m_threads.stride(loop->mark);
            const std::int64_t span = stride * m_threads.extent(loop->mark);
            m_sums = m_sums || span > 32;
            value = span > 32 ? fmt::format("sumOfThreads<{}, {}>({}, sums)", stride, span, value)
                              : fmt::format("sumOfLanes<{}, {}>({})", stride, span, value);
        }
        return value;
    }

    void storeResult(const Node& node, const Stored& stored, const std::string& call)
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

    void storeVector(const Node& node, const Store& store, const For& loop)
    {
        const Stored stored = requireOnce(node, store);
        const DeviceExpressions::Place place = m_expressions.placeOf(at0(store.indices[0], loop));
        std::vector<std::string> values;
        for (std::int64_t v = 0; v < loop.extent->value; ++v)
            values.push_back(summed(
                m_expressions.value(simplified(substituted(store.value, {{loop.name, integer(v)}}))), stored));
        const std::string at = fmt::format("args, {}, {}", m_expressions.whole(place.row),
                                           m_expressions.whole(place.column));
        line(node, "{");
        ++m_depth;
        line(node, fmt::format("const float result[{}] = {{{}}};", values.size(), fmt::join(values, ", ")));
        if (values.size() == 4) {
            storeResult(node, stored,
                        fmt::format("Output<T, How>::four({}, result[0], result[1], result[2], result[3]);", at));
        } else if (inPairs(place.column, loop.extent->value)) {
            storeResult(node, stored, fmt::format("Output<T, How>::eight({}, result);", at));
        } else {
            storeResult(node, stored, fmt::format("putEight<T, How>({}, result);", at));
        }
        --m_depth;
        line(node, "}");
    }

    // Has the lane beside the columns beside?
    bool inPairs(const ExprPtr& column, std::int64_t length) const
    {
        for (const auto& [loop, mark] : m_threads.loops())
            if (mark == Mark::ThreadX && m_threads.extent(mark) % 2 == 0 && strideOf(column, loop) == length)
                return true;
        return false;
    }

    void storeOutput(const Node& node, const Store& store)
    {
        const Stored stored = requireOnce(node, store);
        const DeviceExpressions::Place place = m_expressions.placeOf(store.indices[0]);
        std::string value = summed(m_expressions.value(store.value), stored);
        if (!stored.reduced.empty()) {
            line(node, "{");
            ++m_depth;
            line(node, fmt::format("const float result = {};", value));
            value = "result";
        }
        const std::string row = m_expressions.whole(place.row);
        storeResult(node, stored,
                    m_request.op.sampled() ? fmt::format("putDot<T, How>(args, part, {}, {});", row, value)
                    : place.column         ? fmt::format("putOne<T, How>(args, {}, {}, {});", row,
                                                         m_expressions.whole(place.column), value)
                                           : fmt::format("putValue<T, How>(args, {}, {});", row, value));
        if (!stored.reduced.empty()) {
            --m_depth;
            line(node, "}");
        }
    }

    void printStore(const Node& node, const Store& store)
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
            line(node, fmt::format("{}[{}] {} {};", target.text, m_expressions.index(store.target, store.indices[0]),
                                   store.add ? "+=" : "=", value));
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

    const PieceRequest& m_request;
    Body m_nest;
    Threads m_threads;
    DeviceMemory m_memory;
    DeviceExpressions m_expressions;
    std::string m_text;
    std::vector<std::pair<int, int>> m_nodes;
    int m_lines = 0;
    int m_depth = 2;
    int m_inThreads = 0;
    std::set<int> m_stores;
    bool m_barriers = false;
    bool m_sums = false; // across warps
    std::string m_partName;
    std::vector<const Node*> m_around;
    std::set<std::string> m_written, m_read; // in shared memory, since threads have waited
};

struct NestOf {
    const Program& program;
    const PlanPart& part;
    const Format& format;
    const PieceRequest& request;
};

bool hasThreads(const Body& body)
{
    bool found = false;
    forEachNode(body, [&](const Node& node) {
        const auto* loop = std::get_if<For>(&node.what);
        found = found || (loop && isThread(loop->mark));
    });
    return found;
}

// Branches that each have threads of their own.
const If* parted(const Body& nest)
{
    const auto* branch = nest.size() == 1 ? std::get_if<If>(&nest[0]->what) : nullptr;
    return branch && !branch->otherwise.empty() && hasThreads(branch->then) && hasThreads(branch->otherwise) ? branch
                                                                                                             : nullptr;
}

// A nest, or its branches one behind the other.
void printNest(const NestOf& of, const Body& nest, std::int64_t sharedBegin, std::int64_t& sharedBytes,
               std::string& text, std::vector<std::pair<int, int>>& nodes)
{
    const auto printOne = [&](const Body& one) {
        NestPrinter printer(of.program, of.part, of.format, of.request, one);
        printer.print(sharedBegin, text, nodes);
        sharedBytes = std::max(sharedBytes, printer.sharedBytes());
    };
    const Body* rest = &nest;
    std::string before;
    for (const If* branch = parted(*rest); branch; branch = parted(*rest)) {
        const DeviceMemory memory(of.program, of.part, of.format,
                                  {std::make_shared<const Node>(Node{0, {}, If{branch->condition, {}, {}}})},
                                  of.request);
        if (before.empty())
            text += "    {\n" + memory.declarations(sharedBegin);
        nodes.emplace_back(static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1, (*rest)[0]->id);
        text += fmt::format("    {}if ({}) {{\n", before,
                            DeviceExpressions(memory, of.part, of.request.op).condition(branch->condition));
        printOne(branch->then);
        before = "} else ";
        rest = &branch->otherwise;
    }
    if (before.empty()) {
        printOne(*rest);
        return;
    }
    text += "    } else {\n";
    printOne(*rest);
    text += "    }\n    }\n";
}

// The loop over a part's tiles.
const For* tilesOf(const Node& node, const PlanPart& part)
{
    const auto* loop = std::get_if<For>(&node.what);
    if (!loop || !same(loop->extent, named(part.count)))
        return nullptr;
    bool before = false;
    forEachNode(loop->body, [&](const Node& inner) {
        const auto* block = std::get_if<Block>(&inner.what);
        before = before || (block && block->preprocess);
    });
    return before ? nullptr : loop;
}

} // namespace

PrintedPiece printPiece(const Program& program, const std::vector<PlanPart>& parts, const Format& format,
                        const PieceRequest& request, const std::string& name)
{
    if (program.stage != 3)
        failInput("the program is not lowered to stage 3");
    PrintedPiece piece;
    std::string body;
    std::vector<std::pair<int, int>> nodes;
    std::int64_t shared = 0;
    for (const PlanPart& part : parts) {
        std::vector<Body> nests;
        std::vector<const Node*> tops;
        for (const NodePtr& node : program.body)
            if (const For* loop = tilesOf(*node, part)) {
                if (loop->mark != Mark::BlockX)
                    failInput(fmt::format("{}, the loop over the tiles {}, is not bound to blockIdx.x", loop->name,
                                          format.label()));
                nests.push_back(prepared(loop->body));
            }
        if (nests.empty())
            failInput(fmt::format("no iteration goes through the tiles {}", format.label()));
        for (const Body& nest : nests) {
            std::int64_t needed = 0;
            printNest({program, part, format, request}, nest, shared, needed, body, nodes);
            shared += needed;
        }
    }
    if (shared > mostShared)
        failInput(fmt::format("{} takes {} bytes of shared memory, and a block has {}", format.label(), shared,
                              mostShared));
    piece.text = fmt::format("template <Sums How>\n"
                             "struct {} {{\n"
                             "    using T = {};\n"
                             "    static constexpr int sharedBytes = {};\n\n"
                             "    template <class Tile>\n"
                             "    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, "
                             "int part, unsigned char* shared)\n"
                             "    {{\n",
                             name, scalarType(request.op.dtype), std::max<std::int64_t>(shared, 0));
    const int first = static_cast<int>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    for (const auto& [line, id] : nodes)
        piece.nodes.emplace_back(first + line, id);
    for (std::size_t begin = 0; begin < body.size();) { // in the function
        const std::size_t end = body.find('\n', begin) + 1;
        const std::string one = body.substr(begin, end - begin);
        piece.text += (one.starts_with('#') ? "" : "    ") + one;
        begin = end;
    }
    piece.text += "    }\n};\n";
    return piece;
}

} // namespace sparsescope
