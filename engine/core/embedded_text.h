// Files of the source tree that travel inside the program: styles and scripts of the web pages that it writes.
#pragma once

#include <map>
#include <string>

namespace sparsescope {

// The texts by file name ("report.css"); made by cmake/EmbedText.cmake.
const std::map<std::string, std::string>& embeddedTexts();

// Throws std::out_of_range for a name that is not there.
inline const std::string& embeddedText(const std::string& name)
{
    return embeddedTexts().at(name);
}

} // namespace sparsescope
