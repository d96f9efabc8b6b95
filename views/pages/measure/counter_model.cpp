// Hardware counters of a run as table rows.
#include "views/pages/measure/counter_model.h"

#include "engine/core/at.h"
#include "views/parts/counter_text.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QGuiApplication>

#include <cmath>

namespace sparsescope {

namespace {

QString rowName(const CountedRow& row)
{
    switch (row.what) {
    case Counted::L2Traffic:
        return CounterModel::tr("L2 traffic");
    case Counted::DramTraffic:
        return CounterModel::tr("DRAM traffic");
    case Counted::Flops:
        return CounterModel::tr("FLOPs");
    case Counted::AddedBytes:
        return CounterModel::tr("bytes added");
    case Counted::Counter:
        break;
    }
    return counterName(row.counter);
}

QString rowMeaning(const CountedRow& row)
{
    switch (row.what) {
    case Counted::L2Traffic:
        return CounterModel::tr(
            "Bytes that the SMs read from the L2 cache and wrote to it; in older recordings all that passed it.");
    case Counted::DramTraffic:
        return CounterModel::tr("Bytes between the GPU's memory and the L2 cache, either way.");
    case Counted::Flops:
        return CounterModel::tr("Floating-point operations, counted kind by kind of tile.");
    case Counted::AddedBytes:
        return CounterModel::tr("Bytes of adding stores, counted kind by kind of tile.");
    case Counted::Counter:
        break;
    }
    return QString::fromStdString(row.counter.meaning);
}

// A value of the row's kind.
QString valueOf(const CountedRow& row, double value)
{
    if (!std::isfinite(value))
        return {};
    if (row.what == Counted::Counter) {
        Counter counter = row.counter;
        counter.value = value;
        return counterText(counter);
    }
    return row.measured.unit == Unit::Bytes ? bytesText(value) : shortCount(value);
}

QString signedPercent(double part)
{
    if (!std::isfinite(part))
        return {};
    return (part > 0 ? QStringLiteral("+") : QString()) + percentText(part);
}

} // namespace

void CounterModel::setRows(std::vector<CountedRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void CounterModel::setReference(std::vector<CountedRow> rows)
{
    beginResetModel();
    m_reference = std::move(rows);
    endResetModel();
}

int CounterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString CounterModel::text(const CountedRow& row, int column) const
{
    const CountedRow* other = sameRow(row, m_reference);
    switch (column) {
    case Name:
        return rowName(row);
    case Measured:
        return valueOf(row, row.measured.value);
    case Limit:
        return valueOf(row, row.limit);
    case Share:
        return std::isfinite(row.share()) ? percentText(row.share()) : QString();
    case Predicted:
        return valueOf(row, row.predicted.value);
    case Off:
        return signedPercent(difference(row.measured, row.predicted).part);
    case Reference:
        return other ? valueOf(row, other->measured.value) : QString();
    case Against:
        return other ? signedPercent(difference(row.measured, other->measured).part) : QString();
    default:
        return rowMeaning(row);
    }
}

QString CounterModel::tip(const CountedRow& row, int column) const
{
    const auto exact = [&](double value) {
        const QString unit = row.measured.unit == Unit::Bytes ? tr("bytes") : QString::fromStdString(row.counter.unit);
        return QString(exactText(value) + QLatin1Char(' ') + unit).trimmed();
    };
    const QString predictedHow = QString::fromStdString(row.predictedHow);
    switch (column) {
    case Limit:
    case Share:
        return std::isfinite(row.limit) ? tr("%1. %2").arg(exact(row.limit), QString::fromStdString(row.limitHow))
                                        : tr("No limit of it is known.");
    case Predicted:
        return std::isfinite(row.predicted.value) ? tr("%1. %2").arg(exact(row.predicted.value), predictedHow)
               : predictedHow.isEmpty()           ? tr("Nothing predicts it.")
                                                  : predictedHow;
    case Off: {
        const Difference d = difference(row.measured, row.predicted);
        if (!std::isfinite(d.part))
            return predictedHow;
        const QString label = QString::fromStdString(d.label);
        return row.off() ? tr("%1. More than a quarter off.").arg(label) : label;
    }
    case Reference:
    case Against:
        if (const CountedRow* other = sameRow(row, m_reference))
            return tr("%1\n%2").arg(exact(other->measured.value),
                                    QString::fromStdString(words(other->measured.basis, true)));
        return m_reference.empty() ? tr("Choose a reference above.") : tr("The reference did not count it.");
    default:
        break;
    }
    return QString(
        exact(row.measured.value) + QLatin1Char('\n') + rowMeaning(row) +
        (row.counter.name.empty() ? QString() : QLatin1Char('\n') + QString::fromStdString(row.counter.name)));
}

QVariant CounterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const CountedRow& row = m_rows[at(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: {
        const QString cell = text(row, column);
        return cell.isEmpty() && column != Against && column != Reference ? QStringLiteral("–") : cell;
    }
    case Qt::ToolTipRole:
        return tip(row, column);
    case Qt::FontRole: // beside the colour, for who sees none
        return column == Off && row.off() ? QVariant(typeFace(TypeSize::Small, true)) : QVariant();
    case Qt::ForegroundRole:
        return column == Off && row.off() ? QVariant(colorsOf(QGuiApplication::palette()).bad) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column == Name || column == Meaning ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QVariant CounterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QString titles[] = {tr("counter"), tr("counted"),   tr("limit"),   tr("of limit"),    tr("predicted"),
                              tr("off"),     tr("reference"), tr("against"), tr("what it says")};
    const QString tips[] = {QString(),
                            tr("By CUPTI, in runs of their own"),
                            tr("The most that it can be in the kernel's time"),
                            tr("Counted over the limit"),
                            tr("By the model, before anything ran"),
                            tr("Counted against predicted: + is more than predicted. Bold: more than a quarter off"),
                            tr("The same counter of the reference"),
                            tr("Counted against the reference: + is more than it"),
                            QString()};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Name || section == Meaning ? Qt::AlignLeft : Qt::AlignRight));
    return role == Qt::DisplayRole   ? QVariant(titles[section])
           : role == Qt::ToolTipRole ? QVariant(tips[section])
                                     : QVariant();
}

} // namespace sparsescope
