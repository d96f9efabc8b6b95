// Source text to read: line numbers, colours, and lines that can be marked; a strip beside them says what wrote each,
// and words tell more when the mouse is on them.
#pragma once

#include "views/parts/code_view.h"

#include <QHash>

#include <vector>

namespace sparsescope {

// A word of the source (line from 1, column from 0) and what there is to say of it.
struct SourceNote {
    int line = 0, column = 0, length = 0;
    QString text;
    bool underlined = false;
};

// What wrote a line.
struct LineWriter {
    QString name;
    QColor color;
};

class SourceView : public CodeView {
    Q_OBJECT
public:
    explicit SourceView(QWidget* parent = nullptr);

    // Lines from 1, both ends included; `lead` is scrolled to and marked more strongly. 0: none. With `among`, which
    // ascends, no others than these.
    void markLines(int first, int last, int lead, const std::vector<int>& among = {});
    void setWriters(const QHash<int, LineWriter>& writers); // by line
    void setNotes(const std::vector<SourceNote>& notes);
    QString tipAt(const QPoint& position) const; // of the viewport: the word's, else who wrote the line

Q_SIGNALS:
    void lineClicked(int line); // from 1

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool numberMarked(int line) const override { return marked(line); }
    QColor stripColor(int line) const override { return m_writers.value(line).color; }
    void applyColors() override;

private:
    void showMarks();
    bool marked(int line) const;
    int leadLine() const { return m_lead > 0 ? m_lead : m_first; } // 0: none

    int m_first = 0, m_last = 0, m_lead = 0;
    std::vector<int> m_among;
    QHash<int, LineWriter> m_writers;
    std::vector<SourceNote> m_notes;
};

} // namespace sparsescope
