#include "tests/views/walk.h"

#include "views/parts/yielding.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTableView>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolButton>

namespace sparsescope::walk {

namespace {

QString named(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QString words = label ? label->text() : button ? button->text() : widget.accessibleName();
    QString path;
    for (const QWidget* w = &widget; w && path.count(QLatin1Char('<')) < 3; w = w->parentWidget())
        path += QStringLiteral(" < %1#%2").arg(QString::fromLatin1(w->metaObject()->className()), w->objectName());
    return QStringLiteral("\"%1\" %2x%3 (needs %4x%5)%6")
        .arg(words.left(40))
        .arg(widget.width())
        .arg(widget.height())
        .arg(widget.minimumSizeHint().width())
        .arg(widget.minimumSizeHint().height())
        .arg(path);
}

// Parts of a control are its own business.
bool partOfControl(const QWidget& widget)
{
    for (const QWidget* p = widget.parentWidget(); p; p = p->parentWidget())
        if (qobject_cast<const QComboBox*>(p) || qobject_cast<const QAbstractSpinBox*>(p) ||
            qobject_cast<const QTabBar*>(p) || qobject_cast<const QAbstractItemView*>(p))
            return true;
    return false;
}

bool cut(const QWidget& widget)
{
    if (dynamic_cast<const ElidedLabel*>(&widget))
        return false;
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->text().isEmpty())
            return false;
        if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored && !label->wordWrap())
            return label->width() < label->sizeHint().width() && label->toolTip().isEmpty();
        return label->width() < label->minimumSizeHint().width() ||
               label->height() <
                   (label->wordWrap() ? label->heightForWidth(label->width()) : label->minimumSizeHint().height());
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return !button->text().isEmpty() && (button->width() < button->minimumSizeHint().width() ||
                                             button->height() < button->fontMetrics().height());
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(combo);
        const int room =
            combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo).width();
        return combo->fontMetrics().horizontalAdvance(combo->currentText()) > room && combo->toolTip().isEmpty();
    }
    return false;
}

void cutCells(const QTableView& table, QStringList& faults)
{
    const QAbstractItemModel& model = *table.model();
    const QHeaderView& header = *table.horizontalHeader();
    if (table.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff && header.length() > table.viewport()->width())
        faults << QStringLiteral("the last columns cannot be reached: ") + named(table);
    constexpr int padding = 8;
    const bool tells = table.property("tellsCutCells").toBool();
    for (int column = 0; column < model.columnCount(); ++column) {
        if (table.isColumnHidden(column))
            continue;
        const auto lacks = [&](const QString& text, const QFont& font, const QString& tip) {
            return !tells && tip.isEmpty() &&
                   QFontMetrics(font).horizontalAdvance(text) + padding > table.columnWidth(column);
        };
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        if (header.isVisible() &&
            lacks(title, header.font(), model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString()))
            faults << QStringLiteral("the title of a column is cut: ") + title + named(table);
        for (int row = 0; row < std::min(model.rowCount(), 30); ++row) {
            const QModelIndex cell = model.index(row, column);
            if (lacks(cell.data().toString(), table.font(), cell.data(Qt::ToolTipRole).toString()))
                faults << QStringLiteral("a cell is cut: ") + cell.data().toString() + named(table);
        }
    }
}

void overlaps(const QLayout& layout, QStringList& faults)
{
    QList<QLayoutItem*> seen;
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        if (item->layout())
            overlaps(*item->layout(), faults);
        if (item->widget() && item->widget()->isVisible())
            seen << item;
    }
    if (QByteArray(layout.metaObject()->className()) == "QStackedLayout")
        return;
    for (int i = 0; i < seen.size(); ++i)
        for (int j = i + 1; j < seen.size(); ++j)
            if (seen[i]->widget()->geometry().intersects(seen[j]->widget()->geometry()))
                faults << QStringLiteral("cover one another: ") + named(*seen[i]->widget()) + QStringLiteral(" and ") +
                              named(*seen[j]->widget());
}

bool inReach(QWidget& widget, QWidget& window)
{
    // Qt brings the current line of a list into view, the title above it not always: then the list's middle is asked
    // for.
    for (const bool middle : {false, true}) {
        for (QWidget* p = widget.parentWidget(); p && p != &window; p = p->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(p); area && middle) {
                const QPoint center = widget.mapTo(area->widget(), widget.rect().center());
                area->ensureVisible(center.x(), center.y());
            } else if (area) {
                area->ensureWidgetVisible(&widget, 0, 0);
            }
        // A good part of what is larger than the room that it scrolls in.
        const QRect seen = widget.visibleRegion().boundingRect();
        const bool enough = seen.contains(widget.rect().center()) || (seen.width() >= 60 && seen.height() >= 40);
        if (enough && window.rect().contains(widget.mapTo(&window, seen.center())))
            return true;
    }
    return false;
}

} // namespace

QStringList layoutFaults(QWidget& root, QWidget& window)
{
    QStringList faults;
    QList<QWidget*> all = root.findChildren<QWidget*>();
    all.prepend(&root);
    for (QWidget* widget : all) {
        if (!widget->isVisible() || widget->window() != root.window() || partOfControl(*widget))
            continue;
        if (cut(*widget))
            faults << QStringLiteral("cut: ") + named(*widget);
        if (const auto* table = qobject_cast<const QTableView*>(widget); table && table->model())
            cutCells(*table, faults);
        if (const auto* text = qobject_cast<const QTextEdit*>(widget);
            text && text->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            text->document()->size().width() > text->viewport()->width() + 1)
            faults << QStringLiteral("the end of its lines cannot be reached: ") + named(*text);
        if ((widget->focusPolicy() & Qt::TabFocus) && widget->isEnabled() && !inReach(*widget, window))
            faults << QStringLiteral("out of reach: ") + named(*widget);
    }
    return faults;
}

QStringList widerThanTheirScroll(QWidget& root)
{
    QStringList found;
    for (const QScrollArea* area : root.findChildren<QScrollArea*>())
        if (area->isVisible() && area->widget() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            area->widget()->width() > area->viewport()->width() + 1)
            found << QStringLiteral("%1 of %2 pixels in %3")
                         .arg(named(*area->widget()))
                         .arg(area->widget()->width())
                         .arg(area->viewport()->width());
    return found;
}

namespace {

void nameless(QAccessibleInterface& object, QStringList& found)
{
    const QAccessible::State state = object.state();
    if (state.invisible)
        return;
    // A label's name is its text; one without text says nothing for now.
    if ((state.focusable || object.role() == QAccessible::Button) && object.role() != QAccessible::StaticText &&
        object.text(QAccessible::Name).isEmpty())
        if (const auto* widget = qobject_cast<QWidget*>(object.object()))
            found << named(*widget) + QStringLiteral(" role %1").arg(object.role(), 0, 16);
    // Cells are the model's.
    if (object.tableInterface() || object.role() == QAccessible::ComboBox || object.role() == QAccessible::SpinBox)
        return;
    for (int i = 0; i < object.childCount(); ++i)
        if (QAccessibleInterface* child = object.child(i))
            nameless(*child, found);
}

} // namespace

QStringList namelessControls(QWidget& root)
{
    QStringList found;
    if (QAccessibleInterface* object = QAccessible::queryAccessibleInterface(&root))
        nameless(*object, found);
    else
        found << QStringLiteral("nothing accessible");
    return found;
}

} // namespace sparsescope::walk
