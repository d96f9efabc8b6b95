// What all crews of a batch share: which matrix is next, what the table holds already, and what they add to it. One
// process has it. Crews of other processes ask it by messages, so questions and answers are JSON.
#pragma once

#include "engine/work/batch.h"

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace sparsescope {

// A ledger here, or one of another process. Throws what reaching it throws, and Error(Cancelled) where the batch ends.
using AskLedger = std::function<nlohmann::json(const nlohmann::json& question)>;

// The same file as it was then, or the same pattern: what rows of one matrix have in common.
std::string stampOf(const nlohmann::json& row);
// Copies what is known of a matrix that was read: its name, fingerprint, sizes.
void copyFacts(nlohmann::json& to, const nlohmann::json& from);
std::string hashOf(const std::string& text);

class BatchLedger {
public:
    // Where several crews take matrices, the large ones are dealt first. All arguments outlive it.
    BatchLedger(const BatchRequest& request, std::int64_t cases, bool largeFirst, BatchTable& table,
                Progress& progress);

    // Answers one at a time, whatever thread asks:
    //   {"next": true}: {"matrix": its number in the request}, or {} where all are dealt
    //   {"known": stampOf(row)}: {"facts": those of the matrix}, or {} where it was never read
    //   {"open": [keys]}: {"open": [those that the table has not]}
    //   {"foundIn": key}: {"found": the graph that the search of that row found}, or {}
    //   {"begins": [matrix, planner]}: {}; it is told
    //   {"rows": [...], "common": what a library's row has of its case, "cases": n, "before": n, "seconds": s}: {};
    //     jobs of rows are numbered from 0. `cases` are done now, `before` were in the table.
    // Throws Error: Input where the table cannot be written, Cancelled after stop().
    nlohmann::json answer(const nlohmann::json& question);
    void stop(); // no crew begins anything more
    BatchSummary summary();

private:
    void add(const nlohmann::json& told);
    void keepGraph(const nlohmann::json& row);
    void report(const std::string& matrix, const std::string& planner);

    BatchTable& m_table;
    Progress& m_progress;
    std::mutex m_mutex;
    bool m_stopped = false;
    std::vector<std::size_t> m_order; // of matrices
    std::size_t m_dealt = 0;
    std::map<std::string, nlohmann::json> m_known; // facts by stampOf(), from earlier rows
    std::map<std::string, std::string> m_graphs;   // by key
    std::set<std::string> m_asked;                 // keys
    BatchCount m_count;
    double m_childSeconds = 0;
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

} // namespace sparsescope
