// JSON from outside is read twice: once to check what it would take, once to make it.
#include "engine/core/json_text.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr std::size_t mostBytes = 256u << 20;
constexpr std::size_t deepest = 64;
constexpr std::size_t mostValues = 4u << 20;

// Hears what a text holds before any of it is kept.
class Check : public nlohmann::json_sax<json> {
public:
    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(std::int64_t) override { return value(); }
    bool number_unsigned(std::uint64_t) override { return value(); }
    bool number_float(double, const std::string&) override { return value(); }
    bool string(std::string&) override { return value(); }
    bool binary(json::binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return opens(); }
    bool start_array(std::size_t) override { return opens(); }
    bool end_object() override { return closes(); }
    bool end_array() override { return closes(); }
    bool key(std::string& name) override
    {
        if (!m_names.back().insert(name).second)
            return fail(fmt::format("has \"{}\" twice in one object", shortened(name)));
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&, const json::exception& e) override
    {
        constexpr int outOfRange = 406; // of the library's out_of_range errors
        m_at = byte;
        m_hasPlace = true;
        return fail(e.id == outOfRange
                        ? "holds a number out of range"
                        : "is not valid JSON: a comma, quote or bracket is missing or too many here or just before");
    }

    const std::string& reason() const { return m_reason; }
    bool hasPlace() const { return m_hasPlace; }
    std::size_t at() const { return m_at; } // byte, from 1

private:
    static std::string shortened(const std::string& name)
    {
        constexpr std::size_t most = 60;
        return name.size() <= most ? throughJson(name) : throughJson(name.substr(0, most)) + "...";
    }
    bool fail(std::string reason)
    {
        m_reason = std::move(reason);
        return false;
    }
    bool value()
    {
        return ++m_values <= mostValues || fail(fmt::format("holds more than {} values", formatCount(mostValues)));
    }
    bool opens()
    {
        m_names.emplace_back();
        return m_names.size() <= deepest ? value() : fail(fmt::format("is nested more than {} deep", deepest));
    }
    bool closes()
    {
        m_names.pop_back();
        return true;
    }

    std::vector<std::set<std::string>> m_names; // of each object that is open; none of an array
    std::size_t m_values = 0;
    std::string m_reason;
    bool m_hasPlace = false;
    std::size_t m_at = 0;
};

} // namespace

void printLine(const json& line)
{
    const std::string text = jsonText(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

std::string throughJson(const std::string& text)
{
    return json::parse(jsonText(text)).get<std::string>();
}

json parseJson(std::string_view text, Where where)
{
    if (text.size() > mostBytes)
        failInput(fmt::format("holds {} of JSON, more than {}", formatBytes(static_cast<std::int64_t>(text.size())),
                              formatBytes(mostBytes)),
                  std::move(where));
    if (std::string problem = encodingProblem(text); !problem.empty())
        failInput(std::move(problem), std::move(where));
    Check check;
    if (json::sax_parse(text, &check))
        return json::parse(text);
    if (check.hasPlace() && where.line == 0) {
        const std::size_t at = std::min(text.size(), check.at() > 0 ? check.at() - 1 : 0);
        const std::size_t lineBegin = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
        where.line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        where.column = static_cast<std::int64_t>(at - (lineBegin == std::string_view::npos ? 0 : lineBegin + 1) + 1);
    }
    failInput(check.reason(), std::move(where));
}

json jsonOrDiscarded(std::string_view text)
{
    try {
        return parseJson(text, {});
    } catch (const Error&) {
        return json(json::value_t::discarded);
    }
}

} // namespace sparsescope
