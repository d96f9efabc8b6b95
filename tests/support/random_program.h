// Random programs of all three stages that keep every rule, made as passes make them: not from text.
#pragma once

#include "engine/ir/program.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace sparsescope::ir {

class RandomProgram {
public:
    RandomProgram(std::uint64_t seed, int stage) : m_random(seed) { m_program.stage = stage; }

    Program make()
    {
        m_program.name = "random";
        m_program.params = {"m", "n", "nnz", "tiles"};
        if (chance(2))
            m_program.tiles = {"ROWS", "first"};
        m_numbers = m_program.params;
        m_numbers.insert(m_numbers.end(), m_program.tiles.begin(), m_program.tiles.end());
        if (m_program.stage == 3)
            addArrays();
        else
            addAxesAndBuffers();
        m_program.body = body(0);
        m_program.nextId = m_nextId + static_cast<int>(below(5));
        return m_program;
    }

    ExprPtr expr(bool whole, int depth = 3)
    {
        if (depth == 0 || chance(4))
            return leaf(whole);
        const auto both = [&](ExprKind kind, bool wholes) {
            return made(kind, {expr(wholes, depth - 1), expr(wholes, depth - 1)});
        };
        switch (below(whole ? 8 : 4)) {
        case 0:
        case 1:
            return both(oneOf({ExprKind::Add, ExprKind::Subtract, ExprKind::Multiply}), whole);
        case 2:
            return both(oneOf({ExprKind::Min, ExprKind::Max}), whole);
        case 3:
            return made(ExprKind::Select, {expr(true, depth - 1), expr(whole, depth - 1), expr(whole, depth - 1)});
        case 4:
            return both(oneOf({ExprKind::Divide, ExprKind::Remainder, ExprKind::Subtract}), true);
        case 5:
            return both(oneOf({ExprKind::Or, ExprKind::And, ExprKind::Equal, ExprKind::NotEqual}), true);
        case 6:
            return both(oneOf({ExprKind::Less, ExprKind::LessEqual, ExprKind::Greater, ExprKind::GreaterEqual}), true);
        default:
            return search(depth);
        }
    }

private:
    std::uint64_t below(std::uint64_t n) { return m_random() % n; }
    bool chance(std::uint64_t oneIn) { return below(oneIn) == 0; }
    template <class T>
    T oneOf(const std::vector<T>& all)
    {
        return all[below(all.size())];
    }
    template <class T>
    T oneOf(std::initializer_list<T> all)
    {
        return all.begin()[below(all.size())];
    }
    template <class T>
    T oneUpTo(T last)
    {
        return static_cast<T>(below(static_cast<std::uint64_t>(last) + 1));
    }
    std::string fresh(const char* stem) { return stem + std::to_string(m_names++); }

    struct Elements { // what can be loaded and stored
        std::string name;
        std::size_t indices = 1;
        bool whole = false;
    };
    const Elements& elements(bool whole)
    {
        std::vector<const Elements*> fitting;
        for (const Elements& one : m_elements)
            if (one.whole == whole)
                fitting.push_back(&one);
        return *oneOf(fitting);
    }

    ExprPtr size()
    {
        ExprPtr base = named(oneOf(m_program.params));
        return chance(2) ? base : made(oneOf({ExprKind::Multiply, ExprKind::Add}), {base, integer(1 + below(8))});
    }

    void addAxesAndBuffers()
    {
        const bool positions = m_program.stage == 2;
        std::vector<std::string> indexBuffers;
        for (std::uint64_t count = 2 + below(4); count > 0; --count) {
            Axis axis;
            axis.name = fresh("X");
            axis.kind = m_program.axes.empty() ? AxisKind::DenseFixed : oneUpTo(AxisKind::SparseVariable);
            axis.length = size();
            if (axis.kind != AxisKind::DenseFixed)
                axis.parent = oneOf(m_program.axes).name;
            if (axis.kind == AxisKind::SparseFixed)
                axis.places = size();
            if (isVariable(axis.kind)) {
                axis.nnz = size();
                indexBuffers.push_back(axis.indptr = axis.name + "_indptr");
            }
            if (isSparse(axis.kind)) {
                indexBuffers.push_back(axis.indices = axis.name + "_indices");
                axis.holes = chance(2);
            }
            m_program.axes.push_back(axis);
        }
        std::shuffle(m_program.axes.begin(), m_program.axes.end(), m_random); // parents may stand behind children
        for (const std::string& name : indexBuffers) {
            if (positions || chance(2))
                addBuffer(name, oneOf({Type::Int32, Type::Int64}), 1 + below(2));
            if (chance(2))
                m_program.domains.push_back({name, integer(-static_cast<std::int64_t>(below(2))), size()});
        }
        addBuffer(fresh("r"), Type::Int32, 1);
        for (std::uint64_t count = 1 + below(3); count > 0; --count)
            addBuffer(fresh("A"), oneUpTo(Type::Float64), 1 + below(3));
    }

    void addBuffer(const std::string& name, Type type, std::size_t axes)
    {
        Buffer buffer;
        buffer.name = name;
        while (buffer.axes.size() < axes)
            buffer.axes.push_back(oneOf(m_program.axes).name);
        buffer.type = type;
        buffer.extra = static_cast<std::int64_t>(below(3));
        buffer.scope = oneUpTo(Scope::MmaC);
        buffer.fragments = axes > 1 && chance(2);
        m_program.buffers.push_back(buffer);
        m_elements.push_back({name, axes, isWhole(type)});
    }

    void addArrays()
    {
        const auto add = [&](Type type) {
            m_program.arrays.push_back({fresh("A"), size(), type, oneUpTo(Scope::MmaC)});
            m_elements.push_back({m_program.arrays.back().name, 1, isWhole(type)});
        };
        add(Type::Int32);
        for (std::uint64_t count = 1 + below(4); count > 0; --count)
            add(oneUpTo(Type::Float64));
    }

    ExprPtr number()
    {
        constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
        return integer(oneOf<std::int64_t>({0, 1, -1, 7, -32, largest, -largest - 1}));
    }

    ExprPtr leaf(bool whole)
    {
        if (!whole && chance(2))
            return access(false);
        if (whole && chance(8))
            return access(true);
        if (chance(8)) {
            const Elements values = elements(false);
            return made(ExprKind::Entry, indices(values, 1), values.name);
        }
        if (!m_iterators.empty() && chance(6))
            return made(ExprKind::Position, {}, oneOf(m_iterators));
        return chance(3) ? number() : named(oneOf(m_numbers));
    }

    std::vector<ExprPtr> indices(const Elements& of, int depth)
    {
        std::vector<ExprPtr> all;
        while (all.size() < of.indices)
            all.push_back(m_exprsWithin++ < 6 ? expr(true, depth) : integer(0));
        return all;
    }

    ExprPtr access(bool whole)
    {
        const Elements of = elements(whole);
        return load(of.name, indices(of, 1));
    }

    ExprPtr search(int depth)
    {
        const Elements of = elements(true);
        std::vector<ExprPtr> operands;
        const bool find = chance(2);
        const std::size_t wanted = m_program.stage == 3 ? (find ? 3 : 2) : find ? of.indices : 1;
        while (operands.size() < wanted)
            operands.push_back(expr(true, depth - 1));
        return made(find ? ExprKind::Find : ExprKind::Rank, operands, of.name);
    }

    Body body(int depth)
    {
        const std::size_t numbers = m_numbers.size(), iterators = m_iterators.size();
        Body nodes;
        for (std::uint64_t count = below(4); count > 0; --count)
            nodes.push_back(node(depth));
        m_numbers.resize(numbers);
        m_iterators.resize(iterators);
        return nodes;
    }

    NodePtr node(int depth)
    {
        m_exprsWithin = 0;
        Node node;
        const bool deeper = depth < 4;
        switch (below(7)) {
        case 0:
            if (m_program.stage == 3)
                node.what = Call{oneOf<std::string>({"barrier", "mma.16x8x16"}), arguments()};
            else
                node.what = Let{fresh("v"), expr(true)};
            break;
        case 1:
            node.what = Let{fresh("v"), expr(true)};
            break;
        case 2:
            if (deeper)
                node.what = If{expr(true), body(depth + 1), body(depth + 1)};
            else
                node.what = store();
            break;
        case 3:
        case 4:
            if (deeper && m_program.stage == 1)
                node.what = iter(depth);
            else if (deeper && chance(2))
                node.what = Block{fresh("b"), chance(2), chance(2), chance(2), body(depth + 1)};
            else if (deeper)
                node.what = loop(depth);
            else
                node.what = store();
            break;
        default:
            node.what = store();
        }
        if (const auto* let = std::get_if<Let>(&node.what))
            m_numbers.push_back(let->name);
        node.id = m_nextId += 1 + static_cast<int>(below(3)); // inner ones first, and some are missing
        m_nextId = node.id + 1;
        return std::make_shared<const Node>(std::move(node));
    }

    std::vector<ExprPtr> arguments()
    {
        std::vector<ExprPtr> all;
        for (std::uint64_t count = below(3); count > 0; --count)
            all.push_back(expr(chance(2)));
        return all;
    }

    Store store()
    {
        const Elements of = elements(chance(4));
        return {of.name, indices(of, 2), chance(2), expr(of.whole)};
    }

    Iter iter(int depth)
    {
        Iter iter;
        iter.name = fresh("nest");
        iter.preprocess = chance(3);
        iter.atomic = chance(3);
        for (const Axis& axis : m_program.axes) {
            if (iter.slots.empty() || chance(2))
                iter.slots.push_back({{axis.name}, oneUpTo(LoopKind::Reduced)});
            else if (chance(2))
                iter.slots.back().axes.push_back(axis.name);
            else
                continue;
            iter.iterators.push_back(fresh("x"));
        }
        const std::size_t numbers = m_numbers.size(), iterators = m_iterators.size();
        const auto show = [&](LoopKind kind) {
            auto iterator = iter.iterators.begin();
            for (const Slot& slot : iter.slots)
                for (std::size_t i = 0; i < slot.axes.size(); ++i, ++iterator)
                    if (slot.kind == kind) {
                        m_numbers.push_back(*iterator);
                        m_iterators.push_back(*iterator);
                    }
        };
        show(LoopKind::Spatial); // alone have values in init
        if (chance(2))
            iter.init = body(depth + 2);
        show(LoopKind::Reduced);
        iter.body = body(depth + 1);
        m_numbers.resize(numbers);
        m_iterators.resize(iterators);
        return iter;
    }

    For loop(int depth)
    {
        For loop{fresh("x"), oneUpTo(LoopKind::Reduced), expr(true, 2), oneUpTo(Mark::Vector), {}};
        m_numbers.push_back(loop.name);
        loop.body = body(depth + 1);
        m_numbers.pop_back();
        return loop;
    }

    std::mt19937_64 m_random;
    Program m_program;
    std::vector<Elements> m_elements;
    std::vector<std::string> m_numbers;   // names that are whole numbers here
    std::vector<std::string> m_iterators; // those of them that pos() can ask for
    int m_names = 0, m_nextId = 1, m_exprsWithin = 0;
};

} // namespace sparsescope::ir
