// Loops that one instruction, or one call, takes at once.
#include "kernels/generate/program/nest_printer.h"

#include "engine/ir/lower.h"

namespace sparsescope {

using namespace ir;

bool NestPrinter::printVector(const Node& node, const For& loop)
{
    const auto* store = loop.body.size() == 1 ? std::get_if<Store>(&loop.body[0]->what) : nullptr;
    if (!store)
        return false;
    const Node& inside = *loop.body[0];
    const DeviceArray& target = m_memory[store->target];
    const std::int64_t length = loop.extent->value;
    if (target.held == Held::Output) {
        if (!isWholeVector(loop))
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
            m_guarded.erase(store->target);
            line(inside, fmt::format("{}[{}] = {};", target.text, m_expressions.index(store->target, first),
                                     guarded(m_expressions.vector(from), "make_uint4(0, 0, 0, 0)")));
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
        m_guarded.erase(store->target);
        line(inside,
             fmt::format("loadInto<{}>({}, {}, {}{});", length, target.text, m_expressions.index(store->target, first),
                         m_expressions.address(from), m_condition.empty() ? "" : ", " + m_condition));
        return true;
    }
    case VectorStore::Kind::Scaled: {
        if (!whole || target.held != Held::Registers || m_memory[what.vectors[0]->name].held == Held::Registers)
            return false;
        Expr along = *what.vectors[0];
        along.operands[0] = at0(along.operands[0], loop);
        const std::string at = m_expressions.index(store->target, first);
        const std::string scale = what.scale ? m_expressions.value(what.scale) : "1.f";
        line(inside,
             target.size == length
                 ? fmt::format("addScaled<T>({}, {}, {});", target.text, scale, m_expressions.vector(along))
                 : fmt::format("addScaled<T>({} + {}, {}, {});", target.text, at, scale, m_expressions.vector(along)));
        return true;
    }
    case VectorStore::Kind::Dot: {
        if (!whole || target.held != Held::Registers || m_memory[what.vectors[0]->name].held == Held::Registers ||
            m_memory[what.vectors[1]->name].held == Held::Registers)
            return false;
        std::vector<std::string> both;
        for (const ExprPtr& factor : what.vectors) {
            Expr along = *factor;
            along.operands[0] = at0(along.operands[0], loop);
            both.push_back(m_expressions.vector(along));
        }
        const std::string at = fmt::format("{}[{}]", target.text, m_expressions.index(store->target, first));
        line(inside, what.scale ? fmt::format("{} += {} * dot16<T>({}, {}, 0.f);", at, m_expressions.value(what.scale),
                                              both[0], both[1])
                                : fmt::format("{0} = dot16<T>({1}, {2}, {0});", at, both[0], both[1]));
        return true;
    }
    }
    return false;
}

std::int64_t NestPrinter::elementBytes(const DeviceArray& array) const
{
    return isWhole(array.array->type) ? 4 : bytesOf(m_request.op.dtype);
}

ExprPtr NestPrinter::at0(const ExprPtr& expr, const For& loop)
{
    return simplified(substituted(expr, {{loop.name, integer(0)}}));
}

} // namespace sparsescope
