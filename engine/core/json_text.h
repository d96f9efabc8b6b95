// JSON as text that any reader takes: bytes of names that are not UTF-8 (files may be called anything) become U+FFFD.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

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

} // namespace sparsescope
