// Menus of what a graph may become: what may not stands there too, grey, with the reason.
#pragma once

#include "engine/plan/graph/edit_graph.h"
#include "views/graph/graph_document.h"

#include <QKeySequence>
#include <QPoint>

#include <functional>
#include <span>
#include <utility>
#include <vector>

class QAction;
class QEvent;
class QMenu;
class QWidget;

namespace sparsescope {

void addHeading(QMenu& menu, const QString& text); // behind a line, where it is not the first
// Entries of a menu and the changes that they make.
using OfferedChanges = std::vector<std::pair<QAction*, graph::GraphChange>>;
// An entry a kind, with its sentence or why it may not stand there; `changes` gets those that may.
using PutIn = std::function<graph::GraphChange(const graph::Graph&, const graph::NodeKind&)>;
void addOffers(QMenu& menu, std::span<const graph::Offer> offers, GraphDocument& document, const PutIn& putIn,
               OfferedChanges& changes);
// Greys entries, with the reason, whose nodes need what the matrix does not meet: a moment later, for a large matrix
// does not hold up its menu. Once a menu.
void greyWhatMatrixRefuses(QMenu& menu, GraphDocument& document, const OfferedChanges& changes);
// An entry that makes this change, or says why the grammar refuses it.
void addChange(QMenu& menu, const QString& text, const QKeySequence& keys, GraphDocument& document,
               const GraphDocument::Change& change);
// Shows a menu that is made for this once.
void popUp(QWidget& parent, const QPoint& at, const std::function<void(QMenu&)>& fill);

// Undo and redo are those of the graph while the keyboard is in a view of it. True: the event was such a key's.
bool undoByKey(QEvent& event, GraphDocument& document);

} // namespace sparsescope
