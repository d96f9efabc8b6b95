// Bookmarks and the note of the session, in a window beside the main one.
#pragma once

#include <QDialog>

class QLabel;
class QListView;
class QPlainTextEdit;
class QPushButton;

namespace sparsescope {

class BookmarkModel;
class ViewKeeper;
class Workspace;

class BookmarksDialog : public QDialog {
    Q_OBJECT
public:
    BookmarksDialog(Workspace& workspace, ViewKeeper& keeper, QWidget* parent = nullptr);
    QListView& list() { return *m_list; }
    QPlainTextEdit& note() { return *m_note; }
    // Adds the view now, with its description as name, ready to be renamed.
    void add();

private:
    void go();
    void remove();
    void showState();

    Workspace& m_workspace;
    ViewKeeper& m_keeper;
    BookmarkModel* m_model;
    QListView* m_list;
    QLabel* m_about;
    QPlainTextEdit* m_note;
    QPushButton *m_add, *m_go, *m_rename, *m_delete;
};

} // namespace sparsescope
