// Asks how an edge list is to be read, and shows what that makes of its first lines: File > Open edge list.
#pragma once

#include "engine/io/edge_options.h"

#include <QDialog>
#include <QString>

#include <string>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace sparsescope {

class EdgesDialog : public QDialog {
    Q_OBJECT
public:
    // `start`: the first lines of the text at `path`.
    EdgesDialog(const QString& path, std::string start, QWidget* parent = nullptr);

    EdgeOptions options() const; // throws Error(Usage) for a size that is none

private:
    void preview();
    void fillTable();
    QComboBox* addChoice(const QString& name, const QStringList& choices);

    std::string m_start;
    QComboBox *m_source, *m_target, *m_weight;
    QComboBox *m_separator, *m_header, *m_base, *m_direction, *m_vertices;
    QLineEdit* m_size;
    QTableWidget* m_table;
    QLabel* m_verdict;
    QPushButton* m_open;
};

} // namespace sparsescope
