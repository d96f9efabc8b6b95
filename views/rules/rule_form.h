// The rule that is edited, as fields: its format with parameters, or how these are chosen, and which non-zeros it
// takes.
#pragma once

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sparsescope {

class FlowLayout;
class NumberField;
class PredicateForm;
class RulesDocument;

class RuleForm : public QWidget {
    Q_OBJECT
public:
    explicit RuleForm(RulesDocument& document, QWidget* parent = nullptr);

private:
    // As a file says it.
    enum class How { Cheapest, Given, CheapestOf };
    struct Parameter {
        std::string name;
        NumberField* field;
    };
    void refresh();
    void makeParameters(const std::string& format);
    void setFormat(int index);
    void setHow(How how);
    How how() const;

    RulesDocument& m_document;
    QLabel *m_title, *m_problem;
    QComboBox *m_format, *m_how;
    QWidget* m_line;
    FlowLayout* m_flow;
    std::string m_parametersOf;
    std::vector<Parameter> m_parameters;
    std::vector<QWidget*> m_labelled;
    QLineEdit* m_listed;
    PredicateForm* m_take;
};

} // namespace sparsescope
