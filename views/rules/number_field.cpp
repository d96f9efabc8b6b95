#include "views/rules/number_field.h"

#include <QKeyEvent>
#include <QLocale>

#include <cmath>

namespace sparsescope {

namespace {

bool isUndo(const QKeyEvent& event)
{
    return event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo);
}

} // namespace

NumberField::NumberField(QWidget* parent) : RuleField(parent)
{
    setFixedWidth(60);
    setAlignment(Qt::AlignRight);
}

void NumberField::setNumber(const std::optional<nlohmann::json>& number)
{
    if (number == this->number())
        return;
    setText(!number                       ? QString()
            : number->is_number_integer() ? QString::number(number->get<std::int64_t>())
            : number->is_number()         ? QLocale::c().toString(number->get<double>(), 'g', 15)
            : number->is_string()         ? QString::fromStdString(number->get<std::string>())
                                          : QString::fromStdString(number->dump()));
    setCursorPosition(0);
}

std::optional<nlohmann::json> NumberField::number() const
{
    const QString typed = text().trimmed();
    if (typed.isEmpty())
        return std::nullopt;
    bool good = false;
    if (const qint64 whole = typed.toLongLong(&good); good)
        return whole;
    if (const double real = QLocale::c().toDouble(typed, &good); good && std::isfinite(real))
        return real;
    return typed.toStdString();
}

bool RuleField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isUndo(*static_cast<QKeyEvent*>(event))) {
        event->ignore();
        return false;
    }
    return QLineEdit::event(event);
}

void RuleField::keyPressEvent(QKeyEvent* event)
{
    if (isUndo(*event))
        return event->ignore();
    QLineEdit::keyPressEvent(event);
}

} // namespace sparsescope
