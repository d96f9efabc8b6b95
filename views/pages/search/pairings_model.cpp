#include "views/pages/search/pairings_model.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QFont>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double share(double part, double all)
{
    return all > 0 ? part / all : none;
}

} // namespace

PairingsModel::PairingsModel(QObject* parent) : QAbstractTableModel(parent) {}

void PairingsModel::setPairings(sparda::ToldPairings told, std::optional<double> denseNs, int chosen)
{
    beginResetModel();
    m_told = std::move(told);
    m_denseNs = denseNs;
    m_chosen = chosen;
    m_sample = -1;
    arrange();
    endResetModel();
}

void PairingsModel::setSample(int sample)
{
    if (sample == m_sample)
        return;
    beginResetModel();
    m_sample = sample;
    arrange();
    endResetModel();
}

void PairingsModel::setColors(const Colors& colors)
{
    m_accent = colors.accent;
    m_secondary = colors.secondary;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

int PairingsModel::rowOfChosen() const
{
    const auto row = std::find(m_rows.begin(), m_rows.end(), m_chosen);
    return row == m_rows.end() ? -1 : static_cast<int>(row - m_rows.begin());
}

int PairingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PairingsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<sparda::ToldMask> PairingsModel::figuresOf(int candidate) const
{
    if (candidate == denseRow)
        return std::nullopt;
    const sparda::ToldPairing& told = m_told.pairings[at(candidate)];
    if (told.masks.empty())
        return std::nullopt;
    return m_sample < 0 || m_sample >= std::ssize(told.masks) ? told.mean() : told.masks[at(m_sample)];
}

double PairingsModel::nsOf(int candidate) const
{
    if (candidate == denseRow)
        return m_denseNs.value_or(none);
    const auto figures = figuresOf(candidate);
    return figures ? figures->ns() : none;
}

double PairingsModel::numberOf(int candidate, int column) const
{
    if (column == Predicted || column == Why)
        return nsOf(candidate);
    const auto figures = figuresOf(candidate);
    if (!figures)
        return none;
    switch (column) {
    case Members:
        return figures->members;
    case Steps:
        return figures->steps;
    case Zeros:
        return share(figures->zeros, figures->stored);
    case PaddingShare:
        return share(figures->padding(), figures->stored);
    default:
        return candidate;
    }
}

QString PairingsModel::whyNot(int candidate) const
{
    if (candidate == m_chosen)
        return tr("chosen");
    if (candidate != denseRow && !m_told.pairings[at(candidate)].refusal.empty())
        return QString::fromStdString(m_told.pairings[at(candidate)].refusal);
    const double ratio = nsOf(candidate) / nsOf(m_chosen);
    if (std::isnan(ratio))
        return {};
    if (ratio < 1)
        return tr("%1 here, more over all samples").arg(ratioText(ratio));
    return ratio > 1 ? ratioText(ratio) : tr("as fast, and stores no less");
}

QString PairingsModel::textOf(int candidate, int column, bool exact) const
{
    if (column == Name)
        return candidate == denseRow ? tr("dense")
                                     : QString::fromStdString(m_told.pairings[at(candidate)].pairing.label());
    if (column == Why)
        return whyNot(candidate);
    const double number = numberOf(candidate, column);
    if (std::isnan(number))
        return {};
    if (column == Predicted)
        return exact ? tr("%1 ns").arg(exactText(number)) : durationText(number);
    if (column == Zeros || column == PaddingShare)
        return exact ? exactText(number) : percentText(number);
    return exact && number != std::round(number) ? exactText(number)
                                                 : countText(static_cast<std::int64_t>(std::llround(number)));
}

QString PairingsModel::rowText(int row) const
{
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column)
        cells << textOf(m_rows[at(row)], column, true);
    return cells.join(QLatin1Char('\t'));
}

QVariant PairingsModel::data(const QModelIndex& index, int role) const
{
    const int candidate = m_rows[at(index.row())];
    const bool chosen = candidate == m_chosen;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(candidate, index.column(), false);
    case Qt::ToolTipRole:
        return textOf(candidate, index.column(), true);
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == Name || index.column() == Why ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return chosen ? QVariant(font) : QVariant();
    }
    case Qt::ForegroundRole:
        return chosen ? QVariant(m_accent) : std::isnan(nsOf(candidate)) ? QVariant(m_secondary) : QVariant();
    default:
        return {};
    }
}

QVariant PairingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    static const std::array<QString, ColumnCount> titles = {tr("Pairing"), tr("Members"),   tr("Steps"),  tr("Zeros"),
                                                            tr("Padding"), tr("Predicted"), tr("Why not")};
    static const std::array<QString, ColumnCount> tips = {
        tr("Micro-tile in dense tile, and the axis along which micro-tiles are gathered"),
        tr("Micro-tiles that hold a non-zero"),
        tr("Dense tiles that are multiplied"),
        tr("Zeros in members, as a part of the places that are stored"),
        tr("The rest of last steps and groups, as a part of the places that are stored"),
        tr("Index and kernel, for a mask"),
        tr("What keeps it from being chosen: a reason, or how many times what the chosen one takes")};
    if (role == Qt::DisplayRole)
        return titles[at(section)];
    if (role == Qt::ToolTipRole)
        return tips[at(section)];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name || section == Why ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    return {};
}

void PairingsModel::sort(int column, Qt::SortOrder order)
{
    Q_EMIT layoutAboutToBeChanged();
    m_sorted = column;
    m_order = order;
    arrange();
    Q_EMIT layoutChanged();
}

void PairingsModel::arrange()
{
    m_rows.clear();
    if (m_told.pairings.empty())
        return;
    for (int i = 0; i < static_cast<int>(m_told.pairings.size()); ++i)
        m_rows.push_back(i);
    if (m_denseNs || m_chosen == denseRow)
        m_rows.push_back(denseRow);
    if (m_sorted < 0)
        return;
    const bool down = m_order == Qt::DescendingOrder;
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](int a, int b) {
        if (m_sorted == Name) {
            const QString x = textOf(a, Name, false), y = textOf(b, Name, false);
            return down ? y.localeAwareCompare(x) < 0 : x.localeAwareCompare(y) < 0;
        }
        const double x = numberOf(a, m_sorted), y = numberOf(b, m_sorted);
        if (std::isnan(x) || std::isnan(y))
            return !std::isnan(x) && std::isnan(y);
        return down ? x > y : x < y;
    });
}

} // namespace sparsescope
