#include "engine/work/in_turn.h"

#include <chrono>
#include <thread>

namespace sparsescope {

void InTurn::handTo(std::shared_ptr<Worker> worker)
{
    const std::scoped_lock lock(m_guard);
    m_worker = std::move(worker);
}

std::shared_ptr<Worker> InTurn::worker()
{
    const std::scoped_lock lock(m_guard);
    return m_worker;
}

InTurn::Turn InTurn::turnOf(int device, Progress& progress)
{
    Turn turn{worker(), {}};
    {
        const std::scoped_lock lock(m_guard);
        turn.lock =
            std::unique_lock(m_turns[{turn.worker.get(), device}], std::defer_lock); // entries stay where they are
    }
    while (!turn.lock.try_lock()) {
        progress.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return turn;
}

std::vector<Device> InTurn::devices(Progress& progress)
{
    return worker()->devices(progress);
}

session::Session InTurn::run(const GpuJob& job, Progress& progress, const Listener& listener)
{
    const Turn turn = turnOf(job.run.device, progress);
    return turn.worker->run(job, progress, listener);
}

session::Session InTurn::runMasks(const MaskJob& job, Progress& progress, const Listener& listener)
{
    const Turn turn = turnOf(job.run.device, progress);
    return turn.worker->runMasks(job, progress, listener);
}

void InTurn::calibrate(const CalibrationJob& job, Progress& progress)
{
    worker()->calibrate(job, progress);
}

CompiledKernel InTurn::compile(const std::string& source, const std::string& entry, int threads,
                               const std::string& architecture, Progress& progress)
{
    return worker()->compile(source, entry, threads, architecture, progress);
}

std::unique_ptr<GpuTimer> InTurn::graphTimer(const GraphJob& job)
{
    return worker()->graphTimer(job);
}

} // namespace sparsescope
