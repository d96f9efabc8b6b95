// PTX or SASS to read beside the source: each line with the source line that it came from.
#pragma once

#include "engine/measure/compiled_kernel.h"

#include <QAbstractListModel>
#include <QListView>

#include <memory>
#include <vector>

namespace sparsescope {

class ListingModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    enum Role { SourceLine = Qt::UserRole, Mark }; // int, from 1, 0: none; int: 0 none, 1 marked, 2 the lead

    // Null: nothing to list. It keeps what it points into.
    void setListing(std::shared_ptr<const Listing> listing);
    // Source lines from 1, both ends included. 0: none. With `among`, which ascends, no others than these.
    void mark(int first, int last, int lead, std::vector<int> among = {});
    // The first line that came from the lead, else from first to last; -1: none did.
    int firstMarked() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    int markOf(int row) const;

    std::shared_ptr<const Listing> m_listing;
    int m_first = 0, m_last = 0, m_lead = 0;
    std::vector<int> m_among;
};

class ListingView : public QListView {
    Q_OBJECT
public:
    explicit ListingView(QWidget* parent = nullptr);

    ListingModel& listing() { return *m_model; }
    // Marks and scrolls there.
    void markSource(int first, int last, int lead, const std::vector<int>& among = {});

Q_SIGNALS:
    void sourceLineClicked(int line); // from 1

protected:
    void keyPressEvent(QKeyEvent* event) override; // Copy
    void changeEvent(QEvent* event) override;

private:
    ListingModel* m_model;
};

} // namespace sparsescope
