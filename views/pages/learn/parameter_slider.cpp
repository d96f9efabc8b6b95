#include "views/pages/learn/parameter_slider.h"
#include "views/parts/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace sparsescope {

ParameterSlider::ParameterSlider(const learn::LearnParameter& parameter, const QString& of, QHBoxLayout& row,
                                 QWidget* parent)
    : QObject(parent), m_parameter(parameter), m_slider(new QSlider(Qt::Horizontal, parent)),
      m_value(new QLabel(parent))
{
    const QString what = fromEngine(parameter.label), help = fromEngine(parameter.help);
    auto* title = new QLabel(what, parent);
    title->setProperty("role", QStringLiteral("secondary"));
    title->setToolTip(help);
    m_slider->setRange(0, static_cast<int>(parameter.values.size()) - 1);
    m_slider->setPageStep(1);
    m_slider->setFixedWidth(64);
    m_slider->setToolTip(help);
    m_slider->setAccessibleName(tr("%1 of %2").arg(what, of));
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QString::number(parameter.values.back())));
    row.addSpacing(4);
    row.addWidget(title);
    row.addWidget(m_slider);
    row.addWidget(m_value);
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int place) { Q_EMIT chosen(m_parameter.values[static_cast<std::size_t>(place)]); });
}

void ParameterSlider::show(const learn::LearnParameter& parameter, std::int64_t value)
{
    const QSignalBlocker quiet(m_slider);
    m_parameter = parameter;
    m_slider->setRange(0, static_cast<int>(parameter.values.size()) - 1);
    const auto at = std::find(parameter.values.begin(), parameter.values.end(), value);
    m_slider->setValue(static_cast<int>(at - parameter.values.begin()));
    m_value->setText(QString::number(value));
}

} // namespace sparsescope
