// Looking into texts, the same for both versions of Catch2.
#pragma once

#include <string>

inline bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
