// Play, pause, steps, speed and the slider.
#include "views/replay/transport.h"

#include "views/parts/flow_layout.h"
#include "views/parts/icons.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/replay/replay.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

Transport::Transport(Replay& replay, QWidget* parent) : QWidget(parent), m_replay(replay)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    FlowLayout* row = m_row = new FlowLayout(2);
    const auto button = [&](const QString& tip) {
        auto* b = new QToolButton(this);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        b->setIconSize({20, 20});
        row->addWidget(b);
        return b;
    };
    m_first = button(tr("To the start (Home)"));
    m_back = button(tr("One %1 back (,)").arg(m_replay.one()));
    m_play = button(tr("Play or pause (Space)"));
    m_forward = button(tr("One %1 on (.)").arg(m_replay.one()));
    m_last = button(tr("To the end (End)"));
    m_speed = new QComboBox(this);
    m_speed->setAccessibleName(tr("Speed of the replay"));
    m_speed->addItem(tr("all in 10 s"), 0.0);
    for (const double speed : {2.0, 20.0, 200.0, 2000.0})
        m_speed->addItem(tr("%1 %2/s").arg(countText(static_cast<std::int64_t>(speed)), m_replay.many()), speed);
    row->addWidget(m_speed);
    if (m_replay.hasChoices()) {
        m_stops = new QCheckBox(tr("Stop at choices"), this);
        m_stops->setToolTip(tr("Stop before each choice: a step on first outlines the candidates of the round, the "
                               "next one shows the choice"));
        connect(m_stops, &QCheckBox::toggled, &m_replay, &Replay::setStopsBeforeChoices);
        row->addWidget(m_stops);
    }
    column->addLayout(row);
    auto* below = new QHBoxLayout;
    below->setSpacing(space::inside);
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setAccessibleName(m_replay.hasChoices() ? tr("Step of the search") : tr("Shown %1").arg(m_replay.one()));
    below->addWidget(m_slider, 1);
    m_position = new QLabel(this);
    m_position->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    below->addWidget(m_position);
    column->addLayout(below);

    connect(m_first, &QToolButton::clicked, &m_replay, &Replay::toFirst);
    connect(m_back, &QToolButton::clicked, &m_replay, &Replay::stepBack);
    connect(m_play, &QToolButton::clicked, &m_replay, &Replay::toggle);
    connect(m_forward, &QToolButton::clicked, &m_replay, &Replay::stepForward);
    connect(m_last, &QToolButton::clicked, &m_replay, &Replay::toLast);
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_replay.setTilesPerSecond(m_speed->currentData().toDouble()); });
    connect(&m_replay, &Replay::beforeChoiceChanged, this, &Transport::refresh);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { m_replay.setStep(value); });
    connect(&m_replay, &Replay::playingChanged, this, &Transport::setIcons);
    connect(&m_replay, &Replay::moved, this, &Transport::refresh);
    setIcons();
    refresh();
}

void Transport::addBeside(QWidget* widget)
{
    m_row->addWidget(widget);
}

void Transport::setIcons()
{
    const QColor color = colorsOf(*this).text;
    m_first->setIcon(lineIcon(QStringLiteral("first"), color));
    m_back->setIcon(lineIcon(QStringLiteral("step-back"), color));
    m_play->setIcon(lineIcon(m_replay.playing() ? QStringLiteral("pause") : QStringLiteral("play"), color));
    m_forward->setIcon(lineIcon(QStringLiteral("step-forward"), color));
    m_last->setIcon(lineIcon(QStringLiteral("last"), color));
}

void Transport::refresh()
{
    const std::int64_t steps = m_replay.steps();
    const std::int64_t step = m_replay.step();
    const std::int64_t soFar = m_replay.soFar();
    const bool any = steps > 0 && soFar < 0;
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, static_cast<int>(steps));
        m_slider->setPageStep(static_cast<int>(std::max<std::int64_t>(1, steps / 20)));
        m_slider->setValue(static_cast<int>(step));
    }
    for (QWidget* widget :
         {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_speed)})
        widget->setEnabled(any);
    if (m_stops)
        m_stops->setEnabled(any);
    m_first->setEnabled(any && step > 0);
    m_back->setEnabled(any && step > 0);
    m_forward->setEnabled(any && step < steps);
    m_last->setEnabled(any && step < steps);
    // As wide as it will be at the end, so that the slider keeps its length.
    const QString last = m_replay.place(steps);
    m_position->setMinimumWidth(any ? m_position->fontMetrics().horizontalAdvance(last) : 0);
    m_position->setText(soFar >= 0 ? tr("%1 so far").arg(countOf(soFar, m_replay.one(), m_replay.many()))
                        : any      ? m_replay.place(step)
                                   : m_replay.noSteps());
    m_forward->setToolTip(m_replay.beforeChoice() ? tr("Choose (.)") : tr("One %1 on (.)").arg(m_replay.one()));
}

void Transport::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
