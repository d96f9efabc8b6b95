// Arrays and members of records as compressed little-endian columns.
#pragma once

#include "engine/core/error.h"
#include "engine/io/gzip.h"

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::session {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

template <class T>
std::string packArray(std::span<const T> values, int level = 6)
{
    return deflateBytes({reinterpret_cast<const char*>(values.data()), values.size_bytes()}, level);
}

// Throws Error(Input) at where unless the column holds exactly n elements.
template <class T>
std::vector<T> unpackArray(std::string_view packed, std::int64_t n, const Where& where)
{
    constexpr std::int64_t most = INT64_MAX / 16;
    if (n < 0 || n > most)
        failInput("is damaged: its length is no length", where);
    const std::string bytes = inflateBytes(packed, static_cast<std::uint64_t>(n) * sizeof(T), where);
    std::vector<T> values(static_cast<std::size_t>(n));
    if (n > 0)
        std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

template <class Record, class T>
std::string packColumn(const std::vector<Record>& records, T Record::*member)
{
    std::vector<T> column;
    column.reserve(records.size());
    for (const Record& record : records)
        column.push_back(record.*member);
    return packArray(std::span<const T>(column));
}

// Into records that already have their number.
template <class Record, class T>
void unpackColumn(std::string_view packed, std::vector<Record>& records, T Record::*member, const Where& where)
{
    const std::vector<T> column = unpackArray<T>(packed, static_cast<std::int64_t>(records.size()), where);
    for (std::size_t i = 0; i < records.size(); ++i)
        records[i].*member = column[i];
}

} // namespace sparsescope::session
