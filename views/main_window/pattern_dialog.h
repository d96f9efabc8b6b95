// Asks for a pattern and its parameters: File > New from pattern; or for a kind of masks: File > New masks.
#pragma once

#include "engine/matrix/patterns/kinds.h"

#include <QDialog>
#include <QString>

#include <nlohmann/json.hpp>
#include <span>

class QComboBox;
class QLabel;

namespace sparsescope {

class OptionsForm;

class PatternDialog : public QDialog {
    Q_OBJECT
public:
    // `what` is chosen: the name of the list of kinds.
    PatternDialog(const QString& title, const QString& what, std::span<const PatternKind> kinds,
                  QWidget* parent = nullptr);

    QString kind() const;
    nlohmann::json parameters() const; // as completeParameters takes them

    // Accepts when the parameters are in range; else says which is not and stays.
    void accept() override;

private:
    void showKind(int index);
    // Puts in what the chosen preset says; of what is typed the seed stays.
    void takePreset();

    std::span<const PatternKind> m_all;
    QComboBox* m_kinds;
    QLabel* m_description;
    OptionsForm* m_form;
    QLabel* m_problem;
    std::string m_preset; // whose values the form has
};

} // namespace sparsescope
