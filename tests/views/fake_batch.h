// Tables of a batch, for tests.
#pragma once

#include "engine/work/batch_table.h"

#include <QFile>
#include <QString>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope::fake {

// A row with what it does not say of its own.
inline nlohmann::json batchRow(const nlohmann::json& given, const std::string& key)
{
    nlohmann::json row = {
        {"key", key},     {"rows", 8},
        {"cols", 8},      {"nnz", 10},
        {"op", "sddmm"},  {"dtype", "f32"},
        {"dense", 64},    {"kind", given.at("name").get<std::string>().starts_with("cu") ? "library" : "planner"},
        {"version", "1"}, {"date", "now"}};
    row.update(given);
    return row;
}

inline QString batchTable(const QString& file, const std::vector<nlohmann::json>& rows)
{
    QFile::remove(file);
    BatchTable table(file.toStdString());
    std::vector<nlohmann::json> whole;
    for (const nlohmann::json& given : rows)
        whole.push_back(batchRow(given, std::to_string(whole.size())));
    table.add(whole);
    return file;
}

} // namespace sparsescope::fake
