#include "views/pages/measure/masks_page.h"

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
#include <QVBoxLayout>

namespace sparsescope {

namespace {

// What tells runs over the same masks apart.
QString runName(const OpenMaskRun& run)
{
    const Rule& rule = run.rule.plan->rule;
    QStringList parts{QString::fromStdString(run.run->conditions.device), QString::fromStdString(name(rule.order))};
    if (rule.reselect > 0)
        parts << MasksPage::tr("anew after %1").arg(countText(rule.reselect));
    parts << QString::fromStdString(run.run->conditions.date).replace(QLatin1Char('T'), QLatin1Char(' ')).left(16);
    return parts.join(QStringLiteral(", "));
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

    connect(m_times, &MaskTimes::keyChanged, this, &MasksPage::showKey);
    const auto choose = [this](qint64 mask) { m_workspace.operations().chooseMask(mask); };
    connect(m_times, &MaskTimes::maskClicked, this, choose);
    connect(m_scatter, &MaskScatter::maskClicked, this, choose);
    connect(m_what, &QComboBox::currentIndexChanged, this, [this](int index) { m_times->setShares(index == 1); });
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
    m_what->addItems({tr("time"), tr("shares")});
    m_what->setToolTip(
        tr("The time of each mask, part by part, or each part's share of it. On a logarithmic axis, where "
           "rivals are far, a bar ends at its time and is divided by shares."));
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
    m_times = new MaskTimes;
    column->addWidget(m_times, 1);
    return holder;
}

QWidget* MasksPage::makeSide()
{
    auto* holder = new QWidget;
    auto* side = new QVBoxLayout(holder);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(space::inside);
    m_scatter = new MaskScatter;
    m_scatter->setFixedHeight(148);
    side->addWidget(m_scatter);
    m_facts = new FactList;
    side->addWidget(m_facts);
    side->addStretch();
    QScrollArea* scrolling = scrolled(holder, tr("Figures of the run over all masks"));
    scrolling->setMaximumWidth(300);
    return scrolling;
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
        for (qsizetype i = runs.size(); i-- > 0;)
            m_runs->addItem(runName(runs[i]));
        if (run)
            m_runs->setCurrentIndex(static_cast<int>(&runs.back() - run));
        m_runs->setVisible(runs.size() > 1);
    }
    const SequenceRunPtr shown = run ? run->run : nullptr;
    if (shown == m_shown)
        return;
    m_shown = shown;
    const MaskSequencePtr masks = document.masks();
    const DataType dtype = run ? run->rule.plan->op.dtype : DataType::Float16;
    const auto title = [masks](std::int64_t mask) {
        return mask < masks->size() ? QString::fromStdString(masks->title(mask)) : QString();
    };
    m_times->setRun(shown, dtype, title);
    m_scatter->setRun(shown, dtype, title);
    m_facts->setGroups(shown ? maskFacts(*shown, masks->size()) : std::vector<FactGroup>{});
    showChosen();
}

// Labels stay: a change of the theme, which comes here too, goes through all widgets that there are.
void MasksPage::showKey()
{
    const QList<MaskTimes::KeyEntry> entries = m_times->key();
    while (m_names.size() < entries.size()) {
        m_names << new QLabel;
        m_names.back()->setFont(typeFace(TypeSize::Small));
        m_key->addWidget(m_names.back());
    }
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        m_names[i]->setVisible(i < entries.size());
        if (i < entries.size())
            m_names[i]->setText(QStringLiteral("<span style='color: %1'>■</span>&nbsp;%2")
                                    .arg(entries[i].colour.name(), entries[i].name.toHtmlEscaped()));
    }
}

void MasksPage::showChosen()
{
    const std::int64_t mask = m_workspace.document().masks() ? m_workspace.operations().chosenMask() : -1;
    m_times->setChosen(mask);
    m_scatter->setChosen(mask);
}

} // namespace sparsescope
