#include "views/parts/before_going.h"

#include "views/parts/words.h"

#include <QAbstractButton>
#include <QMessageBox>

namespace sparsescope {

namespace {

} // namespace

BeforeGoing askBeforeGoing(const QString& question, const QString& unsaved, QWidget* parent)
{
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"), question,
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText); // names of files stand in it
    const bool several = unsaved.contains(QLatin1Char('\n'));
    box.setInformativeText(several ? tr("In no file yet:") + QLatin1Char('\n') + unsaved
                                   : tr("In no file yet: %1.").arg(unsaved));
    if (several) {
        box.button(QMessageBox::Save)->setText(tr("&Save all"));
        box.button(QMessageBox::Discard)->setText(tr("&Discard all"));
    }
    box.setDefaultButton(QMessageBox::Save);
    const int button = box.exec();
    return button == QMessageBox::Save      ? BeforeGoing::Save
           : button == QMessageBox::Discard ? BeforeGoing::Discard
                                            : BeforeGoing::Cancel;
}

QString inWords(QStringList parts)
{
    if (parts.size() < 2)
        return parts.join(QString());
    const QString last = parts.takeLast();
    return tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

} // namespace sparsescope
