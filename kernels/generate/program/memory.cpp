// Finds out what the names of a nest are on the device.
#include "kernels/generate/program/memory.h"

#include "engine/core/error.h"
#include "engine/ir/lower.h"
#include "kernels/generate/pieces.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <sstream>

namespace sparsescope {

using namespace ir;

namespace {

// Words that mean something where a program is printed: C++'s, and what templates and kernels declare.
const std::set<std::string> taken = [] {
    std::istringstream words(
        "alignas alignof and asm auto bool break case catch char class concept const constexpr continue "
        "default delete do double else enum explicit export extern false float for friend goto if inline int "
        "long mutable namespace new noexcept not nullptr operator or private protected public register "
        "requires return short signed sizeof static struct switch template this throw true try typedef typeid "
        "typename union unsigned using virtual void volatile while xor args tile part shared sizes sums lane "
        "result threads gathers accesses none again whole inSlots added How Tile T Output uint4 threadIdx blockIdx "
        "blockDim smaller larger toFloat load16 addScaled dot16 beginOf findIn rankIn putDot putOne putValue "
        "loadInto rounded gatherOne Wholes loadShared outputs make_uint4 addAcrossLanes addAcrossWarps there "
        "folds heads Folds");
    return std::set<std::string>(std::istream_iterator<std::string>(words), {});
}();

constexpr std::int64_t mostElements = 1 << 16;

bool isFloat(Type type)
{
    return !isWhole(type);
}

} // namespace

bool DeviceMemory::hasFragments() const
{
    return std::any_of(m_arrays.begin(), m_arrays.end(),
                       [](const auto& array) { return array.second.held == Held::Fragment; });
}

std::int64_t vectorOf(const Operator& op)
{
    return 16 / bytesOf(op.dtype);
}

VectorStore vectorStoreOf(const For& loop, const Store& store)
{
    VectorStore made{VectorStore::Kind::Single, &store, {}, nullptr};
    const auto strideIn = [&](const std::vector<ExprPtr>& indices) {
        return indices.size() == 1 ? strideOf(indices[0], loop.name) : std::nullopt;
    };
    const auto goesAlong = [&](const ExprPtr& expr) {
        return expr->kind == ExprKind::Load && strideIn(expr->operands) == 1;
    };
    const auto stride = strideIn(store.indices);
    if (!stride)
        return made;
    if (!store.add) {
        if (*stride == 1 && goesAlong(store.value)) {
            made.kind = VectorStore::Kind::Copy;
            made.vectors = {store.value};
        }
        return made;
    }
    std::vector<ExprPtr> vectors;
    ExprPtr scale;
    const std::function<bool(const ExprPtr&)> take = [&](const ExprPtr& factor) {
        if (factor->kind == ExprKind::Multiply && mentions(factor, loop.name))
            return take(factor->operands[0]) && take(factor->operands[1]);
        if (goesAlong(factor)) {
            vectors.push_back(factor);
            return true;
        }
        scale = scale ? times(scale, factor) : factor;
        return !mentions(factor, loop.name);
    };
    if (!take(store.value) || vectors.size() != (*stride == 1 ? 1U : 2U))
        return made;
    made.kind = *stride == 1 ? VectorStore::Kind::Scaled : VectorStore::Kind::Dot;
    made.vectors = std::move(vectors);
    made.scale = scale;
    return made;
}

DeviceMemory::DeviceMemory(const Program& program, const PlanPart& part, const Format& format, const Body& nest,
                           const PieceRequest& request)
    : m_program(program), m_part(part), m_format(format), m_request(request)
{
    forEachNode(nest, [&](const Node& node) {
        if (const auto* call = std::get_if<Call>(&node.what); call && call->intrinsic == "mma.8x16x16")
            for (const ExprPtr& fragment : call->arguments)
                m_transposed.insert(fragment->name);
    });
    forEachNode(nest, [&](const Node& node) {
        if (const auto* store = std::get_if<Store>(&node.what))
            add(store->target);
        for (const ExprPtr& expr : expressionsOf(node))
            forEachExpr(expr, [&](const Expr& one) {
                if (one.kind == ExprKind::Load || one.kind == ExprKind::Find || one.kind == ExprKind::Rank ||
                    one.kind == ExprKind::Entry)
                    add(one.name);
                if (one.kind == ExprKind::Name)
                    m_names.insert(one.name);
                m_hasEntries = m_hasEntries || one.kind == ExprKind::Entry;
            });
    });
    forEachNode(nest, [&](const Node& node) { // copies of stored rows
        if (const auto* store = std::get_if<Store>(&node.what))
            if (store->value->kind == ExprKind::Load && m_arrays.at(store->value->name).rows)
                m_arrays.at(store->target).rows = true;
    });
    findVectors(nest);
    if (hasFragments())
        findSpread(nest);
    for (auto& [name, array] : m_arrays)
        if (array.held == Held::Shared)
            m_sharedBytes += (array.size * (isFloat(array.array->type) && array.array->type != Type::Float32
                                                ? bytesOf(m_request.op.dtype)
                                                : 4) +
                              15) /
                             16 * 16;
}

FragmentShape DeviceMemory::shapeOf(const Array& array) const
{
    const bool transposed = m_transposed.contains(array.name);
    if (array.scope == Scope::MmaA)
        return transposed ? FragmentShape{8, 16, 4, true} : FragmentShape{16, 16, 8};
    if (array.scope == Scope::MmaB)
        return transposed ? FragmentShape{16, 16, 8, true} : FragmentShape{16, 8, 4};
    return transposed ? FragmentShape{8, 16, 4, true} : FragmentShape{16, 8, 4};
}

bool DeviceMemory::ofPart(const std::string& name, DeviceArray& made) const
{
    if (name == m_part.values.name) {
        made.held = Held::Values;
        return true;
    }
    for (const FormatAxes::Array& array : m_part.description.arrays)
        if (m_part.names.at(array.name) == name) {
            made.held = array.ends ? Held::Ends : Held::Index;
            made.rows = m_format.arrays()[array.from].element == ElementType::Row && !m_request.op.sampled();
            made.divisor = array.divisor;
            made.counts = std::any_of(m_part.axes.begin(), m_part.axes.end(), [&](const Axis& axis) {
                return axis.indptr == name || (axis.indices == name && !axis.holes && !made.rows);
            });
            return true;
        }
    return false;
}

void DeviceMemory::add(const std::string& name)
{
    if (m_arrays.contains(name))
        return;
    const Array* array = m_program.array(name);
    if (!array)
        failInput(fmt::format("there is no array {}", name));
    DeviceArray made;
    made.array = array;
    made.text = written(name);
    if (array->scope == Scope::Local || array->scope == Scope::Shared) {
        const ExprPtr size = simplified(array->size);
        if (size->kind != ExprKind::Integer)
            failInput(fmt::format("how large {} is is no constant", name));
        if (size->value < 1 || size->value > mostElements)
            failInput(
                fmt::format("{} has {} elements, and memory of a block from 1 to {}", name, size->value, mostElements));
        if (array->type == Type::Int64 || array->type == Type::Float64)
            failInput(fmt::format("{} is of {}, which kernels do not hold", name, word(array->type)));
        made.held = array->scope == Scope::Local ? Held::Registers : Held::Shared;
        made.size = size->value;
    } else if (array->scope != Scope::Global) {
        const ExprPtr size = simplified(array->size);
        const bool sums = array->scope == Scope::MmaC;
        made.shape = shapeOf(*array);
        if (size->kind != ExprKind::Integer || size->value < 1 || size->value > mostElements ||
            size->value % made.shape.size() != 0)
            failInput(fmt::format("{} is not made of whole fragments", name));
        if (sums ? array->type != Type::Float32 : array->type != Type::Float16 && array->type != Type::BFloat16)
            failInput(fmt::format("fragments of {} in {} are not printed", word(array->type), word(array->scope)));
        made.held = Held::Fragment;
        made.size = size->value / made.shape.size() * made.shape.elements;
    } else if (name == "C") {
        made.held = Held::Output;
    } else if (const auto& operands = m_request.op.definition().operands;
               std::any_of(operands.begin(), operands.end(), [&](const auto& one) { return one.name == name; })) {
        made.held = Held::Operand;
    } else if (!ofPart(name, made)) {
        failInput(fmt::format("kernels are not given {}", name));
    }
    m_arrays[name] = std::move(made);
}

// Registers that hold values as they were loaded: every access takes 16 bytes of them.
void DeviceMemory::findVectors(const Body& nest)
{
    std::set<std::string> others;
    const auto takeOthers = [&](const ExprPtr& expr) {
        forEachExpr(expr, [&](const Expr& one) {
            if (one.kind == ExprKind::Load)
                others.insert(one.name);
        });
    };
    const std::function<void(const Body&, const For*)> visit = [&](const Body& body, const For* vector) {
        for (const NodePtr& node : body) {
            const auto* store = std::get_if<Store>(&node->what);
            if (!store || !vector) {
                for (const ExprPtr& expr : expressionsOf(*node))
                    takeOthers(expr);
                if (store)
                    others.insert(store->target);
            } else {
                const VectorStore what = m_arrays.at(store->target).held == Held::Output
                                             ? VectorStore{VectorStore::Kind::Single, store, {}, nullptr}
                                             : vectorStoreOf(*vector, *store);
                for (const ExprPtr& index : store->indices)
                    takeOthers(index);
                if (what.kind == VectorStore::Kind::Single)
                    takeOthers(store->value);
                if (what.scale)
                    takeOthers(what.scale);
                for (const ExprPtr& loaded : what.vectors) {
                    takeOthers(loaded->operands[0]);
                    if (what.kind == VectorStore::Kind::Copy)
                        others.insert(loaded->name);
                }
                const bool copied =
                    what.kind == VectorStore::Kind::Copy && (m_arrays.at(what.vectors[0]->name).held == Held::Operand ||
                                                             m_arrays.at(what.vectors[0]->name).held == Held::Values ||
                                                             m_arrays.at(what.vectors[0]->name).held == Held::Shared);
                if (!copied)
                    others.insert(store->target);
            }
            const auto* loop = std::get_if<For>(&node->what);
            const bool whole = loop && loop->mark == Mark::Vector && loop->extent->kind == ExprKind::Integer &&
                               loop->extent->value == vectorOf(m_request.op);
            for (const Body* inner : bodiesOf(*node))
                visit(*inner, loop ? (whole ? loop : nullptr) : vector);
        }
    };
    visit(nest, nullptr);
    for (auto& [name, array] : m_arrays)
        if (array.held == Held::Registers && isFloat(array.array->type) && !others.contains(name) &&
            array.array->type == typeOf(m_request.op.dtype) && array.size % vectorOf(m_request.op) == 0)
            array.held = Held::Vectors;
}

// Whole numbers in registers that a loop of 16 goes through, as rows of fragments are gone through.
void DeviceMemory::findSpread(const Body& nest)
{
    const std::function<void(const Body&, std::vector<const For*>)> visit = [&](const Body& body,
                                                                                std::vector<const For*> around) {
        const auto take = [&](const std::string& name, const std::vector<ExprPtr>& indices) {
            DeviceArray& array = m_arrays.at(name);
            if (array.held != Held::Registers || !isWhole(array.array->type) || array.size % 16 != 0)
                return;
            for (const For* loop : around)
                if (loop->mark == Mark::None && same(loop->extent, integer(16)) &&
                    strideOf(indices[0], loop->name) == 1) {
                    array.held = Held::Spread;
                    array.size /= 4;
                    return;
                }
        };
        for (const NodePtr& node : body) {
            if (const auto* store = std::get_if<Store>(&node->what))
                take(store->target, store->indices);
            std::vector<const For*> inside = around;
            if (const auto* loop = std::get_if<For>(&node->what))
                inside.push_back(loop);
            for (const Body* inner : bodiesOf(*node))
                visit(*inner, inside);
        }
    };
    visit(nest, {});
}

std::string DeviceMemory::written(const std::string& name) const
{
    std::string text = name;
    const auto others = [&](const std::string& one) {
        return std::any_of(m_program.arrays.begin(), m_program.arrays.end(),
                           [&](const Array& array) { return array.name == one && one != name; });
    };
    while (taken.contains(text) || text.starts_with("__") || others(text))
        text += "_";
    return text;
}

std::string DeviceMemory::declarations(std::int64_t sharedBegin) const
{
    std::string text;
    bool sizes = false;
    std::string values;
    const std::span<const StoredArray> stored = m_format.arrays();
    for (const FormatAxes::TileValue& value : m_part.description.tileValues) {
        const std::string& name = m_part.names.at(value.name);
        if (!m_names.contains(name))
            continue;
        sizes = sizes || !value.element;
        values += fmt::format("        const int {} = {}{};\n", written(name),
                              value.element ? fmt::format("tile.{}()", memberName(stored[value.from]))
                                            : fmt::format("sizes[{}]", value.from),
                              value.divisor > 1 ? fmt::format(" / {}", value.divisor) : "");
    }
    if (sizes)
        text += "        const int* const sizes = args.sizes + 7ll * args.tasks[blockIdx.x].tile;\n";
    text += values;
    if (m_hasEntries)
        text += "        const Wholes outputs{tile.outputs()};\n";
    for (const auto& [name, array] : m_arrays) {
        switch (array.held) {
        case Held::Operand:
            text += fmt::format("        const T* const {} = static_cast<const T*>(args.{});\n", array.text, name);
            break;
        case Held::Values:
            text += fmt::format("        const T* const {} = static_cast<const T*>(tile.{}()){};\n", array.text,
                                memberName(stored[m_format.valueArray()]),
                                m_part.description.firstValue > 0 ? fmt::format(" + {}", m_part.description.firstValue)
                                                                  : "");
            break;
        case Held::Index:
        case Held::Ends:
            for (const FormatAxes::Array& one : m_part.description.arrays)
                if (m_part.names.at(one.name) == name)
                    text += fmt::format("        const Wholes {}{{tile.{}()}};\n", array.text,
                                        memberName(stored[one.from]));
            break;
        case Held::Registers:
        case Held::Spread:
            text += fmt::format("        {} {}[{}];\n", isWhole(array.array->type) ? "int" : "float", array.text,
                                array.size);
            break;
        case Held::Vectors:
            text += fmt::format("        uint4 {}[{}];\n", array.text, array.size / vectorOf(m_request.op));
            break;
        case Held::Fragment: // two values of 16 bits are one register
            text += array.array->scope == Scope::MmaC
                        ? fmt::format("        float {}[{}];\n", array.text, array.size)
                        : fmt::format("        unsigned {}[{}];\n", array.text, array.size / 2);
            break;
        case Held::Shared: {
            const bool narrowed = isFloat(array.array->type) && array.array->type != Type::Float32;
            const char* const type = isWhole(array.array->type) ? "int" : narrowed ? "T" : "float";
            text += fmt::format("        {0}* const {1} = reinterpret_cast<{0}*>(shared + {2});\n", type, array.text,
                                sharedBegin);
            sharedBegin += (array.size * (narrowed ? bytesOf(m_request.op.dtype) : 4) + 15) / 16 * 16;
            break;
        }
        case Held::Output:
            break;
        }
    }
    return text;
}

} // namespace sparsescope
