// All actions of the window by name.
#include "views/parts/action_palette.h"

#include "views/parts/label_text.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {
const char kindProperty[] = "kind";
}

ActionPalette::ActionPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), m_actions(actions), m_edit(new QLineEdit), m_list(new QListWidget)
{
    setWindowTitle(tr("Actions"));
    resize(480, 360);
    auto* column = new QVBoxLayout(this);
    m_edit->setPlaceholderText(tr("Type a few letters of an action"));
    m_edit->setAccessibleName(m_edit->placeholderText());
    m_list->setAccessibleName(windowTitle());
    m_edit->installEventFilter(this);
    column->addWidget(m_edit);
    column->addWidget(m_list);
    connect(m_edit, &QLineEdit::textChanged, this, &ActionPalette::filter);
    connect(m_edit, &QLineEdit::returnPressed, this, &ActionPalette::run);
    connect(m_list, &QListWidget::itemActivated, this, &ActionPalette::run);
    filter();
}

std::optional<int> ActionPalette::misfit(const QString& text, const QString& typed)
{
    static const QRegularExpression between(QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
    const QStringList asked = typed.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QStringList words = text.split(between, Qt::SkipEmptyParts);
    int worst = 0;
    for (const QString& word : asked) {
        const auto any = [&](auto fits) { return std::any_of(words.begin(), words.end(), fits); };
        const int misfit = any([&](const QString& w) { return w.compare(word, Qt::CaseInsensitive) == 0; }) ? 0
                           : any([&](const QString& w) { return w.startsWith(word, Qt::CaseInsensitive); }) ? 1
                           : text.contains(word, Qt::CaseInsensitive)                                       ? 2
                                                                                                            : 3;
        worst = std::max(worst, misfit);
    }
    if (worst < 3)
        return worst;
    qsizetype at = 0;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue;
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        ++at;
    }
    return worst;
}

QString ActionPalette::nameOf(const QAction& action)
{
    const QString text = fromLabel(action.text());
    const QString kind = action.property(kindProperty).toString();
    return kind.isEmpty() ? text : tr("%1: %2").arg(kind, text);
}

void nameKind(const QList<QAction*>& actions, const QString& kind)
{
    for (QAction* action : actions)
        action->setProperty(kindProperty, kind);
}

void ActionPalette::filter()
{
    m_list->clear();
    struct Fitting {
        std::pair<int, bool> misfit; // and whether the text begins otherwise
        qsizetype index;
    };
    std::vector<Fitting> fitting;
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const QString text = nameOf(*m_actions[i]);
        if (m_actions[i]->isEnabled() && !text.isEmpty())
            if (const auto misfit = ActionPalette::misfit(text, m_edit->text()))
                fitting.push_back({{*misfit, !text.startsWith(m_edit->text(), Qt::CaseInsensitive)}, i});
    }
    // Those that fit alike stay in the order of the menus.
    std::ranges::stable_sort(fitting, {}, &Fitting::misfit);
    for (const Fitting& each : fitting) {
        const QAction* action = m_actions[each.index];
        const QString text = nameOf(*action), keys = action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(keys.isEmpty() ? text : text + QStringLiteral("    ") + keys, m_list);
        item->setData(Qt::UserRole, static_cast<int>(each.index));
    }
    m_list->setCurrentRow(0);
}

// The arrows walk through the list while the letters are typed.
bool ActionPalette::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_edit && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int row = m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1);
            m_list->setCurrentRow(std::clamp(row, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(object, event);
}

void ActionPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const QPointer<QAction> action = m_actions[item->data(Qt::UserRole).toInt()];
    accept();
    // By then this dialog may be gone.
    QTimer::singleShot(0, parentWidget(), [action] {
        if (action)
            action->trigger();
    });
}

} // namespace sparsescope
