#include "views/graph/offer_menu.h"
#include "views/parts/words.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>

namespace sparsescope {

namespace {

// Words behind a tab stand in a column of their own.
void fillEntry(QAction& action, const QString& words, const QString& whyNot)
{
    QString text = action.objectName();
    if (const QString& behind = whyNot.isEmpty() ? words : whyNot; !behind.isEmpty())
        text += QLatin1Char('\t') + behind;
    action.setText(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action.setEnabled(whyNot.isEmpty());
}

QAction* addEntry(QMenu& menu, const QString& name, const QString& words, const QString& whyNot)
{
    QAction* action = menu.addAction(QString());
    action->setObjectName(name);
    fillEntry(*action, words, whyNot);
    return action;
}

// For the keyboard.
void activateFirst(QMenu& menu)
{
    for (QAction* action : menu.actions())
        if (action->isEnabled() && !action->isSeparator())
            return menu.setActiveAction(action);
}

} // namespace

void addHeading(QMenu& menu, const QString& text)
{
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(text)->setEnabled(false);
}

void addOffers(QMenu& menu, std::span<const graph::Offer> offers, GraphDocument& document, const PutIn& putIn,
               OfferedChanges& changes)
{
    for (const graph::Offer& offer : offers) {
        QAction* action = addEntry(menu, QString::fromStdString(offer.kind->name), fromEngine(offer.kind->description),
                                   QString::fromStdString(offer.whyNot));
        QObject::connect(action, &QAction::triggered, &document, [&document, putIn, kind = offer.kind] {
            document.change([&](const graph::Graph& graph) { return putIn(graph, *kind); });
        });
        if (offer.whyNot.empty())
            changes.emplace_back(action, putIn(document.graph(), *offer.kind));
    }
}

void greyWhatMatrixRefuses(QMenu& menu, GraphDocument& document, const OfferedChanges& changes)
{
    std::vector<QPointer<QAction>> entries;
    std::vector<graph::GraphChange> asked;
    for (const auto& [entry, change] : changes) {
        entries.emplace_back(entry);
        asked.push_back(change);
    }
    document.askNeeds(std::move(asked), [entries, shown = QPointer(&menu)](const std::vector<std::string>& whyNot) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i] && !whyNot[i].empty())
                fillEntry(*entries[i], {}, QString::fromStdString(whyNot[i]));
        if (shown && shown->isVisible() && (!shown->activeAction() || !shown->activeAction()->isEnabled()))
            activateFirst(*shown);
    });
    QObject::connect(&menu, &QMenu::aboutToHide, &document, &GraphDocument::forgetNeeds);
}

void addChange(QMenu& menu, const QString& text, const QKeySequence& keys, GraphDocument& document,
               const GraphDocument::Change& change)
{
    QString whyNot;
    try {
        change(document.graph());
    } catch (const Error& error) {
        whyNot = QString::fromStdString(error.reason());
    }
    QAction* action = addEntry(menu, text, keys.toString(QKeySequence::NativeText), whyNot);
    QObject::connect(action, &QAction::triggered, &document, [&document, change] { document.change(change); });
}

void popUp(QWidget& parent, const QPoint& at, const std::function<void(QMenu&)>& fill)
{
    auto* menu = new QMenu(&parent);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fill(*menu);
    menu->popup(at);
    activateFirst(*menu);
}

bool undoByKey(QEvent& event, GraphDocument& document)
{
    if (event.type() != QEvent::ShortcutOverride && event.type() != QEvent::KeyPress)
        return false;
    auto& key = static_cast<QKeyEvent&>(event);
    const bool again =
        key.matches(QKeySequence::Redo) || (key.key() == Qt::Key_Y && key.modifiers() == Qt::ControlModifier);
    if (!again && !key.matches(QKeySequence::Undo))
        return false;
    event.accept();
    if (event.type() == QEvent::KeyPress)
        again ? document.redo() : document.undo();
    return true;
}

} // namespace sparsescope
