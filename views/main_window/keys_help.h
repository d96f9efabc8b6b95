// The keys of the present page, over the canvas; any key or click closes it.
#pragma once

#include "views/pages/page.h"

#include <QWidget>

namespace sparsescope {

class KeysHelp : public QWidget {
    Q_OBJECT
public:
    explicit KeysHelp(QWidget* parent);
    void showFor(const Page& page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    KeyTexts m_keys;
};

} // namespace sparsescope
