#include "views/pages/program/walk_panel.h"

#include "views/pages/program/program_stepper.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/scene/scene_view.h"
#include "views/scene/step_transport.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr double leastRoom = 420; // of the picture, below which it is scrolled
}

WalkPanel::WalkPanel(ProgramStepper& stepper, QWidget* parent)
    : QWidget(parent), m_stepper(stepper), m_stages(makeTabBar()), m_on(new QLabel), m_picture(new SceneView)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_stages->setAccessibleName(tr("Stage that is carried out"));
    for (const QString& title : {tr("Stage I"), tr("Stage II"), tr("Stage III")})
        m_stages->addTab(title);
    column->addWidget(m_stages);
    column->addWidget(new StepTransport(m_stepper));
    m_on->setTextFormat(Qt::PlainText);
    m_on->setWordWrap(true);
    m_on->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(m_on);
    m_picture->setAccessibleName(tr("Picture of the program"));
    m_picture->setMinimumSize(200, 120);
    column->addWidget(m_picture, 1);
    connect(m_stages, &QTabBar::currentChanged, &m_stepper,
            [this](int stage) { m_stepper.start(static_cast<std::size_t>(stage)); });
    connect(&m_stepper, &ProgramStepper::changed, this, &WalkPanel::showWalk);
    connect(&m_stepper, &ProgramStepper::stepChanged, this, [this] { showStep(false); });
    connect(m_picture, &SceneView::roomChanged, this, [this] { showStep(false); });
}

void WalkPanel::setOffersStages(bool offers)
{
    m_stages->setVisible(offers);
}

void WalkPanel::showWalk()
{
    if (!m_stepper.on())
        return;
    {
        const QSignalBlocker quiet(m_stages);
        m_stages->setCurrentIndex(static_cast<int>(m_stepper.stage()));
    }
    const ProgramWalk* walk = m_stepper.walk();
    m_on->setText(walk ? walk->on : QString());
    m_on->setVisible(!m_on->text().isEmpty());
    showStep(true);
}

void WalkPanel::showStep(bool other)
{
    const ProgramWalk* walk = m_stepper.walk();
    if (!m_stepper.on() || !walk || !walk->picture) {
        m_picture->setScene({}, false);
        return;
    }
    const double room = std::max(leastRoom, static_cast<double>(m_picture->maximumViewportSize().width()) - 8);
    learn::Scene scene = walk->picture->scene(m_stepper.step(), room);
    const learn::Point size = walk->picture->size(room);
    scene.width = size.x;
    scene.height = size.y;
    m_picture->setScene(std::move(scene), !other);
}

} // namespace sparsescope
