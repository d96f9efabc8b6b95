// How plans are run and measured, and what they are raced against: Run > Run options.
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace sparsescope {

class Workspace;

class RunDialog : public QDialog {
    Q_OBJECT
public:
    explicit RunDialog(Workspace& workspace, QWidget* parent = nullptr);
    void addKernel(const QString& file); // a shared library

    void accept() override; // for the next run

private:
    void addMaskOptions(QFormLayout& form);
    void add(const QString& text, const QString& name, const QString& file, bool checked);

    Workspace& m_workspace;
    QSpinBox* m_repeats;
    QLineEdit* m_seed;
    QComboBox* m_values;
    QCheckBox *m_tune, *m_counters;
    // Over masks; null where none are open.
    QComboBox* m_order = nullptr;
    QSpinBox* m_reselect = nullptr;
    QCheckBox* m_oracle = nullptr;
    QListWidget* m_against; // a baseline has a name, a kernel of the user's own a file
};

} // namespace sparsescope
