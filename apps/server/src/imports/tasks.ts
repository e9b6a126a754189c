import { forgetSources } from "./forget.ts";
import { readImport } from "./read.ts";
import { runImport } from "./run.ts";

export const importTasks = [readImport, runImport];

export const importChores = [forgetSources];
