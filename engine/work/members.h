// Members of the JSON that jobs are written in.
#pragma once

#include "engine/core/error.h"
#include "engine/core/json_text.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// The members of a JSON object, each asked for once. Everything throws Error(Input) naming file and member.
class Members {
public:
    Members(const nlohmann::json& object, std::string file) : m_object(object), m_file(std::move(file))
    {
        if (!object.is_object())
            failInput("is no JSON object", {.file = m_file});
    }

    [[noreturn]] void fail(const std::string& member, const std::string& reason) const
    {
        failInput(reason, {.file = m_file, .call = member});
    }

    const nlohmann::json* find(const char* member)
    {
        m_known.insert(member);
        const auto found = m_object.find(member);
        return found == m_object.end() ? nullptr : &*found;
    }
    const nlohmann::json& need(const char* member)
    {
        const nlohmann::json* value = find(member);
        if (!value)
            fail(member, "is missing");
        return *value;
    }

    std::string text(const char* member)
    {
        const nlohmann::json& value = need(member);
        if (!value.is_string() || value.get_ref<const std::string&>().empty())
            fail(member, fmt::format("takes a text, not {}", jsonText(value)));
        return value;
    }
    std::vector<std::string> texts(const char* member, const nlohmann::json& value) const
    {
        const auto isText = [](const nlohmann::json& one) { return one.is_string(); };
        if (!value.is_array() || !std::all_of(value.begin(), value.end(), isText))
            fail(member, fmt::format("takes a list of texts, not {}", jsonText(value)));
        return value;
    }
    template <class Choices>
    auto oneOf(const char* member, const nlohmann::json& value, const Choices& choices) const
    {
        std::string names;
        for (const auto choice : choices) {
            if (value == name(choice))
                return choice;
            names += fmt::format("{}{}", names.empty() ? "" : ", ", name(choice));
        }
        fail(member, fmt::format("takes one of {}, not {}", names, jsonText(value)));
    }
    template <class T>
    void number(const char* member, std::uint64_t least, std::uint64_t most, T& into)
    {
        const nlohmann::json* value = find(member);
        if (!value)
            return;
        if (!value->is_number_unsigned() || value->get<std::uint64_t>() < least || value->get<std::uint64_t>() > most)
            fail(member, fmt::format("takes a whole number from {} to {}, not {}", least, most, jsonText(*value)));
        into = static_cast<T>(value->get<std::uint64_t>());
    }
    void number(const char* member, double least, double most, double& into)
    {
        const nlohmann::json* value = find(member);
        if (!value)
            return;
        if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most))
            fail(member, fmt::format("takes a number from {} to {}, not {}", least, most, jsonText(*value)));
        into = value->get<double>();
    }
    void flag(const char* member, bool& into)
    {
        const nlohmann::json* value = find(member);
        if (!value)
            return;
        if (!value->is_boolean())
            fail(member, fmt::format("takes true or false, not {}", jsonText(*value)));
        into = *value;
    }

    // What is left was not asked for.
    void checkKnown() const
    {
        for (const auto& [member, value] : m_object.items())
            if (!m_known.contains(member))
                fail(member, fmt::format("is none of {}", fmt::join(m_known, ", ")));
    }

private:
    const nlohmann::json& m_object;
    std::string m_file;
    std::set<std::string> m_known;
};

} // namespace sparsescope
