// Bytes, stored values and padding of the formats that are shown; the best of each column is marked.
#pragma once

#include "engine/learn/learn_state.h"

#include <QWidget>

#include <vector>

namespace sparsescope {

class CountsTable : public QWidget {
    Q_OBJECT
public:
    explicit CountsTable(QWidget* parent = nullptr);
    void setCounts(std::vector<learn::FormatCounts> counts, learn::Asked asked = {});
    QString text() const; // line by line, for tests and screen readers
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // names are cut

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::vector<QString>> rows() const;
    bool multiplied() const;
    QString number(const char* name, std::int64_t number) const;
    bool asks(int column) const;
    std::vector<int> widths() const;
    bool best(std::size_t row, int column) const;
    std::vector<learn::FormatCounts> m_counts;
    learn::Asked m_asked; // what an exercise asks: question marks
};

} // namespace sparsescope
