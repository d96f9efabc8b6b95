// What is chosen in the menu View and holds from the next start on: the language, and how large text and controls are.
#include "views/main_window/main_window.h"
#include "views/parts/action_palette.h"
#include "views/parts/language.h"
#include "views/workspace/workspace.h"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>

#include <algorithm>

namespace sparsescope {

namespace {
const QString scaleKey = QStringLiteral("scale");
}

int MainWindow::keptScale(const QSettings& settings)
{
    const int kept = settings.value(scaleKey, scales.front()).toInt();
    return std::find(scales.begin(), scales.end(), kept) == scales.end() ? scales.front() : kept;
}

void MainWindow::setScale(int percent)
{
    if (!m_settings)
        return;
    m_settings->setValue(scaleKey, percent);
    Q_EMIT m_workspace->operations().message(
        tr("Text and controls are drawn at %1 % from the next start on").arg(percent));
}

void MainWindow::setLanguage(const QString& choice)
{
    if (!m_settings)
        return;
    keepLanguage(*m_settings, choice);
    Q_EMIT m_workspace->operations().message(
        tr("The window is in %1 from the next start on").arg(languageName(languageOf(choice))));
}

void MainWindow::buildStartChoices(QMenu* view)
{
    QMenu* speech = view->addMenu(tr("Lang&uage"));
    QMenu* sizes = view->addMenu(tr("&Size of text and controls"));
    // Each says when its menu opens whether it is chosen: another tab may have changed it.
    const auto add = [this](QMenu* menu, QActionGroup* group, const QString& text, const QString& kind,
                            const std::function<void()>& choose, const std::function<bool()>& chosen) {
        QAction* action = addAction(menu, text, {}, choose);
        action->setCheckable(true);
        group->addAction(action);
        nameKind({action}, kind);
        connect(menu, &QMenu::aboutToShow, action, [action, chosen] { action->setChecked(chosen()); });
    };
    auto* language = new QActionGroup(this);
    for (const QString& choice : languageChoices())
        add(
            speech, language, languages().contains(choice) ? languageName(choice) : tr("As the system"), tr("Language"),
            [this, choice] { setLanguage(choice); },
            [this, choice] { return choice == (m_settings ? keptLanguage(*m_settings) : languages().front()); });
    auto* size = new QActionGroup(this);
    for (const int percent : scales)
        add(
            sizes, size, tr("%1 %").arg(percent), tr("Size"), [this, percent] { setScale(percent); },
            [this, percent] { return percent == (m_settings ? keptScale(*m_settings) : scales.front()); });
}

} // namespace sparsescope
