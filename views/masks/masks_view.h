// The panel Masks: the masks that are open as a film strip, with what plays them.
#pragma once

#include <QWidget>

class QBoxLayout;

namespace sparsescope {

class FilmStrip;
class MasksReplay;
class Transport;
class Workspace;

class MasksView : public QWidget {
    Q_OBJECT
public:
    explicit MasksView(Workspace& workspace, QWidget* parent = nullptr);

    FilmStrip& film() { return *m_film; }
    MasksReplay& replay() { return *m_replay; }

protected:
    void resizeEvent(QResizeEvent* event) override; // side by side, or one below the other
    void keyPressEvent(QKeyEvent* event) override;  // of film and transport, what they leave

private:
    MasksReplay* m_replay;
    QBoxLayout* m_layout;
    Transport* m_transport;
    FilmStrip* m_film;
};

} // namespace sparsescope
