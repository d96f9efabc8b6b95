// A slider whose stops are the legal values of a parameter, with its name before it and its value behind, in a row of
// others.
#pragma once

#include "engine/learn/learn_state.h"

#include <QObject>

class QHBoxLayout;
class QLabel;
class QSlider;

namespace sparsescope {

class ParameterSlider : public QObject {
    Q_OBJECT
public:
    // Its parts are added to the row. `of`: whose parameter it is, for screen readers.
    ParameterSlider(const learn::LearnParameter& parameter, const QString& of, QHBoxLayout& row, QWidget* parent);

    const learn::LearnParameter& parameter() const { return m_parameter; }
    // Says nothing. Other stops of the same parameter where they have changed.
    void show(const learn::LearnParameter& parameter, std::int64_t value);

Q_SIGNALS:
    void chosen(std::int64_t value);

private:
    learn::LearnParameter m_parameter;
    QSlider* m_slider;
    QLabel* m_value;
};

} // namespace sparsescope
