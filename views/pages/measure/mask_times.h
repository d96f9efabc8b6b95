// What each mask of a sequence took: bars of its parts in the order of the masks, the prediction and the rivals as
// lines; or two bars a mask, with an unordered and with an ordered index. Where there are more masks than columns, each
// column shows its slowest mask. The wheel and a drag show a part of the sequence, a click chooses a mask.
#pragma once

#include "views/pages/measure/masks_text.h"
#include "views/plot/plot.h"
#include "views/workspace/document.h"

#include <functional>
#include <vector>

namespace sparsescope {

QColor partColor(MaskPart part, const Colors& colors);

class MaskTimes : public Plot {
    Q_OBJECT
public:
    explicit MaskTimes(QWidget* parent = nullptr);

    // Times beside prediction and rivals; shares of the parts; both orders of the index.
    enum class Show { Times, Shares, Orders };
    // `title` names a mask. Null: nothing is shown.
    void setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title, BothOrders orders = {});
    void setChosen(std::int64_t mask);
    void setShown(Show what); // Orders: where setRun() was given both
    void fit();               // all masks

    bool logarithmic() const { return m_logarithmic; }                 // rivals are far from the bars
    int columns() const { return static_cast<int>(m_columns.size()); } // that are drawn
    std::int64_t maskAt(QPointF position) const;                       // -1: none
    double middleOf(std::int64_t mask) const;                          // in pixels, across
    struct KeyEntry {
        QColor colour; // none: the name stands alone
        QString name;
    };
    QList<KeyEntry> key() const;           // of the bars, with the share of each part in all of them
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
    QList<QCPBars*> makeBars();
    // A run whose bars stand beside the middle of a mask's place.
    struct Beside {
        const SequenceRun* run; // has all masks that are shown
        QList<QCPBars*> bars;
        double offset; // in widths of a column
    };
    std::vector<Beside> besides() const;
    void loadBars(const Beside& beside, double low);
    static double centreOf(const Column& column); // in masks
    void makeLines();
    void choose();
    void load();
    void chooseRange();
    void setPens();
    int roomForNames() const; // of lines, in pixels at the right
    void placeNames();
    QPen penOf(const Line& line) const;

    SequenceRunPtr m_run;
    DataType m_dtype = DataType::Float16;
    std::function<QString(std::int64_t)> m_title;
    std::int64_t m_chosen = -1;
    BothOrders m_orders;
    Show m_show = Show::Times;
    bool m_logarithmic = false, m_arranging = false;
    std::vector<Column> m_columns;
    std::vector<Line> m_lines;
    QList<QCPBars*> m_bars, m_otherBars; // in the order of maskParts; of the ordered index
    QCPGraph* m_totals;                  // of all parts, queued as one
    QCPGraph* m_wrong;
    StepCursor m_cursor;
    QPointF m_pressed;
};

} // namespace sparsescope
