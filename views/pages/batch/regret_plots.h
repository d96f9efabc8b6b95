// How the regret of one that chooses spreads over the cases, and how many cases are within a regret for several.
#pragma once

#include "engine/report/batch_regret.h"
#include "views/plot/plot.h"

#include <array>
#include <vector>

namespace sparsescope {

QString regretPartText(int part); // "up to 2 %"

// A bar for each part of the histogram; a click or an arrow key chooses one, once more none.
class RegretBars : public Plot {
    Q_OBJECT
public:
    explicit RegretBars(QWidget* parent = nullptr);
    void setCounts(const std::array<std::int64_t, regretParts>& counts);
    int chosen() const { return m_chosen; } // -1: none
    void choose(int part);

Q_SIGNALS:
    void partChosen(int part);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void restyle() override;

private:
    void load();

    std::array<std::int64_t, regretParts> m_counts{};
    std::array<QCPItemText*, regretParts> m_labels;
    QCPBars *m_bars, *m_lit;
    int m_chosen = -1;
};

class RegretCurves : public Plot {
    Q_OBJECT
public:
    explicit RegretCurves(QWidget* parent = nullptr);

    struct Line {
        int chooser;
        QString name;
        std::vector<double> regret; // ascending
    };
    void setLines(std::vector<Line> lines);
    void light(int chooser); // above the others

protected:
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    std::vector<Line> m_lines;
};

} // namespace sparsescope
