// A window in which rules are composed, for tests.
#pragma once

#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/search_page.h"
#include "views/rules/rules_list.h"
#include "views/rules/rules_model.h"
#include "views/workspace/workspace.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <memory>

namespace sparsescope {

class RulesFixture : public QObject {
protected:
    std::unique_ptr<MainWindow> open()
    {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->resize(1280, 800);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
        window->workspace().document().setMatrix(m_data.matrix);
        window->showPage("search");
        part<SearchPage>(*window).showTab(SearchPage::Tab::Rules);
        return window;
    }
    static RulesDocument& rules(MainWindow& window) { return part<SearchPage>(window).rules(); }
    static QToolButton& button(QWidget& parent, const QString& text)
    {
        for (QToolButton* b : parent.findChildren<QToolButton*>())
            if (b->text() == text && !b->isHidden())
                return *b;
        qFatal("there is no button %s", qPrintable(text));
    }
    template <class Widget = QWidget>
    static Widget& named(QWidget& parent, const QString& accessible)
    {
        for (Widget* w : parent.findChildren<Widget*>())
            if (w->accessibleName() == accessible && w->isVisible())
                return *w;
        qFatal("there is no field %s", qPrintable(accessible));
    }
    static void choose(QComboBox& box, const QString& data)
    {
        const int index = box.findData(data) >= 0 ? box.findData(data) : box.findText(data);
        QVERIFY2(index >= 0, qPrintable(data));
        box.setCurrentIndex(index);
        Q_EMIT box.activated(index);
    }
    static void type(QLineEdit& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        text.isEmpty() ? QTest::keyClick(&field, Qt::Key_Delete) : QTest::keyClicks(&field, text);
    }
    static QString cell(MainWindow& window, int row, RulesModel::Column column)
    {
        QTableView& table = window.findChild<RulesList*>()->table();
        return table.model()->index(row, column).data().toString();
    }
    static bool shows(QWidget& parent, const QString& part)
    {
        const auto labels = parent.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* l) { return l->isVisible() && l->text().contains(part); });
    }
    static QString sample(const char* name) { return inSource("samples/rules/") + QString::fromLatin1(name); }
    fake::Data m_data = fake::searched();
};

} // namespace sparsescope
