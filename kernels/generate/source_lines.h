// Text of a source that is written line by line.
#pragma once

#include <algorithm>
#include <string>

namespace sparsescope {

// Text that knows how many lines it has.
class SourceLines {
public:
    void add(const std::string& text)
    {
        m_text += text;
        m_count += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    }
    int next() const { return m_count + 1; } // line that the next add() begins
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
    int m_count = 0;
};

// Puts lines in place of the one that is this mark alone.
inline void fillLine(std::string& text, const std::string& mark, const std::string& lines)
{
    const std::string line = "    " + mark + "\n";
    text.replace(text.find(line), line.size(), lines);
}

} // namespace sparsescope
