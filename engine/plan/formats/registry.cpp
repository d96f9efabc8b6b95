// The list of formats, and what they share.
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

std::span<const FormatKind> formatKinds()
{
    static const std::array<FormatKind, 2> kinds = {blockFormatKind(), ellFormatKind()};
    return kinds;
}

FormatPtr makeFormat(const std::string& name, const nlohmann::json& parameters)
{
    std::string known;
    for (const FormatKind& kind : formatKinds()) {
        if (kind.name == name)
            return kind.make(parameters);
        known += (known.empty() ? "" : ", ") + kind.name;
    }
    failInput(fmt::format("format \"{}\" is none of {}", name, known));
}

std::string name(FormatFamily family)
{
    constexpr std::array names = {"block", "ell", "1d", "csr-like", "diagonal", "other"};
    return names[static_cast<std::size_t>(family)];
}

std::int64_t Format::bytes(DataType dtype) const
{
    return 4 * packedRows() + 4 * packedCols() + bytesOf(dtype) * packedValues();
}

std::int64_t integerParameter(const nlohmann::json& parameters, const char* format, const char* name)
{
    const auto found = parameters.is_object() ? parameters.find(name) : parameters.end();
    if (!parameters.is_object() || found == parameters.end() || !found->is_number_integer())
        failInput(fmt::format("format \"{}\" needs the whole number \"{}\"", format, name));
    return found->get<std::int64_t>();
}

}  // namespace sparsescope
