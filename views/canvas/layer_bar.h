// The layers of the heat map, side by side: what the matrix' values or its tiles are coloured by. A layer without data
// says on hover why; and the order of rows and columns. Where there is no room for all, one kind folds into a menu,
// then the other too.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QActionGroup;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace sparsescope {

class CanvasLink;

class LayerBar : public QWidget {
    Q_OBJECT
public:
    explicit LayerBar(CanvasLink& link, QWidget* parent = nullptr);

    const QList<QAction*>& valueActions() const { return m_values.actions; }
    const QList<QAction*>& tileActions() const { return m_tiles.actions; }
    // Orders of rows and columns.
    const QList<QAction*>& orderActions() const { return m_orders; }
    void showOrders(); // to choose one by keyboard
    // The next layer with data of one kind, or the one shown last of the other kind.
    void nextValues();
    void nextTiles();
    void setTight(bool tight); // no higher than its text needs

protected:
    void resizeEvent(QResizeEvent* event) override;
    QSize minimumSizeHint() const override;

private:
    struct Kind {
        QLabel* title = nullptr;
        QList<QAction*> actions;
        QWidget* buttons = nullptr;    // one a layer
        QToolButton* folded = nullptr; // the one shown, the others in its menu
        void fold(bool fold);
    };
    Kind makeKind(const QString& title, const QList<std::pair<QString, QString>>& layers, QHBoxLayout& row);
    void makeOrders(QHBoxLayout& row);
    void next(const Kind& kind, bool shown, int now);
    void refresh();
    void arrange();

    CanvasLink& m_link;
    QActionGroup* m_group;
    Kind m_values, m_tiles;
    QList<QAction*> m_orders; // in the order of matrixOrders
    QLabel* m_orderTitle = nullptr;
    QToolButton* m_order = nullptr;
};

} // namespace sparsescope
