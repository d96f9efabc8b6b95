// The matrices of a batch as cards, each with a picture of its non-zeros and its best planner. Pictures are made in the
// background, of the cards that are seen, and kept for a while.
#pragma once

#include "engine/report/batch_profiles.h"
#include "views/workspace/jobs.h"

#include <QCache>
#include <QListView>
#include <QPixmap>
#include <QTimer>

#include <memory>
#include <vector>

namespace sparsescope {

class BatchModel;

// A picture, or why there is none.
struct Thumbnail {
    QPixmap picture;
    QString problem;
};

class BatchGallery : public QListView {
    Q_OBJECT
public:
    // `jobs` draw the pictures, and outlive the gallery.
    explicit BatchGallery(Jobs& jobs, QWidget* parent = nullptr);

    // Positions among the results' matrices. Another table has other pictures.
    void show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices);
    void forgetPictures();
    const Thumbnail* thumbnail(const BatchResult& matrix) const; // null: not made yet

Q_SIGNALS:
    void matrixChosen(std::size_t matrix);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void fitCards();
    void drawNext();
    QModelIndex nextToDraw() const;

    Jobs& m_jobs;
    BatchModel* m_model;
    QCache<QString, Thumbnail> m_thumbnails; // by source
    QString m_drawing;                       // source; empty: none
    QTimer m_pause;                          // before cards that pass by are drawn
};

} // namespace sparsescope
