// Nothing open yet: where to drop a file, what was open last, built-in samples as small pictures, recorded ones.
#pragma once

#include "views/main_window/samples.h"
#include "views/workspace/jobs.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace sparsescope {

class StartView : public QWidget {
    Q_OBJECT
public:
    // `jobs` draws the samples, and outlives the view.
    explicit StartView(Jobs& jobs, QWidget* parent = nullptr);
    void setRecent(const QStringList& paths);
    void setDropping(bool over);

Q_SIGNALS:
    void openWanted();
    void fileWanted(const QString& path);
    void sampleWanted(int index);
    void recordingWanted(int index);
    void lessonWanted(const QString& name);
    void tourWanted();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawSamples();
    void fitRecent();
    QLayout* makeRecorded(RecordingKind kind, QLayout* ways);

    Jobs& m_jobs;
    QWidget* m_drop;
    QVBoxLayout* m_recent;
    QLabel* m_recentTitle;
    QList<QToolButton*> m_cards;
    int m_drawn = -1; // for the light (0) or the dark (1) theme
};

} // namespace sparsescope
