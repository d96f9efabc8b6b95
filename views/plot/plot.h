// A QCustomPlot in the colours and type of the window; follows a change of theme.
#pragma once

#include "views/parts/theme.h"
#include "views/plot/qcp.h"

namespace sparsescope {

// 1, 10, 100, 1 k ... at the axes instead of powers.
class ShortTickerLog : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

class ShortTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

// 1, 2, 5 of each decade while few decades are shown: names must not touch.
class SpareTickerLog : public QCPAxisTickerLog {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

// Ticks of durations in ns, on a logarithmic axis.
class DurationTickerLog : public SpareTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

// At most so many ticks of 1, 2, 5 or of 1, 3 of each decade, else the decades alone: for axes that have little room.
class FewTickerLog : public QCPAxisTickerLog {
public:
    FewTickerLog(int most, QString (*text)(double)) : m_most(most), m_text(text) {}

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    int m_most;
    QString (*m_text)(double);
};

// Ticks of durations in ns, on a linear axis.
class DurationTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

class PercentTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

// What tells the lines of a plot apart: a colour, and a shape, so that colour is not the only carrier.
struct SeriesMark {
    QColor colour;
    QCPScatterStyle::ScatterShape shape;

    QCPScatterStyle style() const { return {shape, QPen(colour, 2), QBrush(colour), 8}; }
};
SeriesMark seriesMark(int line); // Okabe-Ito, as the formats; after six of them from the first one on

class Plot : public QCustomPlot {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);
    const Colors& colors() const { return colorsOf(*this); }

protected:
    void changeEvent(QEvent* event) override;
    // Colours of what a derived plot added; the axes are done.
    virtual void restyle() {}
    void applyColors();
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override; // with a frame where the keys go, of plots that take them
};

// A line at the present step of curves that grow step by step, and a veil over what is ahead of it, on a layer that is
// drawn anew by itself: the curves stay as they are in their buffer.
class StepCursor {
public:
    explicit StepCursor(QCustomPlot& plot); // which outlives it
    QCPLayer& layer() const { return *m_layer; }

    // Shows the line at x, and the veil from there on; draws them where the plot is seen.
    void move(double x, bool line, bool veil);
    void redraw();
    void setColors(const Colors& colors, float veil); // how much of what is ahead it covers, up to 1

private:
    QCustomPlot& m_plot;
    QCPLayer* m_layer;
    QCPItemRect* m_ahead;
    QCPItemStraightLine* m_line;
};

} // namespace sparsescope
