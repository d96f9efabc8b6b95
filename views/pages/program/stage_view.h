// The text of a stage: lines and names in it light up, and it tells on which the mouse or the cursor is.
#pragma once

#include "views/pages/program/program_stages.h"
#include "views/parts/code_view.h"

#include <vector>

namespace sparsescope {

class StageView : public CodeView {
    Q_OBJECT
public:
    explicit StageView(const CodeLanguage& language, QWidget* parent = nullptr);

    // Where the text is another one, it begins anew and nothing is lit; what was written here keeps its cursor.
    void setShown(StageText shown);
    const StageText& shown() const { return m_shown; }

    // Nodes, of which a leaf's lines and the first line of others stand out, and all mentions of a name (empty: none).
    void light(const std::set<int>& nodes, const QString& name);
    enum class Light { None, Within, Itself };
    Light lightOf(int line) const; // from 1
    int firstLit() const;          // 0: nothing is
    const std::vector<StageText::Mention>& litNames() const { return m_names; }
    // To the first line that is lit, or else the first name, unless one of them is in sight; and to where it begins.
    void showLit();
    void setWrong(int line); // 0: none is

    int lineAt(const QPoint& position) const;    // of the viewport, from 1
    int placeAt(const QPoint& position) const;   // -1: no word is there
    QString tipAt(const QPoint& position) const; // all of a line that is cut; empty: it is not

Q_SIGNALS:
    void pointed(int line, int place); // where the mouse is, or else the cursor; 0 and -1: nowhere
    void chosen(int line);             // by a click, or by Ctrl+Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool numberMarked(int line) const override { return lightOf(line) == Light::Itself; }
    QColor stripColor(int line) const override;

private:
    void tellCursor();

    StageText m_shown;
    std::vector<Light> m_lights; // by line, from 0; behind its end nothing is lit
    std::vector<StageText::Mention> m_names;
    int m_wrong = 0;
    bool m_under = false; // the mouse is
};

} // namespace sparsescope
