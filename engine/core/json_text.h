// JSON as text that any reader takes: bytes of names that are not UTF-8 (files may be called anything) become U+FFFD.
#pragma once

#include "engine/core/error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sparsescope {

inline std::string jsonText(const nlohmann::json& value, int indent = -1)
{
    return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

// What a reader of the JSON gets of such a text.
inline std::string throughJson(const std::string& text)
{
    return nlohmann::json::parse(jsonText(text)).get<std::string>();
}

// Parses a text from outside. The library copies and writes by recursion, so that a deep enough nesting would exhaust
// the stack: more than 64 is refused with Error(Input). Throws json::parse_error where it is no JSON.
inline nlohmann::json parseJson(std::string_view text, const Where& where)
{
    constexpr int deepest = 64;
    return nlohmann::json::parse(text, [&](int depth, nlohmann::json::parse_event_t, const nlohmann::json&) {
        if (depth > deepest)
            failInput("is nested more than 64 deep", where);
        return true;
    });
}

} // namespace sparsescope
