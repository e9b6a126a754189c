import { parentPort, workerData } from "node:worker_threads";
import { CaptionsProblem, readCaptions } from "@kinora/domain/videos/captions.ts";
import type { CaptionsAnswer } from "./captions-reader.ts";

// The thread that `readLargeCaptions` starts for one file.
parentPort?.postMessage(answer(String(workerData)));

function answer(file: string): CaptionsAnswer {
  try {
    return { read: readCaptions(file) };
  } catch (error) {
    if (error instanceof CaptionsProblem) return { problem: error.message };
    throw error;
  }
}
