// The tiles of a plan as table rows. Reads the plan's own arrays; only the order of rows is its own.
#pragma once

#include "engine/core/at.h"
#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

#include <vector>

namespace sparsescope {

class TileModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        TileNumber,
        Format,
        Level,
        Round,
        FirstRow,
        Rows,
        Width,
        Stored,
        Owned,
        Padding,
        Redundant,
        Atomic,
        Cost,
        InSitu,
        Saturated,
        ColumnCount
    };

    // `jobs` sorts what is long, and outlives the model.
    explicit TileModel(Jobs& jobs, QObject* parent = nullptr);

    // Tiles in the plan's order. Facts and run may be null until they are computed, and come in later.
    void setPlan(PlanPtr plan);
    void setFacts(PlanFactsPtr facts);
    void setRunFacts(RunFactsPtr facts);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // Rows with equal values keep the plan's order; unknown values come last. Above 20,000 tiles the order is computed
    // on a thread and shown when it is ready.
    void sort(int column, Qt::SortOrder order) override;
    bool sorting() const { return m_jobs.busy(Lane::SortTiles); }

    std::int64_t tileAt(int row) const { return m_order.empty() ? row : m_order[at(row)]; }
    int rowOf(std::int64_t tile) const;

Q_SIGNALS:
    void sorted();

private:
    // The value that a column sorts and prints by; NaN: not known.
    static QString title(int column);
    static double number(const Plan& plan, const PlanFacts* facts, const RunFacts* run, int column, std::size_t tile);
    QVariant display(int column, std::size_t tile, bool exact) const;
    void adoptOrder(std::vector<std::int32_t> order);

    Jobs& m_jobs;
    PlanPtr m_plan;
    PlanFactsPtr m_facts;
    RunFactsPtr m_run;
    std::vector<std::int32_t> m_order; // tile of each row; empty: as in the plan
    std::vector<std::int32_t> m_rowOf; // its inverse
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace sparsescope
