// All actions of the window by name: type a few letters, Enter runs the first that fits.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace sparsescope {

class ActionPalette : public QDialog {
    Q_OBJECT
public:
    ActionPalette(const QList<QAction*>& actions, QWidget* parent);

    // Whether the letters of `typed` occur in `text` in that order, without regard to case.
    static bool fits(const QString& text, const QString& typed);
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
