// The rewrite rules that are composed by hand: the list with undo, what is wrong with each rule, how many non-zeros
// each takes, their file, and the search with them.
#pragma once

#include "engine/search/rules/rules.h"
#include "views/workspace/workspace.h"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <optional>
#include <vector>

namespace sparsescope {

class RulesDocument : public QObject {
    Q_OBJECT
public:
    explicit RulesDocument(Workspace& workspace, QObject* parent = nullptr);

    const rules::RuleList& list() const { return m_now.list; }
    int size() const { return static_cast<int>(m_now.list.rules.size()); }
    const nlohmann::json& rule(int index) const { return m_now.list.rules.at(static_cast<std::size_t>(index)); }
    int current() const { return m_now.current; } // that is edited; there is always one
    QString title() const { return QString::fromStdString(m_now.list.title); }
    Workspace& workspace() { return m_workspace; }

    // Why a rule cannot be used, or why the last search could not; empty: it can.
    QString problem(int index) const;
    QString formatText(int index) const; // "ELL 32x4", "CSR, cheapest"
    QString takesText(int index) const;  // "row length at most 4"
    // Non-zeros that it takes, of the rules as they were counted last; none behind a rule that cannot be used.
    std::optional<std::int64_t> taken(int index) const;
    bool counted() const { return m_counted; } // what taken() says is of the rules as they are
    std::int64_t left() const;                 // that no rule takes, once all are counted; else 0
    QString leftText() const;                  // of them, or of what keeps them from being counted

    // Changes that can be undone. Those of one field that follow each other are one.
    void setTitle(const QString& title);
    void setRule(nlohmann::json rule, const QString& field); // the current one
    void add();                                              // behind the current one; never behind one that takes all
    void takeRest();                                         // a last rule: CSR takes all that is left
    void remove();
    void move(int by);
    void replace(rules::RuleList list, const QString& words);
    QUndoStack& stack() { return m_stack; }
    void setCurrent(int index);

    // A file that is not one of rules is refused by name, and nothing changes.
    void open(const QString& path);
    void save(const QString& path);
    const QString& path() const { return m_path; } // that was opened or saved last
    static bool isRules(const QString& path);
    bool planHasRules() const; // the shown plan was made by rules
    void takeFromPlan();
    bool unsaved() const; // composed, and in no file and no plan

    QString whyNoSearch() const;
    void search(); // once they are counted; rules that leave non-zeros are not searched with, which a message says
    // Counts while it is looked at.
    void setShown(bool shown);

Q_SIGNALS:
    void changed();        // the rules, or what is wrong with them
    void countsChanged();  // also that they are not those of the rules any more
    void currentChanged(); // which one is edited
    void saved();          // they are in a file

private:
    struct State {
        rules::RuleList list;
        int current = 0;
    };
    class Change;
    void push(State after, const QString& words, const QString& field = {});
    void apply(const State& state);
    void parse();
    std::vector<nlohmann::json> predicates() const;
    void countSoon();
    void count();
    bool counting() const;
    void tellPlanner();
    void hearPlanner();
    void hearPlan();

    Workspace& m_workspace;
    State m_now;
    std::vector<std::optional<rules::RewriteRule>> m_parsed; // one a rule
    QStringList m_problems;
    QString m_refused; // by the last search
    int m_refusedRule = -1;
    rules::RuleCounts m_counts;
    std::vector<nlohmann::json> m_countedFor; // these predicates
    MatrixPtr m_countedOf;                    // in this matrix
    bool m_counted = false;
    bool m_searchNext = false; // when they are counted
    rules::RuleList m_searched, m_saved;
    bool m_shown = false;
    bool m_touched = false; // by somebody: what plans bring does not replace it
    QTimer m_soon;          // typing counts once, not for every key
    QUndoStack m_stack;
    QString m_path;
};

} // namespace sparsescope
