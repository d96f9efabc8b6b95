#include "views/parts/numbers_first.h"

#include <cmath>

namespace sparsescope {

bool NumbersFirst::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    if (a.typeId() != QMetaType::Double)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    const double x = a.toDouble(), y = b.toDouble();
    if (std::isnan(x) != std::isnan(y))
        return std::isnan(y) == (sortOrder() == Qt::AscendingOrder);
    return x < y;
}

} // namespace sparsescope
