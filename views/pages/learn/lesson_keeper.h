// Keeps an edited lesson and a matrix drawn by hand safe.
#pragma once

#include "views/parts/text_keeper.h"

namespace sparsescope {

class LearnDesk;

class LessonKeeper : public TextKeeper {
    Q_OBJECT
public:
    LessonKeeper(LearnDesk& desk, const QString& folder, QObject* parent = nullptr);
    static std::vector<Left> findLeft(const std::string& folder);
};

} // namespace sparsescope
