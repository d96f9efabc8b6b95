// The canvas with its two panels, the page strip and the inspector: dragged to other sides, torn off, brought back.
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QMap>

class QDockWidget;

namespace sparsescope {

class Panels : public QMainWindow {
    Q_OBJECT
public:
    enum class Panel { Strip, Inspector };

    Panels(QWidget* canvas, QWidget* strip, QWidget* inspector);

    // Where a page wants its strip: below the canvas or beside it, `extent` pixels high or wide. What the user dragged
    // on that page goes before; a strip that was put elsewhere or torn off stays there.
    void arrange(int page, const QString& title, bool beside, int extent);

    bool tornOff(Panel panel) const;
    void tearOff(Panel panel, bool off);
    // Every panel docked where it was at the first start, in its first size.
    void restoreDefaults();

    // All that the user changed; restore() returns false, and changes nothing, for anything else.
    QByteArray save() const;
    bool restore(const QByteArray& saved);

    static constexpr int gripHeight = 10;

Q_SIGNALS:
    void resized();
    void defaultsRestored();
    void tornOffChanged();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QDockWidget* dock(Panel panel) const { return panel == Panel::Strip ? m_strip : m_inspector; }
    QDockWidget* makeDock(const char* name, const QString& title, QWidget* content);
    void showTornOff(bool shown); // which stand outside, and go with the rest
    void place();
    void giveSizes();
    void rememberSizes();
    bool stripBeside() const; // the canvas, wherever it was put

    QDockWidget *m_strip, *m_inspector;
    int m_page = 0;
    bool m_beside = false;
    int m_wanted = 300;
    QMap<int, int> m_extents; // of the strip by page, where the user dragged it
    int m_inspectorWidth;
    bool m_moved = false;   // the user has put the strip on another side
    bool m_placing = false; // panels are being placed by the program
    QSize m_before[2];      // sizes of the panels when the mouse went down
};

} // namespace sparsescope
