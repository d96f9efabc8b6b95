// The numbers behind the views as tables for other programs: CSV, or JSON with one object a row. Not rounded.
#pragma once

#include "views/workspace/workspace.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct DataTable {
    struct Column {
        std::string name;
        std::vector<double> numbers;    // NaN: not known, an empty field
        std::vector<std::string> texts; // in place of numbers
    };
    std::vector<Column> columns;

    std::size_t rows() const;
    std::string csv() const;
    std::string json() const;
};

// What can be exported now, each made on any thread from results that never change.
struct DataChoice {
    QString name;
    QString stem; // of the file that is suggested
    std::function<DataTable(Progress&)> make;
};
std::vector<DataChoice> dataChoices(const Workspace& workspace);

} // namespace sparsescope
