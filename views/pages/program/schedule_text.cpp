#include "views/pages/program/schedule_text.h"

#include "engine/ir/schedule.h"
#include "views/parts/code_highlighter.h"
#include "views/parts/theme.h"

#include <QKeyEvent>
#include <QTextBlock>

#include <algorithm>

namespace sparsescope {

namespace {

const CodeLanguage& scheduleLanguage()
{
    static const CodeLanguage language = [] {
        CodeLanguage made;
        for (const ir::StepHelp& step : ir::stepHelp())
            made.keywords << QString::fromStdString(step.verb);
        made.types = {QStringLiteral("global"), QStringLiteral("shared"), QStringLiteral("local")};
        made.special = {QStringLiteral("blockIdx"), QStringLiteral("threadIdx")};
        return made;
    }();
    return language;
}

const QString off = QStringLiteral("// ");

} // namespace

ScheduleText::ScheduleText(QWidget* parent) : CodeView(scheduleLanguage(), parent)
{
    setAccessibleName(tr("Schedule"));
    setTabChangesFocus(true);
    setPlaceholderText(tr("No steps yet: the program runs as it is lowered. Add one, or write it here."));
}

void ScheduleText::setWrong(int line)
{
    m_wrong = line;
    markFaint();
    updateNumbers();
}

void ScheduleText::markFaint()
{
    QList<QTextEdit::ExtraSelection> selections;
    const Colors& colors = colorsOf(*this);
    for (QTextBlock block = m_wrong > 0 ? document()->findBlockByNumber(m_wrong - 1) : QTextBlock(); block.isValid();
         block = block.next()) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(block);
        selection.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        if (block.blockNumber() == m_wrong - 1) {
            selection.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
            selection.format.setUnderlineColor(colors.bad);
        } else {
            selection.format.setForeground(colors.secondary);
        }
        selections << selection;
    }
    setExtraSelections(selections);
}

void ScheduleText::applyColors()
{
    CodeView::applyColors();
    markFaint();
}

QColor ScheduleText::stripColor(int line) const
{
    return line == m_wrong ? colorsOf(*this).bad : QColor();
}

void ScheduleText::replaceLines(int first, const QStringList& lines)
{
    QTextCursor cursor(document()->findBlockByNumber(first));
    cursor.beginEditBlock();
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, static_cast<int>(lines.size()) - 1);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    cursor.insertText(lines.join(QLatin1Char('\n')));
    cursor.endEditBlock();
}

void ScheduleText::addStep(const QString& step)
{
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    if (m_wrong > 0) {
        cursor.setPosition(document()->findBlockByNumber(m_wrong - 1).position());
        cursor.insertText(step + QLatin1Char('\n'));
    } else {
        cursor.movePosition(QTextCursor::End);
        if (!cursor.block().text().trimmed().isEmpty())
            cursor.insertText(QStringLiteral("\n"));
        cursor.insertText(step);
    }
    cursor.endEditBlock();
    setTextCursor(cursor);
    ensureCursorVisible();
}

bool ScheduleText::moveStep(int by)
{
    const QTextBlock block = textCursor().block();
    const int first = block.blockNumber() + std::min(by, 0);
    if (first < 0 || first + 1 >= blockCount())
        return false;
    const QString upper = document()->findBlockByNumber(first).text();
    const QString lower = document()->findBlockByNumber(first + 1).text();
    replaceLines(first, {lower, upper});
    setTextCursor(QTextCursor(document()->findBlockByNumber(block.blockNumber() + by)));
    return true;
}

bool ScheduleText::stepIsOff() const
{
    return textCursor().block().text().trimmed().startsWith(QStringLiteral("//"));
}

void ScheduleText::toggleStep()
{
    const QTextBlock block = textCursor().block();
    const int line = block.blockNumber();
    QString text = block.text().trimmed();
    if (text.isEmpty())
        return;
    text = stepIsOff() ? text.mid(2).trimmed() : off + text;
    replaceLines(line, {text});
    setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
}

void ScheduleText::keyPressEvent(QKeyEvent* event)
{
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (alt && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        moveStep(event->key() == Qt::Key_Up ? -1 : 1);
        return;
    }
    if (event->modifiers() == Qt::ControlModifier && event->key() == Qt::Key_Slash) {
        toggleStep();
        return;
    }
    CodeView::keyPressEvent(event);
}

} // namespace sparsescope
