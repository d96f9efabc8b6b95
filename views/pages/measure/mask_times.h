// What each mask of a sequence took: bars of its parts in the order of the masks, the prediction and the rivals as
// lines. Where there are more masks than columns, each column shows its slowest mask. The wheel and a drag show a part
// of the sequence, a click chooses a mask.
#pragma once

#include "views/pages/measure/masks_text.h"
#include "views/plot/plot.h"
#include "views/workspace/document.h"

#include <functional>
#include <vector>

namespace sparsescope {

class MaskTimes : public Plot {
    Q_OBJECT
public:
    explicit MaskTimes(QWidget* parent = nullptr);

    // `title` names a mask. Null: nothing is shown.
    void setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title);
    void setChosen(std::int64_t mask);
    void setShares(bool shares); // of the parts in each mask's time, without lines
    void fit();                  // all masks

    bool logarithmic() const { return m_logarithmic; }                 // rivals are far from the bars
    int columns() const { return static_cast<int>(m_columns.size()); } // that are drawn
    std::int64_t maskAt(QPointF position) const;                       // -1: none
    double middleOf(std::int64_t mask) const;                          // in pixels, across
    struct KeyEntry {
        QColor colour;
        QString name;
    };
    QList<KeyEntry> key() const;           // of the bars
    QStringList lineNames() const;         // that stand beside the lines
    QString tipAt(QPointF position) const; // empty: nothing is there

Q_SIGNALS:
    void maskClicked(qint64 mask);
    void keyChanged();

protected:
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Column {
        std::int64_t first = 0, last = 0, shown = 0; // masks; the last one is another column's
        bool wrong = false;                          // one of them
    };
    enum class LineKind { Predicted, Host, Best, Rival };
    struct Line {
        LineKind kind;
        std::size_t rival = 0;
        QString name;
        std::vector<double> ns{}; // of each mask; NaN: none
        QCPGraph* graph = nullptr;
        QCPItemText* label = nullptr;
        QCPItemLine* leader = nullptr; // from the end of the line to its name
    };
    std::int64_t size() const { return m_run ? std::ssize(m_run->masks) : 0; }
    void makeLines();
    void choose();
    void load();
    void chooseRange();
    void setPens();
    void placeNames();
    QPen penOf(const Line& line) const;
    QColor colorOf(MaskPart part) const;

    SequenceRunPtr m_run;
    DataType m_dtype = DataType::Float16;
    std::function<QString(std::int64_t)> m_title;
    std::int64_t m_chosen = -1;
    bool m_shares = false, m_logarithmic = false, m_arranging = false;
    std::vector<Column> m_columns;
    std::vector<Line> m_lines;
    QList<QCPBars*> m_bars; // in the order of maskParts
    QCPGraph* m_wrong;
    StepCursor m_cursor;
    QPointF m_pressed;
};

} // namespace sparsescope
