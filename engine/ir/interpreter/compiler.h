// From names to slots: what compile() does, a part of a program at a time.
#pragma once

#include "engine/ir/interpreter/code.h"

#include <map>

namespace sparsescope::ir::interpreter {

class Compiler {
public:
    Compiler(const Program& program, const Bindings& bindings, Compiled& into)
        : m_program(program), m_bindings(bindings), m_out(into)
    {
    }
    void run();

private:
    struct Iterator {
        std::string axis;
        int position = -1, base = -1;
    };

    // statements (statements.cpp)
    Statements body(const Body& nodes);
    void add(const Node& node, Statements& out);
    Statement loop(const Node& node, const For& loop);
    Statement store(const Store& store);
    Statement multiply(const Call& call);
    const Access* fragment(const ExprPtr& argument, Scope scope);
    void iteration(const Iter& iter, Statements& out);
    // The loops over all of these places of Iter::slots' axes, one in the other, around a body.
    Statements nest(const std::vector<std::pair<std::string, std::string>>& axes, std::size_t from, const Body& inner);
    // Those that the initialization of an iteration depends on.
    std::vector<std::pair<std::string, std::string>>
    axesOfInit(const Iter& iter, const std::vector<std::pair<std::string, std::string>>& all) const;
    Statement places(const Axis& axis, const std::string& iterator);
    void openTiles(Statement& statement, const std::string& group);

    // expressions (expressions.cpp)
    const Code* expression(const ExprPtr& expr);
    const Code* nameCode(const Expr& expr);
    const Code* callCode(const Expr& expr); // find and rank
    const Code* size(const Buffer& buffer);
    // find() has indices of all axes but the last, below which it searches.
    const Access* access(const std::string& name, const std::vector<ExprPtr>& indices);
    AccessAxis axisOf(const Access& access, const Axis& axis, const ExprPtr& index);
    void placeAxis(const Access& access, AccessAxis& placed) const; // what stands before it
    int array(const std::string& name);
    bool isBound(const std::string& array) const;
    const Code* made(Code code);
    const Code* slotCode(int slot, const std::string& name);

    int newSlot() { return m_out.slots++; }
    int group(const std::string& param);
    [[noreturn]] void fail(const std::string& place, const std::string& reason) const
    {
        failAt(m_program, m_node, place, reason);
    }
    const Program& m_program;
    const Bindings& m_bindings;
    Compiled& m_out;
    const Node* m_node = nullptr; // that is compiled
    std::vector<std::pair<std::string, int>> m_scope;
    std::map<std::string, Iterator> m_iterators;
    std::map<std::string, int> m_arrays, m_slotOf;
    std::vector<int> m_open; // groups whose tiles the loops around go through
    int m_threads = 0;       // bits of the thread loops around
};

} // namespace sparsescope::ir::interpreter
