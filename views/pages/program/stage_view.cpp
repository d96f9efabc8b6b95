#include "views/pages/program/stage_view.h"

#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace sparsescope {

StageView::StageView(const CodeLanguage& language, QWidget* parent) : CodeView(language, parent)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setTabChangesFocus(true);
    viewport()->setMouseTracking(true);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &StageView::tellCursor);
}

void StageView::setShown(StageText shown)
{
    m_lights.clear();
    m_names.clear();
    const bool other = toPlainText() != shown.text;
    m_shown = std::move(shown);
    if (other)
        setPlainText(m_shown.text);
    viewport()->update();
    updateNumbers();
}

void StageView::light(const std::set<int>& nodes, const QString& name)
{
    std::vector<Light> lights;
    const auto mark = [&](int line, Light light) {
        const auto at = static_cast<std::size_t>(std::max(1, line) - 1);
        if (at >= lights.size())
            lights.resize(at + 1, Light::None);
        lights[at] = std::max(lights[at], light);
    };
    for (const StageText::Node& node : m_shown.nodes) {
        if (!nodes.contains(node.id))
            continue;
        for (int line = node.line; line <= node.lastLine; ++line)
            mark(line, line == node.line || node.leaf ? Light::Itself : Light::Within);
    }
    std::vector<StageText::Mention> names;
    if (!name.isEmpty())
        std::copy_if(m_shown.mentions.begin(), m_shown.mentions.end(), std::back_inserter(names),
                     [&](const StageText::Mention& mention) { return mention.name == name; });
    m_lights = std::move(lights);
    m_names = std::move(names);
    viewport()->update();
    updateNumbers();
}

StageView::Light StageView::lightOf(int line) const
{
    const auto at = static_cast<std::size_t>(line - 1);
    return at < m_lights.size() ? m_lights[at] : Light::None;
}

int StageView::firstLit() const
{
    const auto found = std::find(m_lights.begin(), m_lights.end(), Light::Itself);
    return found == m_lights.end() ? 0 : static_cast<int>(found - m_lights.begin()) + 1;
}

void StageView::showLit()
{
    std::vector<int> lit;
    for (int line = 1; line <= static_cast<int>(m_lights.size()); ++line)
        if (lightOf(line) == Light::Itself)
            lit.push_back(line);
    for (std::size_t i = 0; lit.empty() && i < m_names.size(); ++i)
        lit.push_back(document()->findBlock(m_names[i].begin).blockNumber() + 1);
    if (lit.empty())
        return;
    auto seen = std::find_if(lit.begin(), lit.end(), [this](int line) { return inSight(line); });
    if (seen == lit.end())
        bringIntoSight(*(seen = lit.begin()));
    QTextCursor begin(document()->findBlockByNumber(*seen - 1));
    const QString text = begin.block().text();
    const auto letter = std::find_if(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); });
    begin.setPosition(begin.position() + static_cast<int>(letter - text.begin()));
    constexpr int lettersBefore = 2;
    if (const int left = cursorRect(begin).left(); left < 0 || left > viewport()->width() / 2)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + left -
                                        lettersBefore * fontMetrics().horizontalAdvance(QLatin1Char('x')));
}

void StageView::setWrong(int line)
{
    m_wrong = line;
    viewport()->update();
    updateNumbers();
}

QColor StageView::stripColor(int line) const
{
    return line == m_wrong ? colorsOf(*this).bad : QColor();
}

int StageView::lineAt(const QPoint& position) const
{
    const QTextBlock block = cursorForPosition(position).block();
    const double bottom = blockBoundingGeometry(block).translated(contentOffset()).bottom();
    return position.y() <= bottom ? block.blockNumber() + 1 : 0; // below the last line there is none
}

int StageView::placeAt(const QPoint& position) const
{
    // The character under it, not the gap next to it.
    QTextCursor cursor = cursorForPosition(position);
    if (cursorRect(cursor).left() > position.x() && !cursor.atBlockStart())
        cursor.movePosition(QTextCursor::Left);
    const int behind = cursorRect(cursor).left() + fontMetrics().horizontalAdvance(QLatin1Char('x'));
    return lineAt(position) > 0 && position.x() <= behind ? cursor.position() : -1;
}

QString StageView::tipAt(const QPoint& position) const
{
    const QTextBlock block = document()->findBlockByNumber(lineAt(position) - 1);
    const bool cut = block.isValid() && QFontMetrics(font()).horizontalAdvance(block.text()) > viewport()->width();
    return cut ? block.text().trimmed() : QString();
}

// Lines and names are painted below the text: those in sight alone, however many there are.
void StageView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    const Colors& c = colorsOf(*this);
    const auto tint = [](QColor color, float strength) {
        color.setAlphaF(strength);
        return color;
    };
    auto name = m_names.begin();
    QTextBlock block = firstVisibleBlock();
    while (block.isValid()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > event->rect().bottom())
            break;
        const QRectF row(0, box.top(), viewport()->width(), box.height());
        const int line = block.blockNumber() + 1;
        if (line == m_wrong)
            painter.fillRect(row, tint(c.bad, 0.16F));
        else if (const Light light = lightOf(line); light != Light::None)
            painter.fillRect(row, tint(c.accent, light == Light::Itself ? 0.22F : 0.07F));
        name = std::lower_bound(name, m_names.end(), block.position(),
                                [](const StageText::Mention& mention, int at) { return mention.begin < at; });
        for (; name != m_names.end() && name->end < block.position() + block.length(); ++name) {
            const QTextLine text = block.layout()->lineAt(0);
            if (!text.isValid())
                continue;
            const double left = box.left() + text.cursorToX(name->begin - block.position());
            const double right = box.left() + text.cursorToX(name->end - block.position());
            painter.setPen(c.accent);
            painter.setBrush(tint(c.accent, 0.25F));
            painter.drawRoundedRect(QRectF(left - 1, box.top() + 1, right - left + 2, box.height() - 2), 3, 3);
        }
        block = block.next();
    }
    painter.end();
    CodeView::paintEvent(event);
}

void StageView::mouseMoveEvent(QMouseEvent* event)
{
    CodeView::mouseMoveEvent(event);
    m_under = true;
    if (event->buttons() == Qt::NoButton)
        Q_EMIT pointed(lineAt(event->pos()), placeAt(event->pos()));
}

void StageView::mouseReleaseEvent(QMouseEvent* event)
{
    CodeView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        if (const int line = lineAt(event->pos()); line > 0)
            Q_EMIT chosen(line);
}

bool StageView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_under = false;
        tellCursor();
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), viewport());
        return true;
    }
    return CodeView::viewportEvent(event);
}

void StageView::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && event->modifiers() == Qt::ControlModifier)
        Q_EMIT chosen(textCursor().blockNumber() + 1);
    else
        CodeView::keyPressEvent(event);
}

void StageView::focusInEvent(QFocusEvent* event)
{
    CodeView::focusInEvent(event);
    tellCursor();
}

void StageView::focusOutEvent(QFocusEvent* event)
{
    CodeView::focusOutEvent(event);
    tellCursor();
}

void StageView::tellCursor()
{
    if (m_under)
        return;
    if (hasFocus())
        Q_EMIT pointed(textCursor().blockNumber() + 1, textCursor().position());
    else
        Q_EMIT pointed(0, -1);
}

} // namespace sparsescope
