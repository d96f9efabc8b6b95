#include "engine/core/csv.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

CsvReader::CsvReader(std::string_view text, std::string file) : m_text(text), m_file(std::move(file))
{
    read(m_titles);
}

bool CsvReader::next(std::vector<std::string>& fields)
{
    if (!read(fields))
        return false;
    if (fields.size() != m_titles.size())
        failInput(fmt::format("has {} fields, not {}", fields.size(), m_titles.size()),
                  {.file = m_file, .line = m_line});
    return true;
}

bool CsvReader::read(std::vector<std::string>& fields)
{
    fields.clear();
    if (m_at == m_text.size())
        return false;
    m_line = m_nextLine;
    for (;;) {
        fields.push_back(field());
        if (m_at == m_text.size())
            return true;
        const char end = m_text[m_at++];
        if (end == ',')
            continue;
        if (end == '\r' && m_at < m_text.size() && m_text[m_at] == '\n')
            ++m_at;
        ++m_nextLine;
        return true;
    }
}

std::string CsvReader::field()
{
    if (m_at < m_text.size() && m_text[m_at] == '"')
        return quoted();
    const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
    std::string plain(m_text.substr(m_at, end - m_at));
    m_at = end;
    return plain;
}

std::string CsvReader::quoted()
{
    std::string value;
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '"') {
            if (++m_at == m_text.size() || m_text[m_at] != '"') {
                if (m_at < m_text.size() && std::string_view(",\r\n").find(m_text[m_at]) == std::string_view::npos)
                    break;
                return value;
            }
        }
        m_nextLine += m_text[m_at] == '\n' ? 1 : 0;
        value += m_text[m_at];
    }
    failInput("a field's quotation mark has no end", {.file = m_file, .line = m_line});
}

} // namespace sparsescope
