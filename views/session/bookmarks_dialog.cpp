// Bookmarks and the note of the session.
#include "views/session/bookmarks_dialog.h"

#include "views/parts/theme.h"
#include "views/session/bookmark_model.h"
#include "views/session/view_keeper.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace sparsescope {

namespace {

QLabel* titled(const QString& text)
{
    auto* title = new QLabel(text);
    title->setProperty("role", QStringLiteral("title"));
    return title;
}

} // namespace

BookmarksDialog::BookmarksDialog(Workspace& workspace, ViewKeeper& keeper, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_keeper(keeper), m_model(new BookmarkModel(workspace, keeper, this))
{
    setWindowTitle(tr("Bookmarks and note"));
    resize(680, 420);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space::between, space::between, space::between, space::between);
    row->setSpacing(space::between);

    auto* left = new QVBoxLayout;
    left->setSpacing(space::inside);
    left->addWidget(titled(tr("Bookmarks")));
    m_list = new QListView;
    m_list->setModel(m_model);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setAccessibleName(tr("Bookmarks"));
    left->addWidget(m_list, 1);
    m_about = new QLabel;
    m_about->setProperty("role", QStringLiteral("secondary"));
    m_about->setWordWrap(true);
    m_about->setMinimumHeight(2 * m_about->fontMetrics().lineSpacing());
    m_about->setAlignment(Qt::AlignTop);
    left->addWidget(m_about);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(space::inside);
    const auto button = [&](const QString& text, const QString& tip, auto method) {
        auto* made = new QPushButton(text);
        made->setToolTip(tip);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, method);
        buttons->addWidget(made);
        return made;
    };
    m_go = button(tr("Go there"), tr("Enter"), &BookmarksDialog::go);
    m_go->setProperty("primary", true);
    m_add = button(tr("Add"), tr("The view now (Ctrl+B)"), &BookmarksDialog::add);
    m_rename = button(tr("Rename"), tr("F2"), [this] { m_list->edit(m_list->currentIndex()); });
    m_delete = button(tr("Delete"), tr("Delete"), &BookmarksDialog::remove);
    buttons->addStretch();
    left->addLayout(buttons);
    row->addLayout(left, 3);

    auto* right = new QVBoxLayout;
    right->setSpacing(space::inside);
    right->addWidget(titled(tr("Note")));
    m_note = new QPlainTextEdit;
    m_note->setPlaceholderText(tr("What you found; it is saved with the session."));
    m_note->setAccessibleName(tr("Note"));
    m_note->setTabChangesFocus(true);
    right->addWidget(m_note, 1);
    row->addLayout(right, 2);

    auto* byKey = new QShortcut(QKeySequence::Delete, m_list);
    byKey->setContext(Qt::WidgetShortcut);
    connect(byKey, &QShortcut::activated, this, &BookmarksDialog::remove);
    auto* another = new QShortcut(QKeySequence(QStringLiteral("Ctrl+B")), this);
    connect(another, &QShortcut::activated, this, &BookmarksDialog::add);
    connect(m_list, &QListView::activated, this, &BookmarksDialog::go);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &BookmarksDialog::showState);
    connect(m_model, &QAbstractItemModel::modelReset, this, &BookmarksDialog::showState);
    connect(m_note, &QPlainTextEdit::textChanged, this,
            [this] { m_workspace.document().setNote(m_note->toPlainText()); });
    listen(m_workspace.document(), Document::NoteChanged, this, [this] {
        if (m_note->toPlainText() != m_workspace.document().note())
            m_note->setPlainText(m_workspace.document().note());
    });
    listen(m_workspace.document(), Document::MatrixChanged, this, &BookmarksDialog::showState);
    m_note->setPlainText(m_workspace.document().note());
    showState();
}

void BookmarksDialog::add()
{
    if (!m_workspace.document().matrix())
        return;
    session::SavedView view = m_keeper.now();
    view.name = m_keeper.describe(view).toStdString();
    std::vector<session::SavedView> all = m_workspace.document().bookmarks();
    all.push_back(std::move(view));
    m_workspace.document().setBookmarks(std::move(all));
    const QModelIndex last = m_model->index(m_model->rowCount() - 1);
    m_list->setCurrentIndex(last);
    m_list->setFocus();
    m_list->edit(last);
}

void BookmarksDialog::go()
{
    if (const QModelIndex index = m_list->currentIndex(); index.isValid())
        m_keeper.show(m_model->view(index.row()));
}

void BookmarksDialog::remove()
{
    if (const QModelIndex index = m_list->currentIndex(); index.isValid())
        m_model->removeRow(index.row());
    showState();
}

void BookmarksDialog::showState()
{
    const QModelIndex index = m_list->currentIndex();
    for (QPushButton* button : {m_go, m_rename, m_delete})
        button->setEnabled(index.isValid());
    m_add->setEnabled(m_workspace.document().matrix() != nullptr);
    m_about->setText(index.isValid() ? index.data(Qt::ToolTipRole).toString()
                     : m_model->rowCount() == 0
                         ? tr("Ctrl+B keeps the page, the part of the matrix, the plan, its step and the selection.")
                         : QString());
}

} // namespace sparsescope
