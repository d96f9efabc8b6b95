// Times that tables of `compare` and sessions hold, for a batch that plans its cases but runs none.
#pragma once

#include "engine/core/progress.h"
#include "engine/session/session.h"

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace sparsescope {

class RecordedTimes {
public:
    // `device`: of tables that do not name theirs; empty: there are to be none.
    explicit RecordedTimes(std::string device = {}) : m_device(std::move(device)) {}

    // Takes a session, or a table of `compare` (.csv, .csv.gz). A case that a file before has too is not taken: times
    // of two are not to be compared. Throws Error(Input) with file and line: neither of them, damaged, without a plan's
    // time, of another GPU than those before or of one that is not named; Error(Cancelled).
    void read(const std::string& path, Progress& progress);
    const std::string& device() const { return m_device; }

    // What came of running a row of a batch whose matrix was read, in its columns, with the problem where it failed;
    // null: that is not known. Sessions tell matrices by fingerprint, tables by name and sizes.
    nlohmann::json of(const nlohmann::json& row) const;

private:
    struct Case {
        std::size_t file = 0;                        // in the order in which they were read
        std::map<std::string, nlohmann::json> times; // by planner with options
    };
    void add(const std::string& subject, const std::string& planner, nlohmann::json time);
    void requireDevice(const std::string& device, const Where& where);
    void readTable(const std::string& path, Progress& progress);
    void readRuns(const session::Session& session, const std::string& path);

    std::string m_device;
    std::size_t m_files = 0;
    std::map<std::string, Case> m_cases; // by matrix and operator
};

} // namespace sparsescope
