// The options of a planner as a form, made from what the planner declares.
#pragma once

#include "engine/search/planner.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;

namespace sparsescope {

class OptionsForm : public QWidget {
    Q_OBJECT
public:
    explicit OptionsForm(QWidget* parent = nullptr);

    // Values that `given` lacks are the options' initial ones.
    void setOptions(const std::vector<PlannerOption>& options, const nlohmann::json& given);
    nlohmann::json values() const;

Q_SIGNALS:
    void edited();

private:
    struct Field {
        std::string name;
        std::function<nlohmann::json()> value;
    };
    QWidget* makeField(const PlannerOption& option, const nlohmann::json& value);

    QFormLayout* m_layout;
    std::vector<Field> m_fields;
};

} // namespace sparsescope
