// The rows of a batch's table as text.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/gzip.h"
#include "engine/work/batch_table.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr std::uint64_t mostBytes = std::uint64_t{1} << 30;

// The fields of a record, as RFC 4180 has them; nothing after the last one. `line` is that at which it begins, then the
// next one's.
class Csv {
public:
    Csv(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

    std::int64_t line() const { return m_line; }
    bool next(std::vector<std::string>& fields)
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

private:
    std::string field()
    {
        if (m_at < m_text.size() && m_text[m_at] == '"')
            return quoted();
        const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
        std::string plain(m_text.substr(m_at, end - m_at));
        m_at = end;
        return plain;
    }
    std::string quoted()
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

    std::string_view m_text;
    const std::string& m_file;
    std::size_t m_at = 0;
    std::int64_t m_line = 1, m_nextLine = 1;
};

json valueOf(const BatchColumn& column, const std::string& text, const Where& where)
{
    const std::string_view type = column.type;
    if (type.starts_with("TEXT"))
        return text;
    if (type.starts_with("INTEGER")) {
        std::int64_t whole = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
        if (error != std::errc{} || end != text.data() + text.size())
            failInput(fmt::format("\"{}\" is no whole number", text), where);
        return whole;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        failInput(fmt::format("\"{}\" is no number", text), where);
    return number;
}

void readCsv(std::string_view text, const std::string& file, const BatchRowReceiver& take, Progress& progress)
{
    Csv csv(text, file);
    std::vector<std::string> fields;
    std::vector<const BatchColumn*> columns;
    csv.next(fields);
    for (const char* needed : {"matrix", "op", "dtype", "dense", "name"})
        if (std::find(fields.begin(), fields.end(), needed) == fields.end())
            failInput(fmt::format("is no table of a batch: neither SQLite nor CSV with a column {}", needed),
                      {.file = file});
    for (const std::string& title : fields) {
        const auto all = batchColumns();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const auto& column) { return column.name == title; });
        columns.push_back(found == all.end() ? nullptr : &*found); // of a later version
    }
    for (std::int64_t row = 1; csv.next(fields); ++row) {
        progress.check();
        if (fields.size() != columns.size())
            failInput(fmt::format("has {} fields, not {}", fields.size(), columns.size()),
                      {.file = file, .line = csv.line()});
        json values = json::object();
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i] && !fields[i].empty())
                values[columns[i]->name] =
                    valueOf(*columns[i], fields[i], {.file = file, .line = csv.line(), .call = columns[i]->name});
        try {
            take(values);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input)
                throw;
            throw Error(ErrorKind::Input, error.reason(),
                        {.file = file, .line = csv.line(), .call = error.where().call});
        }
    }
}

} // namespace

void readBatchRows(const std::string& path, const BatchRowReceiver& take, Progress& progress)
{
    if (isBatch(path))
        return readBatch(path, take, progress);
    withMappedFile(path, [&](std::string_view bytes) {
        if (isGzip(bytes))
            readCsv(inflateGzip(bytes, path, progress, mostBytes), path, take, progress);
        else
            readCsv(bytes, path, take, progress);
        return 0;
    });
}

} // namespace sparsescope
