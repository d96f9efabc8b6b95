// The pages, at the left.
#pragma once

#include <QList>
#include <QWidget>

#include <string_view>

class QToolButton;

namespace sparsescope {

class Rail : public QWidget {
    Q_OBJECT
public:
    explicit Rail(QWidget* parent = nullptr);
    void setPage(std::string_view key);
    // Without its words it takes as little room as it can.
    void setIconsOnly(bool only);
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pageWanted(std::string_view key);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setIcons();
    void arrange();
    QList<QToolButton*> m_buttons; // in the order of allPages()
    bool m_iconsOnly = false;
};

} // namespace sparsescope
