// The session in the window: kept safe as it grows, offered again after an unexpected end, its bookmarks and its note.
#include "engine/io/reader.h"
#include "engine/session/recovery.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/edges_dialog.h"
#include "views/main_window/main_window.h"
#include "views/main_window/rail.h"
#include "views/main_window/window_frame.h"
#include "views/parts/label_text.h"
#include "views/parts/numbers.h"
#include "views/parts/offer_bar.h"
#include "views/session/autosave.h"
#include "views/session/bookmarks_dialog.h"
#include "views/session/view_keeper.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>

#include <utility>

namespace sparsescope {

void MainWindow::connectSession()
{
    Workspace& w = *m_workspace;
    m_keeper = new ViewKeeper(
        w, *m_canvas, *m_link, [this] { return m_page->key(); }, [this](std::string_view key) { showPage(key); }, this);
    w.document().setViewSource([this] { return m_keeper->now(); });
    connect(&w.operations(), &Operations::viewWanted, m_keeper, &ViewKeeper::show);
    connect(&w.operations(), &Operations::matrixMissing, this, &MainWindow::offerToLocate);
    connect(&w.operations(), &Operations::choiceWanted, this, &MainWindow::offerToChoose);
    connect(&w.operations(), &Operations::edgesUnclear, this, &MainWindow::offerToSayHow);
    listen(w.document(), Document::MatrixChanged, this, [this] {
        m_offers->withdraw(QStringLiteral("locate"));
        m_offers->withdraw(QStringLiteral("choose"));
    });
}

void MainWindow::buildSessionMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Bookmarks"));
    m_bookmark = addAction(menu, tr("&Bookmark this view"), QKeySequence(QStringLiteral("Ctrl+B")), [this] {
        showBookmarks();
        m_bookmarks->add();
    });
    addAction(menu, tr("Bookmarks and &note…"), QKeySequence(QStringLiteral("Ctrl+Shift+B")),
              [this] { showBookmarks(); });
    QAction* behind = menu->addSeparator();
    connect(menu, &QMenu::aboutToShow, this, [this, menu, behind] {
        const QList<QAction*> all = menu->actions();
        for (qsizetype i = all.indexOf(behind) + 1; i < all.size(); ++i)
            delete all[i];
        for (const session::SavedView& view : m_workspace->document().bookmarks())
            connect(menu->addAction(asLabel(QString::fromStdString(view.name))), &QAction::triggered, this,
                    [this, view] { m_keeper->show(view); });
        if (m_workspace->document().bookmarks().empty())
            menu->addAction(tr("No bookmarks yet"))->setEnabled(false);
    });
}

void MainWindow::showBookmarks()
{
    if (!m_bookmarks)
        m_bookmarks = new BookmarksDialog(*m_workspace, *m_keeper, this);
    m_bookmarks->show();
    m_bookmarks->raise();
    m_bookmarks->activateWindow();
}

void MainWindow::keepSafe(const QString& folder, bool offerWhatWasLeft)
{
    // What is there now was left by others; files in use, such as those of this program, are not among them.
    if (offerWhatWasLeft)
        m_workspace->jobs().start(
            Lane::Recovery, tr("Looking for unsaved work"),
            [folder = folder.toStdString()](Progress&) { return session::findRecoverable(folder); },
            [this](const std::vector<session::Recoverable>& found) {
                for (const session::Recoverable& left : found)
                    m_left << QString::fromStdString(left.path);
                if (m_frame && found.size() > 1)
                    offerToRestoreAll();
                for (const session::Recoverable& left : found)
                    offerToRestore(left);
            });
    for (Page* page : m_pages)
        page->keepSafe(folder, offerWhatWasLeft);
    m_autosave = new Autosave(
        *m_workspace, [this] { return m_keeper->now(); }, folder, this);
    connect(m_keeper, &ViewKeeper::changed, m_autosave, &Autosave::viewChanged);
    // Pages and colours are changed by actions and by the rail.
    connect(m_rail, &Rail::pageWanted, m_autosave, &Autosave::viewChanged);
    for (const QAction* action : m_allActions)
        connect(action, &QAction::triggered, m_autosave, &Autosave::viewChanged);
    connect(&m_workspace->operations(), &Operations::restored, m_autosave, &Autosave::replaces);
    connect(m_autosave, &Autosave::failed, this, [this](const QString& sentence) {
        m_offers->offer(QStringLiteral("autosave"),
                        tr("Your work is not kept safe any more: %1. Save the session to keep it.").arg(sentence),
                        {{tr("Save…"), [this] { saveSessionDialog(); }}, {tr("Not now"), {}}});
    });
}

void MainWindow::offerToRestore(const session::Recoverable& left)
{
    const QString path = QString::fromStdString(left.path);
    const session::SessionSummary& s = left.summary;
    QStringList has;
    if (s.plans > 0)
        has << countOf(s.plans, tr("plan"), tr("plans"));
    if (s.runs > 0)
        has << countOf(s.runs, tr("run"), tr("runs"));
    if (s.bookmarks > 0)
        has << countOf(s.bookmarks, tr("bookmark"), tr("bookmarks"));
    if (!s.note.empty())
        has << tr("a note");
    QString what = QString::fromStdString(s.matrix);
    if (!has.isEmpty())
        what = tr("%1 with %2").arg(what, has.join(QStringLiteral(", ")));
    m_offers->offer(path, tr("Sparsescope ended unexpectedly: %1, %2").arg(what, momentText(left.changed)),
                    {{tr("Restore"),
                      [this, left, path] {
                          if (!mayReplace())
                              return offerToRestore(left);
                          answered(path);
                          roomForMatrix().workspace().operations().restore(path);
                      }},
                     {tr("Discard"),
                      [this, path] {
                          answered(path);
                          discard({path});
                      }}},
                    path);
}

void MainWindow::discard(const QStringList& recoveryFiles)
{
    m_workspace->jobs().start(
        {Lane::Recovery, recoveryFiles.front()}, tr("Discarding"),
        [recoveryFiles](Progress&) {
            for (const QString& file : recoveryFiles)
                session::removeRecovery(file.toStdString());
            return true;
        },
        [](bool) {});
}

void MainWindow::offerToRestoreAll()
{
    const auto count = [this] { return countOf(m_left.size(), tr("matrix"), tr("matrices")); };
    const auto forAll = [this] {
        const QStringList all = std::exchange(m_left, {});
        for (const QString& path : all)
            m_offers->withdraw(path);
        return all;
    };
    m_offers->offer(QStringLiteral("restoreAll"), tr("Sparsescope ended unexpectedly with %1 open").arg(count()),
                    {{tr("Restore all"),
                      [this, forAll] {
                          for (const QString& path : forAll())
                              m_frame->roomFor(*this, false).workspace().operations().restore(path);
                      }},
                     {tr("Discard all…"),
                      [this, forAll, count] {
                          // Once more: there is no way back from this one.
                          m_offers->offer(QStringLiteral("restoreAll"), tr("Discard what is left of %1?").arg(count()),
                                          {{tr("Discard all"), [this, forAll] { discard(forAll()); }},
                                           {tr("Keep"), [this] { offerToRestoreAll(); }}});
                      }},
                     {tr("One by one"), {}}});
}

// Where one is left there is no "all".
void MainWindow::answered(const QString& path)
{
    m_left.removeAll(path);
    if (m_left.size() < 2)
        m_offers->withdraw(QStringLiteral("restoreAll"));
}

void MainWindow::leave()
{
    rememberPanels();
    m_workspace->jobs().dropAllButSaves();
    if (m_autosave)
        m_autosave->writeAll();
    hide();
}

bool MainWindow::ended() const
{
    return m_workspace->jobs().ended() && (!m_autosave || m_autosave->idle());
}

std::unique_ptr<session::RecoveryFile> MainWindow::takeCopy()
{
    return m_autosave ? m_autosave->take() : nullptr;
}

void MainWindow::offerToLocate(const MissingMatrix& missing)
{
    const QString where = missing.path.isEmpty() ? missing.matrix : missing.path;
    const QString holds =
        tr("%1 and %2")
            .arg(countOf(missing.plans, tr("plan"), tr("plans")), countOf(missing.runs, tr("run"), tr("runs")));
    const QString sentence =
        missing.changed ? tr("%1 has changed since this session was saved: its fingerprint is another one. "
                             "The session's %2 belong to the old one.")
                              .arg(missing.matrix, holds)
                        : tr("%1 is not where it was. The session's %2 open with it.").arg(missing.matrix, holds);
    m_offers->offer(QStringLiteral("locate"), sentence,
                    {{tr("Locate…"),
                      [this, missing] {
                          const QString path = QFileDialog::getOpenFileName(
                              this, tr("Where is %1?").arg(missing.matrix), QFileInfo(missing.session).absolutePath());
                          if (path.isEmpty() || !mayReplace())
                              offerToLocate(missing);
                          else
                              m_workspace->operations().openWithMatrix(missing, path);
                      }},
                     {tr("Not now"), {}}},
                    tr("%1\n%2").arg(where, missing.reason));
}

void MainWindow::offerToChoose(const SeveralInFile& several)
{
    const QString file = QFileInfo(several.path).fileName();
    m_offers->offer(QStringLiteral("choose"), tr("%1 holds %2 matrices.").arg(file).arg(several.names.size()),
                    {{tr("Choose…"),
                      [this, several, file] {
                          bool chosen = false;
                          const QString name =
                              QInputDialog::getItem(this, tr("Choose a matrix"), tr("Matrix of %1").arg(file),
                                                    several.names, 0, false, &chosen);
                          if (!chosen || !mayReplace())
                              offerToChoose(several);
                          else
                              m_workspace->operations().open({several.path + QLatin1Char('#') + name});
                      }},
                     {tr("Not now"), {}}},
                    several.names.join(QLatin1Char('\n')));
}

void MainWindow::offerToSayHow(const QString& path, const QString& reason)
{
    m_offers->offer(
        QStringLiteral("edges"),
        tr("%1 may be an edge list that does not say what its columns are.").arg(QFileInfo(path).fileName()),
        {{tr("Say how…"), [this, path] { openEdges(path); }}, {tr("Not now"), {}}}, reason);
}

void MainWindow::openEdgesDialog()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open an edge list"), {},
                                                      tr("Edge lists (*.txt *.csv *.tsv *.edges *.gz *.bz2 *.xz *.zst "
                                                         "*.zip *.tar);;All files (*)"));
    if (!path.isEmpty())
        openEdges(path);
}

void MainWindow::openEdges(const QString& path)
{
    constexpr std::size_t shown = 1 << 16;
    m_workspace->jobs().start(
        Lane::Open, tr("Looking at %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress& progress) { return startOfMatrix(file, shown, progress); },
        [this, path](const std::string& start) {
            EdgesDialog dialog(path, start, this);
            if (dialog.exec() == QDialog::Accepted && mayReplace())
                roomForMatrix().workspace().operations().openEdges(path, dialog.options());
        });
}

} // namespace sparsescope
