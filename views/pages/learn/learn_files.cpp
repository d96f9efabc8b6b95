// Files of the Learn page: lessons that are opened and saved, pictures and web pages that leave it.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/learn/results.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_keeper.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/parts/label_text.h"
#include "views/parts/language.h"
#include "views/parts/numbers.h"
#include "views/parts/offer_bar.h"
#include "views/parts/theme.h"
#include "views/scene/scene_paint.h"
#include "views/scene/scene_view.h"
#include "views/workspace/workspace.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalBlocker>

#include <utility>

namespace sparsescope {

namespace {

const QString recentKey = QStringLiteral("recentLessons");

QString stem(const learn::Lesson* lesson)
{
    return lesson && !lesson->path.empty() ? QFileInfo(QString::fromStdString(lesson->path)).completeBaseName()
                                           : QStringLiteral("lesson");
}

} // namespace

void LearnPage::loadShipped()
{
    if (m_loaded)
        return;
    m_loaded = true;
    try {
        m_shipped = learn::shippedLessons(windowLanguage().toStdString());
    } catch (const Error&) {
        Q_EMIT m_workspace.operations().failed(
            failureOf(Lane::OpenLesson, tr("Reading the lessons"), std::current_exception()));
    }
    fillLessons();
}

// Free exploration, the shipped lessons, and the one that is open where it is none of those.
void LearnPage::fillLessons()
{
    const QSignalBlocker quiet(m_lessons);
    m_lessons->clear();
    m_lessons->addItem(tr("Free exploration"), QString());
    const learn::Lesson* lesson = m_desk->lesson();
    int now = 0;
    for (const learn::ShippedLesson& shipped : m_shipped) {
        if (lesson && lesson->path == shipped.path)
            now = m_lessons->count();
        m_lessons->addItem(QString::fromStdString(shipped.title), QString::fromStdString(shipped.path));
        m_lessons->setItemData(m_lessons->count() - 1, QString::fromStdString(shipped.about), Qt::ToolTipRole);
    }
    if (lesson && now == 0) {
        now = m_lessons->count();
        const std::string title = inLanguage(*lesson, windowLanguage().toStdString()).title;
        m_lessons->addItem(QString::fromStdString(title), QString::fromStdString(lesson->path));
    }
    m_lessons->setCurrentIndex(now);
}

bool LearnPage::mayLeaveLesson()
{
    if (!m_desk->unsaved() || !m_ask)
        return true;
    switch (m_ask(tr("Save %1 before it goes?").arg(unsavedLesson()), unsavedLesson())) {
    case BeforeGoing::Save:
        return saveLessonBeforeGoing();
    case BeforeGoing::Discard:
        return true;
    case BeforeGoing::Cancel:
        break;
    }
    return false;
}

QString LearnPage::unsavedLesson() const
{
    return m_desk->unsaved() ? tr("the lesson %1").arg(QString::fromStdString(m_desk->lesson()->title)) : QString();
}

QString LearnPage::unsavedWork() const
{
    const std::size_t drawings = m_desk->drawings().size();
    QStringList work;
    if (m_desk->unsaved())
        work << unsavedLesson();
    if (drawings > 0)
        work << (drawings == 1 ? tr("the matrix drawn by hand") : tr("%1 matrices drawn by hand").arg(drawings));
    return work.join(tr(" and "));
}

void LearnPage::openLesson(const QString& nameOrPath, int step)
{
    loadShipped();
    QString path = nameOrPath;
    for (const learn::ShippedLesson& shipped : m_shipped)
        if (nameOrPath == QString::fromStdString(shipped.name))
            path = QString::fromStdString(shipped.path);
    if (!mayLeaveLesson())
        return;
    m_workspace.jobs().start(
        Lane::OpenLesson, tr("Reading the lesson %1").arg(QFileInfo(path).fileName()),
        [path = path.toStdString()](Progress&) {
            learn::Lesson lesson = learn::readLesson(path);
            std::string edition = fingerprintOf(lesson);
            return std::pair(std::move(lesson), std::move(edition));
        },
        [this, step, path](std::pair<learn::Lesson, std::string> read) {
            takeResults(std::move(read.first), read.second, step);
            const bool shipped = std::any_of(m_shipped.begin(), m_shipped.end(),
                                             [&](const auto& s) { return path == QString::fromStdString(s.path); });
            if (m_settings && !shipped) {
                QStringList recent = recentLessons();
                recent.removeAll(QFileInfo(path).absoluteFilePath());
                recent.prepend(QFileInfo(path).absoluteFilePath());
                m_settings->setValue(recentKey, recent.mid(0, 9));
            }
        },
        [this](const Failure&) { fillLessons(); });
}

void LearnPage::keepSafe(const QString& folder, bool offerWhatWasLeft)
{
    if (offerWhatWasLeft)
        m_workspace.jobs().start(
            Lane::RecoverLessons, tr("Looking for unsaved lessons"),
            [folder = folder.toStdString()](Progress&) { return LessonKeeper::findLeft(folder); },
            [this](const std::vector<LessonKeeper::Left>& found) {
                for (const LessonKeeper::Left& left : found)
                    offerLesson(QString::fromStdString(left.path), QString::fromStdString(left.title), left.changed);
            });
    m_keeper = new LessonKeeper(*m_desk, folder, this);
    connect(m_keeper, &LessonKeeper::failed, this, [this](const QString& sentence) {
        m_offers.offer(QStringLiteral("keepLesson"),
                       tr("The lesson is not kept safe any more: %1. Save it to keep it.").arg(sentence),
                       {{tr("Not now"), {}}});
    });
}

void LearnPage::offerLesson(const QString& path, const QString& title, std::int64_t changed)
{
    m_offers.offer(
        path, tr("Sparsescope ended unexpectedly: the lesson %1 was in no file, %2").arg(title, momentText(changed)),
        {{tr("Restore"),
          [this, path] {
              Q_EMIT wanted();
              restoreLesson(path);
          }},
         {tr("Discard"), [path] { LessonKeeper::remove(path.toStdString()); }}},
        path);
}

void LearnPage::restoreLesson(const QString& path)
{
    loadShipped();
    if (!mayLeaveLesson())
        return;
    m_workspace.jobs().start(
        Lane::OpenLesson, tr("Restoring the lesson"),
        [path = path.toStdString()](Progress&) { return learn::readLesson(path, true); },
        [this, path](learn::Lesson lesson) {
            lesson.path.clear(); // it is in no file of its owner's
            m_edition.clear();
            m_desk->openLesson(std::move(lesson), 0, false);
            if (m_keeper)
                m_keeper->takeOver(path);
        });
}

// Plans are .json files too.
bool LearnPage::opens(const QString& path) const
{
    static const QRegularExpression steps(QStringLiteral("\"steps\"\\s*:\\s*\\["));
    constexpr std::size_t looked = 1 << 16;
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) &&
           QString::fromStdString(readStart(path.toStdString(), looked)).contains(steps);
}

void LearnPage::openFile(const QString& path)
{
    Q_EMIT wanted();
    openLesson(path);
}

void LearnPage::explore()
{
    if (m_desk->lesson() && mayLeaveLesson())
        m_desk->closeLesson();
    fillLessons();
}

void LearnPage::openLessonDialog()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a lesson"), {}, tr("Lessons (*.json);;All files (*)"));
    if (!path.isEmpty())
        openLesson(path);
}

QStringList LearnPage::recentLessons() const
{
    QStringList existing;
    if (m_settings)
        for (const QString& path : m_settings->value(recentKey).toStringList())
            if (QFileInfo::exists(path))
                existing << path;
    return existing;
}

void LearnPage::fillRecent(QMenu& menu)
{
    menu.clear();
    const QStringList recent = recentLessons();
    if (recent.isEmpty())
        menu.addAction(tr("No recent lessons"))->setEnabled(false);
    for (const QString& path : recent) {
        QAction* action = menu.addAction(asLabel(QFileInfo(path).fileName()));
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] {
            Q_EMIT wanted();
            openLesson(path);
        });
    }
}

void LearnPage::saveLesson(const QString& path)
{
    if (!m_desk->lesson())
        return saveDrawings(path);
    m_workspace.jobs().start(
        {Lane::Save, path}, tr("Saving the lesson"),
        [lesson = *m_desk->lesson(), path = path.toStdString()](Progress&) {
            learn::writeLesson(lesson, path);
            return true;
        },
        [this, path, revision = m_desk->revision()](bool) {
            m_desk->setSaved(path.toStdString(), revision);
            Q_EMIT m_workspace.operations().message(tr("Saved the lesson as %1").arg(path));
        });
}

// They become a lesson, which opens where there is none.
void LearnPage::saveDrawings(const QString& path)
{
    learn::Lesson lesson = m_desk->lessonOfDrawings();
    if (lesson.steps.empty())
        return;
    m_workspace.jobs().start(
        {Lane::Save, path}, tr("Saving the lesson"),
        [lesson = std::move(lesson), path = path.toStdString()](Progress&) mutable {
            learn::writeLesson(lesson, path);
            lesson.path = path;
            return lesson;
        },
        [this, path](const learn::Lesson& saved) {
            const bool shown = m_desk->state().matrix == saved.steps.back().state.matrix;
            m_desk->setDrawingsSaved(saved);
            if (!m_desk->lesson() && shown)
                m_desk->openLesson(saved, static_cast<int>(saved.steps.size()) - 1);
            Q_EMIT m_workspace.operations().message(tr("Saved the lesson as %1").arg(path));
        });
}

// A shipped lesson is not written over.
void LearnPage::saveLessonDialog()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the lesson"), stem(m_desk->lesson()) + QStringLiteral(".json"), tr("Lessons (*.json)"));
    if (!path.isEmpty())
        saveLesson(path);
}

bool LearnPage::saveLessonBeforeGoing()
{
    const int revision = m_desk->revision();
    const QString known = QString::fromStdString(m_desk->lesson()->path);
    if (known.isEmpty())
        saveLessonDialog();
    else
        saveLesson(known);
    waitForSaves();
    return !m_desk->unsaved() && m_desk->revision() == revision;
}

bool LearnPage::saveBeforeGoing()
{
    if (m_desk->unsaved() && !saveLessonBeforeGoing())
        return false;
    if (!m_desk->drawings().empty()) {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save what was drawn by hand"),
                                                          QStringLiteral("drawn.json"), tr("Lessons (*.json)"));
        if (!path.isEmpty())
            saveDrawings(path);
        waitForSaves();
    }
    return unsavedWork().isEmpty();
}

void LearnPage::waitForSaves()
{
    Jobs& jobs = m_workspace.jobs();
    if (!jobs.busyIn({Lane::Save}))
        return;
    QEventLoop loop;
    connect(&jobs, &Jobs::changed, &loop, [&] {
        if (!jobs.busyIn({Lane::Save}))
            loop.quit();
    });
    loop.exec();
}

void LearnPage::copyPicture()
{
    const QImage image = sceneImage(m_view->scene(), colorsOf(*this).dark, 2);
    QGuiApplication::clipboard()->setImage(image);
    Q_EMIT m_workspace.operations().message(
        tr("Copied the picture as an image of %1 x %2 pixels").arg(image.width()).arg(image.height()));
}

void LearnPage::exportPictureDialog()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export this picture"), QStringLiteral("picture.svg"),
                                                      tr("Vectors (*.svg);;Documents (*.pdf);;Pictures (*.png)"));
    if (!path.isEmpty())
        exportPicture(path);
}

void LearnPage::exportPicture(const QString& path)
{
    m_workspace.jobs().start(
        {Lane::Export, path}, tr("Exporting the picture"),
        [scene = m_view->scene(), dark = colorsOf(*this).dark, path](Progress&) {
            writeScene(scene, dark, path);
            return true;
        },
        [this, path](bool) { Q_EMIT m_workspace.operations().message(tr("Saved %1").arg(path)); });
}

void LearnPage::exportStepsDialog(bool wholeLesson)
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export all steps into a folder"));
    if (!folder.isEmpty())
        exportSteps(folder, wholeLesson);
}

void LearnPage::exportSteps(const QString& folder, bool wholeLesson)
{
    std::vector<learn::LearnState> states;
    std::vector<int> lasts;
    if (wholeLesson && m_desk->lesson())
        for (const learn::LessonStep& step : m_desk->lesson()->steps) {
            states.push_back(step.state);
            lasts.push_back(step.lastStep);
        }
    else {
        states.push_back(m_desk->state());
        lasts.push_back(m_desk->lastStep());
    }
    m_workspace.jobs().start(
        {Lane::Export, folder}, tr("Exporting the steps"),
        [states, lasts, folder, dark = colorsOf(*this).dark](Progress& progress) {
            int written = 0;
            writeSet(folder.toStdString(), [&] {
                for (std::size_t i = 0; i < states.size(); ++i) {
                    const auto show = learn::makeShow(states[i]);
                    const int last = lasts[i] < 0 ? show->steps() - 1 : std::min(lasts[i], show->steps() - 1);
                    for (int step = 0; step <= last; ++step) {
                        progress.check();
                        const QString of = QStringLiteral("%1-").arg(i + 1, 2, 10, QLatin1Char('0'));
                        const QString name = QStringLiteral("step-%1%2.svg")
                                                 .arg(states.size() > 1 ? of : QString())
                                                 .arg(step, 3, 10, QLatin1Char('0'));
                        writeText(QDir(folder).filePath(name).toStdString(), sceneSvg(show->scene(step), dark),
                                  progress);
                        ++written;
                    }
                }
            });
            return written;
        },
        [this, folder](int written) {
            Q_EMIT m_workspace.operations().message(tr("Saved %1 pictures in %2").arg(written).arg(folder));
        });
}

void LearnPage::exportWebPageDialog(const learn::PageOptions& options)
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export the lesson as web page"),
                                     stem(m_desk->lesson()) + QStringLiteral(".html"), tr("Web pages (*.html)"));
    if (!path.isEmpty())
        exportWebPage(path, options);
}

void LearnPage::exportWebPage(const QString& path, const learn::PageOptions& options)
{
    if (!m_desk->lesson())
        return;
    learn::PageOptions shown = options;
    shown.instructor = m_instructor->isChecked();
    shown.language = windowLanguage().toStdString();
    m_workspace.jobs().start(
        {Lane::Export, path}, tr("Exporting the web page"),
        [lesson = *m_desk->lesson(), shown, path = path.toStdString()](Progress& progress) {
            writeText(path, learn::lessonHtml(lesson, progress, shown), progress);
            return true;
        },
        [this, path](bool) { Q_EMIT m_workspace.operations().message(tr("Saved the web page as %1").arg(path)); });
}

void LearnPage::exportQuizDialog()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export the exercises as a quiz"),
                                     stem(m_desk->lesson()) + QStringLiteral(".gift"), tr("Moodle's GIFT (*.gift)"));
    if (!path.isEmpty())
        exportQuiz(path);
}

void LearnPage::exportQuiz(const QString& path)
{
    if (!m_desk->lesson())
        return;
    m_workspace.jobs().start(
        {Lane::Export, path}, tr("Exporting the quiz"),
        [lesson = *m_desk->lesson(), path = path.toStdString()](Progress& progress) {
            const learn::GiftQuiz quiz = giftQuiz(inLanguage(lesson, windowLanguage().toStdString()));
            writeText(path, quiz.text, progress);
            return quiz.leftOut;
        },
        [this, path](const std::vector<std::string>& leftOut) {
            QString said = tr("Saved the quiz as %1").arg(path);
            for (const std::string& left : leftOut)
                said += tr("; left out: %1").arg(QString::fromStdString(left));
            Q_EMIT m_workspace.operations().message(said);
        });
}

} // namespace sparsescope
