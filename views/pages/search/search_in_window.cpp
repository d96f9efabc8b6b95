// The Search page in its window: actions, keys, the tour, and rewrite rules as files and as work that is kept.
#include "engine/core/files.h"
#include "engine/search/alphasparse/search.h"
#include "engine/search/rules/rules.h"
#include "views/canvas/canvas_link.h"
#include "views/graph/graph_document.h"
#include "views/graph/offer_menu.h"
#include "views/pages/search/edit_panel.h"
#include "views/pages/search/forest_panel.h"
#include "views/pages/search/history_panels.h"
#include "views/pages/search/pairings_panel.h"
#include "views/pages/search/search_page.h"
#include "views/pages/search/shown_history.h"
#include "views/parts/action_palette.h"
#include "views/parts/numbers.h"
#include "views/parts/offer_bar.h"
#include "views/parts/text_keeper.h"
#include "views/replay/replay.h"
#include "views/rules/rules_document.h"
#include "views/rules/rules_list.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QTableView>

namespace sparsescope {

namespace {
const std::string rulesPrefix = "rules";
constexpr std::string_view graphView = "graph";
} // namespace

void SearchPage::showView(std::string_view name)
{
    if (name == "rules")
        showTab(Tab::Rules);
    if (name == graphView)
        showTab(Tab::Graph);
    else if (name == "history" && m_history->expected())
        showTab(Tab::History);
    else if (name == "history")
        m_wantsHistory = true; // of a session that is still being opened
    else if (name == "pairings" && m_pairings->any())
        showTab(Tab::Pairings);
    else if (name == "forest" && m_forest->any())
        showTab(Tab::Forest);
}

void SearchPage::setOnScreen(bool onScreen)
{
    m_onScreen = onScreen;
    m_historyReplay->pause();
    showCandidates();
}

void SearchPage::showCandidates()
{
    m_link.setCandidatesShown(m_onScreen && (!m_replay.stopsBeforeChoices() || m_replay.beforeChoice()));
}

QList<QAction*> SearchPage::fillMenu(PageMenu which, QMenu& menu)
{
    if (which == PageMenu::Edit)
        return addEditActions(menu, m_editor);
    if (which != PageMenu::Run)
        return {};
    m_searchAction = addEntry(menu, tr("&Search"), QKeySequence(QStringLiteral("Ctrl+R")), [this] {
        Q_EMIT wanted();
        search();
    });
    m_historyAction = addEntry(menu, tr("Hist&ory of the search"), {}, [this] {
        Q_EMIT wanted();
        showTab(Tab::History);
        m_evaluations->view().setFocus();
    });
    QMenu& rules = *menu.addMenu(tr("Re&write rules"));
    QList<QAction*> actions{m_searchAction, m_historyAction,
                            addEntry(rules, tr("&Edit the rules"), {}, [this] { showRules(); })};
    rules.addSeparator();
    const QList<QAction*> changes = addRulesActions(rules, *m_rules);
    for (const QAction* action : changes)
        connect(action, &QAction::triggered, this, &SearchPage::showRules);
    nameKind(changes, tr("Rules"));
    return actions + changes;
}

void SearchPage::updateActions()
{
    m_searchAction->setEnabled(m_workspace.operations().whyNoSearch().isEmpty());
    m_historyAction->setEnabled(m_history->expected());
}

// What plays tiles plays evaluations while these are looked at.
bool SearchPage::handleKey(QKeyEvent& event)
{
    if (graphShown() && undoByKey(event, *m_graph)) // wherever the keyboard is, unless a plan was changed by hand
        return true;
    if (!historyShown() || !m_history->any() || m_history->live())
        return false;
    switch (event.key()) {
    case Qt::Key_Space:
        m_historyReplay->toggle();
        return true;
    case Qt::Key_Comma:
        m_historyReplay->stepBack();
        return true;
    case Qt::Key_Period:
        m_historyReplay->stepForward();
        return true;
    case Qt::Key_Home:
        m_historyReplay->toFirst();
        return true;
    case Qt::Key_End:
        m_historyReplay->toLast();
        return true;
    default:
        return false;
    }
}

KeyTexts SearchPage::keys() const
{
    return Replay::keys() +
           KeyTexts{{tr("Ctrl + D  M  ⌫"), tr("split, merge, delete the tile")},
                    {tr("Ctrl + Shift + 1 … 4"), tr("store it as block, ELL, 1D, CSR")},
                    {tr("Ctrl + (Shift +) Z"), tr("undo, redo a change of the plan, the rules, the graph")},
                    {tr("Insert  Delete  Alt + ↑ ↓"), tr("in rules, in a graph: add, remove, move one")},
                    {tr("Alt + Enter"), tr("in a graph: what else may stand there")},
                    {tr("↑ ↓  Enter  Ctrl + C"), tr("in the history: pick, plan, copy a graph")}};
}

std::vector<TourStop> SearchPage::tour()
{
    if (m_workspace.document().masks())
        return {{tr("One plan for all masks"),
                 tr("Planner sparda looks at a few of the masks and chooses a pairing of micro-tile and dense tile for "
                    "all of them (algorithm 2), or the dense product. After a search (Ctrl+R) Pairings lists each "
                    "that there is: what it stores and takes, and why it was not chosen."),
                 [this] { return parentWidget(); },
                 [this] {
                     Q_EMIT wanted();
                     showPlanOf(false);
                     showTab(m_pairings->any() ? Tab::Pairings : Tab::Why);
                 }}};
    return {{tr("A search cuts the matrix into tiles"),
             tr("Space plays it, a comma and a full stop step back and on. Beside the curves stands why this "
                "tile: the arithmetic of its round, and what lost. Edit changes tiles, Costs changes the "
                "model, and both say at once what it would cost."),
             [this] { return &m_panels; },
             [this] {
                 Q_EMIT wanted();
                 showTab(Tab::Why);
                 showPlanOf(false);
                 if (!m_workspace.attention().plan() && !m_workspace.operations().busy())
                     m_workspace.operations().search();
             }},
            {tr("A format as a graph"),
             tr("For SpMV, format and kernel may be designed node by node (AlphaSparse). A card is a node: change its "
                "numbers, add one with +, and it is planned at once. Beside it stand all arrays after the node that "
                "is chosen, and the kernel's page marks the lines that it wrote."),
             [this] { return parentWidget(); },
             [this] {
                 Q_EMIT wanted();
                 showPlanOf(true);
                 showTab(Tab::Graph);
             }},
            {tr("What a search among graphs tried"),
             tr("Planner alphasparse keeps every graph that it measured or predicted: its time, what it was changed "
                "from, and what became of it. A click plans that graph on the canvas; Space plays them all. The tab "
                "is there where a plan has such a history."),
             [this] { return parentWidget(); },
             [this] {
                 Q_EMIT wanted();
                 showPlanOf(true);
                 showView("history");
             }}};
}

// Shows a plan that is one of a graph, or is none, where the shown one is not so and another is.
void SearchPage::showPlanOf(bool graph)
{
    const auto fits = [graph](const PlanPtr& plan) { return plan->figures.contains(alphasparse::graphEvent) == graph; };
    const PlanPtr shown = m_workspace.attention().plan();
    if (!shown || fits(shown))
        return;
    for (const OpenPlan& open : m_workspace.document().plans())
        if (fits(open.plan))
            return m_workspace.attention().show(open);
}

void SearchPage::showRules()
{
    Q_EMIT wanted();
    showTab(Tab::Rules);
    m_list->table().setFocus();
}

bool SearchPage::opens(const QString& path) const
{
    return RulesDocument::isRules(path) || GraphDocument::isGraph(path);
}

void SearchPage::openFile(const QString& path)
{
    if (GraphDocument::isGraph(path)) {
        Q_EMIT wanted();
        showTab(Tab::Graph);
        return m_graph->open(path);
    }
    showRules();
    m_rules->open(path);
}

QString SearchPage::unsavedWork() const
{
    return m_rules->unsaved() ? tr("the rewrite rules") : QString();
}

bool SearchPage::saveBeforeGoing()
{
    return saveRulesDialog(*m_rules, this);
}

// Composed rules that are in no file and no plan.
void SearchPage::keepSafe(const QString& folder, bool offerWhatWasLeft)
{
    if (offerWhatWasLeft)
        m_workspace.jobs().start(
            Lane::RecoverRules, tr("Looking for unsaved rules"),
            [folder = folder.toStdString()](Progress&) {
                return TextKeeper::findLeft(folder, rulesPrefix, [](const std::string& path) {
                    return rules::readRuleList(readText(path), path).title;
                });
            },
            [this](const std::vector<TextKeeper::Left>& found) {
                for (const TextKeeper::Left& left : found)
                    offerRules(QString::fromStdString(left.path), QString::fromStdString(left.title), left.changed);
            });
    m_keeper = new TextKeeper(
        rulesPrefix, [this] { return m_rules->unsaved() ? textOf(m_rules->list()) : std::string(); }, folder, this);
    for (const auto signal : {&RulesDocument::changed, &RulesDocument::saved})
        connect(m_rules, signal, m_keeper, &TextKeeper::changed);
    listen(m_workspace.document(), Document::PlansChanged, m_keeper, &TextKeeper::changed);
    connect(m_keeper, &TextKeeper::failed, this, [this](const QString& sentence) {
        m_offers.offer(QStringLiteral("keepRules"),
                       tr("The rewrite rules are not kept safe any more: %1. Save them to keep them.").arg(sentence),
                       {{tr("Not now"), {}}});
    });
}

void SearchPage::offerRules(const QString& path, const QString& title, std::int64_t changed)
{
    const QString rules = title.isEmpty() ? tr("rewrite rules") : tr("the rewrite rules %1").arg(title);
    m_offers.offer(
        path, tr("Sparsescope ended unexpectedly: %1 were in no file, %2").arg(rules, momentText(changed)),
        {{tr("Restore"),
          [this, path] {
              showRules();
              m_workspace.jobs().start(
                  {Lane::RecoverRules, path}, tr("Restoring the rules"),
                  [file = path.toStdString()](Progress&) { return rules::readRuleList(readText(file), file); },
                  [this, path](const rules::RuleList& list) {
                      m_rules->replace(list, tr("Restore the rules"));
                      m_keeper->takeOver(path);
                      Q_EMIT m_workspace.operations().message(tr("Restored the rules: Search, tab Rules"));
                  });
          }},
         {tr("Discard"), [path] { TextKeeper::remove(path.toStdString()); }}},
        path);
}

} // namespace sparsescope
