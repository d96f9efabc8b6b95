// A window with several matrices, for tests.
#pragma once

#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/parts/offer_bar.h"
#include "views/tabs/tabbed_window.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QUrl>

#include <memory>

namespace sparsescope::tabs {

inline const QString samples = inSource("samples/");
inline const QString figure = samples + QStringLiteral("figure1.mtx");
inline const QString crossingFile = samples + QStringLiteral("crossing-2048.mtx.gz");

inline std::unique_ptr<TabbedWindow> open(const QStringList& files = {}, Hooks hooks = {})
{
    auto window = std::make_unique<TabbedWindow>(std::move(hooks), nullptr);
    window->resize(1440, 900);
    window->show();
    window->openFiles(files);
    return window;
}

inline void settle(TabbedWindow& window)
{
    for (int calm = 0; calm < 3;) {
        QTest::qWait(10);
        calm = window.settled() ? calm + 1 : 0;
    }
}

inline void drop(QWidget& on, const QStringList& files)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files)
        urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(40, 40), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &enter);
    QDropEvent event(QPointF(40, 40), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &event);
}

inline QPushButton* offerOf(MainWindow& tab, const QString& text)
{
    for (QPushButton* button : part<OfferBar>(tab).findChildren<QPushButton*>())
        if (button->text() == text && !button->isHidden())
            return button;
    return nullptr;
}

inline double centreRow(const raster::ViewBox& v)
{
    return v.rowAt(v.height / 2.0);
}
inline double centreCol(const raster::ViewBox& v)
{
    return v.colAt(v.width / 2.0);
}

} // namespace sparsescope::tabs
