// Source text to read: line numbers, colours, and ranges of lines that can be marked.
#pragma once

#include <QPlainTextEdit>

namespace sparsescope {

class CudaHighlighter;

class SourceView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit SourceView(QWidget* parent = nullptr);

    // Lines from 1, both ends included; `lead` is scrolled to and marked more strongly. 0: none.
    void markLines(int first, int last, int lead);
    int lineCount() const { return blockCount(); }

Q_SIGNALS:
    void lineClicked(int line); // from 1

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    friend class LineNumbers;
    int numbersWidth() const;
    void placeNumbers();
    void applyColors();
    void showMarks();

    CudaHighlighter* m_highlighter;
    QWidget* m_numbers;
    int m_first = 0, m_last = 0, m_lead = 0;
};

} // namespace sparsescope
