// The keys of the present page, over the canvas; any key or click closes it.
#pragma once

#include "views/main_window/rail.h"

#include <QWidget>

namespace sparsescope {

class KeysHelp : public QWidget {
    Q_OBJECT
public:
    explicit KeysHelp(QWidget* parent);
    void showFor(Page page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    static QList<std::pair<QString, QString>> keysOfLearn();
    QList<std::pair<QString, QString>> m_keys;
};

} // namespace sparsescope
