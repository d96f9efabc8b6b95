// Two numbers for each of several things, as bars beside each other.
#pragma once

#include "views/plot/plot.h"

namespace sparsescope {

class PairedBars : public Plot {
    Q_OBJECT
public:
    PairedBars(const QString& first, const QString& second, QWidget* parent = nullptr);

protected:
    // As many bars as the longer one; the names stand where the bars are lower.
    void setBars(const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& second);
    void restyle() override;

private:
    QCPBars *m_first, *m_second;
};

} // namespace sparsescope
