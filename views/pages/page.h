// A page of the window: what the window asks of every page, and what it gives to every page.
#pragma once

#include "views/parts/before_going.h"
#include "views/tour/tour.h"

#include <QFlags>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

class QAction;
class QKeyEvent;
class QMenu;
class QSettings;

namespace sparsescope {

class CanvasLink;
class HeatMapView;
class OfferBar;
class Page;
class PlanEditor;
class Replay;
class TwinCanvas;
class Workspace;
struct Operator;

// What the pages of a window share; it outlives them.
struct PageParts {
    Workspace& workspace;
    HeatMapView& canvas;
    CanvasLink& link; // what the canvas shows
    Replay& replay;
    PlanEditor& editor;
    TwinCanvas& twin; // a second map beside the canvas
    QWidget& panels;  // canvas, strip and inspector
    OfferBar& offers;
    std::shared_ptr<QSettings> settings; // null: nothing is remembered
    AskBeforeGoing ask;
};

// Where a page stands: in the strip below the canvas or beside it, or in the place of canvas, strip and inspector.
enum class PagePlace { Below, Beside, Whole };

// What --page takes: the page itself, by its key, or one of its views.
struct PageView {
    const char* name;
    bool needsPlan = true; // without a plan there is nothing to see
};

// What is known of a page before there is a window with it.
struct PageDefinition {
    const char* key;             // names the page in files too
    QString title;               // with the letter that its menu entry underlines: "&Explore"
    QString tip;                 // what it is for
    QString icon;                // a name that lineIcon() knows
    PagePlace place;             // in the window
    std::vector<PageView> views; // the page itself first, by its key
    Page* (*make)(const PageParts& parts, QWidget* parent);

    QString plainTitle() const { return QString(title).remove(QLatin1Char('&')); }
};

// Keys, and what they do.
using KeyTexts = QList<std::pair<QString, QString>>;

// Menus to which pages add actions: File, Edit, Run, and one that bears the page's title.
enum class PageMenu { File, Edit, Run, Own };

// What an axis may be of what is looked at.
enum class Side { Rows = 1, Columns = 2, Dense = 4 }; // of the matrix; the dense axis of the operator
Q_DECLARE_FLAGS(Sides, Side)
Q_DECLARE_OPERATORS_FOR_FLAGS(Sides)

// What a page does not override it does not have.
class Page : public QWidget {
    Q_OBJECT
public:
    // `definition` outlives the page.
    Page(const PageDefinition& definition, QWidget* parent);

    const PageDefinition& definition() const { return m_definition; }
    const char* key() const { return m_definition.key; }
    bool whole() const { return m_definition.place == PagePlace::Whole; }

    // Brings one of the definition's views on top, and starts what has to be computed before it shows something.
    virtual void showView(std::string_view name);
    virtual void computeView(std::string_view name);

    // The strip's height in pixels, or its width beside the canvas, of the `room` that it shares with the canvas.
    virtual int extent(int room) const;
    // Whether it stands beside the canvas where both have this width together, or below it.
    virtual bool beside(int width) const;
    // The page is the one that its window shows, or is so no more.
    virtual void setOnScreen(bool onScreen);
    virtual void setReducedMotion(bool reduced);
    // Something is still computed or drawn that is going to be seen.
    virtual bool busy() const;

    // Adds the page's actions to a menu and returns them. updateActions() says which of them can be used now.
    virtual QList<QAction*> fillMenu(PageMenu which, QMenu& menu);
    virtual void updateActions();
    // Actions that are in no menu of the bar, for the list of all actions.
    virtual QList<QAction*> moreActions();
    // A key that nobody under the cursor wanted; false: nor does the page.
    virtual bool handleKey(QKeyEvent& event);
    // The page's own keys, for the keys help.
    virtual KeyTexts keys() const;
    // Where the tour stops on this page.
    virtual std::vector<TourStop> tour();

    // Whether a file, judged by its beginning, is this page's; and opens it.
    virtual bool opens(const QString& path) const;
    virtual void openFile(const QString& path);
    // The name of such a file that stays open, after which a tab without a matrix is called; empty: none.
    virtual QString openTitle() const;
    // Work that is in no file, in words; empty: none. saveBeforeGoing() asks for files; false: something stays unsaved.
    virtual QString unsavedWork() const;
    virtual bool saveBeforeGoing();
    // Keeps such work in a folder from now on, and offers what an earlier program left there.
    virtual void keepSafe(const QString& folder, bool offerWhatWasLeft);

    // Plots that are seen now, for the export.
    QList<QWidget*> plots() const;
    // A page that is whole draws a picture of its own: fits it into its room, exports it, copies it.
    virtual void fitPicture();
    virtual void exportPictureDialog();
    virtual void copyPicture();

Q_SIGNALS:
    void wanted(); // it should be on screen
    // A matrix beside what is open, by its source in a batch's table, and what is computed with it.
    void matrixWanted(const QString& source, const sparsescope::Operator& op);
    // Files in place of what is open, or beside it, and one of the window's pages on top, as --page takes it.
    void filesWanted(const QStringList& files, const QString& view);
    void sliceWanted(std::optional<std::int64_t> slice); // of the matrix, beside it; none: the sum of all
    void extentChanged();
    void stripWanted(); // to be seen, where it is a drawer
    void statusText(const QString& text);
    void pointedAt(sparsescope::Sides sides); // an axis of these, in the page; none: at nothing of the kind
    void helpWanted();
    void presentingChanged(bool on); // on: nothing but this page is to be seen

protected:
    // An entry of a menu that does something.
    QAction* addEntry(QMenu& menu, const QString& text, const QKeySequence& keys, const std::function<void()>& what);

private:
    const PageDefinition& m_definition;
};

} // namespace sparsescope
