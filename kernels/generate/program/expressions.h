// Expressions of a program as CUDA.
#pragma once

#include "kernels/generate/program/memory.h"

#include <string>
#include <utility>

namespace sparsescope {

class DeviceExpressions {
public:
    // Holds all of it by reference.
    DeviceExpressions(const DeviceMemory& memory, const ir::PlanPart& part, const Operator& op)
        : m_memory(memory), m_part(part), m_op(op)
    {
    }
    // Registers are a thread's own: its place among threads is in no index of them.
    void setThreads(std::map<std::string, ir::ExprPtr> threads) { m_threads = std::move(threads); }
    // What names stand for that were given to loads.
    void setLoads(std::map<std::string, ir::ExprPtr> loads) { m_loads = std::move(loads); }
    // Loops that are unrolled: what an index of registers may depend on.
    void open(const std::string& loop) { m_unrolled.insert(loop); }
    void close(const std::string& loop) { m_unrolled.erase(m_unrolled.find(loop)); }

    std::string whole(const ir::ExprPtr& expr) const { return print(expr, Wanted::Whole).first; }     // an int
    std::string value(const ir::ExprPtr& expr) const { return print(expr, Wanted::Value).first; }     // a float
    std::string condition(const ir::ExprPtr& expr) const { return print(expr, Wanted::Truth).first; } // a bool
    // Where an element of memory stands: "B + row * args.ld + column", "A_1 + i * 8".
    std::string address(const ir::Expr& load) const;
    // 16 bytes of values.
    std::string vector(const ir::Expr& load) const;
    // Which register an element is.
    std::string index(const std::string& array, const ir::ExprPtr& at) const;

    // A place in C: which stored row, and which column.
    struct Place {
        ir::ExprPtr row, column; // column null: there is none
    };
    Place placeOf(const ir::ExprPtr& index) const;
    const ir::ExprPtr& loadOf(const ir::ExprPtr& expr) const; // of a name; else the expression itself

private:
    enum class Wanted { Whole, Value, Truth };
    // The text and how tightly it binds: larger binds tighter.
    std::pair<std::string, int> print(const ir::ExprPtr& expr, Wanted wanted) const;
    std::pair<std::string, int> loaded(const ir::Expr& load, Wanted wanted) const;
    std::string in(const ir::ExprPtr& expr, Wanted wanted, int least) const;
    bool mayBeNegative(const ir::ExprPtr& expr) const;

    const DeviceMemory& m_memory;
    const ir::PlanPart& m_part;
    const Operator& m_op;
    std::map<std::string, ir::ExprPtr> m_threads;
    std::map<std::string, ir::ExprPtr> m_loads;
    std::multiset<std::string> m_unrolled;
};

} // namespace sparsescope
