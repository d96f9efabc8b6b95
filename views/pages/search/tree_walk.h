// One tree of a forest, walked node by node: what is asked, what this matrix has, which way it goes, and what its leaf
// says.
#pragma once

#include "engine/search/liteform/told_choice.h"

#include <QWidget>

#include <memory>

class QLabel;
class QSpinBox;
class QTableWidget;

namespace sparsescope {

class TreePicture;

class TreeWalk : public QWidget {
    Q_OBJECT
public:
    explicit TreeWalk(QWidget* parent = nullptr);

    void setModel(std::shared_ptr<const liteform::Model> model, liteform::AskedChoice asked);
    void clear();
    void setCandidate(int candidate); // whose forest is walked

    int candidate() const { return m_candidate; }
    QSpinBox& trees() { return *m_trees; }
    QTableWidget& steps() { return *m_steps; }
    TreePicture& picture() { return *m_picture; }
    QString summary() const;

private:
    void walk();
    QString leafText(float value) const;

    std::shared_ptr<const liteform::Model> m_model;
    liteform::AskedChoice m_asked;
    int m_candidate = 0;
    QSpinBox* m_trees;
    QLabel* m_summary;
    TreePicture* m_picture;
    QTableWidget* m_steps;
};

// A name of a feature as the screen spells it, in words, and a value of it before its logarithm.
QString featureName(const std::string& feature);
QString featureAbout(const std::string& feature);
QString featureText(const std::string& feature, double value);

} // namespace sparsescope
