// A web page that needs nothing else, as it grows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

std::string escaped(std::string_view text); // for HTML

class HtmlPage {
public:
    void begin(const std::string& title); // up to the heading; the page forbids itself to load anything
    void row(const std::string& what, const std::string& value);
    void paragraph(const std::string& text, const char* kind = "");
    void raw(const std::string& html) { m_text += html; }
    // A row of a table, with numbers from this column on.
    void cells(const std::vector<std::string>& values, std::size_t numbersFrom, bool head = false);
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

} // namespace sparsescope
