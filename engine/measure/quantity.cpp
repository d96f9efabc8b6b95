#include "engine/measure/quantity.h"

#include "engine/core/error.h"
#include "engine/measure/profile.h"

#include <array>

namespace sparsescope {

std::string name(Origin origin)
{
    static constexpr std::array names = {"predicted", "saturated", "in situ", "alone", "whole call", "counted"};
    return names[static_cast<std::size_t>(origin)];
}

Basis predictedBy(const std::string& costs)
{
    return {.origin = Origin::Predicted, .source = costs};
}

Basis measured(Origin origin, const Profile& profile, bool recorded, CacheState cache)
{
    return {origin, cache, profile.conditions.device, profile.conditions.date, recorded};
}

std::string words(const Basis& basis, bool fully)
{
    std::string text = name(basis.origin);
    if (basis.origin == Origin::Predicted)
        return basis.source.empty() ? text : text + " by " + basis.source;
    if (basis.cache == CacheState::Cold)
        text += ", cold L2";
    if (!fully)
        return text;
    if (basis.cache == CacheState::Warm)
        text += ", warm L2";
    if (!basis.source.empty())
        text += ", on " + basis.source;
    if (basis.recorded || !basis.date.empty())
        text += basis.recorded ? ", recorded" : ", measured";
    return basis.date.empty() ? text : text + " " + basis.date;
}

bool alike(const Basis& a, const Basis& b)
{
    return a.origin == b.origin && a.cache == b.cache && (a.source == b.source || a.source.empty() || b.source.empty());
}

std::string differenceLabel(const Basis& value, const Basis& from)
{
    const bool elsewhere = value.origin == from.origin && !alike(value, from) && value.origin != Origin::Predicted &&
                           value.cache == from.cache;
    const auto side = [&](const Basis& basis) {
        return elsewhere ? words(basis) + " on " + basis.source : words(basis);
    };
    return side(value) + " against " + side(from);
}

Difference difference(const Quantity& value, const Quantity& from)
{
    if (value.unit != from.unit)
        throw Error(ErrorKind::Internal, "numbers of different units cannot be subtracted");
    const double by = value.value - from.value;
    return {by, from.value != 0 ? by / from.value : std::numeric_limits<double>::quiet_NaN(),
            differenceLabel(value.basis, from.basis), alike(value.basis, from.basis)};
}

} // namespace sparsescope
