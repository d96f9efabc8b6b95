// What is looked at: the plan that is shown, how much of it, what is selected in it, and in which order the matrix
// lies. Every view shares it.
#pragma once

#include "engine/raster/view_box.h"
#include "views/workspace/changes.h"
#include "views/workspace/document.h"
#include "views/workspace/live_search.h"

#include <QFlags>
#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

class Setup;
class Jobs;
class ShownOrder;

// Rows [row0, row1) and columns [col0, col1) of the matrix.
struct CellRange {
    std::int64_t row0 = 0, row1 = 0, col0 = 0, col1 = 0;
    bool operator==(const CellRange&) const = default;
};

struct Selection {
    std::int64_t tile = -1; // index into Plan::tiles, or none
    std::optional<CellRange> cells;
    std::int64_t liveTile = -1; // of the search that is seen while it runs, or none
    bool empty() const { return tile < 0 && !cells && liveTile < 0; }
    bool operator==(const Selection&) const = default;
};

// A node of the graph of the shown plan.
struct PickedNode {
    std::string kind;                   // "BMT_PAD"
    std::vector<std::int32_t> levels{}; // of its branches' tiles, ascending; empty: of all in which such a node stands
    bool operator==(const PickedNode&) const = default;
};

class Attention : public QObject {
    Q_OBJECT
public:
    enum Change {
        PlanChanged = 1, // which one is shown, and with it its trace, facts and run
        SelectionChanged = 2,
        PickChanged = 4,
        StepChanged = 8,
        LiveChanged = 16, // there is a search that is seen, there is more of it, or it is over
        ToldChanged = 32, // a search told of more, or is over
        NodeChanged = 64,
    };
    Q_DECLARE_FLAGS(Changes, Change)
    friend constexpr Changes operator|(Change a, Change b) { return Changes(a) | b; }

    // `jobs` make the order in which the matrix is shown, and end before this does.
    Attention(Document& document, Setup& setup, Jobs& jobs, Announcer& announcer);
    ~Attention() override;

    PlanPtr plan() const { return m_plan; } // that is shown, or null
    TracePtr trace() const;                 // what is known of it, or null
    PlanFactsPtr planFacts() const;
    const OpenRun* run() const;                                    // its newest
    int currentPlan() const { return m_document.indexOf(m_plan); } // index into the document's plans, or -1
    void setCurrentPlan(int index);                                // shows that one; out of range: nothing
    void show(const OpenPlan& plan);                               // and adds it to the document, unless it is there
    void forget();                                                 // nothing is looked at: another matrix comes

    const Selection& selection() const { return m_selection; }
    void select(const Selection& selection);
    void selectTile(std::int64_t tile); // from beside the canvas: an element that was picked there is elsewhere
    // The element that was clicked, walked or gone to, as in the file.
    const std::optional<raster::Element>& pick() const { return m_pick; }
    void setPick(const std::optional<raster::Element>& pick);
    // In the editor of graphs or in the kernel; of another plan's graph the same kind of node is looked at.
    const std::optional<PickedNode>& node() const { return m_node; }
    void setNode(const std::optional<PickedNode>& node);
    // In which order its rows and columns are shown. A selected rectangle is one of that order.
    ShownOrder& order() const { return *m_order; }
    // Tiles of the plan that are shown, 0 to all of them.
    std::int64_t step() const { return m_step; }
    std::int64_t steps() const { return m_plan ? static_cast<std::int64_t>(m_plan->tiling().tiles.size()) : 0; }
    void setStep(std::int64_t step);

    // The search that is running and seen, once it has something to show; null when the shown plan is.
    const LiveSearch* live() const { return m_live.tiles ? &m_live : nullptr; }
    // What that search has told of so far beside its rounds, before it has tiles too.
    const std::vector<TraceEvent>& told() const { return m_live.events; }
    // A search begins, and is looked at until another plan is shown; the number names it for showLive().
    quint64 watchSearch();
    // There is more of a search. Nothing happens when it is not looked at any more.
    void showLive(quint64 search, LiveSearch more, bool anew);
    void endLive();

Q_SIGNALS:
    void changed(sparsescope::Attention::Changes changes);
    // Another plan is shown, at once: what was made of the one before goes before anybody hears changed().
    void turned();

private:
    void tell(Changes changes);

    Document& m_document;
    Setup& m_setup;
    Announcer& m_announcer;
    Changes m_changes;
    PlanPtr m_plan;
    Selection m_selection;
    std::optional<raster::Element> m_pick;
    std::optional<PickedNode> m_node;
    std::int64_t m_step = 0;
    LiveSearch m_live;
    quint64 m_watched = 0;
    std::unique_ptr<ShownOrder> m_order;
};

} // namespace sparsescope
