// What the window offers to do, in a line above everything, until it is taken or refused; never in the way.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace sparsescope {

class OfferBar : public QWidget {
    Q_OBJECT
public:
    struct Choice {
        QString text;
        std::function<void()> taken;
    };

    explicit OfferBar(QWidget* parent = nullptr);
    // Any choice takes the line away. An offer of the same name is replaced, in its place.
    void offer(const QString& name, const QString& sentence, const QList<Choice>& choices, const QString& tip = {});
    void withdraw(const QString& name);
    QStringList sentences() const;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fit();
    int take(const QString& name);
    void showIfAny();
    struct Answered {
        QString name;
        int place = -1;
    };
    Answered m_answered; // while what was chosen is done
    QWidget* m_content;
    QVBoxLayout* m_lines;
};

} // namespace sparsescope
