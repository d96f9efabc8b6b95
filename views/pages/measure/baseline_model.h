// All that was timed beside the plan, fastest first: bars with spread, warm and cold, and why one did not run.
#pragma once

#include "engine/core/at.h"
#include "views/workspace/workspace.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <vector>

namespace sparsescope {

class BaselineModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Bars, Warm, Cold, Memory, Against, Checked, ColumnCount };
    static bool isNumber(int column) { return column == Warm || column == Cold || column == Memory; }

    struct Row {
        QString name;
        Timing warm, cold; // median 0: not measured
        QString against;   // "1.2x slower than this plan"
        QString checked;   // "relative error 0.0002", "unverified ..."
        QString memory;    // "12 MB"; empty in records of before
        QString problem;   // why it did not run; empty when it did
        QString more;      // on hover
        bool ours = false;
        bool published = false; // by others, not measured here
        bool verified = false;
    };

    explicit BaselineModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    // `published`: of the same operator.
    void setProfile(ProfilePtr profile, bool recorded, const std::vector<PublishedTime>& published = {});
    const Row& row(int index) const { return m_rows[at(index)]; }
    double longest() const { return m_longest; } // ns, of all medians and spreads
    bool recorded() const { return m_recorded; }
    bool knowsMemory() const; // of any row: records of before do not

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Row> m_rows;
    double m_longest = 0;
    bool m_recorded = false;
};

// Draws the rows; in the column Bars, warm above as a filled bar, cold below as an open one, each with its 5th to 95th
// percentile.
class BaselineBars : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace sparsescope
