// The strip of the Search page: transport and curves; beside them, one at a time, why this tile, what if by hand, what
// if with other costs, and the planner's options. Rewrite rules take all of it: their list, and the one that is edited;
// so does the history of a search among graphs: its times, and its evaluations; the table of the pairings that a
// dynamic plan was chosen among; and why forests chose a format.
#pragma once

#include "views/pages/page.h"

#include <nlohmann/json_fwd.hpp>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTextEdit;
class QVBoxLayout;

namespace sparsescope {

class CanvasLink;
class ForestPanel;
class GraphDocument;
class HistoryList;
class HistoryReplay;
class OfferBar;
class OptionsForm;
class PairingsPanel;
class PlanEditor;
class Replay;
class RulesDocument;
class RulesList;
class ShownHistory;
class TextKeeper;
class Workspace;

// Alt+2: how a search cuts the matrix into tiles.
const PageDefinition& searchPage();

class SearchPage : public Page {
    Q_OBJECT
public:
    SearchPage(const PageParts& parts, QWidget* parent);

    enum class Tab { Why, Edit, Costs, Planner, Rules, Graph, History, Pairings, Forest };
    void showTab(Tab tab);
    RulesDocument& rules() { return *m_rules; }
    void search(); // by the rules where they are shown, else by the planner

    void showView(std::string_view name) override;
    int extent(int room) const override; // a graph wants more than curves
    // Where the replay stops at choices, candidates are outlined while one is due; else all the time on this page.
    void setOnScreen(bool onScreen) override;
    QList<QAction*> fillMenu(PageMenu which, QMenu& menu) override;
    void updateActions() override;
    bool handleKey(QKeyEvent& event) override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;
    // Rewrite rules.
    bool opens(const QString& path) const override;
    void openFile(const QString& path) override;
    QString unsavedWork() const override;
    bool saveBeforeGoing() override;
    void keepSafe(const QString& folder, bool offerWhatWasLeft) override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeCurves();
    void tabShown(int tab);
    bool rulesShown() const;
    bool graphShown() const;
    bool historyShown() const;
    bool pairingsShown() const;
    bool forestShown() const;
    void offerHistory(); // its tab is there where there is one
    void offerPairings();
    void offerForest();
    nlohmann::json options() const;
    QWidget* makeTabs();
    void showRound();
    void showJob();
    void showOptions();
    void showCandidates();
    void showPlanOf(bool graph);
    void showRules();                                                                 // and brings the page on screen
    void offerRules(const QString& path, const QString& title, std::int64_t changed); // seconds since 1970

    Workspace& m_workspace;
    Replay& m_replay;
    PlanEditor& m_editor;
    CanvasLink& m_link;
    OfferBar& m_offers;
    QWidget& m_panels;
    bool m_onScreen = false;
    QAction* m_searchAction = nullptr;
    TextKeeper* m_keeper = nullptr; // null: no rules are kept
    RulesDocument* m_rules;
    GraphDocument* m_graph;
    RulesList* m_list;
    ShownHistory* m_history;
    HistoryReplay* m_historyReplay;
    HistoryList* m_evaluations;
    PairingsPanel* m_pairings;
    ForestPanel* m_forest;
    QAction* m_historyAction = nullptr;
    bool m_wantsHistory = false;
    QStackedWidget *m_left, *m_tabs;
    QTabBar* m_names;
    QLabel* m_roundTitle;
    QTextEdit* m_round; // laid out once for what is in view; a label would several times a step
    QLabel *m_planner, *m_job, *m_range;
    QProgressBar* m_progress;
    OptionsForm* m_options;
    QPushButton* m_search;
    QString m_shownPlanner;
};

} // namespace sparsescope
