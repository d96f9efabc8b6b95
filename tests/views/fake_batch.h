// Tables of a batch, for tests.
#pragma once

#include "engine/work/batch_table.h"

#include <QFile>
#include <QString>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope::fake {

// Each row with what it does not say of its own.
inline QString batchTable(const QString& file, const std::vector<nlohmann::json>& rows)
{
    QFile::remove(file);
    BatchTable table(file.toStdString());
    std::vector<nlohmann::json> whole;
    for (const nlohmann::json& given : rows) {
        nlohmann::json row = {{"key", std::to_string(whole.size())},
                              {"rows", 8},
                              {"cols", 8},
                              {"nnz", 10},
                              {"op", "sddmm"},
                              {"dtype", "f32"},
                              {"dense", 64},
                              {"kind", given.at("name").get<std::string>().starts_with("cu") ? "library" : "planner"},
                              {"version", "1"},
                              {"date", "now"}};
        row.update(given);
        whole.push_back(row);
    }
    table.add(whole);
    return file;
}

} // namespace sparsescope::fake
