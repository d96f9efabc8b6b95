#include "views/main_window/layouts.h"

#include "views/parts/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSettings>
#include <QShortcut>
#include <QVBoxLayout>

#include <utility>

namespace sparsescope {

namespace {
const QString layoutsKey = QStringLiteral("layouts");
}

// Read each time: another tab may have changed them.
QVariantMap Layouts::all() const
{
    return m_settings ? m_settings->value(layoutsKey).toMap() : m_unkept;
}

void Layouts::write(const QVariantMap& all)
{
    if (m_settings)
        m_settings->setValue(layoutsKey, all);
    else
        m_unkept = all;
}

QStringList Layouts::names() const
{
    QStringList names = all().keys();
    names.sort(Qt::CaseInsensitive);
    return names;
}

void Layouts::save(const QString& name, const QByteArray& layout)
{
    QVariantMap map = all();
    map[name] = layout;
    write(map);
}

bool Layouts::rename(const QString& from, const QString& to)
{
    QVariantMap map = all();
    if (to.isEmpty() || map.contains(to) || !map.contains(from))
        return false;
    map[to] = map.take(from);
    write(map);
    return true;
}

void Layouts::remove(const QString& name)
{
    QVariantMap map = all();
    map.remove(name);
    write(map);
}

QString Layouts::freeName() const
{
    const QVariantMap map = all();
    for (int i = 1;; ++i)
        if (const QString name = LayoutsDialog::tr("Layout %1").arg(i); !map.contains(name))
            return name;
}

LayoutsDialog::LayoutsDialog(Layouts& layouts, std::function<QByteArray()> now, QWidget* parent)
    : QDialog(parent), m_layouts(layouts), m_now(std::move(now))
{
    setWindowTitle(tr("Layouts of the panels"));
    resize(440, 320);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::between, space::between, space::between, space::between);
    column->setSpacing(space::inside);
    m_list = new QListWidget;
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setAccessibleName(tr("Layouts of the panels"));
    column->addWidget(m_list, 1);
    auto* about = new QLabel(
        tr("A layout is where the page strip and the inspector stand, and how large they are on each page."));
    about->setProperty("role", QStringLiteral("secondary"));
    about->setWordWrap(true);
    column->addWidget(about);
    auto* row = new QHBoxLayout;
    row->setSpacing(space::inside);
    const auto button = [&](const QString& text, const QString& tip, auto what) {
        auto* made = new QPushButton(text);
        made->setToolTip(tip);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, what);
        row->addWidget(made);
        return made;
    };
    const auto use = [this] {
        if (const QString name = current(); !name.isEmpty())
            Q_EMIT wanted(name);
    };
    m_use = button(tr("Use"), tr("Enter"), use);
    m_use->setProperty("primary", true);
    button(tr("Save"), tr("The layout as it is now"), &LayoutsDialog::add);
    m_rename = button(tr("Rename"), tr("F2"), [this] { m_list->editItem(m_list->currentItem()); });
    m_delete = button(tr("Delete"), tr("Delete"), &LayoutsDialog::remove);
    row->addStretch();
    button(tr("Default layout"), tr("Every panel docked, in its first size"), &LayoutsDialog::defaultWanted);
    column->addLayout(row);

    auto* byKey = new QShortcut(QKeySequence::Delete, m_list);
    byKey->setContext(Qt::WidgetShortcut);
    connect(byKey, &QShortcut::activated, this, &LayoutsDialog::remove);
    connect(m_list, &QListWidget::itemActivated, this, use);
    connect(m_list, &QListWidget::currentItemChanged, this, &LayoutsDialog::showState);
    connect(m_list, &QListWidget::itemChanged, this, &LayoutsDialog::renamed);
    fill({});
}

void LayoutsDialog::showEvent(QShowEvent* event)
{
    fill(current());
    QDialog::showEvent(event);
}

// Each item knows the name under which it is kept; its text may have been changed.
void LayoutsDialog::fill(const QString& current)
{
    {
        const QScopedValueRollback filling(m_filling, true);
        m_list->clear();
        for (const QString& name : m_layouts.names()) {
            auto* item = new QListWidgetItem(name, m_list);
            item->setData(Qt::UserRole, name);
            item->setFlags(item->flags() | Qt::ItemIsEditable);
            if (name == current || m_list->count() == 1)
                m_list->setCurrentItem(item);
        }
    }
    showState();
}

QString LayoutsDialog::current() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

void LayoutsDialog::add()
{
    const QString name = m_layouts.freeName();
    m_layouts.save(name, m_now());
    fill(name);
    m_list->setFocus();
    m_list->editItem(m_list->currentItem());
}

void LayoutsDialog::renamed(QListWidgetItem* item)
{
    if (m_filling)
        return;
    const QScopedValueRollback filling(m_filling, true);
    const QString before = item->data(Qt::UserRole).toString();
    const QString name = item->text().trimmed();
    const bool done = m_layouts.rename(before, name);
    item->setText(done ? name : before);
    item->setData(Qt::UserRole, done ? name : before);
}

void LayoutsDialog::remove()
{
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    m_layouts.remove(current());
    fill({});
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
}

void LayoutsDialog::showState()
{
    for (QPushButton* button : {m_use, m_rename, m_delete})
        button->setEnabled(m_list->currentItem() != nullptr);
}

} // namespace sparsescope
