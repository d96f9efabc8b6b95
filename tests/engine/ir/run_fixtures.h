// What tests of the interpreter share: the arrays of SPARSETIR's section 7, and what is said against programs.
#pragma once

#include "engine/core/error.h"
#include "engine/ir/interpret.h"
#include "engine/ir/text.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sparsescope::ir {

inline const std::string arrays = R"(program spmm stage 3
param m, n, nnz, d
array A[nnz]: f32  array B[n * d]: f32  array C[m * d]: f32  array J_indptr[m + 1]: i32  array J_indices[nnz]: i32
)";

// The matrix of section 7, with B and C for SpMM.
inline Bindings byHand()
{
    Bindings bindings;
    bindings.launch.values = {{"m", 4}, {"n", 4}, {"nnz", 6}, {"d", 2}};
    bindings.launch.arrays["J_indptr"] = {{0, 1, 4, 4, 6}};
    bindings.launch.arrays["J_indices"] = {{1, 0, 2, 3, 1, 3}};
    bindings.launch.arrays["A"] = {{2, 3, 5, 7, 11, 13}, {0, 1, 2, 3, 4, 5}};
    bindings.launch.arrays["B"] = {{1, 2, 3, 4, 5, 6, 7, 8}};
    bindings.launch.arrays["C"] = {std::vector<double>(8), {}, false};
    return bindings;
}

inline Bindings ran(const std::string& text, Bindings bindings = byHand())
{
    return interpret(parse(text, "test"), std::move(bindings), noProgress());
}

// What it says against a program; "" where it runs.
inline std::string refusalOf(const std::string& text, Bindings bindings = byHand())
{
    try {
        ran(text, std::move(bindings));
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

// What is said against these statements of stage 3, where `line`, from its first statement on, is refused.
inline std::string refusalIn(const std::string& statements, const std::string& at, const std::string& more = {})
{
    const std::string text = arrays + more + statements;
    const std::string printed = print(parse(text, "test")).text;
    const std::size_t place = printed.find(at);
    REQUIRE(place != std::string::npos);
    const auto line = std::count(printed.begin(), printed.begin() + static_cast<std::ptrdiff_t>(place), '\n') + 1;
    const std::string said = refusalOf(text);
    const std::string begin = "spmm:" + std::to_string(line) + ": ";
    CHECK(said.substr(0, begin.size()) == begin);
    return said.substr(std::min(begin.size(), said.size()));
}

} // namespace sparsescope::ir
