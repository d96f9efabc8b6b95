// What a window offers and asks, for tests.
#pragma once

#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/parts/offer_bar.h"

#include <QPushButton>
#include <QStringList>

namespace sparsescope {

inline QPushButton* offerButton(MainWindow& window, const QString& text)
{
    for (QPushButton* button : part<OfferBar>(window).findChildren<QPushButton*>())
        if (button->text() == text && !button->isHidden())
            return button;
    return nullptr;
}

// Answers in place of the dialog, and remembers the questions.
struct AskedToClose {
    MainWindow::Answer answer = MainWindow::Answer::Discard;
    QStringList questions, unsaved;
    void in(MainWindow& window)
    {
        window.setAsk([this](const QString& question, const QString& what) {
            questions << question;
            unsaved << what;
            return answer;
        });
    }
};

} // namespace sparsescope
