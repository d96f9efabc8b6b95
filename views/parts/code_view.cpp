#include "views/parts/code_view.h"

#include "views/parts/code_highlighter.h"
#include "views/parts/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace sparsescope {

class LineNumbers : public QWidget {
public:
    explicit LineNumbers(CodeView* view) : QWidget(view), m_view(view) {}

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        const Colors& c = colorsOf(*m_view);
        painter.fillRect(event->rect(), c.background);
        painter.setFont(m_view->font());
        QTextBlock block = m_view->firstVisibleBlock();
        double top = m_view->blockBoundingGeometry(block).translated(m_view->contentOffset()).top();
        while (block.isValid() && top <= event->rect().bottom()) {
            const double height = m_view->blockBoundingRect(block).height();
            const int line = block.blockNumber() + 1;
            painter.setPen(m_view->numberMarked(line) ? c.accent : c.secondary);
            painter.drawText(QRectF(0, top, width() - 12, height), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(line));
            if (const QColor strip = m_view->stripColor(line); strip.isValid())
                painter.fillRect(QRectF(width() - 8, top, 4, height), strip);
            top += height;
            block = block.next();
        }
    }

private:
    CodeView* m_view;
};

CodeView::CodeView(const CodeLanguage& language, QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new CodeHighlighter(language, document())), m_numbers(new LineNumbers(this))
{
    setLineWrapMode(NoWrap);
    setFont(monospaced());
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(QLatin1Char(' ')));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeView::placeNumbers);
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_numbers->scroll(0, dy);
        else
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
    });
    placeNumbers();
    m_highlighter->setColors(colorsOf(*this));
}

int CodeView::numbersWidth() const
{
    const int digits = static_cast<int>(QString::number(std::max(100, blockCount())).size());
    return QFontMetrics(font()).horizontalAdvance(QLatin1Char('9')) * digits + 24;
}

void CodeView::placeNumbers()
{
    setViewportMargins(numbersWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void CodeView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeNumbers();
}

void CodeView::setFaint(bool faint)
{
    m_faint = faint;
    m_highlighter->setFaint(faint);
}

void CodeView::applyColors()
{
    m_highlighter->setColors(colorsOf(*this));
    m_numbers->update();
}

void CodeView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        if (font().family() != monospaced().family())
            setFont(monospaced());
        placeNumbers();
    }
}

int CodeView::linesIn(int height) const
{
    return height / std::max(1, QFontMetrics(font()).lineSpacing());
}

bool CodeView::inSight(int line, int height) const
{
    const int top = verticalScrollBar()->value();
    return line > top && line < top + linesIn(height);
}

void CodeView::bringIntoSight(int line)
{
    if (line > 0 && line <= blockCount() && !inSight(line)) // what is in sight stays where it is
        // A third from the top: what comes after matters more than what came before.
        verticalScrollBar()->setValue(std::max(0, line - 1 - linesIn(viewport()->height()) / 3));
}

} // namespace sparsescope
