// A worker that a test answers for.
#pragma once

#include "engine/core/error.h"
#include "engine/work/worker.h"

#include <functional>
#include <memory>
#include <utility>

namespace sparsescope {

struct FakeWorker final : Worker {
    using Answer = std::function<session::Session(const GpuJob&, Progress&, const Listener&)>;
    explicit FakeWorker(Answer run) : answer(std::move(run)) {}

    std::vector<Device> devices(Progress&) override
    {
        if (!problem.empty())
            throw Error(ErrorKind::Device, problem);
        return gpus;
    }
    session::Session run(const GpuJob& job, Progress& progress, const Listener& listener) override
    {
        return answer(job, progress, listener);
    }
    session::Session runMasks(const MaskJob& job, Progress& progress, const Listener& listener) override
    {
        return answerMasks(job, progress, listener);
    }
    void calibrate(const CalibrationJob&, Progress&) override {}
    CompiledKernel compile(const std::string&, const std::string&, int, const std::string&, Progress&) override
    {
        return {};
    }

    Answer answer;
    std::function<session::Session(const MaskJob&, Progress&, const Listener&)> answerMasks =
        [](const MaskJob&, Progress&, const Listener&) { return session::Session(); };
    std::vector<Device> gpus = {{0, "NVIDIA H200", {}}};
    std::string problem; // why there is no GPU
};

inline std::shared_ptr<FakeWorker> fakeWorker(FakeWorker::Answer run = [](const auto&, auto&, const auto&) {
    return session::Session();
})
{
    return std::make_shared<FakeWorker>(std::move(run));
}

} // namespace sparsescope
