// SQLite behind two small classes: every failure is an Error that names the file. The only place that opens one.
#pragma once

#include "engine/core/progress.h"
#include "engine/session/schema.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace sparsescope::session {

class Database {
public:
    // Append: a file that stays open while it grows; whatever was committed survives the end of the process.
    enum class Mode { Read, Create, Append };
    // `file` is what errors name. Who has the file locked is waited for, 5 s at most. What is there is taken only when
    // it is the schema's: see requireTables(). Statements end when `progress`, which outlives this, is cancelled.
    // Throws Error(Input) and Error(Cancelled).
    Database(const std::string& path, Mode mode, std::string file, Progress& progress = noProgress(),
             const Schema& schema = sessionSchema());
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void run(const char* sql);             // statements without results
    std::int64_t integer(const char* sql); // the first column of the first row
    std::string text(const char* sql);
    std::int64_t lastRow() const; // key of the row inserted last
    // What was committed and still lies beside the file (Append) goes into it, so that the file alone is the whole.
    void settle();
    const std::string& file() const { return m_file; }

private:
    friend class Statement;
    [[noreturn]] void fail(int status) const;
    void distrust(std::uintmax_t bytes);
    void requireWhole();

    sqlite3* m_handle = nullptr;
    std::string m_file;
    Mode m_mode;
    Progress& m_progress;
};

// One prepared statement; parameters count from 1, columns from 0.
class Statement {
public:
    Statement(Database& database, const char* sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // In order; the texts must live until the next step().
    Statement& bind(std::int64_t value);
    Statement& bindReal(double value);
    Statement& bindText(std::string_view value);
    Statement& bindBlob(std::string_view value);
    Statement& bindNull();

    bool step();   // true when there is a row
    void insert(); // step and reset, for statements without rows

    // Throw Error(Input) when the column holds another type.
    std::int64_t integer(int column) const;
    double real(int column) const;           // of integers too
    std::string_view text(int column) const; // until the next step()
    std::string_view blob(int column) const;
    bool null(int column) const;

private:
    [[noreturn]] void wrongType(int column, const char* expected) const;

    Database& m_database;
    sqlite3_stmt* m_handle = nullptr;
    int m_bound = 0;
};

} // namespace sparsescope::session
