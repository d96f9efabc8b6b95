// A second heat map beside the canvas, for another plan of the same matrix: what moves in one moves in the other.
#pragma once

#include "views/workspace/workspace.h"

#include <QMainWindow>
#include <QPointer>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace sparsescope {

class HeatMapView;

// While shown, it stands in the middle of `panels`, with what stood there (which holds the canvas) in its left half.
class TwinCanvas : public QWidget {
    Q_OBJECT
public:
    TwinCanvas(QMainWindow& panels, HeatMapView& canvas, Workspace& workspace);
    ~TwinCanvas() override;

    void setShown(bool shown);
    bool shown() const { return m_shown; }
    HeatMapView& second() { return *m_second; }
    // Null: nothing beside the canvas.
    void setSecond(PlanPtr plan, PlanFactsPtr facts);
    void setCaptions(const QString& first, const QString& second);

Q_SIGNALS:
    void statusText(const QString& text); // of the second map

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showSecond();
    void follow();
    void followStyle();
    void arrange();

    QMainWindow& m_panels;
    HeatMapView& m_canvas;
    Workspace& m_workspace;
    QPointer<QWidget> m_first; // what stood in the middle
    HeatMapView* m_second;
    MatrixPtr m_matrix; // of the second map, as in the file
    PlanPtr m_secondPlan;
    PlanFactsPtr m_secondFacts;
    QVBoxLayout* m_besideCanvas; // the second map, as far below the caption as the canvas
    QWidget* m_line;
    QLabel *m_firstCaption, *m_secondCaption;
    bool m_wanted = false;
    bool m_shown = false;
    bool m_following = false;
};

} // namespace sparsescope
