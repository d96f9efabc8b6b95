// What a page does that does not say otherwise.
#include "views/pages/page.h"

#include "views/plot/plot.h"

#include <QAction>
#include <QMenu>

namespace sparsescope {

Page::Page(const PageDefinition& definition, QWidget* parent) : QWidget(parent), m_definition(definition) {}

void Page::showView(std::string_view) {}

void Page::computeView(std::string_view) {}

int Page::extent(int) const
{
    return 300;
}

bool Page::beside(int) const
{
    return m_definition.place == PagePlace::Beside;
}

void Page::setOnScreen(bool) {}

void Page::setReducedMotion(bool) {}

bool Page::busy() const
{
    return false;
}

QList<QAction*> Page::fillMenu(PageMenu, QMenu&)
{
    return {};
}

void Page::updateActions() {}

QList<QAction*> Page::moreActions()
{
    return {};
}

bool Page::handleKey(QKeyEvent&)
{
    return false;
}

KeyTexts Page::keys() const
{
    return {};
}

std::vector<TourStop> Page::tour()
{
    return {};
}

bool Page::opens(const QString&) const
{
    return false;
}

void Page::openFile(const QString&) {}

QString Page::openTitle() const
{
    return {};
}

QString Page::unsavedWork() const
{
    return {};
}

bool Page::saveBeforeGoing()
{
    return true;
}

void Page::keepSafe(const QString&, bool) {}

QList<QWidget*> Page::plots() const
{
    QList<QWidget*> seen;
    for (Plot* plot : findChildren<Plot*>())
        if (plot->isVisible())
            seen.push_back(plot);
    return seen;
}

void Page::fitPicture() {}

void Page::exportPictureDialog() {}

void Page::copyPicture() {}

QAction* Page::addEntry(QMenu& menu, const QString& text, const QKeySequence& keys, const std::function<void()>& what)
{
    QAction* action = menu.addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [what] { what(); });
    return action;
}

} // namespace sparsescope
