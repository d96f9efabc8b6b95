// The multiply-adds of tensor cores: C += A B of whole fragments, which lie row after row in memories of their own
// scopes.
#pragma once

#include "engine/ir/program.h"

#include <cstdint>
#include <span>
#include <string>

namespace sparsescope::ir {

// A call "NAME(c[..], a[..], b[..])" of stage 3, of the first elements of fragments in mma.c, mma.a and mma.b: m x n
// float32, m x k and k x n of a type of 16 bits, or (k = 8) tf32. Of mma.8x16x16 the GPU computes the transpose.
struct Mma {
    const char* name;
    std::int64_t m, n, k;

    bool takes(Type type) const;
};
std::span<const Mma> allMma();
const Mma* mmaNamed(const std::string& name); // null: it is none

bool isFragment(Scope scope); // one of a warp, of mma.a, mma.b and mma.c

} // namespace sparsescope::ir
