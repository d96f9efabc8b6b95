// The measured sub-tasks of a run as table rows: where each ran, what it should have taken and what it took.
#pragma once

#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace sparsescope {

class SubtaskModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        TileNumber,
        Part,
        Format,
        Sm,
        Predicted,
        InSitu,
        InSituError, // against predicted, as the next one
        Saturated,
        SaturatedError,
        ColumnCount
    };

    // `jobs` sorts what is long, and outlives the model.
    explicit SubtaskModel(Jobs& jobs, QObject* parent = nullptr) : QAbstractTableModel(parent), m_jobs(jobs) {}

    // Facts may be null until they are computed: their column is empty so long. Tasks of tiles that the plan does not
    // have are left out.
    void setRun(PlanPtr plan, ProfilePtr profile, RunFactsPtr facts);
    // Shows the sub-tasks of one format of the plan; -1: all.
    void setFormat(int format);
    int format() const { return m_format; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // Equal values keep the order of the launch; unknown ones come last. Above 20,000 sub-tasks the order is computed
    // on a thread and shown when it is ready.
    void sort(int column, Qt::SortOrder order) override;
    bool busy() const { return m_jobs.busy(Lane::SortSubtasks); }

    std::int64_t total() const; // unfiltered
    std::int64_t tileAt(int row) const;
    int firstRowOf(std::int64_t tile) const; // -1: not among the rows

Q_SIGNALS:
    void arranged(); // rows are as the filter and the order want them

private:
    struct Source {
        PlanPtr plan;
        ProfilePtr profile;
        RunFactsPtr facts;
        double number(int column, std::size_t task) const; // NaN: not known
    };
    static std::vector<std::int32_t> arrangement(const Source& source, int format, int column, Qt::SortOrder order,
                                                 Progress& progress);
    QString errorLabel(int column) const; // which two kinds of time it holds against each other
    void arrange();
    void adopt(std::vector<std::int32_t> rows);

    Jobs& m_jobs;
    std::shared_ptr<const Source> m_source;
    std::vector<std::int32_t> m_rows; // index into Profile::taskTimes of each row
    int m_format = -1;
    int m_column = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace sparsescope
