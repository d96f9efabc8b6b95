#include "views/pages/search/order_box.h"

#include "engine/search/planner.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QStyle>

#include <algorithm>

namespace sparsescope {

OrderBox::OrderBox(Workspace& workspace, QWidget* parent) : QCheckBox(parent), m_workspace(workspace)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QCheckBox::toggled, this, &OrderBox::follow);
    connect(&m_workspace.attention().order(), &ShownOrder::changed, this, &OrderBox::follow);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &OrderBox::follow);
    follow();
}

QString OrderBox::whyNot() const
{
    if (m_workspace.attention().order().order() == MatrixOrder::Tiles)
        return tr("The order of a plan's tiles can be shown, not planned: a search has no tiles yet.");
    if (m_workspace.setup().plannerName().isEmpty())
        return tr("There is no planner in this program.");
    return QString::fromStdString(planner(m_workspace.setup().plannerName().toStdString()).whyNoOrder());
}

// The option is what the box and the matrix say.
void OrderBox::follow()
{
    const MatrixOrder shown = m_workspace.attention().order().order();
    const QString problem = shown == MatrixOrder::File ? QString() : whyNot();
    const MatrixOrder wanted = isChecked() && problem.isEmpty() ? shown : MatrixOrder::File;
    nlohmann::json options = m_workspace.setup().plannerOptions();
    if (orderAsked(options) != wanted) {
        options["order"] = name(wanted);
        m_workspace.setup().setPlannerOptions(options);
    }
    setAccessibleName(wanted == shown ? tr("Plan this order: %1").arg(ShownOrder::title(shown))
                                      : tr("Plan this order (now: as in the file)"));
    elide();
    setToolTip(problem.isEmpty() ? tr("Tiles are cut from rows and columns as they lie now; the plan names them as the "
                                      "file does")
                                 : problem);
    setEnabled(problem.isEmpty());
    setVisible(shown != MatrixOrder::File);
}

// The page is not wider for it.
void OrderBox::elide()
{
    const int indicator = style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this) +
                          style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing, nullptr, this);
    setText(fontMetrics().elidedText(accessibleName(), Qt::ElideRight, std::max(0, width() - indicator - 4)));
}

void OrderBox::resizeEvent(QResizeEvent* event)
{
    QCheckBox::resizeEvent(event);
    elide();
}

} // namespace sparsescope
