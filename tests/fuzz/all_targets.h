// Seeds and bodies of all targets, by the file that holds them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::fuzz {

// matrix_targets.cpp
std::vector<std::string> matrixMarketSeeds();
void runMatrixMarket(std::string_view input);
std::vector<std::string> gzipSeeds();
void runGzip(std::string_view input);
std::vector<std::string> scipySeeds();
void runScipy(std::string_view input);
std::vector<std::string> scipyArraySeeds();
void runScipyArrays(std::string_view input);
std::vector<std::string> smtxSeeds();
void runSmtx(std::string_view input);
std::vector<std::string> tnsSeeds();
void runTns(std::string_view input);

// archive_targets.cpp
std::vector<std::string> archiveSeeds();
void runArchive(std::string_view input);
std::vector<std::string> compressedSeeds();
void runCompressed(std::string_view input);

// mat_targets.cpp, where there is libmatio
std::vector<std::string> matSeeds();
void runMat(std::string_view input);

// mask_targets.cpp
std::vector<std::string> maskSeeds();
void runMasks(std::string_view input);

// plan_targets.cpp
std::vector<std::string> planSeeds();
void runPlan(std::string_view input);
std::vector<std::string> graphSeeds();
void runGraph(std::string_view input);

// session_targets.cpp
std::vector<std::string> sessionSeeds();
void runSession(std::string_view input);
std::vector<std::string> sessionEdits();
void runSessionRows(std::string_view input);
std::vector<std::string> recoverySeeds();
void runRecovery(std::string_view input);
std::vector<std::string> recoveryEdits();
void runRecoveryRows(std::string_view input);

// batch_targets.cpp
std::vector<std::string> batchCsvSeeds();
void runBatchCsv(std::string_view input);
std::vector<std::string> batchSeeds();
void runBatchTable(std::string_view input);
std::vector<std::string> batchEdits();
void runBatchRows(std::string_view input);

// search_targets.cpp
std::vector<std::string> modelSeeds();
void runModel(std::string_view input);
std::vector<std::string> choiceSeeds(); // what a forest's plan says of its choice
void runChoice(std::string_view input);
std::vector<std::string> traceSeeds();
void runTrace(std::string_view input);
std::vector<std::string> sweepSeeds();
void runSweepText(std::string_view input);
std::vector<std::string> calibrationSeeds();
void runCalibration(std::string_view input);
std::vector<std::string> ruleSeeds();
void runRules(std::string_view input);

// work_targets.cpp
std::vector<std::string> profileSeeds();
void runProfile(std::string_view input);
std::vector<std::string> lessonSeeds();
void runLesson(std::string_view input);
std::vector<std::string> answerSeeds(); // what students hand in
void runAnswers(std::string_view input);
std::vector<std::string> jobSeeds();
void runJob(std::string_view input);
std::vector<std::string> graphJobSeeds();
void runGraphJob(std::string_view input);
std::vector<std::string> graphRequestSeeds();
void runGraphRequest(std::string_view input);
std::vector<std::string> workerSeeds();
void runWorkerLines(std::string_view input);

// program_targets.cpp
std::vector<std::string> programSeeds();
void runProgram(std::string_view input);
std::vector<std::string> expressionSeeds();
void runExpression(std::string_view input);
std::vector<std::string> scheduleSeeds();
void runSchedule(std::string_view input);

} // namespace sparsescope::fuzz
