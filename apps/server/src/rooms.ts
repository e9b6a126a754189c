import { accountChores, accountTasks } from "./accounts/tasks.ts";
import { adChores } from "./ads/tasks.ts";
import { analyticsChores } from "./analytics/tasks.ts";
import { apiKeyChores } from "./api-keys/tasks.ts";
import { audioTrackListeners, audioTrackTasks } from "./audio-tracks/tasks.ts";
import { auditChores } from "./audit/tasks.ts";
import { billingChores, billingTasks } from "./billing/tasks.ts";
import { exportChores, exportTasks } from "./exports/tasks.ts";
import { importChores, importTasks } from "./imports/tasks.ts";
import { liveChores, liveListeners, liveTasks } from "./live/tasks.ts";
import { loginChores, loginListeners, loginTasks } from "./login/tasks.ts";
import { operationChores, operationTasks } from "./operations/tasks.ts";
import type { EventSink, Listener } from "./platform/events/events.ts";
import { trimEvents } from "./platform/events/trim-events.ts";
import { trimIdempotentCalls } from "./platform/http/idempotency.ts";
import type { Chore } from "./platform/jobs/chores.ts";
import type { Task } from "./platform/jobs/tasks.ts";
import { playbackChores } from "./playback/tasks.ts";
import { projectChores, projectListeners, projectTasks } from "./projects/tasks.ts";
import { endActingByTime } from "./session/acting.ts";
import { speechListeners, speechTasks } from "./speech/tasks.ts";
import { transcodingChores, transcodingListeners, transcodingTasks } from "./transcoding/tasks.ts";
import { uploadListeners } from "./uploads/source/stop-cancelled.ts";
import { uploadChores, uploadTasks } from "./uploads/tasks.ts";
import { userTasks } from "./users/tasks.ts";
import { bulkTasks } from "./videos/bulk/tasks.ts";
import { videoChores, videoListeners, videoTasks } from "./videos/tasks.ts";
import { forgetAccountEvents, queueDeliveries } from "./webhooks/queue.ts";
import { webhookChores, webhookTasks } from "./webhooks/tasks.ts";

/** Tasks and event listeners of every room. */
export const tasks: readonly Task[] = [
  ...uploadTasks,
  ...importTasks,
  ...transcodingTasks,
  ...videoTasks,
  ...audioTrackTasks,
  ...speechTasks,
  ...bulkTasks,
  ...loginTasks,
  ...userTasks,
  ...liveTasks,
  ...webhookTasks,
  ...billingTasks,
  ...operationTasks,
  ...accountTasks,
  ...exportTasks,
  ...projectTasks,
];

export const listeners: readonly Listener[] = [
  ...uploadListeners,
  ...videoListeners,
  ...audioTrackListeners,
  ...speechListeners,
  ...transcodingListeners,
  ...liveListeners,
  ...projectListeners,
  ...loginListeners,
];

/** What rooms store of every event. */
export const sinks: readonly EventSink[] = [forgetAccountEvents, queueDeliveries];

/** Tasks that one worker runs periodically. */
export const chores: readonly Chore[] = [
  trimEvents,
  trimIdempotentCalls,
  ...uploadChores,
  ...videoChores,
  ...transcodingChores,
  ...loginChores,
  endActingByTime,
  ...playbackChores,
  ...adChores,
  ...analyticsChores,
  ...apiKeyChores,
  ...auditChores,
  ...billingChores,
  ...liveChores,
  ...webhookChores,
  ...accountChores,
  ...exportChores,
  ...importChores,
  ...projectChores,
  ...operationChores,
];
