// The Batch page: the table of `sparsescope-cli batch`, its matrices as cards, and planners and libraries against each
// other over those that the filters leave, what choosing among them costs, and when their searches pay off.
#pragma once

#include "engine/report/batch_profiles.h"
#include "engine/report/batch_regret.h"
#include "views/pages/page.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTabBar;

namespace sparsescope {

class BatchCurves;
class BatchGallery;
class BatchRegretView;
class BatchSearchView;
class ElidedLabel;

const PageDefinition& batchPage();

class BatchPage : public Page {
    Q_OBJECT
public:
    BatchPage(const PageParts& parts, QWidget* parent);

    void showView(std::string_view name) override;
    bool opens(const QString& path) const override;
    void openFile(const QString& path) override;
    QString openTitle() const override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;
    void copyPicture() override;
    void exportPictureDialog() override;

    BatchGallery& gallery() { return *m_gallery; }
    BatchCurves& curves() { return *m_curves; }
    BatchRegretView& regret() { return *m_regretView; }
    BatchSearchView& searches() { return *m_searches; }
    QString summary() const;

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    QWidget* makeEmpty();
    QWidget* makeFilters();
    void openDialog();
    struct Read; // a table
    void take(const QString& path, Read read);
    // The batch goes on: its table is read anew, and what is chosen and typed stays.
    void readAgain();
    void showSetting();
    void filter();
    void openMatrix(std::size_t matrix);

    Workspace& m_workspace;
    QString m_path;
    std::vector<std::shared_ptr<const BatchResults>> m_all;    // by operator, type and extent
    std::shared_ptr<const BatchResults> m_results;             // those that are shown
    std::vector<std::shared_ptr<const BatchRegret>> m_regrets; // by operator
    QStackedWidget *m_stack, *m_views;
    ElidedLabel *m_title, *m_summary;
    QTabBar* m_tabs;
    QComboBox *m_setting, *m_group, *m_order;
    QLineEdit *m_text, *m_least, *m_most;
    QCheckBox* m_failed;
    BatchGallery* m_gallery;
    BatchCurves* m_curves;
    BatchRegretView* m_regretView;
    BatchSearchView* m_searches;
    QLabel* m_none; // no matrix is left
    QTimer m_typing;
    QFileSystemWatcher m_watcher; // of the table
    QTimer m_growing;             // until a batch that writes has paused
};

} // namespace sparsescope
