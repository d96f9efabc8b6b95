// A search while it runs.
#include "views/workspace/live_search.h"

#include "views/parts/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

constexpr qint64 patience = 300; // ms: what is over sooner is not worth a look
constexpr qint64 leastPause = 50;

} // namespace

std::shared_ptr<const Plan> LiveSearch::plan() const
{
    return tiles ? std::shared_ptr<const Plan>(tiles, &tiles->plan) : nullptr;
}

std::shared_ptr<const std::vector<std::uint32_t>> LiveSearch::owners() const
{
    return tiles ? std::shared_ptr<const std::vector<std::uint32_t>>(tiles, &tiles->owners) : nullptr;
}

std::int64_t LiveSearch::chosen() const
{
    return tiles ? static_cast<std::int64_t>(tiles->plan.tiling().tiles.size()) : 0;
}

double LiveSearch::covered() const
{
    return tiles && tiles->plan.nnz > 0 ? static_cast<double>(tiles->covered) / static_cast<double>(tiles->plan.nnz)
                                        : 0;
}

QString LiveSearch::text() const
{
    return QCoreApplication::translate("live", "%1, %2 of %3: round %4, %5 covered")
        .arg(name)
        .arg(number)
        .arg(of)
        .arg(countText(static_cast<std::int64_t>(rounds.size()) + 1), percentText(covered()));
}

SearchFeed::SearchFeed(std::function<void(News)> receive, std::function<void()> step)
    : m_receive(std::move(receive)), m_step(std::move(step))
{
    m_clock.start();
    m_sent.start();
}

void SearchFeed::stop()
{
    const std::scoped_lock lock(m_guard);
    m_stopped = true;
    if (m_enough)
        m_enough();
}

void SearchFeed::start(std::function<void()> enough)
{
    const std::scoped_lock lock(m_guard);
    m_enough = std::move(enough);
    if (m_stopped)
        m_enough();
}

void SearchFeed::begins(const TraceSearch& search)
{
    m_kept.begins(search);
    std::vector<TraceEvent> events = std::move(m_news.search.events);
    m_news = {};
    m_news.search.events = std::move(events);
    m_news.anew = true;
    m_news.search.name = QString::fromStdString(search.name);
    m_news.search.number = search.number;
    m_news.search.of = search.of;
    m_news.whole.name = search.name;
    m_news.whole.anew = true;
    m_copies.emplace(search.header);
}

// A copy takes the search's time: a tenth of it at most.
void SearchFeed::chosen(const TilesSoFar& tiles)
{
    if (m_step)
        m_step();
    if (m_clock.elapsed() < patience || m_sent.elapsed() < m_pause)
        return;
    QElapsedTimer copying;
    copying.start();
    m_news.search.tiles = m_copies->take(tiles);
    if (!m_news.search.tiles)
        return; // the window has not drawn the last ones yet
    m_pause = std::max(leastPause, 10 * copying.elapsed());
    m_news.whole.tiles = m_news.search.tiles;
    m_news.whole.calibration = m_calibration;
    m_sent.restart();
    News news = std::exchange(m_news, {});
    m_news.search.name = news.search.name;
    m_news.whole.name = news.whole.name;
    m_news.search.number = news.search.number;
    m_news.search.of = news.search.of;
    m_receive(std::move(news));
}

// A planner that has no tiles before its end tells of what it evaluates instead.
void SearchFeed::event(const std::string& name, const nlohmann::json& data)
{
    m_kept.event(name, data);
    m_news.search.events.push_back(m_kept.events.back());
    if (m_step)
        m_step();
    if (m_clock.elapsed() < patience || m_sent.elapsed() < leastPause)
        return;
    m_sent.restart();
    News news;
    news.search.events = std::exchange(m_news.search.events, {});
    m_receive(std::move(news));
}

void SearchFeed::round(const TraceRound& round)
{
    m_kept.round(round);
    m_news.whole.rounds.push_back(round);
    TraceRound light = round;
    light.lost.clear();
    light.withdrawn.clear();
    m_news.search.rounds.push_back(std::move(light));
}

// Told at once: until the search that follows has chosen something nothing else is.
void SearchFeed::best(const Plan& plan, const std::vector<TraceRound>& rounds, const std::string& underWay)
{
    Trace trace;
    trace.rounds = rounds;
    trace.searchSeconds = static_cast<double>(m_clock.elapsed()) / 1e3;
    News news;
    news.whole.name = underWay;
    news.whole.calibration = m_calibration;
    news.whole.best = std::make_shared<const session::SessionPlan>(session::SessionPlan{plan, std::move(trace)});
    m_receive(std::move(news));
}

} // namespace sparsescope
