// Layouts of the panels by name, kept in the settings: chosen, saved, renamed and deleted in a window of their own.
#pragma once

#include <QByteArray>
#include <QDialog>
#include <QStringList>
#include <QVariantMap>

#include <functional>

class QListWidget;
class QListWidgetItem;
class QPushButton;
class QSettings;

namespace sparsescope {

class Layouts {
public:
    explicit Layouts(QSettings* settings) : m_settings(settings) {} // null: kept as long as the window lives

    QStringList names() const; // in alphabetical order
    QByteArray layout(const QString& name) const { return all().value(name).toByteArray(); }
    void save(const QString& name, const QByteArray& layout);
    // False, and nothing changes, for no name and for one that there is.
    bool rename(const QString& from, const QString& to);
    void remove(const QString& name);
    QString freeName() const; // "Layout 2"

private:
    QVariantMap all() const;
    void write(const QVariantMap& all);

    QSettings* m_settings;
    QVariantMap m_unkept;
};

class LayoutsDialog : public QDialog {
    Q_OBJECT
public:
    LayoutsDialog(Layouts& layouts, std::function<QByteArray()> now, QWidget* parent = nullptr);
    QListWidget& list() { return *m_list; }
    // Saves the layout now under a name that is ready to be changed.
    void add();

Q_SIGNALS:
    void wanted(const QString& name);
    void defaultWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill(const QString& current);
    QString current() const;
    void renamed(QListWidgetItem* item);
    void remove();
    void showState();

    Layouts& m_layouts;
    std::function<QByteArray()> m_now;
    QListWidget* m_list;
    QPushButton *m_use, *m_rename, *m_delete;
    bool m_filling = false;
};

} // namespace sparsescope
