import { runBulkJob } from "./run.ts";

export const bulkTasks = [runBulkJob];
