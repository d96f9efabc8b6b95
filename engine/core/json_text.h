// JSON as text that any reader takes, and JSON from outside.
#pragma once

#include "engine/core/error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sparsescope {

// Bytes of names that are not UTF-8 (files may be called anything) become U+FFFD.
inline std::string jsonText(const nlohmann::json& value, int indent = -1)
{
    return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

// One JSON value on one line of standard output, at once.
void printLine(const nlohmann::json& line);

// What a reader of the JSON gets of such a text.
std::string throughJson(const std::string& text);

// Parses a text from outside, the only way to do so. Throws Error(Input) at `where`, with the line where one is known:
// what is no JSON, nested more than 64 deep (the library copies and writes by recursion), of more than 4,194,304
// values, larger than 256 MiB, or holds a name twice in an object or a number that no double holds.
nlohmann::json parseJson(std::string_view text, Where where);

// The same of what somebody types or a program says, where other text is no fault: discarded where it throws.
nlohmann::json jsonOrDiscarded(std::string_view text);

} // namespace sparsescope
