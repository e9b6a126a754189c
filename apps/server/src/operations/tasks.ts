import type { Chore } from "../platform/jobs/chores.ts";
import { writeBackup } from "./backups/make.ts";
import { keepBackupSchedule } from "./backups/schedule.ts";
import { checkBackup } from "./backups/verify.ts";
import { trimLogLines } from "./logs/trim.ts";
import { deleteFound, searchStorage } from "./storage/scan.ts";
import { sweepUnfinished } from "./storage/sweep-unfinished.ts";

/** What is done for the operator apart from a request. */
export const operationTasks = [searchStorage, deleteFound, writeBackup, checkBackup];

export const operationChores: readonly Chore[] = [keepBackupSchedule, trimLogLines, sweepUnfinished];
