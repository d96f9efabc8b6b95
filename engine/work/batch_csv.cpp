// The rows of a batch's table as text.
#include "engine/core/csv.h"
#include "engine/core/error.h"
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
    CsvReader csv(text, file);
    const std::vector<std::string> titles = csv.titles();
    std::vector<const BatchColumn*> columns;
    for (const char* needed : {"matrix", "op", "dtype", "dense", "name"})
        if (std::find(titles.begin(), titles.end(), needed) == titles.end())
            failInput(fmt::format("is no table of a batch: neither SQLite nor CSV with a column {}", needed),
                      {.file = file});
    for (const std::string& title : titles) {
        const auto all = batchColumns();
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const auto& column) { return column.name == title; });
        columns.push_back(found == all.end() ? nullptr : &*found); // of a later version
    }
    for (std::vector<std::string> fields; csv.next(fields);) {
        progress.check();
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
    withTextFile(path, progress, [&](std::string_view text) { readCsv(text, path, take, progress); });
}

} // namespace sparsescope
