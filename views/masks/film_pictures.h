// What a film strip shows of masks: small pictures of them, and how a dynamic plan covers each; made on a thread of
// their own for what is in sight, and kept as long as there is room.
#pragma once

#include "engine/core/progress.h"
#include "views/workspace/document.h"

#include <QColor>
#include <QImage>
#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace sparsescope {

struct FilmPicture {
    QImage image;                          // null: not made yet
    std::int64_t places = 0;               // non-zeros of the mask
    std::optional<Covering> covering = {}; // by the dynamic plan; none: there is none, or it is the dense product
    QString problem = {};                  // why it could not be made
};

class FilmPictures : public QObject {
    Q_OBJECT
public:
    explicit FilmPictures(QObject* parent);
    ~FilmPictures() override; // ends what is under way

    // Pictures have `side` device pixels; what is kept of others goes. Null: no masks.
    void setMasks(MaskSequencePtr masks);
    void setStyle(int side, bool dark);
    // Null: none. A run says of each mask by which pairing it was gathered.
    void setPlan(DynamicPlanPtr plan, SequenceRunPtr run);

    // Null: it is not made yet.
    const FilmPicture* find(std::int64_t mask) const;
    // Makes those of [first, last) that there are not, the nearest to `from` first, and forgets what else was wanted.
    void want(std::int64_t first, std::int64_t last, std::int64_t from);
    bool busy() const { return m_making; }

    static constexpr std::size_t mostKept = 600;

Q_SIGNALS:
    void made(qint64 mask);

private:
    struct Source {
        MaskSequencePtr masks;
        DynamicPlanPtr plan;
        SequenceRunPtr run;
        int side = 64;
        bool dark = false;
    };
    // What the thread takes from; shared with it.
    struct Queue {
        std::mutex guard;
        std::deque<std::int64_t> wanted;
    };
    void forget();
    void start();
    void keep(std::int64_t mask, FilmPicture picture, quint64 number);

    Source m_source;
    quint64 m_number = 0; // of the source: what was made of another one is dropped
    std::unordered_map<std::int64_t, FilmPicture> m_kept;
    std::deque<std::int64_t> m_order; // of m_kept, the oldest first
    std::shared_ptr<Queue> m_queue = std::make_shared<Queue>();
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    bool m_making = false;
    QThreadPool m_pool;
};

} // namespace sparsescope
