// All that was timed beside the plan.
#include "views/pages/measure/baseline_model.h"

#include "views/pages/measure/measure_text.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

QString memoryText(std::int64_t bytes)
{
    return bytes > 0 ? bytesText(static_cast<double>(bytes)) : QString();
}

} // namespace

void BaselineModel::setProfile(ProfilePtr profile, bool recorded, const std::vector<PublishedTime>& published)
{
    beginResetModel();
    m_rows.clear();
    m_longest = 0;
    m_recorded = recorded;
    if (profile) {
        Row mine;
        mine.name = tr("this plan");
        mine.warm = profile->kernel;
        mine.cold = profile->cold;
        mine.memory = memoryText(profile->memoryBytes);
        mine.ours = true;
        mine.verified = profile->verified;
        mine.checked =
            (profile->verified ? tr("error %1") : tr("unverified, error %1")).arg(figureText(profile->relativeError));
        mine.more =
            tr("zeroing %1, fused kernel %2, conversion %3")
                .arg(durationText(profile->zeroNs), durationText(profile->fusedNs), durationText(profile->convertNs));
        for (const Variant& v : profile->variants)
            mine.more += QLatin1Char('\n') + (v.chosen ? tr("chosen: %1, %2") : tr("tried: %1, %2"))
                                                 .arg(QString::fromStdString(v.parameters), durationText(v.ns));
        m_rows.push_back(mine);
        for (const Baseline& baseline : profile->baselines) {
            Row row;
            row.name = QString::fromStdString(baseline.name);
            row.problem = QString::fromStdString(baseline.problem);
            row.verified = baseline.verified;
            if (row.problem.isEmpty()) {
                row.warm = baseline.timing;
                row.cold = baseline.cold;
                row.memory = memoryText(baseline.memoryBytes);
                row.against = comparedText(baseline.timing.medianNs, profile->kernel.medianNs);
                row.checked = (baseline.verified ? tr("error %1") : tr("unverified, error %1"))
                                  .arg(figureText(baseline.relativeError));
                row.more = tr("preprocessing %1, once a matrix; relative error %2")
                               .arg(durationText(baseline.preprocessNs), figureText(baseline.relativeError));
            }
            m_rows.push_back(row);
        }
        for (const PublishedTime& time : published) {
            Row row;
            row.name = QString::fromStdString(textOf(time));
            row.published = true;
            row.warm = {time.ns, time.ns, time.ns};
            row.against = comparedText(time.ns, profile->kernel.medianNs);
            row.checked = tr("not measured here");
            row.more = tr("Published by others; nobody has checked it here");
            m_rows.push_back(row);
        }
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
            if ((a.warm.medianNs > 0) != (b.warm.medianNs > 0))
                return a.warm.medianNs > 0;
            return a.warm.medianNs < b.warm.medianNs;
        });
        for (const Row& row : m_rows)
            m_longest = std::max({m_longest, row.warm.medianNs, row.warm.highNs, row.cold.medianNs, row.cold.highNs});
    }
    endResetModel();
}

bool BaselineModel::knowsMemory() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return !row.memory.isEmpty(); });
}

int BaselineModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant BaselineModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& r = row(index.row());
    const bool ran = r.problem.isEmpty();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        switch (index.column()) {
        case Name:
            return r.name;
        case Bars: // drawn, and said in words where there is nothing to draw
            return ran ? QString() : QString(tr("did not run: ") + r.problem);
        case Warm:
            return ran ? durationText(r.warm.medianNs) : QString();
        case Cold:
            return r.cold.medianNs > 0 ? durationText(r.cold.medianNs) : QString();
        case Memory:
            return r.memory;
        case Against:
            return r.ours ? QString() : r.against;
        default:
            return ran ? r.checked : QString();
        }
    case Qt::ToolTipRole: {
        if (!ran)
            return r.problem;
        if (r.published)
            return QString(r.name + QLatin1Char('\n') + r.more);
        QString text = tr("L2 warm: %1").arg(spreadText(r.warm));
        if (r.cold.medianNs > 0)
            text += tr("\nL2 cold: %1").arg(spreadText(r.cold));
        return QString(text + QLatin1Char('\n') + r.more);
    }
    case Qt::FontRole:
        return r.ours ? QVariant(typeFace(TypeSize::Small, true)) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant BaselineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QString titles[] = {
        tr("what"),   tr("filled warm, open cold"), tr("warm L2"), tr("cold L2"), tr("memory"), tr("this is"),
        tr("checked")};
    if (role == Qt::DisplayRole)
        return titles[section];
    if (role == Qt::ToolTipRole && section == Bars)
        return tr("Bars are medians; whiskers reach from the 5th to the 95th percentile");
    if (role == Qt::ToolTipRole && section == Memory)
        return tr("Of the GPU, during one product: the matrix as it is stored, dense operands, output, workspaces");
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

// What was not checked, or did not run, is grey beside the word.
void BaselineBars::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const auto* model = qobject_cast<const BaselineModel*>(index.model());
    if (model && !model->row(index.row()).verified)
        option->palette.setColor(QPalette::Text, colorsOf(option->palette).secondary);
}

void BaselineBars::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* model = qobject_cast<const BaselineModel*>(index.model());
    QStyledItemDelegate::paint(painter, option, index); // background, selection, words
    if (!model || index.column() != BaselineModel::Bars || !model->row(index.row()).problem.isEmpty())
        return;
    const BaselineModel::Row& row = model->row(index.row());
    const Colors& c = colorsOf(option.palette);
    const bool chosen = option.state & QStyle::State_Selected;
    const QRectF place = QRectF(option.rect).adjusted(6, 3, -10, -3);
    if (model->longest() <= 0 || place.width() < 8)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double scale = place.width() / model->longest();
    QColor fill = chosen ? c.onAccent : row.ours ? c.accent : c.secondary;
    if (!row.verified)
        fill.setAlphaF(0.45F);
    const QColor ink = chosen ? c.onAccent : c.text;
    const auto bar = [&](const Timing& t, double top, double height, bool open) {
        if (!(t.medianNs > 0))
            return;
        painter->setPen(open ? QPen(fill, 1.2) : QPen(Qt::NoPen));
        painter->setBrush(open ? QBrush(Qt::NoBrush) : QBrush(fill));
        painter->drawRoundedRect(QRectF(place.left(), top, std::max(2.0, t.medianNs * scale), height), 1.5, 1.5);
        if (t.highNs <= t.lowNs)
            return;
        painter->setPen(QPen(ink, 1.2));
        const double middle = top + height / 2;
        const double low = place.left() + t.lowNs * scale;
        const double high = place.left() + t.highNs * scale;
        painter->drawLine(QPointF(low, middle), QPointF(high, middle));
        for (const double x : {low, high})
            painter->drawLine(QPointF(x, top - 0.5), QPointF(x, top + height + 0.5));
    };
    if (row.cold.medianNs > 0) {
        const double half = place.height() / 2;
        bar(row.warm, place.top() + 0.5, half - 2, false);
        bar(row.cold, place.top() + half + 1.5, half - 3, true);
    } else {
        bar(row.warm, place.top() + place.height() / 4, place.height() / 2, row.published);
    }
    painter->restore();
}

} // namespace sparsescope
