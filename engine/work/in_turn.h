// A worker that has one run at a time on each GPU: two on one would measure each other.
#pragma once

#include "engine/work/worker.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace sparsescope {

class InTurn final : public Worker {
public:
    explicit InTurn(std::shared_ptr<Worker> worker) : m_worker(std::move(worker)) {}

    // What is asked from now on goes to this one; what runs is not disturbed.
    void handTo(std::shared_ptr<Worker> worker);

    std::vector<Device> devices(Progress& progress) override;
    session::Session run(const GpuJob& job, Progress& progress, const Listener& listener) override;
    session::Session runMasks(const MaskJob& job, Progress& progress, const Listener& listener) override;
    void calibrate(const CalibrationJob& job, Progress& progress) override;
    CompiledKernel compile(const std::string& source, const std::string& entry, int threads,
                           const std::string& architecture, Progress& progress) override;
    std::unique_ptr<GpuTimer> graphTimer(const GraphJob& job) override; // which takes turns by itself

private:
    struct Turn {
        std::shared_ptr<Worker> worker;
        std::unique_lock<std::mutex> lock;
    };
    std::shared_ptr<Worker> worker();
    Turn turnOf(int device, Progress& progress);

    std::mutex m_guard; // of both
    std::shared_ptr<Worker> m_worker;
    std::map<std::pair<const Worker*, int>, std::mutex> m_turns;
};

} // namespace sparsescope
