// What of a function stands in a kernel's source, what in its argument block, and how people read it.
#include "engine/core/at.h"
#include "engine/plan/graph/functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::graph {

namespace {

// "+ 4 i": with the sign as an operator, or as the number's where it comes first; a factor of 1 is left out.
std::string term(std::int64_t factor, const std::string& what, bool first, const char* times)
{
    const std::int64_t magnitude = factor < 0 ? -factor : factor;
    const std::string sign = first ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    return sign + (magnitude == 1 ? "" : fmt::format("{}{}", magnitude, times)) + what;
}

// Constant to Both. `whole`: with c though it be 0.
std::string sumText(const ArrayFunction& f, const std::string& index, bool whole)
{
    std::string text = whole || f.c != 0 || (f.k == 0 && f.m == 0) ? std::to_string(f.c) : "";
    if (f.k != 0)
        text += term(f.k, f.p > 0 ? fmt::format("({} mod {})", index, f.p) : index, text.empty(), " ");
    if (f.m != 0)
        text += term(f.m, fmt::format("floor({} / {})", index, f.p), text.empty(), " x ");
    return text;
}

std::string piecesText(const ArrayFunction& f, const std::string& index)
{
    std::string text;
    for (std::size_t j = 0; j + 1 < f.ends.size(); ++j)
        text += fmt::format("{} for {} < {}, ", f.constants[j], index, f.ends[j]);
    return text + fmt::format("then {}", f.constants.back());
}

std::string rowText(const ArrayFunction& f)
{
    return fmt::format("row + ({})[k]", fmt::join(f.constants, ", "));
}

std::string exceptionsText(const ArrayFunction& f)
{
    std::string text;
    for (const FunctionException& exception : f.exceptions)
        text += fmt::format("{} {} at {}", text.empty() ? ", but" : ",", exception.value, exception.i);
    return text;
}

std::string bodyText(const ArrayFunction& f, const std::string& index, bool whole)
{
    if (f.family == FunctionFamily::Pieces)
        return piecesText(f, index);
    if (f.family == FunctionFamily::RowLinear)
        return rowText(f);
    return sumText(f, index, whole);
}

} // namespace

std::string name(FunctionFamily family)
{
    switch (family) {
    case FunctionFamily::Constant:
        return "constant";
    case FunctionFamily::Linear:
        return "linear";
    case FunctionFamily::Step:
        return "step";
    case FunctionFamily::Periodic:
        return "periodic linear";
    case FunctionFamily::Both:
        return "both";
    case FunctionFamily::Pieces:
        return "pieces";
    case FunctionFamily::RowLinear:
        return "row linear";
    case FunctionFamily::Narrow:
        break;
    }
    return "narrow";
}

std::string name(StoredType type)
{
    return type == StoredType::U8 ? "u8" : type == StoredType::U16 ? "u16" : "i32";
}

std::string sourceKey(const ArrayFunction& f)
{
    std::string key = f.family == FunctionFamily::Narrow ? name(f.type) : name(f.family);
    if (!f.constants.empty())
        key += fmt::format(" {}", f.constants.size());
    if (f.bases)
        key += ", base of each BMTB: " + sourceKey(*f.bases);
    if (!f.exceptions.empty())
        key += fmt::format(", exceptions {}", f.exceptions.size());
    return key;
}

std::vector<std::int32_t> arguments(const ArrayFunction& f)
{
    std::vector<std::int32_t> all;
    const auto add = [&](std::int64_t value) {
        all.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(value))); // its low bits
    };
    switch (f.family) {
    case FunctionFamily::Pieces:
        for (const std::int64_t constant : f.constants)
            add(constant);
        for (std::size_t j = 0; j + 1 < f.ends.size(); ++j)
            add(f.ends[j]);
        break;
    case FunctionFamily::RowLinear:
        for (const std::int64_t constant : f.constants)
            add(constant);
        add(f.columns - 1);
        break;
    case FunctionFamily::Narrow:
        if (f.bases)
            all = arguments(*f.bases);
        else if (f.type != StoredType::I32)
            add(f.base);
        break;
    default:
        add(f.c);
        if (f.family != FunctionFamily::Constant && f.family != FunctionFamily::Step)
            add(f.k);
        if (f.family == FunctionFamily::Step || f.family == FunctionFamily::Both)
            add(f.m);
        if (f.p > 0)
            add(f.p);
    }
    for (const FunctionException& exception : f.exceptions) {
        add(exception.i);
        add(exception.value);
    }
    return all;
}

std::string formula(const ArrayFunction& f, const std::string& index)
{
    if (f.family != FunctionFamily::Narrow)
        return bodyText(f, index, false) + exceptionsText(f);
    if (f.bases)
        return fmt::format("{}, base {}", name(f.type), formula(*f.bases, "b"));
    return name(f.type) + (f.base == 0 ? "" : fmt::format(", base {}", f.base));
}

std::string label(const ArrayFunction& f, const std::string& index)
{
    if (f.family != FunctionFamily::Narrow)
        return name(f.family) + " " + bodyText(f, index, true) + exceptionsText(f);
    if (f.bases)
        return fmt::format("{}, base {}", name(f.type), label(*f.bases, "b"));
    return name(f.type) + (f.type == StoredType::I32 ? "" : fmt::format(", base {}", f.base));
}

} // namespace sparsescope::graph
