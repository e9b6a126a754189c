import { forgetBucketKeys } from "./bucket-keys.ts";
import { readImport } from "./read.ts";
import { runImport } from "./run.ts";

export const importTasks = [readImport, runImport];

export const importChores = [forgetBucketKeys];
