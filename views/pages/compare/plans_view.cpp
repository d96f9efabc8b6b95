// Plans of the matrix held against each other.
#include "views/pages/compare/plans_view.h"

#include "engine/core/files.h"
#include "views/pages/compare/difference_model.h"
#include "views/parts/bars_view.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

constexpr int mostAtFirst = 4;

const QRegularExpression& unitSpace()
{
    static const QRegularExpression space(QStringLiteral("(\\d) (?=[%nµmskMGB])"));
    return space;
}

} // namespace

PlansView::PlansView(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new DifferenceModel(this))
{
    build();
    m_model->setColors(colorsOf(*this));
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        const int index = m_list->row(item);
        m_chosen[m_workspace.document().plans()[index].plan] = item->checkState() == Qt::Checked;
        QMetaObject::invokeMethod(this, &PlansView::fillList, Qt::QueuedConnection);
    });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row < 0 || row >= m_workspace.document().plans().size() || row == m_workspace.attention().currentPlan())
            return;
        m_wantedSecond = m_workspace.document().plans()[row].plan;
        collect();
    });
    connect(m_list, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { m_workspace.attention().setCurrentPlan(m_list->row(item)); });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        m_model->setThreshold(percent / 100);
        showWords();
    });
    connect(m_save, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save the differences"),
                                                          QStringLiteral("differences.csv"), tr("Tables (*.csv)"));
        if (!path.isEmpty())
            saveCsv(path);
    });
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] {
        m_facts.clear();
        m_same.clear();
        m_chosen.clear();
        m_wantedSecond.reset();
        fillList();
    });
    listen(m_workspace.document(), Document::PlansChanged, this, &PlansView::fillList);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &PlansView::fillList);
    listen(m_workspace.document(), Document::PlanFactsChanged, this, &PlansView::collect);
    listen(m_workspace.document(), Document::RunsChanged, this, &PlansView::collect);
    listen(m_workspace.document(), Document::PublishedChanged, this, &PlansView::showBars);
    fillList();
}

void PlansView::build()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::between, 0, space::between, space::inside);
    row->setSpacing(space::between);
    m_empty = new QLabel;
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    row->addWidget(m_empty, 1);
    m_content = new QWidget;
    row->addWidget(m_content, 1);
    auto* columns = new YieldingRow(space::between, m_content);

    auto* left = new QVBoxLayout;
    left->setSpacing(space::inside);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Plans that are compared"));
    m_list->setToolTip(tr("Checked plans are compared. The marked one stands beside the canvas; Enter makes it A."));
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setMinimumWidth(160);
    m_list->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    left->addWidget(m_list, 1);
    auto* noise = new QHBoxLayout;
    auto* noiseName = new QLabel(tr("Noise"));
    m_threshold = new QDoubleSpinBox;
    m_threshold->setLocale(QLocale::c());
    m_threshold->setRange(0, 50);
    m_threshold->setDecimals(1);
    m_threshold->setSingleStep(0.5);
    m_threshold->setValue(1);
    m_threshold->setSuffix(QStringLiteral(" %"));
    m_threshold->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_threshold->setToolTip(tr("Smaller differences, and times whose spreads overlap, are in the secondary colour"));
    m_threshold->setAccessibleName(noiseName->text());
    noiseName->setBuddy(m_threshold);
    noise->addWidget(noiseName);
    noise->addWidget(m_threshold);
    noise->addStretch();
    auto* files = new QHBoxLayout;
    auto* add = new QToolButton;
    add->setText(tr("Add…"));
    add->setToolTip(tr("Plans and sessions of this matrix, from files"));
    connect(add, &QToolButton::clicked, this, &PlansView::add);
    files->addWidget(add);
    files->addStretch();
    m_save = new QToolButton;
    m_save->setText(tr("CSV…"));
    m_save->setToolTip(tr("Save the table of differences"));
    files->addWidget(m_save);
    left->addLayout(files);
    left->addLayout(noise);
    auto* leftBox = new QWidget;
    left->setContentsMargins(0, 0, 0, 0);
    leftBox->setLayout(left);
    leftBox->setFixedWidth(200);
    columns->add(leftBox, 0);

    auto* story = new QWidget;
    auto* middle = new QVBoxLayout(story);
    middle->setContentsMargins(0, 0, space::inside, 0);
    middle->setSpacing(space::between);
    m_words = new QLabel;
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    middle->addWidget(m_words);
    m_bars = new BarsView;
    middle->addWidget(m_bars);
    middle->addStretch();
    columns->add(scrolled(story, tr("What differs")), 8);

    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Differences of the plans"));
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    tellCutCells(*m_table);
    m_table->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_table->setMinimumWidth(240);
    columns->add(m_table, 14);
}

void PlansView::add()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Add plans and sessions of this matrix"), {},
        tr("Sessions, plans (*%1 *.json);;All files (*)").arg(QString::fromUtf8(session::sessionSuffix)));
    if (!paths.isEmpty())
        m_workspace.operations().add(paths);
}

void PlansView::addPublished()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Add published numbers of this matrix"), {},
                                                      tr("Tables (*.csv);;All files (*)"));
    if (!path.isEmpty())
        m_workspace.operations().addPublished(path);
}

// A is the plan on the canvas and always takes part.
void PlansView::fillList()
{
    const auto& plans = m_workspace.document().plans();
    // What is kept here must not keep plans that have left the list.
    const auto left = [&](const PlanPtr& plan) {
        return std::none_of(plans.begin(), plans.end(), [&](const OpenPlan& open) { return open.plan == plan; });
    };
    std::erase_if(m_facts, [&](const auto& entry) { return left(entry.first); });
    std::erase_if(m_chosen, [&](const auto& entry) { return left(entry.first); });
    std::erase_if(m_same, [&](const auto& entry) { return left(entry.first.first) || left(entry.first.second); });
    if (m_wantedSecond && left(m_wantedSecond))
        m_wantedSecond.reset();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        int chosen = 0;
        char letter = 'A';
        for (int i = 0; i < plans.size(); ++i) {
            const PlanPtr& plan = plans[i].plan;
            const bool current = i == m_workspace.attention().currentPlan();
            if (!m_chosen.contains(plan))
                m_chosen[plan] = chosen < mostAtFirst;
            const bool in = current || m_chosen[plan];
            chosen += in ? 1 : 0;
            const QString mark = current ? QStringLiteral("A") : in ? QString(QLatin1Char(++letter)) : QString();
            auto* item =
                new QListWidgetItem((mark.isEmpty() ? QString() : mark + QStringLiteral("  ")) + plans[i].title);
            item->setToolTip(plans[i].title + QLatin1Char('\n') + planConditions(*plan));
            item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled |
                           (current ? Qt::NoItemFlags : Qt::ItemIsUserCheckable));
            item->setCheckState(in ? Qt::Checked : Qt::Unchecked);
            m_list->addItem(item);
        }
    }
    collect();
}

void PlansView::collect()
{
    const auto& plans = m_workspace.document().plans();
    m_plans.clear();
    const auto add = [&](int index, char letter) {
        const OpenPlan& open = plans[index];
        ComparedPlan compared{QString(QLatin1Char(letter)),
                              open.title,
                              open.plan,
                              open.facts,
                              {},
                              // What a dynamic plan makes of this mask is predicted, and run, by the dynamic plan.
                              !open.byRule &&
                                  runsOnCpuOnly(*open.plan, m_workspace.operations().hooks().hasDeviceCode)};
        if (!compared.facts)
            if (const auto found = m_facts.find(open.plan); found != m_facts.end())
                compared.facts = found->second;
        for (const OpenRun& run : m_workspace.document().runs())
            if (run.plan == open.plan)
                compared.runs.push_back(run);
        m_plans.push_back(std::move(compared));
    };
    if (m_workspace.attention().currentPlan() >= 0)
        add(m_workspace.attention().currentPlan(), 'A');
    for (int i = 0; i < plans.size() && !m_plans.empty(); ++i)
        if (i != m_workspace.attention().currentPlan() && m_chosen[plans[i].plan])
            add(i, static_cast<char>('A' + m_plans.size()));
    m_second = 0;
    for (std::size_t i = 1; i < m_plans.size(); ++i)
        if (m_second == 0 || m_plans[i].plan == m_wantedSecond)
            m_second = i;
    startCounting();
    show();
}

// Owners and places of the plans that the canvas has not shown yet, and what the two on screen have in common.
void PlansView::startCounting()
{
    if (m_plans.size() < 2)
        return;
    std::vector<std::pair<PlanPtr, PlanFactsPtr>> all;
    bool missing = false;
    for (const ComparedPlan& plan : m_plans) {
        all.emplace_back(plan.plan, plan.facts);
        missing = missing || !plan.facts;
    }
    const std::pair pair(m_plans.front().plan, m_plans[m_second].plan);
    if ((!missing && m_same.contains(pair)) || m_workspace.jobs().busy(Lane::Compare))
        return; // what is being counted calls here again
    const QPointer<PlansView> view(this);
    struct Counted {
        std::vector<std::pair<PlanPtr, PlanFactsPtr>> facts;
        double same = 0;
    };
    m_workspace.jobs().start(
        Lane::Compare, tr("Comparing the plans"),
        [all, pair, matrix = m_workspace.document().matrix()](Progress& progress) mutable {
            const PlanFacts *a = nullptr, *b = nullptr;
            for (auto& [plan, facts] : all) {
                if (!facts)
                    facts = std::make_shared<const PlanFacts>(planFacts(*plan, *matrix, progress));
                a = plan == pair.first ? facts.get() : a;
                b = plan == pair.second ? facts.get() : b;
            }
            progress.check();
            return Counted{all, sameFormatShare(*pair.first, a->owners, *pair.second, b->owners)};
        },
        [view, pair, matrix = m_workspace.document().matrix()](const Counted& counted) {
            if (!view || view->m_workspace.document().matrix() != matrix)
                return;
            for (const auto& [plan, facts] : counted.facts)
                view->m_facts[plan] = facts;
            view->m_same[pair] = counted.same;
            view->collect();
        });
}

QString PlansView::caption(const ComparedPlan& plan) const
{
    QString conditions = planConditions(*plan.plan);
    if (plan.cpuOnly)
        conditions += tr(", runs on the CPU only");
    return QStringLiteral("<b>%1</b>&nbsp;&nbsp;%2 &nbsp;<span style=\"color:%3\">%4</span>")
        .arg(plan.letter, plan.title.toHtmlEscaped(), colorsOf(*this).secondary.name(), conditions.toHtmlEscaped());
}

void PlansView::show()
{
    const bool any = m_workspace.document().plans().size() > 1;
    m_content->setVisible(any);
    m_empty->setVisible(!any);
    m_empty->setText(m_workspace.document().plans().isEmpty()
                         ? tr("There is no plan yet. Search one (Alt+2), or open plan files of this matrix.")
                         : tr("Only one plan is open. Search again with other options (Alt+2), open a plan file of "
                              "this matrix, or click a point of a sweep: every plan that is open can be compared."));
    m_model->set(m_plans, m_plans.empty() ? std::vector<DifferenceRow>() : differenceRows(m_plans));
    m_save->setEnabled(m_plans.size() > 1);
    showWords();
    showBars();
    if (m_second == 0)
        Q_EMIT secondChanged(nullptr, nullptr, {}, {});
    else
        Q_EMIT secondChanged(m_plans[m_second].plan, m_plans[m_second].facts, caption(m_plans.front()),
                             caption(m_plans[m_second]));
}

void PlansView::showWords()
{
    if (m_second == 0)
        return m_words->setText(!m_plans.empty() ? tr("Check a plan to compare it with A, the plan on the canvas.")
                                                 : QString());
    double same = std::numeric_limits<double>::quiet_NaN();
    if (const auto found = m_same.find({m_plans.front().plan, m_plans[m_second].plan}); found != m_same.end())
        same = found->second;
    // One paragraph, in which numbers keep their units.
    QString text;
    for (const QString& sentence : changeWords(m_plans, m_model->rows(), m_second, m_threshold->value() / 100, same))
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + sentence;
    text.replace(unitSpace(), QStringLiteral("\\1\u00A0"));
    m_words->setText(text);
}

QString PlansView::words() const
{
    return m_words->text().replace(QChar(0xA0), QLatin1Char(' '));
}

// What the plans take, and the fastest of what they were raced against.
void PlansView::showBars()
{
    std::vector<const DifferenceRow*> shown;
    const DifferenceRow* baseline = nullptr;
    double fastest = std::numeric_limits<double>::infinity();
    for (const DifferenceRow& row : m_model->rows()) {
        if (row.kind != QuantityKind::Duration)
            continue;
        if (!row.baseline) {
            shown.push_back(&row);
            continue;
        }
        for (const ComparedValue& value : row.values)
            if (value.value < fastest) {
                fastest = value.value;
                baseline = &row;
            }
    }
    if (baseline)
        shown.push_back(baseline);
    std::vector<Bar> bars;
    for (const DifferenceRow* row : shown) {
        // What came about in other ways is named by them, and has no length beside the others'.
        const bool same = std::all_of(row->values.begin(), row->values.end(), [&](const ComparedValue& v) {
            return !std::isfinite(v.value) || alike(row->values.front().basis, v.basis);
        });
        for (std::size_t i = 0; i < m_plans.size(); ++i) {
            const ComparedValue& v = row->values[i];
            if (std::isfinite(v.value))
                bars.push_back({m_plans[i].letter + QLatin1Char(' ') +
                                    (same ? row->name + (v.basis.recorded ? tr(", recorded") : QString())
                                          : QString::fromStdString(sparsescope::words(v.basis))),
                                same ? v.value : 0, v.low, v.high,
                                durationText(v.value) + (m_plans[i].cpuOnly ? tr(", CPU only") : QString()),
                                m_plans[i].title, i == 0, false});
        }
    }
    if (!m_plans.empty())
        for (const PublishedTime& time : publishedFor(m_plans.front().plan->op, m_workspace.document().published()))
            bars.push_back({QString::fromStdString(textOf(time)), time.ns, 0, 0, durationText(time.ns),
                            tr("%1: not measured here").arg(QString::fromStdString(textOf(time))), false, true, true});
    m_bars->setBars(std::move(bars));
}

bool PlansView::saveCsv(const QString& path)
{
    try {
        writeText(path.toStdString(), differenceCsv(m_plans, m_model->rows()).toStdString());
        Q_EMIT m_workspace.operations().message(tr("Saved the differences as %1").arg(path));
        return true;
    } catch (...) {
        Q_EMIT m_workspace.operations().failed(
            failureOf(Lane::Save, tr("Saving the differences"), std::current_exception()));
        return false;
    }
}

void PlansView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_model->setColors(colorsOf(*this));
        if (m_second > 0)
            show();
    }
    QWidget::changeEvent(event);
}

} // namespace sparsescope
