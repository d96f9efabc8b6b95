// The pages, at the left.
#pragma once

#include <QList>
#include <QWidget>

class QToolButton;

namespace sparsescope {

// All but Learn stand around the canvas.
enum class Page { Explore, Search, Kernel, Measure, Compare, Learn };
inline constexpr int pageCount = 6;

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);
    void setPage(Page page);

Q_SIGNALS:
    void pageWanted(sparsescope::Page page);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setIcons();
    QList<QToolButton*> m_buttons;
};

} // namespace sparsescope
