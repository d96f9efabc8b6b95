// Members of JSON from outside.
#pragma once

#include "engine/core/error.h"
#include "engine/core/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sparsescope {

// A value and the way to it, which errors name ("entries[3].ns"). Numbers are taken only where they are of the kind
// that is asked for and fit: the library itself would cut off digits. Everything throws Error(Input).
class JsonReader {
public:
    // `value` outlives it. `path`: of the value in the file, empty for the whole.
    JsonReader(const nlohmann::json& value, std::string file, std::string path = {})
        : m_value(value), m_file(std::move(file)), m_path(std::move(path))
    {
    }

    const nlohmann::json& value() const { return m_value; }
    [[noreturn]] void fail(std::string reason) const { failInput(std::move(reason), {.file = m_file, .call = m_path}); }

    bool has(const char* key) const { return m_value.is_object() && m_value.contains(key); }
    JsonReader operator[](const char* key) const
    {
        if (!m_value.is_object())
            fail("is not an object");
        const auto found = m_value.find(key);
        if (found == m_value.end())
            inner(m_value, key).fail("is missing");
        return inner(*found, key);
    }
    JsonReader element(std::size_t i) const
    {
        if (!m_value.is_array() || i >= m_value.size())
            fail(fmt::format("has no element {}", i));
        return {m_value[i], m_file, fmt::format("{}[{}]", m_path, i)};
    }
    std::vector<JsonReader> elements() const
    {
        if (!m_value.is_array())
            fail("is not an array");
        std::vector<JsonReader> all;
        all.reserve(m_value.size());
        for (std::size_t i = 0; i < m_value.size(); ++i)
            all.push_back(element(i));
        return all;
    }
    std::vector<std::pair<std::string, JsonReader>> members() const
    {
        if (!m_value.is_object())
            fail("is not an object");
        std::vector<std::pair<std::string, JsonReader>> all;
        for (const auto& [key, value] : m_value.items())
            all.emplace_back(key, inner(value, key));
        return all;
    }

    // T: bool, an integer, a floating-point number, std::string, a vector of these, or nlohmann::json.
    template <class T>
    T as() const
    {
        if constexpr (std::is_same_v<T, nlohmann::json>) {
            return m_value;
        } else if constexpr (std::is_same_v<T, bool>) {
            if (!m_value.is_boolean())
                fail("is neither true nor false");
            return m_value.get<bool>();
        } else if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(integer(std::numeric_limits<T>::min(),
                                          static_cast<std::int64_t>(std::min<std::uint64_t>(
                                              INT64_MAX, static_cast<std::uint64_t>(std::numeric_limits<T>::max())))));
        } else if constexpr (std::is_floating_point_v<T>) {
            if (!m_value.is_number())
                fail("is not a number");
            return m_value.get<T>();
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (!m_value.is_string())
                fail("is not a text");
            return m_value.get<std::string>();
        } else {
            T all;
            for (const JsonReader& element : elements())
                all.push_back(element.as<typename T::value_type>());
            return all;
        }
    }
    template <class T>
    T get(const char* key) const
    {
        return (*this)[key].as<T>();
    }
    // Where the member may be missing.
    template <class T>
    T get(const char* key, T otherwise) const
    {
        return has(key) ? get<T>(key) : otherwise;
    }

    std::int64_t integer(std::int64_t least, std::int64_t most) const
    {
        if (!m_value.is_number_integer())
            fail("is not a whole number");
        const bool fits = !m_value.is_number_unsigned() || m_value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
        if (!fits || m_value.get<std::int64_t>() < least || m_value.get<std::int64_t>() > most)
            fail(fmt::format("is {}, outside {} to {}", m_value.dump(), least, most));
        return m_value.get<std::int64_t>();
    }
    std::int64_t integer(const char* key, std::int64_t least, std::int64_t most) const
    {
        return (*this)[key].integer(least, most);
    }

private:
    JsonReader inner(const nlohmann::json& value, const std::string& key) const
    {
        return {value, m_file, m_path.empty() ? key : m_path + "." + key};
    }

    const nlohmann::json& m_value;
    std::string m_file;
    std::string m_path;
};

} // namespace sparsescope
