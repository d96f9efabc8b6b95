// The roofline with what limits the plan.
#include "views/pages/measure/roofline_page.h"

#include "engine/core/at.h"
#include "views/pages/measure/kind_model.h"
#include "views/pages/measure/measure_text.h"
#include "views/parts/numbers.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

RooflinePage::RooflinePage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_view(new RooflineView)
{
    auto* row = new YieldingRow(space::between, this);
    row->add(m_view, 1);
    auto* holder = new QWidget;
    auto* side = new QVBoxLayout(holder);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(space::inside);
    QScrollArea* scrolling = scrolled(holder, tr("Figures of the roofline"));
    scrolling->setFixedWidth(296);
    row->add(scrolling, 0);
    const auto wrapped = [&](const char* role) {
        auto* label = new QLabel;
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        if (role)
            label->setProperty("role", QString::fromLatin1(role));
        side->addWidget(label);
        return label;
    };
    m_limit = wrapped(nullptr);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    const QString heads[] = {tr("at the best rate"), tr("takes"), tr("of kernel")};
    for (int i = 0; i < 3; ++i) {
        auto* head = new QLabel(heads[i]);
        head->setProperty("role", QStringLiteral("secondary"));
        grid->addWidget(head, 0, i, i == 0 ? Qt::AlignLeft : Qt::AlignRight);
    }
    for (std::size_t line = 0; line < m_floors.size(); ++line)
        for (std::size_t i = 0; i < 3; ++i) {
            m_floors[line][i] = new QLabel;
            grid->addWidget(m_floors[line][i], static_cast<int>(line) + 1, static_cast<int>(i),
                            i == 0 ? Qt::AlignLeft : Qt::AlignRight);
        }
    side->addLayout(grid);
    m_note = wrapped("secondary");
    m_limits = wrapped("secondary");
    side->addStretch();

    connect(m_view, &RooflineView::kindClicked, this, [this](int kind) {
        if (!m_plan)
            return;
        const std::int64_t tile = firstTileOf(*m_plan, m_roofline.kinds[at(kind)].name);
        if (tile >= 0)
            m_workspace.attention().selectTile(tile);
    });
    listen(m_workspace.document(), Document::RunsChanged, this, &RooflinePage::load);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &RooflinePage::load);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &RooflinePage::showSelection);
    load();
}

void RooflinePage::load()
{
    const OpenRun* run = m_workspace.attention().run();
    const ProfilePtr profile = run ? run->profile : nullptr;
    if (profile == m_profile)
        return;
    m_profile = profile;
    m_plan = run ? run->plan : nullptr;
    m_roofline = {};
    m_rates = {};
    m_view->setRoofline(m_roofline);
    showNumbers({});
    if (!run)
        return m_workspace.jobs().forget(Lane::Roofline);
    m_workspace.jobs().start(
        Lane::Roofline, tr("Reading the calibration"),
        [profile](Progress&) {
            const KnownRates rates = ratesFor(*profile);
            return std::pair(rates, sparsescope::roofline(*profile, rates.rates));
        },
        [this](const std::pair<KnownRates, Roofline>& result) {
            m_roofline = result.second;
            m_rates = result.first.rates;
            m_view->setRoofline(m_roofline);
            showNumbers(result.first);
            showSelection();
            Q_EMIT ready();
        });
}

void RooflinePage::showNumbers(const KnownRates& rates)
{
    m_limit->setText(QString::fromStdString(m_roofline.limit));
    for (std::size_t line = 0; line < m_floors.size(); ++line) {
        const bool known = line < m_roofline.floors.size();
        const ResourceFloor floor = known ? m_roofline.floors[line] : ResourceFloor{};
        m_floors[line][0]->setText(QString::fromStdString(floor.name));
        m_floors[line][1]->setText(known ? durationText(floor.ns) : QString());
        m_floors[line][1]->setToolTip(known ? exactText(floor.ns) + QStringLiteral(" ns") : QString());
        m_floors[line][2]->setText(known ? percentText(floor.share) : QString());
    }
    if (!m_profile)
        return m_note->clear();
    QStringList notes;
    notes << (rates.calibration.empty() ? tr("No calibration of this GPU is known: there are no ceilings.")
                                        : (rates.otherGpu ? tr("Ceilings: calibration %1, which is of another GPU.")
                                                          : tr("Ceilings: calibration %1."))
                                              .arg(QString::fromStdString(rates.calibration)));
    if (std::any_of(m_roofline.ceilings.begin(), m_roofline.ceilings.end(),
                    [](const Ceiling& c) { return !c.measured; }))
        notes << tr("That of L1 is what it is built for, at the clock that was measured.");
    if (m_roofline.l2 && !m_roofline.l1)
        notes << tr("The bytes of L1 were not counted in this run.");
    if (!m_roofline.l2)
        notes << tr("There are no counters, so no measured point.");
    else
        notes << (m_roofline.flopsCounted ? tr("FLOPs are counted.")
                                          : tr("FLOPs are the predicted ones: none were counted."));
    if (!m_roofline.kinds.empty())
        notes << tr("Small diamonds: kinds of tile launched alone.");
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_limits->setText(limitsText(*m_profile));
    m_limits->setToolTip(limitsTip(*m_profile));
    m_limits->setVisible(!m_limits->text().isEmpty());
}

void RooflinePage::showSelection()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    int mark = -1;
    if (m_plan && tile >= 0 && tile < static_cast<std::int64_t>(m_plan->tiling().tiles.size())) {
        const std::string kind = kindOf(*m_plan, m_plan->tiling().tiles[at(tile)]).toStdString();
        for (std::size_t i = 0; i < m_roofline.kinds.size(); ++i)
            if (m_roofline.kinds[i].name == kind)
                mark = static_cast<int>(i);
    }
    m_view->markKind(mark);
}

} // namespace sparsescope
