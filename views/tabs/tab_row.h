// The open matrices as tabs, with a mark where a job runs, a button that closes and one for a new tab. With one tab
// there is nothing to choose, and the row is hidden.
#pragma once

#include <QHash>
#include <QWidget>

class QTabBar;
class QToolButton;

namespace sparsescope {

class TabRow : public QWidget {
    Q_OBJECT
public:
    explicit TabRow(QWidget* parent = nullptr);

    // Behind the others. The page is only a name here: who shows it is told by signals.
    void add(QWidget* page, const QString& text);
    void remove(QWidget* page);
    void setCurrent(QWidget* page);
    void setText(QWidget* page, const QString& text);
    void setTip(QWidget* page, const QString& tip);
    void setBusy(QWidget* page, bool busy);

    int count() const;
    QWidget* page(int index) const; // from the left, as the user has put them
    int indexOf(const QWidget* page) const;
    QString text(const QWidget* page) const;
    bool busy(const QWidget* page) const;
    QTabBar& bar() { return *m_bar; }

Q_SIGNALS:
    void currentChanged(QWidget* page);
    void closeWanted(QWidget* page);
    void newWanted();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitTexts();

    QTabBar* m_bar;
    QHash<const QWidget*, QString> m_texts; // in full
    QToolButton* m_new;
};

} // namespace sparsescope
