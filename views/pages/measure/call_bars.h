// Where the time of a call goes as bars, one above the other on one scale: predicted, measured, and a reference.
#pragma once

#include "engine/measure/anatomy.h"
#include "views/parts/theme.h"

#include <QString>
#include <QWidget>

#include <span>
#include <vector>

namespace sparsescope {

QString partName(CallPart part);
QColor partColor(CallPart part, const Colors& colors);
// A rectangle in the part's colour, hatched where it is what is left.
void fillPart(QPainter& painter, const QRectF& place, CallPart part, const Colors& colors);
// The parts of a call in the order in which they happen; the kernel's three, or the kernel as one.
std::span<const CallPart> partsInOrder();

class CallBars : public QWidget {
    Q_OBJECT
public:
    struct Row {
        QString title; // "predicted by h200"
        Anatomy anatomy;
    };

    explicit CallBars(QWidget* parent = nullptr);
    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }
    QString tipAt(QPoint at) const; // of the part there; or empty

    QSize sizeHint() const override { return {480, height(static_cast<int>(m_rows.size()))}; }
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Segment {
        CallPart part = CallPart::Left;
        QRectF place;
        double ns = 0;
    };
    static int height(int rows);
    std::vector<Segment> segments(std::size_t row) const;

    std::vector<Row> m_rows;
};

} // namespace sparsescope
