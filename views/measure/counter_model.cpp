// Hardware counters of a run as table rows.
#include "views/measure/counter_model.h"

#include "views/numbers.h"

namespace sparsescope {

namespace {

QString valueText(const Counter& counter)
{
    const QString unit = QString::fromStdString(counter.unit);
    if (unit == QLatin1String("byte") || unit == QLatin1String("bytes") || unit == QLatin1String("B"))
        return bytesText(counter.value);
    if (unit == QLatin1String("ns") || unit == QLatin1String("nsecond"))
        return durationText(counter.value);
    if (unit == QLatin1String("%"))
        return figureText(counter.value) + QStringLiteral(" %");
    const QString number = std::abs(counter.value) >= 1e4 ? shortCount(counter.value) : figureText(counter.value);
    if (unit.isEmpty())
        return number;
    // CUPTI's units are singular.
    const bool plural =
        counter.value != 1 && unit.back().isLetter() && !unit.endsWith(QLatin1Char('s')) && unit.size() > 3;
    return QString(number + QLatin1Char(' ') + unit + (plural ? QStringLiteral("s") : QString()));
}

} // namespace

void CounterModel::setProfile(ProfilePtr profile)
{
    beginResetModel();
    m_profile = std::move(profile);
    endResetModel();
}

int CounterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_profile ? 0 : static_cast<int>(m_profile->counters.size());
}

QVariant CounterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_profile)
        return {};
    const Counter& counter = m_profile->counters[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Value)
            return valueText(counter);
        return QString::fromStdString(counter.meaning.empty() ? counter.name : counter.meaning);
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2 %3\n%4")
            .arg(QString::fromStdString(counter.name), exactText(counter.value), QString::fromStdString(counter.unit),
                 QString::fromStdString(counter.meaning));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (index.column() == Value ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant CounterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Value ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DisplayRole)
        return section == Value ? tr("value") : tr("hardware counter");
    return {};
}

} // namespace sparsescope
