#include "views/parts/habits.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>

namespace sparsescope {

namespace {

// A list that is open, or a number that is typed, is meant.
bool changedInPassing(const QObject* object)
{
    const auto* widget = qobject_cast<const QWidget*>(object);
    return qobject_cast<const QTabBar*>(object) || (qobject_cast<const QComboBox*>(object) && !widget->hasFocus()) ||
           (qobject_cast<const QAbstractSpinBox*>(object) && !widget->hasFocus());
}

class Habits : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* object, QEvent* event) override
    {
        switch (event->type()) {
        case QEvent::Wheel:
            if (!changedInPassing(object))
                return false;
            event->ignore(); // it goes on to what is behind
            return true;
        case QEvent::KeyPress:
            return pressed(qobject_cast<QAbstractButton*>(object), static_cast<const QKeyEvent*>(event));
        case QEvent::Hide:
            if (auto* menu = qobject_cast<QMenu*>(object))
                leave(*menu);
            return false;
        default:
            return false;
        }
    }

private:
    // In a dialog Return is for the button that it names.
    static bool pressed(QAbstractButton* button, const QKeyEvent* event)
    {
        const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (!button || !enter || event->modifiers() & ~Qt::KeypadModifier || !button->isEnabled() ||
            qobject_cast<const QDialog*>(button->window()))
            return false;
        if (auto* tool = qobject_cast<QToolButton*>(button); tool && tool->popupMode() == QToolButton::InstantPopup)
            tool->showMenu();
        else
            button->click();
        return true;
    }

    static void leave(const QMenu& menu)
    {
        for (QObject* of : menu.menuAction()->associatedObjects())
            if (auto* button = qobject_cast<QToolButton*>(of);
                button && !button->rect().contains(button->mapFromGlobal(QCursor::pos()))) {
                button->setAttribute(Qt::WA_UnderMouse, false);
                button->update();
            }
    }
};

} // namespace

void keepHabits(QApplication& application)
{
    static const bool once = (application.installEventFilter(new Habits(&application)), true);
    static_cast<void>(once);
}

} // namespace sparsescope
