#include "views/rules/rules_list.h"

#include "views/parts/bar_below.h"
#include "views/parts/flow_layout.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/rules/number_field.h"
#include "views/rules/rules_document.h"
#include "views/rules/rules_model.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {

void openDialog(RulesDocument& document, QWidget* parent)
{
    const QString path = QFileDialog::getOpenFileName(parent, RulesList::tr("Open rewrite rules"), document.path(),
                                                      RulesList::tr("Rules (*.json);;All files (*)"));
    if (!path.isEmpty())
        document.open(path);
}

// What a rule takes is read in whole: its column alone has lines.
class RuleCell : public BarBelow {
public:
    using BarBelow::BarBelow;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        BarBelow::initStyleOption(option, index);
        option->features.setFlag(QStyleOptionViewItem::WrapText, index.column() == RulesModel::Takes);
    }
};

} // namespace

bool saveRulesDialog(RulesDocument& document, QWidget* parent)
{
    const QString path = QFileDialog::getSaveFileName(
        parent, RulesList::tr("Save the rewrite rules"),
        document.path().isEmpty() ? QStringLiteral("rules.json") : document.path(), RulesList::tr("Rules (*.json)"));
    if (!path.isEmpty())
        document.save(path);
    return !path.isEmpty();
}

QList<QAction*> addRulesActions(QMenu& menu, RulesDocument& document)
{
    QList<QAction*> all;
    const auto add = [&](const QString& text, auto what) {
        QAction* action = menu.addAction(text);
        QObject::connect(action, &QAction::triggered, &document, what);
        all.push_back(action);
        return action;
    };
    RulesDocument* rules = &document;
    add(RulesList::tr("&Add a rule"), [rules] { rules->add(); });
    QAction* remove = add(RulesList::tr("&Remove the rule"), [rules] { rules->remove(); });
    QAction* up = add(RulesList::tr("Move the rule &up"), [rules] { rules->move(-1); });
    QAction* down = add(RulesList::tr("Move the rule &down"), [rules] { rules->move(1); });
    QAction* rest = add(RulesList::tr("&Take the rest as CSR"), [rules] { rules->takeRest(); });
    QAction* undo = add(RulesList::tr("U&ndo a change of the rules"), [rules] { rules->stack().undo(); });
    QAction* redo = add(RulesList::tr("Red&o a change of the rules"), [rules] { rules->stack().redo(); });
    menu.addSeparator();
    add(RulesList::tr("&Open rules…"), [rules, &menu] { openDialog(*rules, menu.window()); });
    add(RulesList::tr("&Save the rules as…"), [rules, &menu] { saveRulesDialog(*rules, menu.window()); });
    QAction* fromPlan = add(RulesList::tr("Rules of the shown &plan"), [rules] { rules->takeFromPlan(); });
    menu.addSeparator();
    QAction* search = add(RulesList::tr("Search &by these rules"), [rules] { rules->search(); });
    const auto refresh = [=] {
        remove->setEnabled(rules->size() > 1);
        up->setEnabled(rules->current() > 0);
        down->setEnabled(rules->current() + 1 < rules->size());
        rest->setEnabled(rules->left() > 0);
        undo->setEnabled(rules->stack().canUndo());
        redo->setEnabled(rules->stack().canRedo());
        fromPlan->setEnabled(rules->planHasRules());
        search->setEnabled(rules->whyNoSearch().isEmpty());
    };
    for (const auto signal : {&RulesDocument::changed, &RulesDocument::countsChanged, &RulesDocument::currentChanged})
        QObject::connect(rules, signal, &menu, refresh);
    QObject::connect(&rules->stack(), &QUndoStack::indexChanged, &menu, refresh);
    listen(rules->workspace().document(), Document::MatrixChanged, &menu, refresh);
    listen(rules->workspace().attention(), Attention::PlanChanged, &menu, refresh);
    refresh();
    return all;
}

RulesList::RulesList(RulesDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(new RulesModel(document, this))
{
    build();
    m_model->setColors(colorsOf(*this));
    connect(m_title, &QLineEdit::textEdited, &m_document, &RulesDocument::setTitle);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    m_document.setCurrent(current.row());
            });
    for (const auto signal : {&RulesDocument::changed, &RulesDocument::countsChanged, &RulesDocument::currentChanged})
        connect(&m_document, signal, this, &RulesList::refresh);
    connect(&m_document.stack(), &QUndoStack::indexChanged, this, &RulesList::refresh);
    refresh();
}

void RulesList::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    const auto line = [&] {
        auto* row = new QHBoxLayout;
        row->setSpacing(4);
        column->addLayout(row);
        return row;
    };
    const auto button = [&](QLayout* row, const QString& text, const QString& tip, auto what) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setToolTip(tip);
        b->setAccessibleName(tip);
        b->setProperty("framed", true);
        connect(b, &QToolButton::clicked, this, what);
        row->addWidget(b);
        return b;
    };
    QHBoxLayout* top = line();
    m_title = new RuleField;
    m_title->setPlaceholderText(tr("Rewrite rules: a title"));
    m_title->setAccessibleName(tr("Title of the rules"));
    m_title->setToolTip(tr("What these rules are; it stands in their file"));
    top->addWidget(m_title, 1);
    button(top, tr("Open…"), tr("Open rules from a file"), [this] { openDialog(m_document, window()); });
    button(top, tr("Save…"), tr("Save the rules as a file"), [this] { saveRulesDialog(m_document, window()); });
    m_table = new QTableView;
    m_table->setModel(m_model);
    setTableLook(*m_table);
    m_table->setItemDelegate(new RuleCell(m_table));
    m_table->setWordWrap(true);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* resized = new QTimer(this); // when the header tells of it, the column has its old width yet
    resized->setSingleShot(true);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, resized, qOverload<>(&QTimer::start));
    connect(resized, &QTimer::timeout, this, &RulesList::fitRows);
    m_table->setAccessibleName(tr("Rewrite rules"));
    m_table->setMinimumHeight(64);
    m_table->installEventFilter(this);
    column->addWidget(m_table, 1);
    auto* said = line();
    m_left = new QLabel;
    m_left->setWordWrap(true);
    m_left->setAccessibleName(tr("What no rule takes"));
    said->addWidget(m_left, 1);
    m_rest = button(said, tr("Take the rest"), tr("A last rule: CSR takes all that is left"),
                    [this] { m_document.takeRest(); });
    auto* tools = new FlowLayout(4);
    column->addLayout(tools);
    button(tools, tr("Add"), tr("Add a rule (Insert)"), [this] { m_document.add(); });
    m_remove = button(tools, tr("Remove"), tr("Remove the rule (Delete)"), [this] { m_document.remove(); });
    m_up = button(tools, tr("Up"), tr("Move the rule up, so that it takes earlier (Alt+Up)"),
                  [this] { m_document.move(-1); });
    m_down = button(tools, tr("Down"), tr("Move the rule down, so that it takes later (Alt+Down)"),
                    [this] { m_document.move(1); });
    m_undo =
        button(tools, tr("Undo"), tr("Undo a change of the rules (Ctrl+Z)"), [this] { m_document.stack().undo(); });
    m_redo = button(tools, tr("Redo"), tr("Redo a change of the rules (Ctrl+Shift+Z)"),
                    [this] { m_document.stack().redo(); });
}

void RulesList::refresh()
{
    if (m_title->text() != m_document.title()) {
        m_title->setText(m_document.title());
        m_title->setCursorPosition(0);
    }
    m_remove->setEnabled(m_document.size() > 1);
    m_up->setEnabled(m_document.current() > 0);
    m_down->setEnabled(m_document.current() + 1 < m_document.size());
    m_undo->setEnabled(m_document.stack().canUndo());
    m_redo->setEnabled(m_document.stack().canRedo());
    m_left->setText(m_document.leftText());
    const bool left = m_document.left() > 0;
    const QString role = left ? QStringLiteral("bad") : QStringLiteral("secondary");
    if (m_left->property("role") != role) {
        m_left->setProperty("role", role);
        m_left->style()->unpolish(m_left);
        m_left->style()->polish(m_left);
    }
    m_rest->setVisible(left);
    showCurrent();
}

void RulesList::showCurrent()
{
    fitColumns(*m_table, RulesModel::Takes);
    // Little air, and no mark of sorting: what a rule takes has the rest.
    for (const int column : {RulesModel::Number, RulesModel::Format, RulesModel::NonZeros, RulesModel::Share})
        m_table->setColumnWidth(column, m_table->columnWidth(column) - 12);
    fitRows();
    if (m_table->currentIndex().row() != m_document.current() || !m_table->selectionModel()->hasSelection())
        m_table->selectRow(m_document.current());
}

void RulesList::fitRows()
{
    const QAbstractItemView& cells = *m_table;
    for (int row = 0; row < m_model->rowCount(); ++row)
        m_table->setRowHeight(row, std::max(24, cells.sizeHintForRow(row) + 6));
}

bool RulesList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool alt = key.modifiers() == Qt::AltModifier;
    if (key.key() == Qt::Key_Insert)
        m_document.add();
    else if (key.key() == Qt::Key_Delete)
        m_document.remove();
    else if (alt && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down))
        m_document.move(key.key() == Qt::Key_Up ? -1 : 1);
    else
        return false;
    return true;
}

void RulesList::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_model->setColors(colorsOf(*this));
    QWidget::changeEvent(event);
}

} // namespace sparsescope
