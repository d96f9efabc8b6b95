// The formats that are shown, with a slider for each parameter, and what else the view can be told: who does the work,
// how many lanes, which example and settings; while drawing, the size of the matrix.
#pragma once

#include <QIcon>
#include <QWidget>

#include <vector>

class QComboBox;
class QSpinBox;
class QToolButton;

namespace sparsescope {

class FlowLayout;
class LearnDesk;
class ScheduleEdit;
class SettingBar;

class FormatBar : public QWidget {
    Q_OBJECT
public:
    explicit FormatBar(LearnDesk& desk, QWidget* parent = nullptr);
    void setDrawing(bool drawing);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    class Chip;
    void refresh();
    void rebuild();
    void fillAdd();
    void fillExamples();
    void setIcons();

    LearnDesk& m_desk;
    FlowLayout* m_flow;
    std::vector<Chip*> m_chips;
    QToolButton* m_add;
    QComboBox *m_examples, *m_lanes;
    SettingBar* m_settings;
    ScheduleEdit* m_schedule;
    QWidget* m_size;
    QSpinBox *m_rows, *m_cols;
    QIcon m_remove; // of all chips
    bool m_drawing = false;
    bool m_refreshing = false;
};

} // namespace sparsescope
