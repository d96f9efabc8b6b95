#include "engine/ir/mma.h"

#include <algorithm>
#include <array>

namespace sparsescope::ir {

bool Mma::takes(Type type) const
{
    return k == 8 ? type == Type::TFloat32 : type == Type::Float16 || type == Type::BFloat16;
}

std::span<const Mma> allMma()
{
    static constexpr std::array<Mma, 3> all = {
        {{"mma.16x8x16", 16, 8, 16}, {"mma.8x16x16", 8, 16, 16}, {"mma.16x8x8", 16, 8, 8}}};
    return all;
}

const Mma* mmaNamed(const std::string& name)
{
    const auto all = allMma();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Mma& one) { return one.name == name; });
    return found != all.end() ? &*found : nullptr;
}

bool isFragment(Scope scope)
{
    return scope == Scope::MmaA || scope == Scope::MmaB || scope == Scope::MmaC;
}

} // namespace sparsescope::ir
