// Names of what runs are asked for.
#include "engine/measure/run_options.h"

#include "engine/core/error.h"
#include "engine/plan/packed.h"

#include <fmt/format.h>

namespace sparsescope {

std::vector<Codegen> parseCodegens(const std::string& text)
{
    if (text == "template")
        return {Codegen::Template};
    if (text == "ir")
        return {Codegen::Program};
    if (text == "both")
        return {Codegen::Template, Codegen::Program};
    failUsage(fmt::format("kernels are made by {}, not by \"{}\"", "template, ir or both", text));
}

std::string codegensText(const std::vector<Codegen>& codegens)
{
    return codegens.size() > 1 ? "both" : name(codegens.empty() ? Codegen::Template : codegens.front());
}

} // namespace sparsescope
