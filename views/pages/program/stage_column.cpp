#include "views/pages/program/stage_column.h"

#include "views/pages/program/stage_view.h"
#include "views/parts/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

namespace sparsescope {

StageColumn::StageColumn(const StageTitle& title, const CodeLanguage& language, QWidget* parent)
    : QWidget(parent), m_title(title)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setSpacing(space::between);
    auto* heading = new QLabel(title.title);
    heading->setFont(typeFace(TypeSize::Small, true));
    top->addWidget(heading);
    m_verdict = new QLabel;
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    top->addWidget(m_verdict, 1);
    column->addLayout(top);
    m_sentence = new QLabel(title.sentence);
    m_sentence->setWordWrap(true);
    m_sentence->setProperty("role", QStringLiteral("secondary"));
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_sentence->setMinimumHeight(2 * QFontMetrics(m_sentence->font()).lineSpacing()); // texts begin at one height
    column->addWidget(m_sentence);
    m_view = new StageView(language);
    m_view->setAccessibleName(title.title);
    m_view->setAccessibleDescription(title.sentence);
    column->addWidget(m_view, 1);
    m_problem = new QLabel;
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("role", QStringLiteral("bad"));
    column->addWidget(m_problem);
    m_problem->hide();
}

void StageColumn::setVerdict(const QString& verdict, bool good)
{
    if (m_verdict->text() == verdict)
        return;
    m_verdict->setText(verdict);
    m_verdict->setProperty("role", good ? QStringLiteral("right") : QStringLiteral("wrong"));
    m_verdict->style()->unpolish(m_verdict);
    m_verdict->style()->polish(m_verdict);
}

void StageColumn::setBrief(bool brief)
{
    m_sentence->setVisible(!brief);
}

void StageColumn::setOld(const QString& words)
{
    m_view->setFaint(!words.isEmpty());
    m_sentence->setText(words.isEmpty() ? m_title.sentence : words);
}

void StageColumn::setProblem(const QString& sentence, int line)
{
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    m_view->setWrong(line);
}

} // namespace sparsescope
