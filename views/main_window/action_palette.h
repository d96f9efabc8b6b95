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

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void filter();
    void run();

    QList<QAction*> m_actions;
    QLineEdit* m_edit;
    QListWidget* m_list;
};

} // namespace sparsescope
