#include "views/pages/compare/break_even_view.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/cost/calibration.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/planner.h"
#include "engine/search/sparda/sparda.h"
#include "views/pages/compare/break_even_plot.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr std::size_t mostPoints = 200;
constexpr int suggestionRole = Qt::UserRole + 1; // of what is no parameter of masks

JobKey sweepKey()
{
    return {Lane::Sweep, QStringLiteral("masks")};
}

// What varies at first, of each kind of masks what makes them dense.
const char* const densities[] = {"density", "end", "experts", "power", "pattern"};

// Which of both is faster, from one break-even to the next.
QString textOf(const sparda::BreakEvens& found)
{
    const auto faster = [](bool pairing) {
        return pairing ? BreakEvenView::tr("a pairing") : BreakEvenView::tr("dense");
    };
    QStringList parts;
    bool pairing = found.pairingFirst;
    for (const double density : found.nonZeros) {
        parts << BreakEvenView::tr("%1 below %2").arg(faster(pairing), percentText(density));
        pairing = !pairing;
    }
    parts << (parts.isEmpty() ? BreakEvenView::tr("%1 at all of these, no break-even").arg(faster(pairing))
                              : BreakEvenView::tr("%1 above").arg(faster(pairing)));
    return (found.of.empty() ? BreakEvenView::tr("Faster: ")
                             : QString::fromStdString(found.of) + QStringLiteral(": ")) +
           parts.join(QStringLiteral(", "));
}

// "cols 512: 4.6 %"
QString shortTextOf(const sparda::BreakEvens& found)
{
    QStringList densities;
    for (const double density : found.nonZeros)
        densities << percentText(density);
    if (densities.isEmpty())
        densities << (found.pairingFirst ? BreakEvenView::tr("none (a pairing)") : BreakEvenView::tr("none (dense)"));
    return QString::fromStdString(found.of) + QStringLiteral(": ") + densities.join(QStringLiteral(", "));
}

} // namespace

BreakEvenView::BreakEvenView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* row = new YieldingRow(space::between, this);
    row->setContentsMargins(space::between, 0, space::between, space::inside);
    row->add(makeForm(), 0);
    m_results = makeResults();
    row->add(m_results, 1);
    connect(m_run, &QPushButton::clicked, this, &BreakEvenView::start);
    connect(m_save, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save the sweep"), QStringLiteral("break-even.csv"),
                                                          tr("Tables (*.csv)"));
        if (!path.isEmpty())
            saveCsv(path);
    });
    listen(m_workspace.document(), Document::MasksChanged, this, &BreakEvenView::showMasks);
    listen(m_workspace.document(), Document::RuleChanged | Document::MaskRunsChanged, this, &BreakEvenView::showPoints);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &BreakEvenView::showBase);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &BreakEvenView::showJob);
    showMasks();
}

QWidget* BreakEvenView::makeForm()
{
    auto* form = new QWidget;
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    const auto text = [&] {
        auto* label = new QLabel;
        label->setWordWrap(true);
        label->setProperty("role", QStringLiteral("secondary"));
        column->addWidget(label);
        return label;
    };
    m_help = text();
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        Axis& axis = m_axes[i];
        axis.name = new QComboBox;
        axis.name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        axis.name->setMinimumContentsLength(12);
        axis.name->setAccessibleName(i == 0 ? tr("What varies") : tr("What else varies, a line each"));
        axis.values = new QLineEdit;
        axis.values->setAccessibleName(tr("Its values"));
        axis.values->setToolTip(tr("Values, separated by commas"));
        column->addWidget(axis.name);
        column->addWidget(axis.values);
        connect(axis.name, &QComboBox::currentIndexChanged, this, [this, i] { suggest(static_cast<int>(i)); });
    }
    m_base = text();
    column->addStretch();

    auto* box = new QWidget;
    auto* all = new QVBoxLayout(box);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(space::inside);
    all->addWidget(scrolled(form), 1);
    m_job = new QLabel;
    m_job->setWordWrap(true);
    m_job->setProperty("role", QStringLiteral("secondary"));
    all->addWidget(m_job);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    all->addWidget(m_progress);
    auto* line = new QHBoxLayout;
    m_run = new QPushButton;
    m_run->setProperty("primary", true);
    line->addWidget(m_run, 1);
    m_save = new QToolButton;
    m_save->setText(tr("CSV…"));
    m_save->setToolTip(tr("Save the points of the sweep"));
    line->addWidget(m_save);
    all->addLayout(line);
    box->setFixedWidth(256);
    return box;
}

QWidget* BreakEvenView::makeResults()
{
    auto* results = new QWidget;
    auto* column = new QVBoxLayout(results);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_summary = new QLabel;
    m_summary->setWordWrap(true);
    m_summary->setProperty("role", QStringLiteral("secondary"));
    m_summary->setFont(typeFace(TypeSize::Small));
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_summary);
    m_key = new QLabel;
    m_key->setWordWrap(true);
    m_key->setFont(typeFace(TypeSize::Small));
    column->addWidget(m_key);
    m_plot = new BreakEvenPlot;
    column->addWidget(m_plot, 1);
    connect(m_plot, &BreakEvenPlot::keyChanged, this, [this] {
        m_key->setText(m_plot->key());
        m_key->setVisible(!m_key->text().isEmpty());
        showSummary();
    });
    return results;
}

// Others are open, or none: what was found is not of these.
void BreakEvenView::showMasks()
{
    const MaskSequencePtr masks = m_workspace.document().masks();
    if (masks == m_masks && m_axes[0].name->count() > 0)
        return;
    m_masks = masks;
    ++m_generation;
    m_workspace.jobs().cancel(sweepKey());
    m_points.clear();
    m_problem.clear();
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        QComboBox& names = *m_axes[i].name;
        const QSignalBlocker quiet(&names);
        names.clear();
        if (i == 1) {
            names.addItem(tr("nothing else"), QString());
            names.addItem(tr("Data type"), QStringLiteral("dtype"));
            names.setItemData(1, QStringLiteral("f16, f32"), suggestionRole);
            names.addItem({}, QStringLiteral("dense"));
            names.setItemData(2, QStringLiteral("32, 512, 4096"), suggestionRole);
        }
        if (!masks || masks->facts().kind.empty())
            continue;
        for (const PatternParameter& parameter : maskKind(masks->facts().kind).parameters)
            if (parameter.name != "masks" && parameter.name != "seed") {
                names.addItem(QString::fromStdString(parameter.label), QString::fromStdString(parameter.name));
                names.setItemData(names.count() - 1, QString::fromStdString(parameter.help), Qt::ToolTipRole);
            }
    }
    for (const char* density : densities)
        if (const int place = m_axes[0].name->findData(QString::fromLatin1(density)); place >= 0) {
            const QSignalBlocker quiet(m_axes[0].name);
            m_axes[0].name->setCurrentIndex(place);
            break;
        }
    const bool made = m_axes[0].name->count() > 0;
    m_help->setText(made ? tr("From which density on is the dense product faster? Masks of this kind are made with:")
                         : tr("These masks are a file's, so there is nothing to vary. File > New masks makes some with "
                              "parameters."));
    m_results->setVisible(made);
    m_run->setVisible(made);
    m_save->setVisible(made);
    for (int i = 0; i < static_cast<int>(m_axes.size()); ++i) {
        m_axes[at(i)].name->setVisible(made);
        suggest(i);
    }
    showBase();
    showPoints();
    showJob();
}

// Those that the kind takes, together with the other parameters as they are.
QString BreakEvenView::suggestion(const std::string& name) const
{
    QStringList values;
    if (name.empty() || !m_masks || m_masks->facts().kind.empty())
        return {};
    const MaskFacts& facts = m_masks->facts();
    const PatternKind& kind = maskKind(facts.kind);
    const auto parameter = std::find_if(kind.parameters.begin(), kind.parameters.end(),
                                        [&](const PatternParameter& p) { return p.name == name; });
    std::vector<nlohmann::json> tried;
    const nlohmann::json& now = facts.parameters[name];
    if (!parameter->choices.empty())
        tried.assign(parameter->choices.begin(), parameter->choices.end());
    else if (now.is_string())
        tried = {"1x1", "8x1", "32x1", "32x32"};
    else if (parameter->maximum <= 1)
        tried = {0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9};
    else if (parameter->maximum <= 4)
        tried = {0, 1, 2, 4};
    else
        for (const int times : {1, 2, 4, 8, 16, 32, 64, 128})
            tried.emplace_back(now.get<std::int64_t>() * times / 8);
    for (const nlohmann::json& value : tried) {
        nlohmann::json changed = facts.parameters;
        changed[name] = value;
        try {
            makeMasks(facts.kind, changed);
        } catch (const Error&) {
            continue;
        }
        const QString text = QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
        if (!values.contains(text))
            values << text;
    }
    return values.join(QStringLiteral(", "));
}

void BreakEvenView::suggest(int axis)
{
    const Axis& of = m_axes[at(axis)];
    const QString name = of.name->currentData().toString();
    of.values->setVisible(!name.isEmpty());
    const QVariant known = of.name->currentData(suggestionRole);
    of.values->setText(known.isValid() ? known.toString() : suggestion(name.toStdString()));
    of.values->setCursorPosition(0);
}

SearchRequest BreakEvenView::base() const
{
    const Setup& setup = m_workspace.setup();
    const std::string planner = sparseDynamicPlanner().name();
    SearchRequest request{setup.op(), planner, nlohmann::json::object(), setup.calibrationName().toStdString(), {}};
    if (setup.plannerName().toStdString() == planner)
        request.options = setup.plannerOptions();
    for (const QString& change : setup.costChanges())
        request.whatIf.push_back(change.toStdString());
    return request;
}

void BreakEvenView::showBase()
{
    if (!m_masks || m_masks->facts().kind.empty())
        return m_base->clear();
    const SearchRequest request = base();
    const std::string axis = request.op.hasDenseAxis() ? request.op.definition().axis + ", " : "";
    m_axes[1].name->setItemText(2, tr("%1the dense axis").arg(QString::fromStdString(axis)));
    QString text =
        tr("Otherwise %1, %2, %3, %4")
            .arg(QString::fromStdString(label(request.op.kind)), QString::fromStdString(extentText(request.op)),
                 QString::fromStdString(name(request.op.dtype)), QString::fromStdString(request.calibration));
    for (const std::string& change : request.whatIf)
        text += tr(", what if %1").arg(QString::fromStdString(change));
    const MaskFacts& facts = m_masks->facts();
    m_base->setText(text + QLatin1Char('\n') +
                    QString::fromStdString(patternCommand(maskKind(facts.kind), facts.parameters)));
}

sparda::MaskSweep BreakEvenView::sweep() const
{
    const MaskFacts& facts = m_masks->facts();
    sparda::MaskSweep sweep{facts.kind, facts.parameters, base(), {}};
    for (const Axis& axis : m_axes) {
        const std::string name = axis.name->currentData().toString().toStdString();
        if (name.empty())
            continue;
        QString values = axis.values->text();
        values.remove(QLatin1Char(' '));
        if (!sweep.axes.empty() && sweep.axes.front().name == name)
            failUsage("vary two different things");
        if (values.isEmpty())
            failUsage("give values of " + name + ", separated by commas");
        sweep.axes.push_back(parseSweepAxis(name + "=" + values.toStdString()));
    }
    const std::size_t points = sparda::maskSweepPoints(sweep).size();
    if (points > mostPoints)
        failUsage("these are " + std::to_string(points) + " points; at most " + std::to_string(mostPoints) +
                  " at once");
    return sweep;
}

bool BreakEvenView::busy() const
{
    return m_workspace.jobs().busy(sweepKey());
}

void BreakEvenView::start()
{
    if (busy())
        return m_workspace.jobs().cancel(sweepKey());
    if (!m_masks || m_masks->facts().kind.empty())
        return;
    m_problem.clear();
    try {
        m_sweep = sweep();
    } catch (const Error& e) {
        m_problem = QString::fromStdString(e.reason());
        if (m_problem.startsWith(QStringLiteral("--")))
            m_problem.remove(0, 2); // here these are fields
        return showJob();
    }
    m_points.clear();
    showPoints();
    // Points come on the thread of the job; those of a superseded sweep, or for a view that is gone, are dropped.
    const quint64 generation = ++m_generation;
    const QPointer<BreakEvenView> view(this);
    const auto receive = [jobs = &m_workspace.jobs(), view, generation](const sparda::MaskSweepPoint& point) {
        QMetaObject::invokeMethod(
            jobs,
            [view, generation, point] {
                if (!view || view->m_generation != generation)
                    return;
                view->m_points.push_back(point);
                view->showPoints();
            },
            Qt::QueuedConnection);
    };
    m_workspace.jobs().start(
        sweepKey(), tr("Sweeping masks"),
        [sweep = m_sweep, receive](Progress& progress) { return runMaskSweep(sweep, receive, progress).size(); },
        [view](std::size_t) {
            if (view)
                view->showJob();
        });
    showJob();
}

QString BreakEvenView::summary() const
{
    QStringList texts;
    for (const sparda::BreakEvens& found : m_plot->breakEvens())
        texts << textOf(found);
    if (std::any_of(m_points.begin(), m_points.end(), [](const auto& p) { return p.problem.empty() && !p.measured; }))
        texts << tr("estimated: calibration %1 has no times of these pairings")
                     .arg(QString::fromStdString(m_sweep.base.calibration));
    const auto failed =
        std::count_if(m_points.begin(), m_points.end(), [](const auto& p) { return !p.problem.empty(); });
    for (const sparda::MaskSweepPoint& point : m_points)
        if (!point.problem.empty()) {
            texts << tr("%1 not searched: %2")
                         .arg(countOf(failed, tr("point"), tr("points")), QString::fromStdString(point.problem));
            break;
        }
    return texts.join(QLatin1Char('\n'));
}

// Where a run over the masks that are open has the sweep's operator, and its masks have the shape of all points.
std::vector<MeasuredMask> BreakEvenView::measured() const
{
    const OpenMaskRun* open = m_workspace.document().maskRun();
    std::vector<MeasuredMask> all;
    if (!open || !m_masks)
        return all;
    const MaskShape& shape = m_masks->shape();
    const Operator& op = open->rule.plan->op;
    for (const sparda::MaskSweepPoint& point : m_points)
        if (point.problem.empty() && (point.shape != shape || point.request.op != op))
            return all;
    const SequenceRun& run = *open->run;
    const auto dense = std::find_if(run.rivals.begin(), run.rivals.end(),
                                    [](const Rival& r) { return r.name == "cublas:dense" && r.problem.empty(); });
    const auto places = static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
    for (std::size_t t = 0; !m_points.empty() && t < run.masks.size(); ++t)
        if (run.masks[t].owned > 0)
            all.push_back({static_cast<double>(run.masks[t].owned) / places, run.masks[t].totalNs,
                           dense != run.rivals.end() && t < dense->masks.size() ? dense->masks[t].totalNs : 0});
    return all;
}

// Several lines are named here, in their colours: there is no room to name them twice. Many have no sentence each.
void BreakEvenView::showSummary()
{
    constexpr std::size_t fewLines = 2;
    const auto& found = m_plot->breakEvens();
    m_summary->setToolTip(found.size() > fewLines ? summary() : QString());
    if (m_points.empty())
        return m_summary->setText(tr("The lines cross where both take equally long; each such break-even is marked."));
    QStringList texts = summary().toHtmlEscaped().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (found.empty())
        texts.prepend(tr("A break-even lies between two points of a line."));
    QStringList lines;
    for (std::size_t i = 0; found.size() > 1 && i < found.size(); ++i) {
        const QString mark =
            QStringLiteral("<span style='color: %1'>■</span>&nbsp;").arg(m_plot->colourOf(found[i].of).name());
        const QString sentence = texts.takeFirst();
        lines << mark + (found.size() > fewLines
                             ? shortTextOf(found[i]).toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;"))
                             : sentence);
    }
    if (found.size() > fewLines)
        lines = {tr("Break-evens:") + QLatin1Char(' ') + lines.join(QStringLiteral("   "))};
    m_summary->setText((lines + texts).join(QStringLiteral("<br>")));
}

void BreakEvenView::showPoints()
{
    m_plot->setPoints(m_sweep, m_points, measured()); // its key changes, and with it the summary
    m_save->setEnabled(!m_points.empty());
}

void BreakEvenView::showJob()
{
    const bool running = busy();
    m_run->setText(running ? tr("Cancel") : tr("Find break-evens"));
    m_run->setEnabled(m_masks && !m_masks->facts().kind.empty());
    m_progress->setVisible(running);
    m_job->setVisible(running || !m_problem.isEmpty());
    m_job->setText(m_problem);
    for (const Axis& axis : m_axes) {
        axis.name->setEnabled(!running);
        axis.values->setEnabled(!running);
    }
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (!running || job.title != tr("Sweeping masks"))
            continue;
        m_progress->setValue(static_cast<int>(std::max(0.0, job.done) * 1000));
        QString text = job.what.isEmpty() ? job.title : job.what;
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_job->setText(text);
    }
}

bool BreakEvenView::saveCsv(const QString& path)
{
    try {
        writeText(path.toStdString(), maskSweepCsv(m_sweep, m_points));
        Q_EMIT m_workspace.operations().message(tr("Saved the sweep as %1").arg(path));
        return true;
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(failureOf(Lane::Save, tr("Saving the sweep"), std::current_exception()));
        return false;
    }
}

} // namespace sparsescope
