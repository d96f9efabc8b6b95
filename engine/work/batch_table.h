// The file in which a batch keeps its cases: one SQLite table, a row for each, which grows job by job. Described in
// samples/batch-schema.md.
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>

namespace sparsescope {

namespace session {
class Database;
class FileLock;
struct Schema;
} // namespace session

inline constexpr int batchSchemaVersion = 5;

// A column, by the name that it has in rows, in CSV and in the file.
struct BatchColumn {
    const char* name;
    const char* type; // as SQLite declares it
    int since = 1;    // the version of the table
};
std::span<const BatchColumn> batchColumns();
const session::Schema& batchSchema();

// Rows are JSON objects of columns; one that is missing is not known. An Error(Input) for one gets the file, and the
// row by its number in SQLite.
using BatchRowReceiver = std::function<void(const nlohmann::json& row)>;

// Open to be filled by this process alone. All of it throws Error(Input) naming the file.
class BatchTable {
public:
    // A file that is there is taken only when it is a batch's and whole; else it is made. Throws Error(Cancelled).
    explicit BatchTable(const std::string& path, Progress& progress = noProgress());
    ~BatchTable(); // leaves one file
    BatchTable(const BatchTable&) = delete;
    BatchTable& operator=(const BatchTable&) = delete;

    bool has(const std::string& key) const { return m_keys.contains(key); }
    std::int64_t nextJob() const { return m_jobs + 1; }
    // All of them or none, whatever happens to the process. A column of a later version comes with the first row that
    // has it.
    void add(std::span<const nlohmann::json> rows);
    // In the order in which they were added.
    void each(const BatchRowReceiver& take);

private:
    void know(const nlohmann::json& row);
    void widen(std::span<const nlohmann::json> rows);

    std::unique_ptr<session::FileLock> m_lock;
    std::unique_ptr<session::Database> m_database;
    std::set<std::string> m_keys;
    std::int64_t m_jobs = 0; // the number of the last one
};

bool isBatch(const std::string& path); // by content
// Throws Error(Input): not a batch's table, a newer version, damaged, with the row where it is one; Error(Cancelled).
void readBatch(const std::string& path, const BatchRowReceiver& take, Progress& progress);
// The same, or of a CSV as batchCsv() makes it, which may lack columns, compressed by gzip or not. Throws Error(Input)
// with the line too.
void readBatchRows(const std::string& path, const BatchRowReceiver& take, Progress& progress);
// Its rows as a table with titles.
std::string batchCsv(const std::string& path, Progress& progress);

} // namespace sparsescope
