import { readImport } from "./read.ts";
import { runImport } from "./run.ts";

export const importTasks = [readImport, runImport];
