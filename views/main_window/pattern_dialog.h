// Asks for a pattern and its parameters: File > New from pattern.
#pragma once

#include <QDialog>
#include <QString>

#include <nlohmann/json.hpp>

class QComboBox;
class QLabel;

namespace sparsescope {

class OptionsForm;

class PatternDialog : public QDialog {
    Q_OBJECT
public:
    explicit PatternDialog(QWidget* parent = nullptr);

    QString kind() const;
    nlohmann::json parameters() const; // as completeParameters takes them

    // Accepts when the parameters are in range; else says which is not and stays.
    void accept() override;

private:
    void showKind(int index);

    QComboBox* m_kinds;
    QLabel* m_description;
    OptionsForm* m_form;
    QLabel* m_problem;
};

} // namespace sparsescope
