#include "engine/learn/large_numbers.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace sparsescope::learn {

namespace {

// What stands in a box, or before a row; a sentence begins at its left.
bool isBoxed(const Shape& s)
{
    return s.kind == Shape::Kind::Text && s.monospaced && s.align != Align::Left && s.w > 0 && !s.text.empty();
}

// That fits into its box, units.
double sizeIn(const Shape& s)
{
    constexpr double high = 0.86, margin = 1.5, largest = 28; // of its height; of its width, units
    constexpr double before = 8, unframed = 1.06;             // numbers of rows have room at their left
    const bool axis = s.role == Role::Axis;
    const double width = s.w - margin + (axis && s.align == Align::Right ? before : 0);
    const double ems = textWidth(s.text, TextSize::Small, true) / static_cast<double>(TextSize::Small);
    const double fits = std::min({(axis ? unframed : high) * s.h, width / ems, largest});
    return std::max(static_cast<double>(s.size), std::floor(fits));
}

} // namespace

LargeNumbers::Box LargeNumbers::boxOf(const Shape& text)
{
    return {std::lround(text.w * 4), std::lround(text.h * 4),
            std::isdigit(static_cast<unsigned char>(text.text.front())) != 0};
}

void LargeNumbers::measure(const Scene& scene)
{
    for (const Shape& s : scene.shapes)
        if (isBoxed(s)) {
            double& size = m_sizes.try_emplace(boxOf(s), sizeIn(s)).first->second;
            size = std::min(size, sizeIn(s));
        }
}

void LargeNumbers::enlarge(Scene& scene) const
{
    for (Shape& s : scene.shapes)
        if (isBoxed(s)) {
            const auto known = m_sizes.find(boxOf(s));
            const double size = known == m_sizes.end() ? sizeIn(s) : std::min(known->second, sizeIn(s));
            s.size = static_cast<TextSize>(static_cast<int>(size));
        }
}

double LargeNumbers::smallest() const
{
    double smallest = 0;
    for (const auto& [box, size] : m_sizes)
        if (std::get<2>(box))
            smallest = smallest > 0 ? std::min(smallest, size) : size;
    return smallest;
}

} // namespace sparsescope::learn
