// The rewrite rules as a table: which format takes what, and how much that is.
#pragma once

#include "views/parts/theme.h"

#include <QAbstractTableModel>

namespace sparsescope {

class RulesDocument;

class RulesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Format, Takes, NonZeros, Share, columns };

    explicit RulesModel(RulesDocument& document, QObject* parent = nullptr);
    void setColors(const Colors& colors);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refresh();

    RulesDocument& m_document;
    int m_rows;
    Colors m_colors = lightColors();
};

} // namespace sparsescope
