// All actions of the window by name: type a few letters, Enter runs the one that fits best.
#pragma once

#include <QDialog>
#include <QList>

#include <optional>

class QAction;
class QLineEdit;
class QListWidget;

namespace sparsescope {

class ActionPalette : public QDialog {
    Q_OBJECT
public:
    ActionPalette(const QList<QAction*>& actions, QWidget* parent);

    // How well `text` fits what was typed, without regard to case; the least fits best. 0: all words that were typed
    // are words of it; 1: they begin words of it; 2: they stand somewhere in it; 3: their letters do, in that order.
    static std::optional<int> misfit(const QString& text, const QString& typed);
    // "Order: rows by length" for an action that has a kind, else as in its menu.
    static QString nameOf(const QAction& action);
    QListWidget& list() { return *m_list; }

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void filter();
    void run();

    QList<QAction*> m_actions;
    QLineEdit* m_edit;
    QListWidget* m_list;
};

// What the actions of a menu choose, where their own names say it only there.
void nameKind(const QList<QAction*>& actions, const QString& kind);

} // namespace sparsescope
