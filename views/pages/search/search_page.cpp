// The strip of the Search page.
#include "views/pages/search/search_page.h"

#include "engine/core/at.h"
#include "engine/edit/edit.h"
#include "engine/search/planner.h"
#include "views/graph/arrays_panel.h"
#include "views/graph/graph_document.h"
#include "views/graph/graph_editor.h"
#include "views/graph/offer_menu.h"
#include "views/pages/search/costs_panel.h"
#include "views/pages/search/edit_panel.h"
#include "views/pages/search/forest_panel.h"
#include "views/pages/search/history_panels.h"
#include "views/pages/search/order_box.h"
#include "views/pages/search/pairings_panel.h"
#include "views/pages/search/search_curves.h"
#include "views/pages/search/shown_history.h"
#include "views/parts/flow_layout.h"
#include "views/parts/numbers.h"
#include "views/parts/options_form.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/replay/replay.h"
#include "views/replay/round_text.h"
#include "views/replay/transport.h"
#include "views/rules/rule_form.h"
#include "views/rules/rules_document.h"
#include "views/rules/rules_list.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTextEdit>
#include <QVBoxLayout>

namespace sparsescope {

namespace {
constexpr int columnWidth = 280; // at least
}

const PageDefinition& searchPage()
{
    static const PageDefinition page{
        .key = "search",
        .title = SearchPage::tr("&Search"),
        .tip = SearchPage::tr("Watch the search choose tiles"),
        .icon = QStringLiteral("search"),
        .place = PagePlace::Below,
        .views = {{"search"}, {"rules"}, {"graph", false}, {"history"}, {"pairings"}, {"forest"}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* { return new SearchPage(parts, parent); }};
    return page;
}

SearchPage::SearchPage(const PageParts& parts, QWidget* parent)
    : Page(searchPage(), parent), m_workspace(parts.workspace), m_replay(parts.replay), m_editor(parts.editor),
      m_link(parts.link), m_offers(parts.offers), m_panels(parts.panels), m_rules(new RulesDocument(m_workspace, this)),
      m_graph(new GraphDocument(m_workspace, this)), m_list(new RulesList(*m_rules, this)),
      m_history(new ShownHistory(m_workspace, m_editor, this)),
      m_historyReplay(new HistoryReplay(m_workspace, *m_history, this)),
      m_evaluations(new HistoryList(*m_history, this)), m_pairings(new PairingsPanel(m_workspace, this)),
      m_forest(new ForestPanel(m_workspace, this)), m_left(new ShownStack(this))
{
    auto* row = new YieldingRow(space::between, this);
    row->setContentsMargins(space::between, space::inside, space::between, space::inside);
    m_left->addWidget(makeCurves());
    m_left->addWidget(m_list);
    m_left->addWidget(new GraphEditor(*m_graph, this));
    m_left->addWidget(new HistoryTimes(*m_history, *m_historyReplay, this));
    m_left->setMinimumWidth(columnWidth);
    row->add(m_left, 1);
    row->add(makeTabs(), 1);

    connect(m_search, &QPushButton::clicked, this, [this] {
        if (m_workspace.jobs().busy(Lane::Search))
            m_workspace.jobs().cancel(Lane::Search);
        else
            search();
        setFocus(); // Space is to play what it finds: neither to cancel it nor for a field
    });
    connect(m_options, &OptionsForm::edited, this, [this] { m_workspace.setup().setPlannerOptions(options()); });
    for (const auto signal : {&RulesDocument::changed, &RulesDocument::countsChanged})
        connect(m_rules, signal, this, &SearchPage::showJob);
    connect(m_graph, &GraphDocument::told, this, [this] {
        m_shownPlanner.clear(); // the form shows the graph that is planned
        showOptions();
    });
    listen(m_workspace.attention(),
           Attention::StepChanged | Attention::PlanChanged | Attention::LiveChanged | Attention::SelectionChanged, this,
           &SearchPage::showRound);
    for (const auto slot : {&SearchPage::showRound, &SearchPage::showCandidates})
        connect(&m_replay, &Replay::beforeChoiceChanged, this, slot);
    listen(m_workspace.document(), Document::PlanFactsChanged, this, &SearchPage::showRound);
    listen(m_workspace.document(), Document::MatrixChanged | Document::PlanFactsChanged, this, &SearchPage::showJob);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &SearchPage::showJob);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &SearchPage::showOptions);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &SearchPage::showJob);
    connect(m_history, &ShownHistory::expectedChanged, this, &SearchPage::offerHistory);
    connect(m_pairings, &PairingsPanel::anyChanged, this, &SearchPage::offerPairings);
    connect(m_forest, &ForestPanel::anyChanged, this, &SearchPage::offerForest);
    offerHistory();
    offerPairings();
    offerForest();
    showTab(Tab::Why);
    showOptions();
    showRound();
    showJob();
}

QWidget* SearchPage::makeCurves()
{
    auto* left = new QWidget(m_left);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(new Transport(m_replay, this));
    auto* curves = new SearchCurves(m_workspace, this);
    auto* boxes = new FlowLayout(space::inside);
    for (int i = 0; i < curveCount; ++i) {
        const auto curve = static_cast<Curve>(i);
        auto* box = new QCheckBox(SearchCurves::nameOf(curve), this);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, curves, [curves, curve](bool on) { curves->setShown(curve, on); });
        boxes->addWidget(box);
    }
    column->addLayout(boxes);
    column->addWidget(curves, 1);
    return left;
}

QWidget* SearchPage::makeTabs()
{
    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    auto* names = new QHBoxLayout;
    names->setSpacing(space::inside);
    column->addLayout(names);
    m_names = makeTabBar();
    m_names->setAccessibleName(tr("Parts of the search"));
    m_names->setProperty("tight", true);
    m_names->setUsesScrollButtons(false); // the curves give way
    names->addWidget(m_names, 1);
    m_tabs = new ShownStack;
    column->addWidget(m_tabs, 1);
    const auto add = [&](const QString& name, const QString& tip, QWidget* page) {
        m_names->setTabToolTip(m_names->addTab(name), tip);
        m_tabs->addWidget(page);
    };
    const auto titled = [](QLabel*& title, QWidget* scrolling) {
        auto* page = new QWidget;
        auto* inside = new QVBoxLayout(page);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(4);
        title = new QLabel;
        title->setProperty("role", QStringLiteral("title"));
        inside->addWidget(title);
        inside->addWidget(scrolling, 1);
        return page;
    };
    m_round = new QTextEdit;
    m_round->setReadOnly(true);
    m_round->setFrameShape(QFrame::NoFrame);
    m_round->viewport()->setAutoFillBackground(false);
    m_round->document()->setDocumentMargin(0);
    m_round->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_round->setAccessibleName(tr("Why this tile"));
    add(tr("Why"), tr("Why this tile: the arithmetic of the choice, and who lost"), titled(m_roundTitle, m_round));
    add(tr("Edit"), tr("What if the selected tile were split, merged, stored otherwise or deleted"),
        scrolled(new EditPanel(m_workspace, m_editor)));
    add(tr("Costs"), tr("What if the calibration's costs were others"), new CostsPanel(m_workspace));
    m_options = new OptionsForm;
    add(tr("Planner"), tr("The options of the next search"), titled(m_planner, scrolled(m_options)));
    add(tr("Rules"), tr("Formats by rewrite rules of your own (SparseTIR appendix A)"),
        scrolled(new RuleForm(*m_rules)));
    add(tr("Graph"), tr("A format and its kernel as a graph of nodes (AlphaSparse section IV)"),
        new ArraysPanel(*m_graph));
    add(tr("History"), tr("Every graph that the search measured or predicted (AlphaSparse section VI)"), m_evaluations);
    add(tr("Pairings"), tr("Every pairing of micro-tile and dense tile that was looked at (SparDA algorithm 2)"),
        m_pairings);
    add(tr("Forest"), tr("Why this format: what the trees were asked, and what they say (LiteForm's predictors)"),
        m_forest);
    connect(m_names, &QTabBar::currentChanged, this, &SearchPage::tabShown);
    m_search = new QPushButton;
    m_search->setProperty("primary", true);
    m_search->setFocusPolicy(Qt::TabFocus);
    names->addWidget(m_search);
    column->addWidget(new OrderBox(m_workspace, right));
    m_job = new QLabel;
    m_job->setProperty("role", QStringLiteral("secondary"));
    m_job->setWordWrap(true);
    column->addWidget(m_job);
    m_range = new QLabel;
    m_range->setProperty("role", QStringLiteral("bad"));
    m_range->setWordWrap(true);
    column->addWidget(m_range);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    column->addWidget(m_progress);
    return right;
}

void SearchPage::showTab(Tab tab)
{
    m_names->setCurrentIndex(static_cast<int>(tab));
}

void SearchPage::tabShown(int tab)
{
    m_tabs->setCurrentIndex(tab);
    m_left->setVisible(!pairingsShown() && !forestShown()); // these have all of the strip
    m_left->setCurrentIndex(rulesShown() ? 1 : graphShown() ? 2 : historyShown() ? 3 : 0);
    m_wantsHistory = false;
    m_historyReplay->pause();
    if (historyShown())
        m_replay.pause();
    m_rules->setShown(isVisible() && rulesShown());
    m_graph->setShown(isVisible() && graphShown());
    Q_EMIT extentChanged();
    if (isVisible() && rulesShown()) // its keys, undo among them, are theirs now
        m_list->table().setFocus();
    if (isVisible() && graphShown())
        m_left->currentWidget()->setFocus();
    showJob();
}

bool SearchPage::rulesShown() const
{
    return m_names->currentIndex() == static_cast<int>(Tab::Rules);
}

bool SearchPage::historyShown() const
{
    return m_names->currentIndex() == static_cast<int>(Tab::History);
}

bool SearchPage::pairingsShown() const
{
    return m_names->currentIndex() == static_cast<int>(Tab::Pairings);
}

void SearchPage::offerPairings()
{
    const bool there = m_pairings->any();
    if (!there && pairingsShown())
        showTab(Tab::Why);
    m_names->setTabVisible(static_cast<int>(Tab::Pairings), there);
    m_names->updateGeometry(); // which that does not
    if (there && m_names->currentIndex() == static_cast<int>(Tab::Why))
        showTab(Tab::Pairings);
}

bool SearchPage::forestShown() const
{
    return m_names->currentIndex() == static_cast<int>(Tab::Forest);
}

void SearchPage::offerForest()
{
    const bool there = m_forest->any();
    if (!there && forestShown())
        showTab(Tab::Why);
    m_names->setTabVisible(static_cast<int>(Tab::Forest), there);
    m_names->updateGeometry(); // which that does not
    if (there && m_names->currentIndex() == static_cast<int>(Tab::Why))
        showTab(Tab::Forest);
}

void SearchPage::offerHistory()
{
    const bool there = m_history->expected();
    if (!there && historyShown())
        showTab(Tab::Why);
    m_names->setTabVisible(static_cast<int>(Tab::History), there);
    m_names->updateGeometry(); // which that does not
    if (there && m_wantsHistory)
        showTab(Tab::History);
    if (m_history->live() && m_names->currentIndex() == static_cast<int>(Tab::Why))
        showTab(Tab::History); // there is nothing else to be seen of such a search
    if (m_historyAction)
        m_historyAction->setEnabled(there);
}

bool SearchPage::graphShown() const
{
    return m_names->currentIndex() == static_cast<int>(Tab::Graph);
}

int SearchPage::extent(int room) const
{
    if (forestShown()) // the candidates of a shipped model in sight
        return std::max(Page::extent(room), room * 2 / 3);
    return graphShown() || historyShown() ? std::max(Page::extent(room), room * 3 / 5) : Page::extent(room);
}

void SearchPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    showRound();
    m_rules->setShown(rulesShown());
    m_graph->setShown(graphShown());
    m_names->updateGeometry(); // it has the style's letters now, and needs less
}

void SearchPage::hideEvent(QHideEvent* event)
{
    m_rules->setShown(false);
    m_graph->setShown(false);
    Page::hideEvent(event);
}

// Undo and redo are those of the rules, of the graph, while these are edited.
bool SearchPage::event(QEvent* event)
{
    const bool keys = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (keys && graphShown() && undoByKey(*event, *m_graph))
        return true;
    if (event->type() == QEvent::ShortcutOverride && rulesShown()) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo)) {
            event->accept();
            return true;
        }
    }
    return Page::event(event);
}

void SearchPage::keyPressEvent(QKeyEvent* event)
{
    if (rulesShown() && event->matches(QKeySequence::Undo))
        return m_rules->stack().undo();
    if (rulesShown() && event->matches(QKeySequence::Redo))
        return m_rules->stack().redo();
    Page::keyPressEvent(event);
}

// What the form holds, and what is edited elsewhere.
nlohmann::json SearchPage::options() const
{
    nlohmann::json options = m_workspace.setup().plannerOptions();
    options.update(m_options->values());
    return options;
}

void SearchPage::search()
{
    if (rulesShown())
        return m_rules->search();
    if (graphShown())
        return m_graph->plan();
    m_workspace.setup().setPlannerOptions(options());
    m_workspace.operations().search();
}

void SearchPage::showOptions()
{
    // While the user edits the form, it is the form that is right.
    if (m_shownPlanner == m_workspace.setup().plannerName())
        return;
    // Rules are composed in a tab of their own.
    const bool byRules = m_workspace.setup().plannerName() == QLatin1String("rules");
    if (!m_shownPlanner.isNull() && byRules != rulesShown())
        showTab(byRules ? Tab::Rules : Tab::Planner);
    m_shownPlanner = m_workspace.setup().plannerName();
    if (m_shownPlanner.isEmpty()) {
        m_planner->setText(tr("No planner"));
        return;
    }
    const Planner& chosen = planner(m_shownPlanner.toStdString());
    m_planner->setText(tr("Planner: %1").arg(plannerTitle(m_shownPlanner)));
    m_planner->setToolTip(QString::fromStdString(chosen.description()));
    std::vector<PlannerOption> options = chosen.options();
    // What is edited elsewhere, and what the command line alone has.
    std::erase_if(options, [](const PlannerOption& option) {
        return option.name == "rules" || option.name == "order" || option.name == "fit";
    });
    m_options->setOptions(options, m_workspace.setup().plannerOptions());
}

void SearchPage::showRound()
{
    if (!isVisible())
        return; // when it is shown
    if (const LiveSearch* live = m_workspace.attention().live()) {
        m_roundTitle->setText(tr("Searching: %1").arg(live->name));
        m_round->setHtml(liveText(*live));
        return;
    }
    const PlanPtr plan = m_workspace.attention().plan();
    const TracePtr trace = m_workspace.attention().trace();
    if (!plan) {
        m_roundTitle->setText(tr("No search yet"));
        m_round->setHtml(tr("A search cuts the matrix into tiles, the cheapest per non-zero first. "
                            "Start one above; its steps can be replayed here."));
        return;
    }
    const auto& rule = m_workspace.document().rule();
    if (const int shown = m_workspace.attention().currentPlan();
        rule && shown >= 0 && m_workspace.document().plans()[shown].byRule) {
        m_roundTitle->setText(tr("By the dynamic plan"));
        m_round->setHtml(
            tr("What the dynamic plan makes of this mask: %1. Every mask is cut into tiles by the same rule, which was "
               "chosen before it was known.")
                .arg(rule->plan->rule.pairing
                         ? QString::fromStdString(rule->plan->rule.pairing->label()).toHtmlEscaped()
                         : tr("the dense product, which is predicted to be faster than all pairings")));
        return;
    }
    if (!trace && editedByHand(*plan)) {
        m_roundTitle->setText(tr("Changed by hand"));
        m_round->setHtml(tr(
            "This plan was changed by hand, so that not every tile of it was chosen by a search. Why the others were "
            "stands with the plan that it was made from, which is still in the list of plans."));
        return;
    }
    if (!trace) {
        m_roundTitle->setText(tr("No trace"));
        m_round->setHtml(tr("This plan came without the record of its search. Its tiles are in the order in which they "
                            "were chosen and can be stepped through; which candidates lost is not known. "
                            "Search again to see them."));
        return;
    }
    // The selected tile; else the one that is due, or was chosen last.
    const bool ahead = m_workspace.attention().selection().tile < 0 && m_replay.beforeChoice();
    const std::int64_t tile = m_workspace.attention().selection().tile >= 0
                                  ? m_workspace.attention().selection().tile
                                  : m_workspace.attention().step() - (ahead ? 0 : 1);
    const int index = roundAtStep(trace->rounds, tile + 1);
    if (index < 0) {
        m_roundTitle->setText(tr("No rounds"));
        m_round->clear();
        return;
    }
    const TraceRound& round = trace->rounds[at(index)];
    const QString of = tr("round %1 of %2, level %3")
                           .arg(countText(round.round), countText(static_cast<std::int64_t>(trace->rounds.size())),
                                countText(round.level));
    m_roundTitle->setText(tile < 0 ? tr("Before the first tile: %1").arg(of)
                                   : tr("Tile %1, %2").arg(countText(tile), of));
    const PlanFactsPtr facts = m_workspace.attention().planFacts();
    const bool ofSearch = !facts || costsOfSearch(trace->rounds, facts->costSum.back());
    m_round->setHtml(whyText(round, *plan, tile, ahead, ofSearch) +
                     roundText(round, *plan, m_workspace.attention().step()));
}

void SearchPage::showJob()
{
    const bool searching = m_workspace.jobs().busy(Lane::Search);
    const QString problem = rulesShown() ? m_rules->whyNoSearch() : m_workspace.operations().whyNoSearch();
    m_search->setText(searching ? tr("Cancel") : tr("Search"));
    m_search->setToolTip(searching      ? tr("End the search and keep what it found (Ctrl+.); once more drops it")
                         : rulesShown() ? tr("Search a plan by these rules (Ctrl+R)")
                         : m_workspace.attention().plan() ? tr("Search again: another plan (Ctrl+R)")
                                                          : tr("Search a plan (Ctrl+R)"));
    m_search->setEnabled(searching || problem.isEmpty());
    m_progress->setVisible(searching);
    m_options->setEnabled(!searching);
    // What keeps rules from a search is said with them.
    m_job->setVisible(searching || (!problem.isEmpty() && !rulesShown()));
    m_job->setText(problem);
    // A plan whose results will not be numbers is not shown without a word.
    const PlanFactsPtr facts = m_workspace.attention().planFacts();
    m_range->setText(facts ? QString::fromStdString(facts->range) : QString());
    m_range->setVisible(!m_range->text().isEmpty());
    for (const JobStatus& job : m_workspace.jobs().running()) {
        if (job.lane != Lane::Search)
            continue;
        m_progress->setRange(0, job.done < 0 ? 0 : 1000);
        m_progress->setValue(static_cast<int>(std::max(0.0, job.done) * 1000));
        QString text = m_workspace.operations().searchText(job);
        if (text.isEmpty())
            text = job.what.isEmpty() ? job.title : job.what;
        if (job.ending)
            text = tr("Keeping what was found: the rest gets simple tiles");
        if (job.secondsLeft >= 0)
            text += tr(", %1 left").arg(secondsText(job.secondsLeft));
        m_job->setText(text);
    }
}

} // namespace sparsescope
