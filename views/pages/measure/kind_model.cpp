// The kinds of tile of a run as table rows.
#include "views/pages/measure/kind_model.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"

#include <cmath>

namespace sparsescope {

QString kindOf(const Plan& plan, const Tile& tile)
{
    return QString::fromStdString(kindLabel(plan.tiling().formatOf(tile), tile.atomic, plan.op));
}

std::int64_t firstTileOf(const Plan& plan, const std::string& kind)
{
    // Every combination is looked at once: labels are made anew each time.
    std::vector<int> matches(plan.tiling().formats.size() * 2, -1);
    for (std::size_t i = 0; i < plan.tiling().tiles.size(); ++i) {
        const Tile& tile = plan.tiling().tiles[i];
        int& match = matches[static_cast<std::size_t>(tile.format) * 2 + (tile.atomic ? 1 : 0)];
        if (match < 0)
            match = kindOf(plan, tile).toStdString() == kind ? 1 : 0;
        if (match == 1)
            return static_cast<std::int64_t>(i);
    }
    return -1;
}

void KindModel::setProfile(ProfilePtr profile)
{
    beginResetModel();
    m_profile = std::move(profile);
    endResetModel();
}

int KindModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_profile ? 0 : static_cast<int>(m_profile->kinds.size());
}

namespace {

// -1: not known.
double numberOf(const KindRun& k, int column)
{
    const auto ratio = [](double counted, double predicted) {
        return counted > 0 && predicted > 0 ? counted / predicted : -1;
    };
    const auto counted = [](double value, double predicted) { return value > 0 || predicted <= 0 ? value : -1; };
    switch (column) {
    case KindModel::Subtasks:
        return static_cast<double>(k.tasks);
    case KindModel::Time:
        return k.ns > 0 ? k.ns : -1;
    case KindModel::PredictedFlops:
        return k.predictedFlops;
    case KindModel::Flops:
        return counted(k.flops, k.predictedFlops);
    case KindModel::FlopsRatio:
        return ratio(k.flops, k.predictedFlops);
    case KindModel::PredictedBytes:
        return k.predictedBytes;
    case KindModel::Bytes:
        return counted(k.bytes, k.predictedBytes);
    case KindModel::BytesRatio:
        return ratio(k.bytes, k.predictedBytes);
    case KindModel::PredictedAdded:
        return k.predictedAddedBytes;
    case KindModel::Added:
        return counted(k.addedBytes, k.predictedAddedBytes);
    default:
        return ratio(k.addedBytes, k.predictedAddedBytes);
    }
}

bool isRatio(int column)
{
    return column == KindModel::FlopsRatio || column == KindModel::BytesRatio || column == KindModel::AddedRatio;
}

} // namespace

QVariant KindModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_profile)
        return {};
    const KindRun& kind = m_profile->kinds[at(index.row())];
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (column == Kind ? Qt::AlignLeft : Qt::AlignRight));
    if (column == Kind)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole || role == sortRole
                   ? QVariant(QString::fromStdString(kind.kind))
                   : QVariant();
    const double value = numberOf(kind, column);
    if (role == sortRole)
        return value;
    if (role == Qt::DisplayRole) {
        if (value < 0)
            return QStringLiteral("–");
        if (isRatio(column))
            return percentText(value);
        if (column == Subtasks)
            return countText(kind.tasks);
        if (column == Time)
            return durationText(value);
        return column == PredictedFlops || column == Flops ? shortCount(value) : bytesText(value);
    }
    if (role == Qt::ToolTipRole) {
        if (value < 0)
            return isRatio(column) ? tr("nothing was predicted or counted") : tr("not counted");
        if (isRatio(column))
            return tr("%1 of predicted").arg(percentText(value));
        return QString(exactText(value) + (column == Time                                ? tr(" ns")
                                           : column == Subtasks                          ? QString()
                                           : column == PredictedFlops || column == Flops ? tr(" FLOPs")
                                                                                         : tr(" bytes")));
    }
    return {};
}

QVariant KindModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Kind ? Qt::AlignLeft : Qt::AlignRight));
    const QString titles[] = {tr("kind of tile"), tr("sub-tasks"),   tr("alone"),       tr("FLOPs pred."),
                              tr("counted"),      tr("ratio"),       tr("bytes pred."), tr("counted"),
                              tr("ratio"),        tr("added pred."), tr("counted"),     tr("ratio")};
    const QString tips[] = {
        tr("Format, and whether other tiles write its rows too"),
        tr("Sub-tasks of this kind"),
        tr("Time of a kernel with the sub-tasks of this kind alone, launch included"),
        tr("Predicted floating-point operations (STile, table 3)"),
        tr("Counted floating-point operations"),
        tr("Counted over predicted FLOPs"),
        tr("Predicted bytes between the SMs and the L2 cache: rows of dense operands once a tile, arrays, output"),
        tr("Counted bytes between the SMs and the L2 cache"),
        tr("Counted over predicted bytes"),
        tr("Predicted bytes of adding stores, which tiles with split rows make"),
        tr("Counted bytes of adding stores"),
        tr("Counted over predicted bytes of adding stores")};
    return role == Qt::DisplayRole   ? QVariant(titles[section])
           : role == Qt::ToolTipRole ? QVariant(tips[section])
                                     : QVariant();
}

} // namespace sparsescope
