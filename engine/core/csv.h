// Records of a table as text, with titles in its first line (RFC 4180).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

class CsvReader {
public:
    // Reads the titles. The text outlives it; `file` is named in errors. All of it throws Error(Input) with the line.
    CsvReader(std::string_view text, std::string file);

    const std::vector<std::string>& titles() const { return m_titles; }
    // The fields of the next record, one for each title; false behind the last one.
    bool next(std::vector<std::string>& fields);
    std::int64_t line() const { return m_line; } // at which the record begins that was read last

private:
    bool read(std::vector<std::string>& fields);
    std::string field();
    std::string quoted();

    std::string_view m_text;
    std::string m_file;
    std::size_t m_at = 0;
    std::int64_t m_line = 1, m_nextLine = 1;
    std::vector<std::string> m_titles;
};

} // namespace sparsescope
