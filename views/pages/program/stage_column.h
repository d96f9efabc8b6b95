// A stage with its title, one sentence of what it speaks of, its text, and what is wrong with it.
#pragma once

#include <QWidget>

class QLabel;

namespace sparsescope {

class StageView;
struct CodeLanguage;

struct StageTitle {
    QString brief;    // of a tab: "Stage I"
    QString title;    // "Stage I: coordinates"
    QString sentence; // what its text speaks of
};

class StageColumn : public QWidget {
    Q_OBJECT
public:
    StageColumn(const StageTitle& title, const CodeLanguage& language, QWidget* parent = nullptr);

    StageView& view() { return *m_view; }
    const StageTitle& title() const { return m_title; }
    // Beside the title: what a check says. Empty: nothing.
    void setVerdict(const QString& verdict, bool good);
    void setBrief(bool brief); // without the sentence below its title
    // The text is that of an earlier program, as these words say; empty: it is of the one that is shown.
    void setOld(const QString& words);
    // Below the text, and at its line (0: it has none). Empty: nothing is wrong.
    void setProblem(const QString& sentence, int line = 0);

private:
    const StageTitle m_title;
    QLabel *m_verdict, *m_sentence, *m_problem;
    StageView* m_view;
};

} // namespace sparsescope
