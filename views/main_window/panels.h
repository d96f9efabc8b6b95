// The canvas with its panels, the page strip, the inspector and, while there are some, the masks: dragged to other
// sides, torn off, brought back.
// Where there is no room for a panel beside the canvas it is a drawer over it, with a handle at the right edge.
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QMap>

#include <array>

class QAbstractButton;
class QDockWidget;

namespace sparsescope {

class Panels : public QMainWindow {
    Q_OBJECT
public:
    enum class Panel { Strip, Inspector, Masks };

    Panels(QWidget* canvas, QWidget* strip, QWidget* inspector, QWidget* masks);

    // The panel of the masks comes and goes with them; it comes back to where it was.
    void showMasks(bool there);
    bool masksShown() const { return m_masksShown; }

    // Where a page wants its strip: below the canvas or beside it, `extent` pixels high or wide. What the user dragged
    // on that page goes before; a strip that was put elsewhere or torn off stays there.
    void arrange(int page, const QString& title, bool beside, int extent);

    bool tornOff(Panel panel) const;
    void tearOff(Panel panel, bool off);
    // Beside the canvas: neither torn off nor a drawer.
    bool docked(Panel panel) const;
    bool drawer(Panel panel) const { return m_drawers[at(panel)]; }
    bool drawerOpen(Panel panel) const;
    // A panel that is a drawer; one at a time is open.
    void openDrawer(Panel panel);
    void closeDrawers();
    QAbstractButton& handle(Panel panel) const { return *m_handles[at(panel)]; }
    // Every panel docked where it was at the first start, in its first size.
    void restoreDefaults();

    // All that the user changed; restore() returns false, and changes nothing, for anything else.
    QByteArray save() const;
    bool restore(const QByteArray& saved);

    // The canvas keeps as much, without what stands above it.
    static constexpr int leastCanvasWidth = 320, leastCanvasHeight = 240;
    QSize minimumSizeHint() const override { return {leastCanvasWidth, 208}; }

    static constexpr int gripHeight = 10;

Q_SIGNALS:
    void resized();
    void defaultsRestored();
    void tornOffChanged();
    void drawersClosed(); // with the focus in them

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // In the order in which they give way.
    static constexpr std::array all{Panel::Inspector, Panel::Masks, Panel::Strip};
    static constexpr std::size_t at(Panel panel) { return static_cast<std::size_t>(panel); }
    QDockWidget* dock(Panel panel) const { return m_docks[at(panel)]; }
    bool there(Panel panel) const { return panel != Panel::Masks || m_masksShown; }
    bool anyDrawer() const;
    QDockWidget* makeDock(const char* name, const QString& title, QWidget* content);
    void showTornOff(bool shown); // which stand outside, and go with the rest
    void place();
    void giveSizes();
    void rememberSizes();
    bool stripBeside() const { return isBeside(Panel::Strip); }
    bool isBeside(Panel panel) const; // the canvas, wherever it was put
    Qt::DockWidgetArea areaOf(Panel panel) const;
    void makeHandles();
    void giveWay();
    void makeDrawer(Panel panel, bool drawer);
    void placeDrawers();
    QSize leastCanvas() const; // with what stands above it
    int bounded(int extent) const;

    QDockWidget *m_strip, *m_inspector, *m_masks;
    std::array<QDockWidget*, all.size()> m_docks;
    bool m_masksShown = false;
    int m_page = 0;
    bool m_beside = false;
    int m_wanted = 300;
    QMap<int, int> m_extents; // of the strip by page, where the user dragged it
    int m_inspectorWidth;
    int m_masksExtent;                      // their width, or height above or below the canvas
    bool m_moved = false;                   // the user has put the strip on another side
    bool m_placing = false;                 // panels are being placed by the program
    std::array<QSize, all.size()> m_before; // sizes of the panels when the mouse went down
    std::array<bool, all.size()> m_drawers{};
    std::array<Qt::DockWidgetArea, all.size()> m_areas{}; // from which drawers came
    QByteArray m_stateBefore;                             // when all panels had room
    std::array<QAbstractButton*, all.size()> m_handles{};
    QWidget *m_edge, *m_drawerEdge; // behind the handles, beside an open drawer
};

} // namespace sparsescope
