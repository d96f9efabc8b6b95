// Answers for the selection.
#include "views/inspector/inspector.h"

#include "views/inspector/inspector_text.h"
#include "views/inspector/rectangle_facts.h"
#include "views/parts/fact_list.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/workspace/shown_order.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace sparsescope {

Inspector::Inspector(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_facts(new FactList), m_rectangle(new RectangleFacts(workspace, this))
{
    setObjectName(QStringLiteral("inspector"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumWidth(220);
    m_due.setSingleShot(true);
    m_due.setInterval(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 0, 0, 0);
    auto* content = new QWidget;
    auto* inside = new QVBoxLayout(content);
    inside->setContentsMargins(space::between, space::between, space::between, space::between);
    inside->addWidget(m_facts);
    column->addWidget(scrolled(content, tr("What is selected")));
    connect(&m_workspace.attention().order(), &ShownOrder::changed, &m_due, qOverload<>(&QTimer::start));
    listen(m_workspace.document(), Document::MatrixChanged | Document::PlanFactsChanged | Document::RunsChanged, &m_due,
           qOverload<>(&QTimer::start));
    listen(m_workspace.attention(), Attention::PlanChanged | Attention::SelectionChanged | Attention::PickChanged,
           &m_due, qOverload<>(&QTimer::start));
    listen(m_workspace.attention(), Attention::LiveChanged, this, [this] {
        if (m_workspace.attention().selection().liveTile >= 0)
            m_due.start();
    });
    connect(&m_workspace.jobs(), &Jobs::changed, this, [this] {
        if (std::exchange(m_searching, m_workspace.operations().searching()) != m_workspace.operations().searching())
            m_due.start();
    });
    connect(m_rectangle, &RectangleFacts::changed, &m_due, qOverload<>(&QTimer::start));
    connect(&m_due, &QTimer::timeout, this, &Inspector::refresh);
    refresh();
}

QString Inspector::text()
{
    if (m_due.isActive())
        refresh();
    return m_facts->text();
}

void Inspector::refresh()
{
    m_due.stop();
    m_facts->setGroups(inspectorFacts(m_workspace, m_rectangle->statistics()));
}

} // namespace sparsescope
