// The generated kernel beside the kinds of tiles that it runs.
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;
class QComboBox;
class QLabel;
class QSplitter;
class QTreeWidget;
class QToolButton;

namespace sparsescope {

class ListingView;
class SourceView;
class Workspace;

class KernelPage : public QWidget {
    Q_OBJECT
public:
    explicit KernelPage(Workspace& workspace, QWidget* parent = nullptr);
    SourceView& source() { return *m_source; }
    QTreeWidget& kinds() { return *m_kinds; }
    ListingView& listing() { return *m_listing; }

    enum class Shown { Source, Ptx, Sass };
    // The source alone, or with what the compiler made of it below.
    void showListing(Shown what);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showSource();
    void showFacts();
    void compile();
    void showCompiled();
    void markSource(int first, int last, int lead);
    void showSelection();
    void markKind(int index);
    void save();
    void saveProject();
    void setIcons();

    Workspace& m_workspace;
    QLabel *m_title, *m_facts, *m_resources, *m_problem, *m_listingProblem;
    QToolButton *m_copy, *m_save;
    QAction* m_saveProject;
    QComboBox* m_architecture;
    QButtonGroup* m_shownButtons;
    QTreeWidget* m_kinds;
    QSplitter* m_texts;
    SourceView* m_source;
    ListingView* m_listing;
    Shown m_shown = Shown::Source;
};

} // namespace sparsescope
