#include "views/pages/batch/batch_curves.h"

#include "engine/core/at.h"
#include "views/pages/batch/contestant_mark.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/plot/plot.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMouseEvent>
#include <QTableWidget>
#include <QToolTip>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sparsescope {

namespace {

QString ratioTick(double ratio)
{
    return QStringLiteral("%1x").arg(QString::number(ratio, 'g', 3));
}

// Few and near ratios have no 1, 2 or 5 of a decade between them.
class NearRatioTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return ratioTick(tick); }
};

} // namespace

// Steps, a line for each contestant; the mouse on one says which it is.
class CurvePlot : public Plot {
public:
    CurvePlot(const QString& name, const QString& x, const QString& y, bool shareAcross) : m_shareAcross(shareAcross)
    {
        setAccessibleName(name);
        setMinimumSize(240, 180);
        setMouseTracking(true);
        QCPAxis *share = shareAcross ? xAxis : yAxis, *ratio = shareAcross ? yAxis : xAxis;
        axisRect()->setMinimumMargins({0, space::inside, 24, 0}); // for the last number
        share->setTicker(QSharedPointer<PercentTicker>::create());
        share->ticker()->setTickCount(shareAcross ? 3 : 5);
        share->setRange(0, 1.01);
        ratio->setScaleType(QCPAxis::stLogarithmic);
        xAxis->setLabel(x);
        yAxis->setLabel(y);
    }

    struct Line {
        int contestant;
        QString name;
        BatchCurve curve;
    };
    void setLines(const std::vector<Line>& lines)
    {
        clearGraphs();
        m_lines = lines;
        double least = 1, most = 1;
        for (const Line& line : lines)
            for (const double value : line.curve.values) {
                least = std::min(least, value);
                most = std::max(most, value);
            }
        // Beyond a hundredfold there is nothing more to tell apart.
        constexpr double far = 100;
        least = m_shareAcross ? std::max(least, 1 / far) / 1.1 : 1;
        most = std::max(std::min(most, far), 1.1) * 1.1;
        QCPAxis* ratio = m_shareAcross ? yAxis : xAxis;
        ratio->setRange(m_shareAcross ? least : 0.98, most);
        if (most < 5 * least)
            ratio->setTicker(QSharedPointer<NearRatioTicker>::create());
        else
            ratio->setTicker(QSharedPointer<FewTickerLog>::create(9, ratioTick));
        for (const Line& line : lines) {
            QCPGraph* graph = addGraph();
            graph->setLineStyle(QCPGraph::lsStepLeft);
            graph->setPen(contestantPen(line.contestant, 2));
            const double all = static_cast<double>(std::max<std::int64_t>(1, line.curve.contests));
            const std::vector<double>& values = line.curve.values;
            const double failed = all - static_cast<double>(values.size());
            QVector<double> x, y;
            // Not more steps than a screen has columns; of equal values one.
            const std::size_t apart = values.size() / 800 + 1;
            for (std::size_t i = 0, next = 0; i < values.size(); ++i) {
                if (i < next || (!m_shareAcross && i + 1 < values.size() && values[i + 1] == values[i]))
                    continue;
                next = i + apart;
                x << (m_shareAcross ? (failed + static_cast<double>(i)) / all : values[i]);
                y << (m_shareAcross ? values[i] : static_cast<double>(i + 1) / all);
            }
            if (!values.empty()) {
                x << (m_shareAcross ? 1 : std::max(most, values.back()));
                y << (m_shareAcross ? values.back() : (all - failed) / all);
            }
            if (!m_shareAcross && !x.isEmpty()) {
                x.prepend(x.front());
                y.prepend(0);
            }
            graph->setData(x, y, true);
        }
        replot(rpQueuedReplot);
    }
    // The line of this contestant above the others.
    void light(int contestant)
    {
        for (int i = 0; i < graphCount(); ++i)
            graph(i)->setPen(contestantPen(m_lines[at(i)].contestant, m_lines[at(i)].contestant == contestant ? 4 : 2));
        replot(rpQueuedReplot);
    }

protected:
    void mouseMoveEvent(QMouseEvent* event) override
    {
        constexpr double near = 8; // pixels
        int nearest = -1;
        double least = near;
        for (int i = 0; i < graphCount(); ++i)
            if (const double distance = graph(i)->selectTest(event->position(), false);
                distance >= 0 && distance < least) {
                least = distance;
                nearest = i;
            }
        if (nearest < 0 || !axisRect()->rect().contains(event->pos()))
            return QToolTip::hideText();
        const Line& line = m_lines[at(nearest)];
        const double x = xAxis->pixelToCoord(event->position().x()), y = yAxis->pixelToCoord(event->position().y());
        QToolTip::showText(event->globalPosition().toPoint(),
                           m_shareAcross ? BatchCurves::tr("%1: %2 or more in %3")
                                               .arg(line.name, ratioText(y), percentText(std::clamp(1 - x, 0.0, 1.0)))
                                         : BatchCurves::tr("%1: within %2 in %3")
                                               .arg(line.name, ratioText(x), percentText(line.curve.shareUpTo(x))),
                           this);
    }

private:
    const bool m_shareAcross;
    std::vector<Line> m_lines;
};

BatchCurves::BatchCurves(QWidget* parent) : QWidget(parent)
{
    auto* row = new YieldingRow(space::between, this);
    auto* left = new QVBoxLayout;
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(space::inside);
    m_pictures = new ShownStack;
    auto* curves = new QWidget;
    auto* plots = new YieldingRow(space::between, curves);
    plots->setContentsMargins(0, 0, 0, 0);
    m_profiles =
        new CurvePlot(tr("Performance profiles"), tr("within this factor of the best"), tr("share of matrices"), false);
    m_speedUps = new CurvePlot(tr("Sorted speed-ups"), tr("matrices by speed-up"), tr("speed-up"), true);
    plots->add(m_profiles, 1);
    plots->add(m_speedUps, 1);
    m_pictures->addWidget(curves);
    m_classes = new QTableWidget;
    m_classes->setAccessibleName(tr("Geometric means of speed-ups by class"));
    setTableLook(*m_classes);
    m_classes->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tellCutCells(*m_classes);
    m_pictures->addWidget(m_classes);
    left->addWidget(m_pictures, 1);
    m_note = new QLabel;
    m_note->setWordWrap(true);
    m_note->setProperty("role", QStringLiteral("secondary"));
    left->addWidget(m_note);
    row->setContentsMargins(space::between, 0, space::between, space::inside);
    row->add(left, 1);

    auto* right = new QWidget;
    right->setFixedWidth(372);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    auto* against = new QHBoxLayout;
    auto* label = new QLabel(tr("Baseline"));
    against->addWidget(label);
    m_baseline = new QComboBox;
    m_baseline->setAccessibleName(tr("Baseline of speed-ups"));
    m_baseline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    against->addWidget(m_baseline, 1);
    column->addLayout(against);
    m_contestants = new QTreeWidget;
    m_contestants->setAccessibleName(tr("Planners and libraries that are compared"));
    m_contestants->setRootIsDecorated(false);
    m_contestants->setHeaderLabels({tr("Compared"), tr("Best in"), tr("Mean")});
    m_contestants->headerItem()->setToolTip(1, tr("Share of its matrices on which nobody compared is faster"));
    m_contestants->headerItem()->setToolTip(2, tr("Geometric mean of its speed-ups over the baseline"));
    m_contestants->headerItem()->setTextAlignment(1, Qt::AlignRight);
    m_contestants->headerItem()->setTextAlignment(2, Qt::AlignRight);
    m_contestants->header()->setStretchLastSection(false);
    m_contestants->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int figures : {1, 2})
        m_contestants->header()->setSectionResizeMode(figures, QHeaderView::ResizeToContents);
    m_contestants->setTextElideMode(Qt::ElideLeft); // kernels differ at their ends
    m_contestants->setIconSize({28, 12});
    m_contestants->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_contestants->setMinimumHeight(120);
    column->addWidget(m_contestants, 1);
    row->add(right, 0);

    connect(m_baseline, &QComboBox::currentIndexChanged, this, &BatchCurves::compute);
    connect(m_contestants, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem* item, int of) {
        if (of != 0)
            return;
        m_compared[at(m_contestants->indexOfTopLevelItem(const_cast<QTreeWidgetItem*>(item)))] =
            item->checkState(0) == Qt::Checked;
        compute();
    });
    connect(m_contestants, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        for (CurvePlot* plot : {m_profiles, m_speedUps})
            plot->light(m_contestants->indexOfTopLevelItem(item));
    });
}

void BatchCurves::show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices)
{
    const bool other = results != m_results;
    m_results = std::move(results);
    m_matrices = std::move(matrices);
    if (other)
        fillContestants();
    compute();
}

void BatchCurves::showClasses(bool classes)
{
    m_pictures->setCurrentIndex(classes ? 1 : 0);
}

// What is compared stays so where another operator, type or extent has the same planners and libraries.
void BatchCurves::fillContestants()
{
    std::string names;
    for (const BatchContestant& one : m_results->contestants)
        names += one.name + '\n';
    if (std::exchange(m_contestantsOf, names) == names)
        return;
    const QSignalBlocker quiet(m_contestants), silent(m_baseline);
    m_contestants->clear();
    m_baseline->clear();
    m_compared.assign(m_results->contestants.size(), true);
    const bool libraries = std::any_of(m_results->contestants.begin(), m_results->contestants.end(),
                                       [](const BatchContestant& one) { return one.library; });
    if (libraries)
        m_baseline->addItem(tr("best library of each matrix"), -1);
    for (int i = 0; i < static_cast<int>(m_results->contestants.size()); ++i) {
        const QString name = QString::fromStdString(m_results->contestants[at(i)].name);
        auto* item = new QTreeWidgetItem(m_contestants, {name});
        item->setCheckState(0, Qt::Checked);
        item->setIcon(0, contestantIcon(i, devicePixelRatioF()));
        for (const int figures : {1, 2})
            item->setTextAlignment(figures, Qt::AlignRight | Qt::AlignVCenter);
        m_baseline->addItem(name, i);
    }
}

BatchBaseline BatchCurves::chosenBaseline() const
{
    const int chosen = m_baseline->currentData().toInt();
    return chosen < 0 ? BatchBaseline() : BatchBaseline(at(chosen));
}

void BatchCurves::compute()
{
    m_due = !isVisible();
    if (m_due || !m_results)
        return;
    const BatchBaseline baseline = chosenBaseline();
    const std::vector<BatchCurve> profiles = performanceProfiles(*m_results, m_matrices, m_compared),
                                  faster = speedUps(*m_results, m_matrices, baseline);
    std::vector<CurvePlot::Line> left, right;
    {
        const QSignalBlocker quiet(m_contestants);
        for (int i = 0; i < m_contestants->topLevelItemCount(); ++i) {
            QTreeWidgetItem& item = *m_contestants->topLevelItem(i);
            const bool compared = m_compared[at(i)];
            const BatchCurve &profile = profiles[at(i)], &gain = faster[at(i)];
            const double mean = meanOf(gain);
            item.setText(1, compared ? percentText(profile.shareUpTo(1)) : QString());
            item.setText(2, mean > 0 ? ratioText(mean) : QStringLiteral("–"));
            item.setToolTip(0, tr("%1: right in %2 of %3")
                                   .arg(item.text(0), countText(std::ssize(profile.values)),
                                        countOf(profile.contests, tr("contest"), tr("contests"))));
            if (!compared)
                continue;
            left.push_back({i, item.text(0), profile});
            if (baseline != BatchBaseline(at(i)))
                right.push_back({i, item.text(0), gain});
        }
    }
    m_profiles->setLines(left);
    m_speedUps->setLines(right);
    showTable(baseline, m_baseline->currentText());
    m_note->setText(breakable(note())); // a GPU's name may have any length
}

QString BatchCurves::note() const
{
    const QString times =
        m_results->measured
            ? tr("Measured on %1; only times of one job are compared.").arg(QString::fromStdString(m_results->devices))
            : tr("Nothing was measured: these are times that the cost model predicts.");
    return tr("%1 Who failed or was not verified reaches no factor and no speed-up; means leave it out. A share is of "
              "the matrices that one was tried on.")
        .arg(times);
}

void BatchCurves::showTable(BatchBaseline baseline, const QString& against)
{
    const std::vector<BatchClass> classes = speedUpsByClass(*m_results, m_matrices, baseline);
    QStringList titles{tr("Class"), tr("Matrices")};
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < m_compared.size(); ++i)
        if (m_compared[i] && baseline != BatchBaseline(i)) {
            columns.push_back(i);
            titles << QString::fromStdString(m_results->contestants[i].name);
        }
    m_classes->clear();
    m_classes->setColumnCount(static_cast<int>(titles.size()));
    m_classes->setRowCount(static_cast<int>(classes.size()));
    m_classes->setHorizontalHeaderLabels(titles);
    for (int column = 0; column < titles.size(); ++column)
        m_classes->horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) |
                                                                  Qt::AlignVCenter);
    for (int row = 0; row < m_classes->rowCount(); ++row) {
        const BatchClass& of = classes[at(row)];
        const auto set = [&](int column, const QString& text, const QString& tip = {}) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            item->setToolTip(tip);
            item->setFont(typeFace(TypeSize::Small, of.name.empty() && row + 1 == m_classes->rowCount()));
            m_classes->setItem(row, column, item);
        };
        set(0, row + 1 == m_classes->rowCount() ? tr("all") : QString::fromStdString(of.name));
        set(1, countText(of.matrices));
        for (int column = 2; column < titles.size(); ++column) {
            const BatchCurve& curve = of.speedUps[columns[at(column - 2)]];
            const double mean = meanOf(curve);
            set(column, mean > 0 ? ratioText(mean) : QStringLiteral("–"),
                tr("%1 over %2: right in %3 of %4")
                    .arg(titles[column], against, countText(std::ssize(curve.values)),
                         countOf(curve.contests, tr("contest"), tr("contests"))));
        }
    }
    fitColumns(*m_classes);
}

void BatchCurves::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_due)
        compute();
}

} // namespace sparsescope
