#include "engine/plan/kept_program.h"

namespace sparsescope {

namespace {

bool isText(const nlohmann::json& value)
{
    return value.is_string() && value.get_ref<const std::string&>().size() <= mostOf::programText;
}

std::optional<std::string> textOf(const nlohmann::json& options, const char* name)
{
    const auto found = options.find(name);
    return found != options.end() && isText(*found) ? std::optional(found->get<std::string>()) : std::nullopt;
}

void keep(nlohmann::json& options, const char* name, const std::optional<std::string>& text)
{
    if (text && text->size() <= mostOf::programText)
        options[name] = *text;
    else
        options.erase(name);
}

void keep(nlohmann::json& options, const char* program, const char* schedule, const KeptProgram& kept)
{
    keep(options, program, kept.program);
    keep(options, schedule, kept.schedule.empty() ? std::nullopt : std::optional(kept.schedule));
}

constexpr const char* programOptions[] = {"program", "schedule", "untiledProgram", "untiledSchedule"};

} // namespace

KeptPrograms keptPrograms(const nlohmann::json& options)
{
    return {{textOf(options, programOptions[0]), textOf(options, programOptions[1]).value_or("")},
            {textOf(options, programOptions[2]), textOf(options, programOptions[3]).value_or("")}};
}

void keepPrograms(nlohmann::json& options, const KeptPrograms& programs)
{
    keep(options, programOptions[0], programOptions[1], programs.tiled);
    keep(options, programOptions[2], programOptions[3], programs.untiled);
}

std::string oddProgram(const nlohmann::json& options)
{
    for (const char* name : programOptions)
        if (const auto found = options.find(name); found != options.end() && !isText(*found))
            return name;
    return {};
}

} // namespace sparsescope
