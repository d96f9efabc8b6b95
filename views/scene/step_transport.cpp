#include "views/scene/step_transport.h"

#include "views/parts/icons.h"
#include "views/parts/theme.h"
#include "views/scene/step_player.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace sparsescope {

StepTransport::StepTransport(StepPlayer& steps, QWidget* parent) : QWidget(parent), m_steps(steps)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    const auto button = [&](const QString& tip) {
        auto* b = new QToolButton(this);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        b->setIconSize({20, 20});
        row->addWidget(b);
        return b;
    };
    m_first = button(tr("To the first step (Home)"));
    m_back = button(tr("One step back (,)"));
    m_play = button(tr("Play or pause (Space)"));
    m_forward = button(tr("One step on (.)"));
    m_last = button(tr("To the last step (End)"));
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setAccessibleName(tr("Step of the picture"));
    m_slider->setMinimumWidth(100);
    row->addSpacing(4);
    row->addWidget(m_slider, 1);
    m_position = new QLabel(this);
    m_position->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_position);
    row->addSpacing(4);
    m_speed = new QComboBox(this);
    m_speed->setAccessibleName(tr("Speed of playing"));
    for (const double speed : {1.0, 2.0, 5.0, 20.0})
        m_speed->addItem(tr("%1 / s").arg(speed), speed);
    m_speed->setCurrentIndex(1);
    row->addWidget(m_speed);

    connect(m_first, &QToolButton::clicked, &m_steps, [this] { m_steps.setStep(0); });
    connect(m_back, &QToolButton::clicked, &m_steps, [this] { m_steps.setStep(m_steps.step() - 1); });
    connect(m_play, &QToolButton::clicked, &m_steps, [this] { m_steps.playing() ? m_steps.pause() : m_steps.play(); });
    connect(m_forward, &QToolButton::clicked, &m_steps, [this] { m_steps.setStep(m_steps.step() + 1); });
    connect(m_last, &QToolButton::clicked, &m_steps, [this] { m_steps.setStep(m_steps.lastStep()); });
    connect(m_slider, &QSlider::valueChanged, &m_steps, [this](int value) { m_steps.setStep(value); });
    connect(m_speed, &QComboBox::currentIndexChanged, &m_steps,
            [this] { m_steps.setStepsPerSecond(m_speed->currentData().toDouble()); });
    connect(&m_steps, &StepPlayer::stepChanged, this, &StepTransport::refresh);
    connect(&m_steps, &StepPlayer::playingChanged, this, &StepTransport::setIcons);
    setIcons();
    refresh();
}

void StepTransport::setIcons()
{
    const QColor color = colorsOf(*this).text;
    m_first->setIcon(lineIcon(QStringLiteral("first"), color));
    m_back->setIcon(lineIcon(QStringLiteral("step-back"), color));
    m_play->setIcon(lineIcon(m_steps.playing() ? QStringLiteral("pause") : QStringLiteral("play"), color));
    m_forward->setIcon(lineIcon(QStringLiteral("step-forward"), color));
    m_last->setIcon(lineIcon(QStringLiteral("last"), color));
}

void StepTransport::refresh()
{
    const int step = m_steps.step(), last = m_steps.lastStep();
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, last);
        m_slider->setPageStep(std::max(1, last / 10));
        m_slider->setValue(step);
    }
    for (QWidget* widget :
         {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_speed)})
        widget->setEnabled(last > 0);
    m_first->setEnabled(step > 0);
    m_back->setEnabled(step > 0);
    m_forward->setEnabled(step < last);
    m_last->setEnabled(step < last);
    // As wide as it will be at the end, so that the slider keeps its length.
    m_position->setMinimumWidth(m_position->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(last).arg(last)));
    m_position->setText(tr("%1 of %2").arg(step).arg(last));
}

void StepTransport::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
