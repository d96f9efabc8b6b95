// Numbers of a batch's rows, which a table from anywhere may hold as it likes.
#pragma once

#include "engine/core/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

// A number from 0 to `most`; what is not known is `unknown`. Throws Error(Input) for others.
template <class Number>
Number numberIn(const nlohmann::json& row, const char* column, Number most, Number unknown)
{
    const auto number = row.value(column, unknown);
    if (row.contains(column) && (number < 0 || number > most))
        failInput(fmt::format("is {}, not 0 to {}", number, most), {.call = column});
    return number;
}

// 0: there is none. Throws Error(Input) for what is none of a kernel.
inline double timeIn(const nlohmann::json& row, const char* column)
{
    constexpr double least = 1, most = 1e15; // ns: eleven days
    const double ns = row.value(column, 0.0);
    if (ns != 0 && (ns < least || ns > most))
        failInput(fmt::format("{} ns is no time of a kernel", ns), {.call = column});
    return ns;
}

// 0: it is not known. Throws Error(Input) for what none of a search is.
inline double searchSecondsIn(const nlohmann::json& row)
{
    constexpr double least = 1e-9, most = 1e9; // s: thirty years
    const double seconds = row.value("searchSeconds", 0.0);
    if (seconds != 0 && (seconds < least || seconds > most))
        failInput(fmt::format("{} s is no time of a search", seconds), {.call = "searchSeconds"});
    return seconds;
}

} // namespace sparsescope
