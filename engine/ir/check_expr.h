// The names that are visible at a place of a program, and the rules of the expressions that stand there.
#pragma once

#include "engine/ir/check.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace sparsescope::ir {

// A reduced iterator is Hidden where its iteration's init is looked at.
enum class NameKind { Param, Tile, Axis, Buffer, Array, Iterator, Hidden, Loop, Let };

// What tells whether something keeps the rules notes the problem where it does not.
class ExprChecker {
public:
    explicit ExprChecker(const Program& program) : m_program(program) {}

    const std::optional<Problem>& problem() const { return m_problem; }
    bool fail(Part part, std::string sentence); // false
    bool requireStages(int first, int last, const char* what, Part part);

    // `at` is the position among the declarations of its kind.
    bool declare(const std::string& name, NameKind kind, std::size_t at, Part part);
    // Iterators, loops and lets: to be forgotten where their body ends.
    bool declareInner(const std::string& name, NameKind kind, Part part);
    void showHidden(const std::string& name);
    std::size_t innerNames() const { return m_inner.size(); }
    void forgetInner(std::size_t butTheFirst);

    // A buffer of indices, which has to be declared where it is `needed`.
    bool checkIndices(const std::string& name, bool needed, Part part);
    const Axis* axisNamed(const std::string& name, Part part); // null: noted why

    // Made of params, tile values and numbers.
    bool checkSize(const ExprPtr& expr, Part owner);
    // A whole number, or (else) a value. What has no place in the text is the owner's.
    bool checkExpr(const ExprPtr& expr, bool whole, Part owner);
    // Elements of a buffer or an array, and their type.
    bool checkAccess(const std::string& name, std::size_t indices, Part part);
    Type typeOf(const std::string& bufferOrArray) const;

private:
    struct Known {
        NameKind kind = NameKind::Param;
        std::size_t at = 0;
    };
    const Known* known(const std::string& name) const; // null: nothing visible is called so
    bool failName(const std::string& name, const char* expected, Part part);
    bool check(const ExprPtr& expr, bool whole, Part owner, int depth);
    bool requireElements(const std::string& name, Part part);
    bool checkShape(const Expr& expr, Part part);
    bool checkNamed(const Expr& expr, bool whole, Part part);

    const Program& m_program;
    std::unordered_map<std::string, Known> m_known;
    std::vector<std::string> m_inner;
    bool m_sizesOnly = false;
    std::optional<Problem> m_problem;
};

} // namespace sparsescope::ir
