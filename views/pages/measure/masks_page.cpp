#include "views/pages/measure/masks_page.h"

#include "views/pages/measure/bar_groups.h"
#include "views/pages/measure/mask_scatter.h"
#include "views/pages/measure/mask_times.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int fewColumns = 800, fewLines = 300; // pixels of the page: the figures at its side are given less

// In place of what MaskTimes shows.
QVariant byCupti()
{
    return QStringLiteral("counted");
}

// What tells runs over the same masks apart, the newest first: their index, what else differs, the date only where all
// of that is the same.
QStringList runNames(const QList<OpenMaskRun>& runs)
{
    const auto device = [](const OpenMaskRun& run) { return QString::fromStdString(run.run->conditions.device); };
    const bool oneDevice = std::all_of(runs.begin(), runs.end(),
                                       [&](const OpenMaskRun& run) { return device(run) == device(runs.front()); });
    QStringList names;
    for (auto run = runs.crbegin(); run != runs.crend(); ++run) {
        const Rule& rule = run->rule.plan->rule;
        QStringList parts{MasksPage::tr("%1 index").arg(QString::fromStdString(name(rule.order)))};
        if (rule.reselect > 0)
            parts << MasksPage::tr("anew after %1").arg(countText(rule.reselect));
        if (!oneDevice)
            parts.prepend(device(*run));
        names << parts.join(QStringLiteral(", "));
    }
    const QStringList plain = names;
    for (qsizetype i = 0; i < names.size(); ++i)
        if (plain.count(plain[i]) > 1)
            names[i] += QStringLiteral(", ") + QString::fromStdString(runs[runs.size() - 1 - i].run->conditions.date)
                                                   .replace(QLatin1Char('T'), QLatin1Char(' '))
                                                   .left(16);
    return names;
}

} // namespace

MasksPage::MasksPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_pages(new ShownStack(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    m_none = new QLabel;
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_none->setProperty("role", QStringLiteral("secondary"));
    m_pages->addWidget(m_none);
    auto* shown = new QWidget;
    auto* row = new YieldingRow(space::between, shown);
    row->add(makeTimes(), 1);
    row->add(makeSide(), 0);
    m_pages->addWidget(shown);
    giveRoom();

    connect(m_times, &MaskTimes::keyChanged, this, &MasksPage::showKey);
    const auto choose = [this](qint64 mask) { m_workspace.operations().chooseMask(mask); };
    connect(m_times, &MaskTimes::maskClicked, this, choose);
    connect(m_scatter, &MaskScatter::maskClicked, this, choose);
    connect(m_what, &QComboBox::currentIndexChanged, this, &MasksPage::showWhat);
    connect(m_runs, &QComboBox::activated, this, [this](int index) {
        const QList<OpenMaskRun>& runs = m_workspace.document().maskRuns();
        m_workspace.operations().showMaskRun(runs[runs.size() - 1 - index]);
    });
    listen(m_workspace.document(), Document::MasksChanged | Document::RuleChanged | Document::MaskRunsChanged, this,
           &MasksPage::refresh);
    listen(m_workspace.operations(), Operations::MaskChanged, this, &MasksPage::showChosen);
    refresh();
}

QWidget* MasksPage::makeTimes()
{
    auto* holder = new QWidget;
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_what = new QComboBox;
    m_what->setAccessibleName(tr("What is shown of each mask"));
    m_what->addItem(tr("time"), QVariant::fromValue(MaskTimes::Show::Times));
    m_what->addItem(tr("shares"), QVariant::fromValue(MaskTimes::Show::Shares));
    m_what->setToolTip(
        tr("The time of each mask, part by part, or each part's share of it; where two runs differ in the order of the "
           "index alone, both beside each other. A bar's parts are timed one by one; the line across it is the time of "
           "all of them, queued as one. On a logarithmic axis, where rivals are far, a bar is divided by shares. Where "
           "CUPTI counted them: index and kernel of mask 0 beside their predictions."));
    auto* choices = new QWidget;
    m_key = new FlowLayout(space::inside, choices);
    m_key->setContentsMargins(0, 0, 0, 0);
    m_key->addWidget(m_what);
    m_runs = new QComboBox;
    m_runs->setAccessibleName(tr("Run over all masks"));
    m_runs->setToolTip(tr("Runs over these masks; the masks are cut into tiles as in the one that is chosen"));
    m_key->addWidget(m_runs);
    choices->setToolTip(
        tr("Rivals that wait for the host in every mask (host) are held against the dynamic plan by the "
           "host's clock, the others against the bars, which are timed on the GPU."));
    column->addWidget(choices);
    m_large = new ShownStack;
    m_times = new MaskTimes;
    m_large->addWidget(m_times);
    m_counted = new BarGroups;
    m_large->addWidget(scrolled(m_counted, tr("What CUPTI counted on mask 0")));
    column->addWidget(m_large, 1);
    return holder;
}

QWidget* MasksPage::makeSide()
{
    auto* holder = new QWidget;
    auto* side = new QVBoxLayout(holder);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(space::inside);
    m_scatter = new MaskScatter;
    side->addWidget(m_scatter);
    m_marks = new QLabel;
    m_marks->setFont(typeFace(TypeSize::Small));
    m_marks->setToolTip(
        tr("Total: all parts, queued as one. Kernel: with zeroing and conversion, as it is predicted. By "
           "CUPTI: index and kernel of mask 0 without their launches, which the predictions have."));
    side->addWidget(m_marks);
    connect(m_scatter, &MaskScatter::keyChanged, this, [this] { m_marks->setText(m_scatter->key()); });
    m_facts = new FactList;
    side->addWidget(m_facts);
    side->addStretch();
    m_side = scrolled(holder, tr("Figures of the run over all masks"));
    return m_side;
}

void MasksPage::giveRoom()
{
    m_side->setMaximumWidth(width() < fewColumns ? 272 : 300);
    m_side->setVisible(width() >= fewColumns || m_large->currentIndex() == 0); // else the bars have all of the room
    m_scatter->setFixedHeight(height() < fewLines ? 148 : 168);
}

void MasksPage::resizeEvent(QResizeEvent* event)
{
    giveRoom();
    QWidget::resizeEvent(event);
}

void MasksPage::refresh()
{
    const Document& document = m_workspace.document();
    const OpenMaskRun* run = document.maskRun();
    m_pages->setCurrentIndex(run ? 1 : 0);
    m_none->setText(document.rule()
                        ? tr("This dynamic plan was not run over the masks yet.")
                        : tr("There is no dynamic plan yet: a run searches one and runs it over all masks."));
    const QList<OpenMaskRun>& runs = document.maskRuns();
    {
        const QSignalBlocker quiet(m_runs);
        m_runs->clear();
        m_runs->addItems(runNames(runs));
        if (run)
            m_runs->setCurrentIndex(static_cast<int>(&runs.back() - run));
        m_runs->setVisible(runs.size() > 1);
    }
    const SequenceRunPtr shown = run ? run->run : nullptr;
    const BothOrders orders = run ? ordersOf(*run) : BothOrders();
    if (shown == m_shown && orders.unordered == m_orders.first && orders.ordered == m_orders.second)
        return;
    m_shown = shown;
    m_orders = {orders.unordered, orders.ordered};
    const MaskSequencePtr masks = document.masks();
    const DataType dtype = run ? run->rule.plan->op.dtype : DataType::Float16;
    const auto title = [masks](std::int64_t mask) {
        return mask < masks->size() ? QString::fromStdString(masks->title(mask)) : QString();
    };
    m_times->setRun(shown, dtype, title, orders);
    offer(tr("index orders"), QVariant::fromValue(MaskTimes::Show::Orders), bool(orders));
    const auto counted = shown ? countedKernels(*shown, *run->rule.plan, masks->facts()) : std::vector<CountedKernel>{};
    if (!counted.empty())
        m_counted->setGroups(countedBars(counted, *shown));
    offer(tr("CUPTI, mask 0"), byCupti(), !counted.empty());
    m_scatter->setRun(shown, counted, dtype, title);
    m_facts->setGroups(shown ? maskFacts(*shown, counted, masks->size(), orders) : std::vector<FactGroup>{});
    showChosen();
}

// With the newest run that has the other order.
BothOrders MasksPage::ordersOf(const OpenMaskRun& shown) const
{
    const bool ordered = shown.rule.plan->rule.order == IndexOrder::Ordered;
    const QList<OpenMaskRun>& runs = m_workspace.document().maskRuns();
    for (auto other = runs.crbegin(); other != runs.crend(); ++other) {
        if (!differInOrder(*shown.rule.plan, *other->rule.plan))
            continue;
        BothOrders both{ordered ? other->run : shown.run, ordered ? shown.run : other->run, {}};
        both.compared = compareOrders(*both.unordered, *both.ordered, shown.rule.plan->op.dtype);
        if (!both.compared.empty())
            return both;
    }
    return {};
}

void MasksPage::offer(const QString& name, const QVariant& what, bool there)
{
    const int place = m_what->findData(what);
    if (there && place < 0)
        m_what->addItem(name, what);
    else if (!there && place >= 0)
        m_what->removeItem(place);
}

void MasksPage::showWhat()
{
    const bool counted = m_what->currentData() == byCupti();
    m_large->setCurrentIndex(counted ? 1 : 0);
    if (!counted)
        m_times->setShown(m_what->currentData().value<MaskTimes::Show>());
    giveRoom();
    showKey();
}

// Labels stay: a change of the theme, which comes here too, goes through all widgets that there are.
void MasksPage::showKey()
{
    const auto entries = m_large->currentIndex() == 0 ? m_times->key() : QList<MaskTimes::KeyEntry>();
    while (m_names.size() < entries.size()) {
        m_names << new QLabel;
        m_names.back()->setFont(typeFace(TypeSize::Small));
        m_key->addWidget(m_names.back());
    }
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        m_names[i]->setVisible(i < entries.size());
        if (i < entries.size())
            m_names[i]->setText(entries[i].colour.isValid()
                                    ? QStringLiteral("<span style='color: %1'>■</span>&nbsp;%2")
                                          .arg(entries[i].colour.name(), entries[i].name.toHtmlEscaped())
                                    : entries[i].name.toHtmlEscaped());
    }
}

void MasksPage::showChosen()
{
    const std::int64_t mask = m_workspace.document().masks() ? m_workspace.operations().chosenMask() : -1;
    m_times->setChosen(mask);
    m_scatter->setChosen(mask);
}

} // namespace sparsescope
