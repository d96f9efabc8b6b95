// What students gave to exercises: kept with the settings, handed in as a file, forgotten.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/learn/lesson_panel.h"
#include "views/workspace/workspace.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QSettings>

#include <utility>

namespace sparsescope {

namespace {

const QString studentKey = QStringLiteral("learn/student");

} // namespace

QString LearnPage::student() const
{
    return m_settings ? m_settings->value(studentKey).toString() : QString();
}

// A name may hold what a key may not.
QString LearnPage::resultsKey() const
{
    return QStringLiteral("learn/answers/%1/%2").arg(QString::fromLatin1("n" + student().toUtf8().toHex()), m_edition);
}

// Where the lesson is as its file has it: a lecturer who writes one answers nothing.
void LearnPage::keepResults()
{
    if (m_settings && m_desk->lesson() && !m_desk->unsaved() && !m_edition.isEmpty())
        m_settings->setValue(resultsKey(), QString::fromStdString(resultsJson(*m_desk->lesson(), m_desk->results())));
}

// What was given before; the step that was shown last, where `step` is none. What is kept and cannot be read is as if
// nothing were.
int LearnPage::takeResults(learn::Lesson lesson, const std::string& edition, int step)
{
    m_edition = QString::fromStdString(edition);
    learn::Results results;
    if (m_settings)
        if (const QString kept = m_settings->value(resultsKey()).toString(); !kept.isEmpty()) {
            try {
                results = learn::parseResults(kept.toStdString(), "settings", lesson);
            } catch (const Error&) {
                results = {};
            }
        }
    results.student = student().toStdString();
    const int at = step < 0 ? results.at : step;
    m_desk->openLesson(std::move(lesson), at);
    m_desk->setResults(std::move(results));
    return at;
}

bool LearnPage::askStudent()
{
    if (!m_settings)
        return true;
    bool chosen = false;
    const QString name =
        QInputDialog::getText(this, tr("Who answers?"), tr("Your name, which is written into what you hand in:"),
                              QLineEdit::Normal, student(), &chosen)
            .simplified()
            .left(60);
    if (!chosen)
        return false;
    if (name != student()) {
        const bool first = student().isEmpty(); // what was given without a name is the first one's
        m_settings->setValue(studentKey, name);
        if (!first && m_desk->lesson() && !m_desk->unsaved())
            takeResults(*m_desk->lesson(), m_edition.toStdString(), m_desk->lessonStep());
        keepResults();
    }
    return true;
}

void LearnPage::handInDialog()
{
    if (!m_desk->lesson() || (student().isEmpty() && !askStudent()))
        return;
    const QString name = student().isEmpty() ? tr("answers") : student();
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Hand in"), name + QStringLiteral(".json"), tr("Answers (*.json)"));
    if (!path.isEmpty())
        handIn(path);
}

void LearnPage::handIn(const QString& path)
{
    if (!m_desk->lesson())
        return;
    learn::Results results = m_desk->results();
    results.student = student().toStdString();
    results.at = m_desk->lessonStep();
    m_workspace.jobs().start(
        {Lane::Export, path}, tr("Saving the answers"),
        [lesson = *m_desk->lesson(), results = std::move(results), path = path.toStdString()](Progress&) {
            writeText(path, resultsJson(lesson, results));
            return true;
        },
        [this, path](bool) {
            Q_EMIT m_workspace.operations().message(tr("Saved your answers as %1: hand in this file").arg(path));
        });
}

void LearnPage::forgetAnswers()
{
    learn::Results none;
    none.student = student().toStdString();
    m_desk->setResults(std::move(none));
    m_desk->showLessonStep(m_desk->lessonStep()); // a matrix that was drawn goes too
}

void LearnPage::showInstructor(bool shown)
{
    m_instructor->setChecked(shown);
    m_panel->setInstructor(shown);
}

} // namespace sparsescope
