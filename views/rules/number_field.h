// Fields of rules: undo and redo are those of the rules, not of the text in the field.
#pragma once

#include <QLineEdit>
#include <nlohmann/json.hpp>

#include <optional>

namespace sparsescope {

class RuleField : public QLineEdit {
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

// A number in JSON; empty where there is none. What is no number stays what was typed, so that the rule says what is
// wrong with it.
class NumberField : public RuleField {
    Q_OBJECT
public:
    explicit NumberField(QWidget* parent = nullptr);

    // A text that means the same is left as it is.
    void setNumber(const std::optional<nlohmann::json>& number);
    std::optional<nlohmann::json> number() const;
};

} // namespace sparsescope
