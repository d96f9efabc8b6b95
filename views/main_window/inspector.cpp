// Answers for the selection.
#include "views/main_window/inspector.h"

#include "views/explore/rectangle_facts.h"
#include "views/fact_list.h"
#include "views/main_window/inspector_text.h"
#include "views/strip_parts.h"
#include "views/theme.h"
#include "views/workspace/shown_order.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace sparsescope {

Inspector::Inspector(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_facts(new FactList), m_rectangle(new RectangleFacts(workspace, this))
{
    setObjectName(QStringLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumWidth(220);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 0, 0);
    auto* content = new QWidget;
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(space::between, space::between, space::between, space::between);
    inside->addWidget(m_facts);
    column->addWidget(scrolled(content));
    connect(&m_workspace.order(), &ShownOrder::changed, this, &Inspector::refresh);
    for (const auto signal : {&Workspace::selectionChanged, &Workspace::pickChanged, &Workspace::matrixChanged, &Workspace::planChanged,
                              &Workspace::planFactsChanged, &Workspace::runChanged})
        connect(&m_workspace, signal, this, &Inspector::refresh);
    connect(&m_workspace, &Workspace::liveChanged, this, [this] {
        if (m_workspace.selection().liveTile >= 0)
            refresh();
    });
    connect(m_rectangle, &RectangleFacts::changed, this, &Inspector::refresh);
    refresh();
}

QString Inspector::text() const
{
    return m_facts->text();
}

void Inspector::refresh()
{
    m_facts->setGroups(inspectorFacts(m_workspace, m_rectangle->statistics()));
}

} // namespace sparsescope
