// A few horizontal bars with a name, a spread and words at their ends; in a narrow place the words go below the name.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace sparsescope {

struct Bar {
    QString name;
    double value = 0;         // length; 0 or less: no bar, the words alone
    double low = 0, high = 0; // spread; none when equal
    QString words;            // "1.23 ms  1.8x slower"
    QString tip;
    bool ours = false;  // accent
    bool faint = false; // unverified: secondary colour
    bool open = false;  // not measured here: an outline
};

class BarsView : public QWidget {
    Q_OBJECT
public:
    explicit BarsView(QWidget* parent = nullptr);
    void setBars(std::vector<Bar> bars);
    const std::vector<Bar>& bars() const { return m_bars; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, heightForWidth(width())}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool stacked(int width) const;
    int lineHeight(int width) const;
    std::vector<Bar> m_bars;
};

} // namespace sparsescope
