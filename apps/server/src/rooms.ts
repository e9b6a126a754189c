import { bulkTasks } from "./bulk/tasks.ts";
import { liveTasks } from "./live/tasks.ts";
import { loginChores, loginTasks } from "./login/tasks.ts";
import type { Chore } from "./platform/chores.ts";
import type { Listener } from "./platform/events.ts";
import type { Task } from "./platform/tasks.ts";
import { transcodingChores, transcodingListeners, transcodingTasks } from "./transcoding/tasks.ts";
import { uploadListeners } from "./uploads/stop-cancelled.ts";
import { uploadChores, uploadTasks } from "./uploads/tasks.ts";
import { userTasks } from "./users/tasks.ts";
import { videoChores, videoListeners, videoTasks } from "./videos/tasks.ts";

/** The one list of rooms: every task a worker runs and every listener an event wakes. */
export const tasks: readonly Task[] = [
  ...uploadTasks,
  ...transcodingTasks,
  ...videoTasks,
  ...bulkTasks,
  ...loginTasks,
  ...userTasks,
  ...liveTasks,
];

export const listeners: readonly Listener[] = [...uploadListeners, ...videoListeners, ...transcodingListeners];

/** What some worker does every so often. */
export const chores: readonly Chore[] = [...uploadChores, ...videoChores, ...transcodingChores, ...loginChores];
