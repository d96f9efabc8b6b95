// A search while it runs: handed from its thread to the window a few times a second, and ended early from there.
#pragma once

#include "engine/session/kept_search.h"

#include <QElapsedTimer>
#include <QString>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sparsescope {

// What is seen of it: the search that is under way, of those that compete for the plan.
struct LiveSearch {
    QString name; // "multi-level"
    int number = 0, of = 0;
    std::vector<TraceRound> rounds;           // without losers and withdrawn tiles
    std::shared_ptr<const PartialPlan> tiles; // null before the first
    std::vector<TraceEvent> events;           // of all searches of the planner, as they came

    std::shared_ptr<const Plan> plan() const;
    std::shared_ptr<const std::vector<std::uint32_t>> owners() const;
    std::int64_t chosen() const; // tiles, those withdrawn since included
    double covered() const;      // share of the non-zeros
    QString text() const;        // "multi-level, 1 of 6: round 12, 63 % covered"
};

class SearchFeed : public TraceSink {
public:
    // What came since the last time; `anew`: of another search than before.
    struct News {
        LiveSearch search; // without tiles: nothing new is to be seen
        bool anew = false;
        session::SearchNews whole; // the same for a recovery file
    };
    // `receive` is called on the search's thread, at most twenty times a second and not in its first third of a second;
    // `step` whenever something was chosen or evaluated, for tests that hold a search up.
    SearchFeed(std::function<void(News)> receive, std::function<void()> step);

    void setCalibration(std::shared_ptr<const Calibration> calibration) { m_calibration = std::move(calibration); }
    void stop(); // from any thread: it is enough

    void start(std::function<void()> enough) override;
    void begins(const TraceSearch& search) override;
    void chosen(const TilesSoFar& tiles) override;
    void round(const TraceRound& round) override;
    void event(const std::string& name, const nlohmann::json& data) override;
    void best(const Plan& plan, const std::vector<TraceRound>& rounds, const std::string& underWay) override;
    void finished(std::vector<TraceRound> rounds) override { m_kept.finished(std::move(rounds)); }

    Trace takeTrace() { return std::move(m_kept); } // when it is over

private:
    std::function<void(News)> m_receive;
    std::function<void()> m_step;
    std::mutex m_guard; // of the next two
    std::function<void()> m_enough;
    bool m_stopped = false;
    Trace m_kept;
    News m_news;
    std::shared_ptr<const Calibration> m_calibration; // of the search, for a recovery file
    std::optional<PartialPlans> m_copies;
    QElapsedTimer m_clock, m_sent;
    qint64 m_pause = 0; // ms between two pictures
};

} // namespace sparsescope
