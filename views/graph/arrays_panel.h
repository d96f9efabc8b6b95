// The metadata set after the node that is looked at (AlphaSparse, section V-A), and what of it the kernel stores. A
// place is marked in every array that mentions it and on the canvas, whichever of them it was picked in.
#pragma once

#include "views/graph/arrays_view.h"
#include "views/graph/graph_document.h"

#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace sparsescope {

class FunctionPlot;

class ArraysPanel : public QWidget {
    Q_OBJECT
public:
    explicit ArraysPanel(GraphDocument& document, QWidget* parent = nullptr);

    ArraysView& view() { return *m_view; }

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct At {
        std::size_t branch = 0, state = 0;
    };
    void refresh();
    void refreshArrays();
    void refreshPlot();
    void askForFunctions();
    void mark();
    void pick(int array, qint64 element);
    const graph::KernelBranch* kernelOf(std::size_t branch) const;
    std::vector<ShownArray> shownArrays(const GraphStates& states, At at) const;

    GraphDocument& m_document;
    QLabel *m_title, *m_facts, *m_marked;
    QComboBox* m_branch;
    ArraysView* m_view;
    FunctionPlot* m_plot;
    std::vector<At> m_at; // where the node is, a branch each
    std::shared_ptr<const graph::KernelGraph> m_kernel;
    PlanPtr m_kernelOf;
    GraphStatesPtr m_states; // that are shown
};

} // namespace sparsescope
