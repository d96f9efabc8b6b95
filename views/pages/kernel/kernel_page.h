// The generated kernel beside the kinds of tiles that it runs.
#pragma once

#include "engine/plan/packed.h"
#include "views/pages/page.h"

#include <string>
#include <vector>

class QAction;
class QButtonGroup;
class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace sparsescope {

class KernelKinds;
class ListingView;
class SourceView;
class Workspace;

// Alt+3: the CUDA source that runs the plan.
const PageDefinition& kernelPage();

class KernelPage : public Page {
    Q_OBJECT
public:
    explicit KernelPage(Workspace& workspace, QWidget* parent = nullptr);
    SourceView& source() { return *m_source; }
    KernelKinds& kinds() { return *m_kinds; }
    ListingView& listing() { return *m_listing; }
    QToolButton& choice(Codegen codegen);

    enum class Shown { Source, Ptx, Sass };
    // The source alone, or with what the compiler made of it below.
    void showListing(Shown what);

    void showView(std::string_view name) override;
    int extent(int room) const override;
    QList<QAction*> fillMenu(PageMenu which, QMenu& menu) override;
    void updateActions() override;
    std::vector<TourStop> tour() override;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showSource();
    void showFacts();
    void showCodegen();
    void compile();
    void showCompiled();
    void markSource(int first, int last, int lead);
    void showSelection();
    void showWriters();
    void markCurrent();
    void showNode();
    void markKind(int index);
    void markLines(const std::vector<int>& lines);
    bool wroteNothing(const std::string& node) const;
    void save();
    void saveProject();
    void setIcons();

    Workspace& m_workspace;
    QLabel *m_title, *m_facts, *m_resources, *m_problem, *m_listingProblem;
    QToolButton *m_copy, *m_save;
    QAction* m_saveProject;
    QAction* m_generate = nullptr;
    QComboBox* m_architecture;
    QButtonGroup *m_codegens, *m_shownButtons;
    KernelKinds* m_kinds;
    QSplitter* m_texts;
    SourceView* m_source;
    ListingView* m_listing;
    Shown m_shown = Shown::Source;
};

} // namespace sparsescope
