// Evaluations of a search among graphs as rows, in a list or as a tree from parent to child; sorted, and of one phase
// where that is wanted.
#pragma once

#include "engine/search/alphasparse/history.h"

#include <QAbstractItemModel>
#include <QIcon>

#include <array>
#include <optional>
#include <vector>

namespace sparsescope {

class ShownHistory;
struct Colors;

class HistoryModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Number, Move, Measured, Verdict, Predicted, Phase, From, ColumnCount };

    HistoryModel(ShownHistory& shown, QObject* parent);

    void setTree(bool tree);
    bool tree() const { return m_tree; }
    void setPhase(std::optional<alphasparse::Phase> phase); // none: all of them
    void setColors(const Colors& colors);

    int depth() const { return m_depth; } // of the deepest row, from 0

    int evaluationAt(const QModelIndex& index) const; // -1 for none
    QModelIndex indexOf(int evaluation) const;        // of its first column; invalid where it is left out
    QString rowText(int evaluation) const;            // all columns and the graph's JSON, between tabs

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // Rows with equal values keep the order of evaluation; what is not known comes last.
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();
    QString textOf(int evaluation, int column) const;
    QVariant alignmentOf(int column) const;

    ShownHistory& m_shown;
    bool m_tree = false;
    std::optional<alphasparse::Phase> m_phase;
    int m_sorted = Number;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    // One an evaluation, and in front of them the invisible root.
    std::vector<std::vector<int>> m_children;
    int m_depth = 0;
    std::vector<int> m_parents, m_rows; // evaluation, or -1; row there, or -1: left out
    std::array<QIcon, alphasparse::verdictCount> m_marks;
};

} // namespace sparsescope
