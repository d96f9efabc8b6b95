// The order of rows and columns in which the matrix is shown: the matrix and its plans in that order, made by jobs.
#pragma once

#include "engine/matrix/pyramid.h"
#include "engine/matrix/statistics.h"
#include "engine/measure/facts.h"
#include "engine/plan/matrix_order.h"

#include <QList>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sparsescope {

class Attention;
class Document;
class Jobs;
struct LiveSearch;
struct PartialPlan;

class ShownOrder : public QObject {
    Q_OBJECT
public:
    ShownOrder(Document& document, Attention& attention, Jobs& jobs);

    // What is shown, and what will be once it is made.
    MatrixOrder order() const { return m_order; }
    MatrixOrder wanted() const { return m_wanted; }
    // Shows an order as soon as it is made. One that cannot be shown (whyNot) leaves what is; so does a cancelled one.
    void show(MatrixOrder order);
    // Why an order cannot be shown now; empty when it can.
    QString whyNot(MatrixOrder order) const;
    static QString title(MatrixOrder order); // "rows by length"

    // As shown. Without `lines` and `pyramid`: as in the file.
    struct Shown {
        MatrixPtr matrix;
        std::shared_ptr<const LineOrder> lines;
        std::shared_ptr<const Pyramid> pyramid; // null also where the matrix is small
    };
    const Shown& shown() const { return m_shown; }
    // They are of the matrix as it is shown; null until they are computed.
    std::shared_ptr<const MatrixStatistics> statistics() const;

    // A plan of the document as it lies in the matrix that is shown.
    struct ShownPlan {
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const std::vector<std::uint32_t>> owner;
    };
    // None while it is made; planReady() says when to ask again.
    std::optional<ShownPlan> plan(const std::shared_ptr<const Plan>& plan,
                                  const std::shared_ptr<const PlanFacts>& facts);
    // Likewise the tiles of a search under way: the last ones that lie there. None before the first; liveReady() says
    // when there are others.
    std::optional<ShownPlan> live(const LiveSearch& live);

Q_SIGNALS:
    void changed(); // what is shown, wanted or can be shown
    void planReady();
    void liveReady();
    void statisticsReady();

private:
    struct Made;
    struct MovedPlan {
        std::shared_ptr<const Plan> of;
        ShownPlan moved;
    };
    static std::shared_ptr<const Made> make(MatrixOrder order, MatrixPtr matrix, std::shared_ptr<const Plan> plan,
                                            Progress& progress);
    static ShownPlan move(const std::shared_ptr<const Plan>& plan, const std::shared_ptr<const PlanFacts>& facts,
                          const Made& made);
    void moveLive(const LiveSearch& live);
    void count();
    std::shared_ptr<const Made> kept(MatrixOrder order) const;
    void start();
    void adopt(const std::shared_ptr<const Made>& made);
    void forget();
    void follow();

    Document& m_document;
    Attention& m_attention;
    Jobs& m_jobs;
    MatrixOrder m_order = MatrixOrder::File;
    MatrixOrder m_wanted = MatrixOrder::File;
    Shown m_shown;
    std::shared_ptr<const Made> m_made;        // what is shown; null: the file's
    QList<std::shared_ptr<const Made>> m_kept; // the last used first
    QList<MovedPlan> m_plans;                  // in the order that is shown
    struct MovedLive {
        std::weak_ptr<const PartialPlan> of; // it is lent: the search waits for those that are kept
        std::shared_ptr<const Made> made;
        QString search; // of those that compete
        ShownPlan moved;
    };
    MovedLive m_live;
    std::shared_ptr<const MatrixStatistics> m_statistics; // of m_made
};

} // namespace sparsescope
