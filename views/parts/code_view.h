// A program's text: monospaced, with line numbers and colours.
#pragma once

#include <QColor>
#include <QPlainTextEdit>

namespace sparsescope {

class CodeHighlighter;
struct CodeLanguage;

class CodeView : public QPlainTextEdit {
    Q_OBJECT
public:
    // `language` outlives it.
    explicit CodeView(const CodeLanguage& language, QWidget* parent = nullptr);

    int lineCount() const { return blockCount(); }
    bool inSight(int line) const { return inSight(line, viewport()->height()); } // from 1
    void bringIntoSight(int line);                                               // 0: none
    // All of it in the secondary colour: what is no longer so.
    void setFaint(bool faint);
    bool faint() const { return m_faint; }

protected:
    // Beside a line: whether its number stands out, and the colour of a strip behind it (none: invalid).
    virtual bool numberMarked(int) const { return false; }
    virtual QColor stripColor(int) const { return {}; }
    void updateNumbers() { m_numbers->update(); }
    virtual void applyColors(); // after the theme has changed
    bool inSight(int line, int height) const;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    friend class LineNumbers;
    int numbersWidth() const;
    void placeNumbers();
    int linesIn(int height) const; // pixels

    CodeHighlighter* m_highlighter;
    QWidget* m_numbers;
    bool m_faint = false;
};

} // namespace sparsescope
