// A schedule as text: a step a line.
#pragma once

#include "views/parts/code_view.h"

namespace sparsescope {

class ScheduleText : public CodeView {
    Q_OBJECT
public:
    explicit ScheduleText(QWidget* parent = nullptr);

    void setWrong(int line); // 0: none is
    // Behind the last line that was taken: before the wrong one, else at the end.
    void addStep(const QString& step);
    // The cursor's line changes places with its neighbour; false: there is none.
    bool moveStep(int by);
    // The cursor's line is left out, as a comment, or taken again.
    void toggleStep();
    bool stepIsOff() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    QColor stripColor(int line) const override;
    void applyColors() override;

private:
    void markFaint();
    void replaceLines(int first, const QStringList& lines);

    int m_wrong = 0;
};

} // namespace sparsescope
