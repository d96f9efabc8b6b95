// The keys of the present page, over the canvas; arrows scroll, any other key and a click close it.
#pragma once

#include "views/pages/page.h"

#include <QWidget>

class QGridLayout;
class QScrollArea;

namespace sparsescope {

class KeysHelp : public QWidget {
    Q_OBJECT
public:
    explicit KeysHelp(QWidget* parent);
    void showFor(const Page& page);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void place();
    QWidget* m_box;
    QScrollArea* m_scroll;
    QGridLayout* m_grid;
};

} // namespace sparsescope
