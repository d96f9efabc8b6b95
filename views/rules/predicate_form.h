// A predicate as fields: its kind, its numbers, and the predicates inside it, each a form of its own.
#pragma once

#include "engine/search/rules/predicate.h"

#include <QWidget>
#include <nlohmann/json.hpp>

#include <vector>

class QCheckBox;
class QComboBox;
class QToolButton;
class QVBoxLayout;

namespace sparsescope {

class FlowLayout;
class NumberField;

class PredicateForm : public QWidget {
    Q_OBJECT
public:
    // `name` is what it is to screen readers ("Takes", "Part 2 of Takes").
    explicit PredicateForm(const QString& name, QWidget* parent = nullptr);

    // Fields that stay keep their focus and cursor.
    void setPredicate(const nlohmann::json& predicate);
    const nlohmann::json& predicate() const { return m_predicate; }
    // Its fields in the order in which they stand.
    QList<QWidget*> fields() const;

Q_SIGNALS:
    void edited(const QString& field); // which one, within this predicate

private:
    struct Field {
        rules::PredicateField declared;
        NumberField* number = nullptr;
        QCheckBox* flag = nullptr;
    };
    struct Part {
        QWidget* row;
        PredicateForm* form;
        QToolButton* remove;
    };
    void changeEvent(QEvent* event) override;
    void chooseKind();
    void setMember(const std::string& name, const std::optional<nlohmann::json>& value);
    void makeFields();
    void showParts();
    void setParts(std::vector<nlohmann::json> parts, const QString& field);
    std::vector<nlohmann::json> parts() const;
    void setIcons();

    QString m_name;
    nlohmann::json m_predicate;
    const rules::PredicateKind* m_kind = nullptr;
    QWidget* m_line;
    FlowLayout* m_flow;
    QComboBox* m_kinds;
    std::vector<Field> m_fields;
    std::vector<QWidget*> m_labelled; // fields with their labels
    QVBoxLayout* m_column;
    std::vector<Part> m_parts;
    QToolButton* m_add;
};

} // namespace sparsescope
