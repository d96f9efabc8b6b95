// What is being looked at as a record, and back: of bookmarks, of a session, of the window that ended unexpectedly.
#pragma once

#include "engine/session/saved_view.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string_view>

namespace sparsescope {

class CanvasLink;
class HeatMapView;
class Workspace;

class ViewKeeper : public QObject {
    Q_OBJECT
public:
    // `page` and `showPage`: the page on screen, by its key.
    ViewKeeper(Workspace& workspace, HeatMapView& canvas, CanvasLink& link, std::function<const char*()> page,
               std::function<void(std::string_view)> showPage, QObject* parent = nullptr);

    session::SavedView now() const; // without a name
    // As far as what it names is still there.
    void show(const session::SavedView& view);

    static QString pageTitle(const session::SavedView& view);
    // "Search, stile, tile 12 of 40": of the view now, or of one that was kept.
    QString describe(const session::SavedView& view) const;

Q_SIGNALS:
    void changed(); // what now() would say

private:
    Workspace& m_workspace;
    HeatMapView& m_canvas;
    CanvasLink& m_link;
    std::function<const char*()> m_page;
    std::function<void(std::string_view)> m_showPage;
};

} // namespace sparsescope
