// The rewrite rules in their order, with what each takes; buttons that change the list; and what no rule takes.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace sparsescope {

class RulesDocument;
class RulesModel;

// The actions on the rules, in `menu`.
QList<QAction*> addRulesActions(QMenu& menu, RulesDocument& document);

// Asks for a file and begins to save them there; false: none was chosen.
bool saveRulesDialog(RulesDocument& document, QWidget* parent);

class RulesList : public QWidget {
    Q_OBJECT
public:
    explicit RulesList(RulesDocument& document, QWidget* parent = nullptr);

    QTableView& table() { return *m_table; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void refresh();
    void showCurrent();
    void fitRows();

    RulesDocument& m_document;
    RulesModel* m_model;
    QLineEdit* m_title;
    QTableView* m_table;
    QLabel* m_left;
    QToolButton *m_remove, *m_up, *m_down, *m_undo, *m_redo, *m_rest;
};

} // namespace sparsescope
