// The line at the bottom: what is under the mouse, zoom, search time, jobs with Cancel, messages.
#pragma once

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QToolButton;

namespace sparsescope {

class ElidedLabel;
class Workspace;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(Workspace& workspace, QWidget* parent = nullptr);

    void setHover(const QString& text);
    void setZoom(const QString& text);
    void say(const QString& text);
    void setTight(bool tight); // no higher than its text needs
    QString message() const;

private:
    void showJobs();
    void showSearchTime();

    Workspace& m_workspace;
    ElidedLabel *m_hover, *m_zoom, *m_search, *m_message, *m_job;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QTimer m_forget;
};

} // namespace sparsescope
