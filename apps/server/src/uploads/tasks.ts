import type { Task } from "../platform/tasks.ts";

/** What the uploads room does apart from requests. */
export const uploadTasks: readonly Task<never>[] = [];
