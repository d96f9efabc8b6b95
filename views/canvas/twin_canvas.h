// A second heat map beside the canvas, for another plan of the same matrix or for another matrix: what moves in one
// moves in the other.
#pragma once

#include "views/heatmap/heatmap_view.h"
#include "views/workspace/workspace.h"

#include <QMainWindow>
#include <QPointer>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace sparsescope {

class PlaceBetween;

// The map of a tab that is linked, as its own canvas shows it: order, tiles up to the step of the replay, range of the
// colours. The titles are of the canvas' matrix and of the other.
struct LinkedMap {
    MatrixPtr matrix; // as in the file
    HeatMapView::Ordered shown;
    qint64 step = -1;
    std::int64_t tile = -1;          // that is selected
    std::optional<double> low, high; // as in its DensityStyle
    QString title, otherTitle;
};

// While shown, it stands in the middle of `panels`, with what stood there (which holds the canvas) in its left half.
class TwinCanvas : public QWidget {
    Q_OBJECT
public:
    TwinCanvas(QMainWindow& panels, HeatMapView& canvas, Workspace& workspace);
    ~TwinCanvas() override;

    // Whether plans are being compared; while they are, their second stands there and no linked matrix.
    void setShown(bool shown);
    bool shown() const { return m_shown; }
    HeatMapView& second() { return *m_second; }
    // Null: nothing to compare.
    void setSecond(PlanPtr plan, PlanFactsPtr facts);
    void setCaptions(const QString& first, const QString& second);
    // Without a matrix: none.
    void setLinked(const LinkedMap& map);
    bool linkedShown() const { return m_shown && m_what == What::Linked; }

Q_SIGNALS:
    void statusText(const QString& text); // of the second map
    void linkedTileSelected(qint64 tile);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class What { Nothing, Compared, Linked };
    void follow();
    void followStyle();
    void followSelection();
    void lead();
    void arrange();
    void fill(What what);
    HeatMapView::Ordered compared() const;
    qint64 comparedStep() const;
    void showCaptions();
    PlaceBetween there() const; // from the canvas to the second map
    PlaceBetween back() const;

    QMainWindow& m_panels;
    HeatMapView& m_canvas;
    Workspace& m_workspace;
    QPointer<QWidget> m_first; // what stood in the middle
    HeatMapView* m_second;
    MatrixPtr m_matrix;          // of the second map, as in the file
    QVBoxLayout* m_besideCanvas; // the second map, as far below the caption as the canvas
    QWidget* m_line;
    QLabel *m_firstCaption, *m_secondCaption;
    PlanPtr m_comparedPlan;
    PlanFactsPtr m_comparedFacts;
    QString m_comparedCaptions[2];
    LinkedMap m_linked;
    What m_what = What::Nothing; // what the second map holds
    bool m_wanted = false;
    bool m_shown = false;
    bool m_following = false;
};

} // namespace sparsescope
