// The kinds of tile of a run as table rows: each launched alone, predicted beside counted work.
#pragma once

#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

namespace sparsescope {

class KindModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Kind,
        Subtasks,
        Time,
        PredictedFlops,
        Flops,
        FlopsRatio,
        PredictedBytes,
        Bytes,
        BytesRatio,
        PredictedAdded,
        Added,
        AddedRatio,
        ColumnCount
    };
    static constexpr int sortRole = Qt::UserRole; // the number behind a cell, -1 where it is not known

    explicit KindModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setProfile(ProfilePtr profile);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ProfilePtr m_profile;
};

// As KindRun::kind spells it: "ELL 64x4, split rows".
QString kindOf(const Plan& plan, const Tile& tile);
// The first tile of a kind; -1: the plan has none.
std::int64_t firstTileOf(const Plan& plan, const std::string& kind);

} // namespace sparsescope
