#include "views/heatmap/range_control.h"

#include "views/heatmap/range_histogram.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>

namespace sparsescope {

RangeControl::RangeControl(QWidget* parent) : QWidget(parent)
{
    m_histogram = new RangeHistogram(this);
    m_logarithmic = new QToolButton(this);
    m_logarithmic->setText(tr("log"));
    m_logarithmic->setCheckable(true);
    m_logarithmic->setToolTip(tr("Colours follow the logarithm of the count"));
    m_automatic = new QToolButton(this);
    m_automatic->setText(tr("auto"));
    m_automatic->setToolTip(tr("From the 1st to the 99th percentile of the pixels in view"));
    m_map = new QComboBox(this);
    m_map->setAccessibleName(tr("Colour map"));
    for (const raster::ColourMap map :
         {raster::ColourMap::Viridis, raster::ColourMap::Cividis, raster::ColourMap::Grey})
        m_map->addItem(QString::fromStdString(name(map)), static_cast<int>(map));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_histogram, 1);
    layout->addWidget(m_logarithmic, 0, Qt::AlignVCenter);
    layout->addWidget(m_automatic, 0, Qt::AlignVCenter);
    layout->addWidget(m_map, 0, Qt::AlignVCenter);

    connect(m_histogram, &RangeHistogram::limitsChanged, this, [this](double low, double high) {
        raster::DensityStyle style = m_style;
        style.low = low;
        style.high = high;
        change(style);
    });
    connect(m_logarithmic, &QToolButton::toggled, this, [this](bool on) {
        raster::DensityStyle style = m_style;
        style.logarithmic = on;
        change(style);
    });
    connect(m_automatic, &QToolButton::clicked, this, [this] {
        raster::DensityStyle style = m_style;
        style.low.reset();
        style.high.reset();
        change(style);
    });
    connect(m_map, &QComboBox::currentIndexChanged, this, [this](int index) {
        raster::DensityStyle style = m_style;
        style.map = static_cast<raster::ColourMap>(m_map->itemData(index).toInt());
        change(style);
    });
    setStyle(m_style);
}

void RangeControl::attach(HeatMapView* view)
{
    if (m_view) {
        disconnect(m_view, nullptr, this, nullptr);
        disconnect(this, nullptr, m_view, nullptr);
    }
    m_view = view;
    if (!view)
        return;
    connect(view, &HeatMapView::histogramChanged, this, &RangeControl::setHistogram);
    connect(view, &QObject::destroyed, this, [this] { m_view = nullptr; });
    connect(this, &RangeControl::styleChanged, view, &HeatMapView::setDensityStyle);
    setColours(view->colours());
    setStyle(view->densityStyle());
    setHistogram(view->histogram());
}

void RangeControl::setHistogram(const raster::CountHistogram& histogram)
{
    m_histogram->setHistogram(histogram);
}

void RangeControl::setStyle(const raster::DensityStyle& style)
{
    m_style = style;
    const QSignalBlocker blockLogarithmic(m_logarithmic);
    const QSignalBlocker blockMap(m_map);
    m_logarithmic->setChecked(style.logarithmic);
    m_automatic->setEnabled(style.low.has_value() || style.high.has_value());
    m_map->setCurrentIndex(m_map->findData(static_cast<int>(style.map)));
    m_histogram->setStyle(style);
}

void RangeControl::setColours(const HeatMapColours& colours)
{
    m_style.dark = colours.dark;
    m_histogram->setColours(colours);
}

void RangeControl::change(const raster::DensityStyle& style)
{
    setStyle(style);
    Q_EMIT styleChanged(m_style);
}

} // namespace sparsescope
