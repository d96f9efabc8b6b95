// The pairings that a search of planner sparda looked at as rows, with the dense product: what each stores and is
// predicted to take, and why it was not taken; over all masks that were sampled, a mask, or on one of these.
#pragma once

#include "engine/search/sparda/told.h"

#include <QAbstractTableModel>
#include <QColor>

#include <optional>
#include <vector>

namespace sparsescope {

struct Colors;

class PairingsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Members, Steps, Zeros, PaddingShare, Predicted, Why, ColumnCount };

    explicit PairingsModel(QObject* parent);

    // `denseNs` of a mask; none: the dense product was no candidate. `chosen`: index of a pairing; -1: the dense
    // product.
    void setPairings(sparda::ToldPairings told, std::optional<double> denseNs, int chosen);
    // Index of one of told.samples(); -1: all of them, their mean.
    void setSample(int sample);
    void setColors(const Colors& colors);
    const sparda::ToldPairings& told() const { return m_told; }

    int rowOfChosen() const;        // -1: no row
    QString rowText(int row) const; // all columns, between tabs

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // What is not known comes last, equals in the order of the search.
    void sort(int column, Qt::SortOrder order) override;

private:
    static constexpr int denseRow = -1;
    std::optional<sparda::ToldMask> figuresOf(int candidate) const; // none: refused, or the dense product
    double nsOf(int candidate) const;                               // NaN: refused
    double numberOf(int candidate, int column) const;               // NaN: none
    QString textOf(int candidate, int column, bool exact) const;
    QString whyNot(int candidate) const;
    void arrange();

    sparda::ToldPairings m_told;
    std::optional<double> m_denseNs;
    int m_chosen = denseRow;
    int m_sample = -1;
    std::vector<int> m_rows; // candidate of each row: index of a pairing, or denseRow
    int m_sorted = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    QColor m_accent, m_secondary;
};

} // namespace sparsescope
