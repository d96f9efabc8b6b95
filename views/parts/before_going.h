// Work that is in no file, when it is about to go: the question.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace sparsescope {

enum class BeforeGoing { Save, Discard, Cancel };

// `unsaved` says in words what would be lost, with several matrices a line each.
using AskBeforeGoing = std::function<BeforeGoing(const QString& question, const QString& unsaved)>;
BeforeGoing askBeforeGoing(const QString& question, const QString& unsaved, QWidget* parent);

// "2 plans found, 1 run and the note"
QString inWords(QStringList parts);

} // namespace sparsescope
