// The schedule of thread blocks on SMs, as predicted above and as measured below, on one time axis. Zooms and pans,
// selects tiles, shows which are selected.
#pragma once

#include "engine/measure/advice.h"
#include "views/pages/measure/schedule_picture.h"
#include "views/parts/latest_work.h"
#include "views/workspace/workspace.h"

#include <QWidget>

#include <array>
#include <memory>

namespace sparsescope {

struct SchedulePair {
    BlockSchedule predicted, measured;
    Anatomy predictedCall, measuredCall;
    std::vector<CallBand> predictedBands, measuredBands; // around the blocks of each
    std::vector<Advice> advice;
};
using SchedulePairPtr = std::shared_ptr<const SchedulePair>;

class ScheduleView : public QWidget {
    Q_OBJECT
public:
    enum class Colouring { Format, ModelError };
    enum class Half { Predicted, Measured };

    explicit ScheduleView(Workspace& workspace, QWidget* parent = nullptr);

    void setSchedules(SchedulePairPtr schedules, PlanPtr plan, RunFactsPtr facts, bool recorded);
    void setColouring(Colouring colouring);
    // Moments and SMs that are seen; both halves show the same.
    const ScheduleFrame& shown() const { return m_shown; }
    void showPart(double t0, double t1, double row0, double row1);
    void zoom(double factor, double atTime, bool rows, double atRow = 0);
    // Middle of a block in the widget, for tests and for the tip; null when it is not in sight.
    QPointF placeInWidget(Half half, std::int64_t block) const;
    QString tipOf(Half half, std::int64_t block) const;
    // Pictures of the blocks are made on a thread of their own; until one is there, the last one is drawn in its place.
    bool drawn() const; // all of what is shown now
    bool busy() const { return !m_asked[0].sameAs(m_pictures[0]); }

    QSize sizeHint() const override { return {640, 320}; }
    QSize minimumSizeHint() const override { return {320, 180}; }

    // What stands before and after the blocks of a half on its axis.
    const std::vector<CallBand>& bands(Half half) const;
    QString tipAt(QPointF at) const; // of the block or the band there; or empty

public Q_SLOTS:
    void fit();       // the whole call
    void fitKernel(); // the blocks alone
    void fitSelection();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Hit {
        Half half = Half::Predicted;
        std::int64_t block = -1;
    };
    const BlockSchedule& of(Half half) const;
    QRect halfRect(Half half) const; // of the blocks, without axis and title
    ScheduleFrame frame(Half half) const;
    Hit hitAt(QPointF at) const;
    void updateLook();
    void adoptSelection();
    void go(Half half, std::int64_t block);
    void moveInTime(int by);
    void moveToSm(int by);
    void keepInSight(const ScheduledBlock& block);
    void askForPictures();
    void paintHalf(QPainter& painter, Half half);
    void paintBands(QPainter& painter, Half half);
    void paintAxis(QPainter& painter);
    void paintLegend(QPainter& painter, const QRect& line);

    Workspace& m_workspace;
    SchedulePairPtr m_schedules;
    PlanPtr m_plan;
    RunFactsPtr m_facts;
    bool m_recorded = false;
    Colouring m_colouring = Colouring::Format;
    std::shared_ptr<const TileLook> m_look;
    ScheduleFrame m_shown; // size unused
    // The picture of each half: selecting, hovering and focus leave it as it is.
    struct Picture {
        ScheduleFrame frame; // device pixels
        QRgb background = 0;
        std::shared_ptr<const TileLook> look;
        SchedulePairPtr schedules;
        QImage image;
        bool sameAs(const Picture& other) const
        {
            return frame == other.frame && background == other.background && look == other.look &&
                   schedules == other.schedules;
        }
    };
    Picture wanted(Half half) const;
    std::array<Picture, 2> m_pictures; // as drawn last
    std::array<Picture, 2> m_asked;    // without images
    double m_begin = 0, m_end = 1;     // ns of either call, since the first block of each starts
    double m_blocksEnd = 1;            // until the last block of either ends
    Hit m_current;                     // the block that the keys move from
    QPointF m_pressed, m_last;
    bool m_dragging = false;
    LatestWork m_work; // last
};

} // namespace sparsescope
