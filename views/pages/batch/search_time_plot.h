// How long the search of each plan took against how long a run of it takes, a mark for each in its planner's colour.
// A click chooses one; the plans of the same case get a ring.
#pragma once

#include "engine/report/batch_search_times.h"
#include "views/plot/plot.h"

#include <functional>
#include <vector>

namespace sparsescope {

class SearchTimePlot : public Plot {
    Q_OBJECT
public:
    explicit SearchTimePlot(QWidget* parent = nullptr);

    void setTimes(std::vector<SearchTime> times, bool measured, std::function<QString(const SearchTime&)> tip);
    const std::vector<SearchTime>& times() const { return m_times; }
    void light(int contestant);        // above the others
    void setChosen(std::int64_t time); // -1: none
    int ringed() const { return m_rings->dataCount(); }
    std::int64_t timeAt(QPointF position) const; // the nearest within some pixels; -1: none
    QPointF positionOf(std::size_t time) const;  // in pixels of the widget

Q_SIGNALS:
    void timeClicked(qint64 time); // -1: at none

protected:
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    struct Marks {
        int contestant;
        QCPGraph* graph;
    };
    void fit();

    std::vector<SearchTime> m_times;
    std::function<QString(const SearchTime&)> m_tip;
    std::vector<Marks> m_marks;
    QCPGraph* m_rings;
    int m_lit = -1;
};

} // namespace sparsescope
