// The scatter with its choices and statistics.
#include "views/pages/measure/scatter_page.h"

#include "engine/cost/own_costs.h"
#include "engine/measure/figure14.h"
#include "views/pages/measure/measure_text.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/plan_editor.h"

#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <cmath>

namespace sparsescope {

namespace {

constexpr int ownRole = Qt::UserRole + 1; // of costs that lie in a file of the user's own

QLabel* secondary(const QString& text, const QString& tip = {})
{
    auto* label = new QLabel(text);
    label->setProperty("role", QStringLiteral("secondary"));
    label->setToolTip(tip);
    return label;
}

QString valueText(ScatterOf what, double value)
{
    return what == ScatterOf::Bytes   ? bytesText(value)
           : what == ScatterOf::Flops ? shortCount(value)
                                      : durationText(value);
}

// Beside the point or points: all that was counted of the kernel and predicted, as a table.
QString branchNote(const OpenRun& run)
{
    const QString none = QStringLiteral("–");
    QString rows;
    const auto row = [&](const QString& what, const QString& predicted, const QString& measured) {
        rows += QStringLiteral("<tr><td style=\"white-space: nowrap\">%1</td><td align=right>&nbsp; %2</td><td "
                               "align=right>&nbsp; %3</td></tr>")
                    .arg(what, predicted, measured);
    };
    row({}, ScatterPage::tr("predicted"), ScatterPage::tr("measured"));
    for (const BranchFacts& branch : run.facts->branches)
        row(ScatterPage::tr("Branch %1").arg(branch.level), durationText(branch.predictedNs),
            branch.blocks > 0 ? durationText(branch.inSituNs) : none);
    const Profile& profile = *run.profile;
    if (const double bytes = measuredL2Bytes(profile); std::isfinite(bytes) && run.facts->predictedBytes() > 0)
        row(ScatterPage::tr("L2 traffic"), bytesText(run.facts->predictedBytes()), bytesText(bytes));
    if (const Counter* counted = profile.counter("smsp__inst_executed.sum"))
        row(ScatterPage::tr("Instructions"),
            run.facts->predictedInstructions() > 0 ? shortCount(run.facts->predictedInstructions()) : none,
            shortCount(counted->value));
    const QString measured = durationText(profile.kernel.medianNs);
    if (run.facts->predictedCallNs > 0)
        row(ScatterPage::tr("Call by graph"), durationText(run.facts->predictedCallNs), measured);
    row(ScatterPage::tr("Call by tiles"), durationText(profile.predictedNs), measured);
    return QStringLiteral("<table cellspacing=0 cellpadding=1>%1</table><p>%2</p>")
        .arg(rows, ScatterPage::tr("Dashed: as predicted. Branches of a graph are cases of one kernel: a branch's time "
                                   "is that of its blocks in situ, added up; counters are of the whole kernel."));
}

} // namespace

ScatterPage::ScatterPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_view(new ScatterView(workspace))
{
    auto* row = new YieldingRow(space::between, this);
    row->add(m_view, 1);
    auto* holder = new QWidget;
    auto* side = new QVBoxLayout(holder);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(space::inside);
    row->add(scrolled(holder, tr("Figures of the cost model"), 324), 0);

    auto* choice = new QHBoxLayout;
    m_what = new QComboBox;
    m_what->setAccessibleName(tr("What is compared"));
    m_what->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* fit = new QPushButton(tr("Fit"));
    fit->setToolTip(tr("Show all points (double click)"));
    choice->addWidget(m_what, 1);
    choice->addWidget(fit);
    side->addLayout(choice);
    m_costs = new QComboBox;
    m_costs->setAccessibleName(tr("Whose costs"));
    m_costs->setToolTip(tr("Costs that stand beside what was measured: those that the plan was made with, or others"));
    m_costs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    side->addWidget(m_costs);
    m_residuals = new QCheckBox(tr("measured over predicted"));
    m_residuals->setToolTip(tr("Residuals: 1x is as predicted, 2x took twice as long"));
    side->addWidget(m_residuals);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    Series* all[] = {&m_saturated, &m_inSitu};
    const std::pair<QString, QString> names[] = {
        {tr("r"), tr("Pearson's correlation")},
        {tr("RMSE"), tr("Root of the mean squared difference")},
        {tr("median error"), tr("Median of |measured - predicted| / measured")},
        {tr("points"), tr("Measured tiles (saturated), sub-tasks (in situ), or kinds of tile")},
        {tr("fitted line"), tr("Least squares of the logarithms: measured = factor x predicted ^ exponent")}};
    for (int i = 0; i < 5; ++i)
        grid->addWidget(secondary(names[i].first, names[i].second), i + 1, 0);
    for (int s = 0; s < 2; ++s) {
        Series& series = *all[s];
        series.shown = new QCheckBox;
        series.shown->setChecked(true);
        series.shown->setStyleSheet(QStringLiteral("spacing: 4px;"));
        grid->addWidget(series.shown, 0, s + 1, Qt::AlignRight);
        int line = 1;
        for (QLabel** figure : {&series.r, &series.rmse, &series.error, &series.points, &series.fit}) {
            *figure = new QLabel;
            (*figure)->setTextInteractionFlags(Qt::TextSelectableByMouse);
            grid->addWidget(*figure, line++, s + 1, Qt::AlignRight);
        }
    }
    m_saturated.shown->setToolTip(tr("Filled points: copies of the sub-task fill the GPU"));
    m_inSitu.shown->setText(tr("in situ"));
    m_inSitu.shown->setToolTip(tr("Open points: inside the fused kernel, time shared out among the blocks on an SM"));
    side->addLayout(grid);
    m_legend = secondary({});
    m_legend->setWordWrap(true);
    side->addWidget(m_legend);
    m_note = secondary({});
    m_note->setWordWrap(true);
    side->addWidget(m_note);
    side->addStretch();

    connect(m_what, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (index < 0)
            return;
        m_view->setWhat(static_cast<ScatterOf>(m_what->itemData(index).toInt()));
        refresh();
    });
    connect(m_costs, &QComboBox::activated, this, &ScatterPage::price);
    connect(m_residuals, &QCheckBox::toggled, m_view, &ScatterView::setResiduals);
    connect(fit, &QPushButton::clicked, m_view, &ScatterView::fit);
    for (const Series* series : {&m_saturated, &m_inSitu})
        connect(series->shown, &QCheckBox::toggled, this,
                [this] { m_view->setSeries(m_saturated.shown->isChecked(), m_inSitu.shown->isChecked()); });
    listen(m_workspace.document(), Document::RunsChanged, this, &ScatterPage::refresh); // after the view's own
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ScatterPage::refresh);
    refresh();
}

void ScatterPage::setWhat(ScatterOf what)
{
    m_what->setCurrentIndex(m_what->findData(static_cast<int>(what)));
}

// A graph's branches are cases of one kernel: their blocks have times, their bytes are counted together.
void ScatterPage::offerWhat()
{
    const OpenRun* run = m_workspace.attention().run();
    const bool branches = run && run->facts && !run->facts->branches.empty();
    const QString second = branches ? tr("time by branch") : tr("bytes by kind");
    if (m_what->count() > 0 && m_what->itemText(1) == second)
        return;
    const QVariant chosen = m_what->currentData();
    const QSignalBlocker quiet(m_what);
    m_what->clear();
    const auto offer = [&](const QString& text, ScatterOf what) { m_what->addItem(text, static_cast<int>(what)); };
    offer(tr("cost and time"), ScatterOf::Time);
    if (branches)
        offer(second, ScatterOf::Branches);
    offer(branches ? tr("bytes of the kernel") : second, ScatterOf::Bytes);
    if (!branches)
        offer(tr("FLOPs by kind"), ScatterOf::Flops);
    m_what->setCurrentIndex(std::max(0, m_what->findData(chosen)));
    m_view->setWhat(static_cast<ScatterOf>(m_what->currentData().toInt()));
}

void ScatterPage::offerCosts()
{
    const OpenRun* run = m_workspace.attention().run();
    const std::shared_ptr<OwnParts> own = m_workspace.operations().hooks().own;
    const QStringList models = own ? own->known(OwnParts::CostModels) : QStringList();
    const int calibrations = static_cast<int>(shippedCalibrations().size());
    if (run && m_offeredFor.lock() == run->profile && m_costs->count() == 1 + calibrations + models.size())
        return;
    m_workspace.jobs().cancel(Lane::OtherCosts);
    m_problem.clear();
    m_offeredFor = run ? run->profile : nullptr;
    m_costs->clear();
    if (!run)
        return;
    m_view->setOtherCosts(nullptr, {});
    m_costs->addItem(tr("costs of the plan: %1").arg(QString::fromStdString(run->plan->calibration)));
    for (const std::string& shipped : shippedCalibrations())
        m_costs->addItem(tr("costs of %1").arg(QString::fromStdString(shipped)), QString::fromStdString(shipped));
    for (const QString& path : models) {
        m_costs->addItem(tr("costs of %1").arg(QFileInfo(path).fileName()), path);
        m_costs->setItemData(m_costs->count() - 1, true, ownRole);
    }
}

void ScatterPage::price()
{
    const OpenRun* run = m_workspace.attention().run();
    const QString chosen = m_costs->currentData().toString();
    m_problem.clear();
    m_workspace.jobs().cancel(Lane::OtherCosts);
    if (!run || chosen.isEmpty()) {
        m_view->setOtherCosts(nullptr, {});
        return refresh();
    }
    const bool own = m_costs->currentData(ownRole).toBool();
    if (own) // of its own, the user asks for it here
        m_problem = m_workspace.operations().hooks().own->allow(OwnParts::CostModels, chosen);
    if (!m_problem.isEmpty())
        return refresh();
    struct Priced {
        RunFactsPtr facts;
        QString name;
    };
    m_workspace.jobs().start(
        Lane::OtherCosts, tr("Predicting with other costs"),
        [plan = run->plan, profile = run->profile, matrix = m_workspace.document().matrix(), chosen, own,
         calibration = m_workspace.setup().calibrationName()](Progress& progress) {
            const Calibration costs = own ? changedCalibration(calibration.toStdString(), {}, chosen)
                                          : changedCalibration(chosen.toStdString(), {});
            Plan priced = *plan;
            costTiles(priced, *matrix, *makeCostModel(costs, plan->op, plan->densePart), progress);
            return Priced{std::make_shared<const RunFacts>(runFacts(priced, *profile, progress)),
                          QString::fromStdString(costs.own ? costs.own->name : costs.name)};
        },
        [page = QPointer(this), profile = run->profile](const Priced& priced) {
            if (!page || page->m_offeredFor.lock() != profile)
                return;
            page->m_view->setOtherCosts(priced.facts, priced.name);
            page->refresh();
        },
        [page = QPointer(this)](const Failure& failure) {
            if (!page)
                return;
            page->m_problem = failure.sentence;
            page->m_view->setOtherCosts(nullptr, {});
            page->refresh();
        });
}

void ScatterPage::refresh()
{
    offerWhat();
    offerCosts();
    const bool time = m_view->what() == ScatterOf::Time;
    const OpenRun* run = m_workspace.attention().run();
    const bool branches = run && run->facts && !run->facts->branches.empty();
    m_costs->setVisible(run && time && !branches);
    m_saturated.shown->setText(time                                    ? tr("saturated")
                               : m_view->what() == ScatterOf::Branches ? tr("branches")
                               : branches                              ? tr("kernel")
                                                                       : tr("kinds"));
    m_inSitu.shown->setVisible(time);
    for (QLabel* figure : {m_inSitu.r, m_inSitu.rmse, m_inSitu.error, m_inSitu.points, m_inSitu.fit})
        figure->setVisible(time);
    m_saturated.shown->setEnabled(time);
    showSeries(m_saturated, true, time ? tr("tiles") : tr("kinds of tile"));
    showSeries(m_inSitu, false, tr("sub-tasks"));
    m_note->setText(!run                ? QString()
                    : !time && branches ? branchNote(*run)
                    : !time && m_view->agreementOf(true).points == 0
                        ? tr("This run has no counters of single kinds of tile.")
                    : time ? tr("Dashed: as predicted. Solid and dotted: fitted to saturated and in situ.")
                           : tr("Dashed: as predicted. Solid: fitted. A point is a kind of tile launched alone."));
    if (const auto figure = time && run ? figure14(*run->plan, *run->profile) : std::nullopt)
        m_note->setText(
            m_note->text() +
            tr(" Of %1 alone, saturated: r %2, RMSE %3, %4; STile's figure 14 has r %5, RMSE %6, %7, on an A100.")
                .arg(QString::fromStdString(figure->format),
                     std::isfinite(figure->here.pearson) ? QString::number(figure->here.pearson, 'f', 3)
                                                         : QStringLiteral("–"),
                     durationText(figure->here.rmse), countOf(figure->here.points, tr("tile"), tr("tiles")),
                     QString::number(figure->paper.pearson, 'f', 3), durationText(figure->paper.rmse),
                     countOf(figure->paper.points, tr("sub-task"), tr("sub-tasks"))));
    if (!m_problem.isEmpty())
        m_note->setText(m_problem);
    showLegend();
}

// A run's facts come later than the run; what is known by then is shown.
void ScatterPage::showSeries(Series& series, bool saturated, const QString& what)
{
    const Agreement a = m_view->agreementOf(saturated);
    const OpenRun* run = m_workspace.attention().run();
    series.text = run && run->facts
                      ? agreementText(saturated ? run->facts->saturatedAgreement : run->facts->inSituAgreement,
                                      saturated ? tr("tiles") : tr("sub-tasks"))
                      : QString();
    const QString none = QStringLiteral("–");
    const bool known = a.points > 0;
    // A correlation is read to the thousandth; the exact one is on hover.
    const bool correlated = known && std::isfinite(a.pearson);
    series.r->setText(correlated ? QString::number(a.pearson, 'f', 3) : none);
    series.r->setToolTip(correlated ? exactText(a.pearson) : QString());
    series.rmse->setText(known ? valueText(m_view->what(), a.rmse) : none);
    series.rmse->setToolTip(known ? exactText(a.rmse) : QString());
    series.error->setText(known ? percentText(a.medianError) : none);
    series.points->setText(known ? shortCount(static_cast<double>(a.points)) : none);
    series.points->setToolTip(known ? countText(a.points) + QLatin1Char(' ') + what : QString());
    const PowerFit fit = m_view->fitOf(saturated);
    series.fit->setText(
        fit.known ? QStringLiteral("%1 p<sup>%2</sup>").arg(figureText(fit.factor), figureText(fit.exponent)) : none);
    series.fit->setToolTip(
        fit.known ? tr("measured = %1 x predicted ^ %2").arg(exactText(fit.factor), exactText(fit.exponent))
                  : QString());
}

// Shapes of the families that the plan has.
void ScatterPage::showLegend()
{
    const OpenRun* run = m_workspace.attention().run();
    QString text;
    std::vector<FormatFamily> seen;
    for (const FormatPtr& format : run ? run->plan->tiling().formats : std::vector<FormatPtr>{}) {
        const FormatFamily family = format->family();
        if (std::find(seen.begin(), seen.end(), family) != seen.end())
            continue;
        seen.push_back(family);
        QByteArray png;
        QBuffer buffer(&png);
        pointPicture(family, familyColor(family), true, 1).save(&buffer, "PNG");
        text += QStringLiteral("<img src='data:image/png;base64,%1'>&nbsp;%2&nbsp;&nbsp; ")
                    .arg(QString::fromLatin1(png.toBase64()), QString::fromStdString(formatNames(*run->plan, family)));
    }
    m_legend->setText(text);
    m_legend->setVisible(!text.isEmpty());
}

} // namespace sparsescope
