// A short tour: one part of the window after the other stands out, with a few words beside it. What stands out can be
// used meanwhile.
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace sparsescope {

struct TourStop {
    QString title, text;
    std::function<QWidget*()> what; // the part that stands out
    std::function<void()> before;   // puts it on screen; may be empty
};

class Tour : public QWidget {
    Q_OBJECT
public:
    explicit Tour(QWidget* over);

    // From the first stop; Escape ends it.
    void start(std::vector<TourStop> stops);
    void end();
    int stop() const { return m_stop; }
    int stops() const { return static_cast<int>(m_stops.size()); }
    QRect spot() const { return m_spot; } // what stands out, in this widget
    QWidget* bubble() const { return m_bubble; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void go(int stop);
    void place();

    std::vector<TourStop> m_stops;
    int m_stop = -1;
    QRect m_spot;
    QWidget* m_bubble;
    QLabel *m_title, *m_text, *m_count;
    QPushButton *m_back, *m_next, *m_end;
    QTimer m_follow; // parts move while pages are laid out
};

} // namespace sparsescope
