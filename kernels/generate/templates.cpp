// Fills in the marks of a template.
#include "kernels/generate/templates.h"

#include "engine/core/error.h"

namespace sparsescope {

std::string filledTemplate(const std::string& file, const std::map<std::string, std::string>& values)
{
    const auto found = deviceTemplates().find(file);
    if (found == deviceTemplates().end())
        throw Error(ErrorKind::Internal, "the device template " + file + " is not part of this program");
    std::string text = found->second;
    for (const auto& [key, value] : values) {
        const std::string mark = "$" + key + "$";
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

} // namespace sparsescope
