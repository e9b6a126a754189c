import { SLOTS_MAX } from "@kinora/domain/operations/queue.ts";
import { ENCODER_EFFORTS } from "@kinora/domain/transcoding/encoder-effort.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { message, moment } from "../shapes.ts";

const job = z.object({
  id: z.string(),
  task: z.string(),
  since: moment,
  /** Its tools have put nothing out for a minute. */
  stuck: z.boolean(),
  /** The video it works on; null for work of another kind. */
  video: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** 0–1, of the video's whole transcode; null for work of another kind. */
  progress: z.number().nullable(),
});

/** A worker process, as it described itself seconds ago. */
export const worker = z.object({
  id: z.number(),
  /** What its settings are kept under, whatever process bears it. */
  name: z.string(),
  host: z.string(),
  pid: z.number(),
  /** Empty for one of an older release. */
  version: z.string(),
  started_at: moment,
  seen_at: moment,
  /** It finishes what it does and takes nothing more. */
  draining_since: moment.nullable(),
  /** Media jobs it runs side by side. */
  slots: z.number(),
  /** Whether superusers chose the slots, rather than its own setting. */
  slots_chosen: z.boolean(),
  cpus: z.number(),
  /** 0–1, of all processors of its machine. */
  cpu_share: z.number(),
  memory_used_bytes: z.number(),
  memory_total_bytes: z.number(),
  /** Of the disk with its data folder, where it encodes. */
  disk_free_bytes: z.number(),
  disk_total_bytes: z.number(),
  jobs: z.array(job),
});

const workerName = z.string().trim().min(1).max(253);

const steering = (action: string, summary: string) =>
  operation(superuser)
    .route({ method: "POST", path: `/advanced/workers/{worker_name}/${action}`, tags: ["Advanced"], summary })
    .input(z.object({ worker_name: workerName }))
    .output(message);

export const drainWorker = steering(
  "drain",
  "Makes the workers of a name finish what they do and take nothing more, also after they are restarted.",
);
export const resumeWorker = steering("resume", "Makes the drained workers of a name take jobs again.");

export const setWorkerSlots = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/workers/{worker_name}/slots",
    tags: ["Advanced"],
    summary: "Says how many media jobs each worker of a name runs side by side; null leaves it to its own setting.",
  })
  .input(z.object({ worker_name: workerName, slots: z.number().int().min(1).max(SLOTS_MAX).nullable() }))
  .output(message);

export const setTranscodingPaused = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/transcoding/paused",
    tags: ["Advanced"],
    summary: "Stops workers from beginning media jobs, or lets them begin again; those that run are finished.",
  })
  .input(z.object({ paused: z.boolean() }))
  .output(message);

export const setTranscodingFairness = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/transcoding/fairness",
    tags: ["Advanced"],
    summary: "Says whether accounts take turns in the queue, rather than being served in the order of their uploads.",
  })
  .input(z.object({ fair: z.boolean() }))
  .output(message);

export const setEncoderEffort = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/transcoding/effort",
    tags: ["Advanced"],
    summary:
      "Says how much processor time encoders take to make pictures sharper at the same size, for transcodes that begin from then on.",
  })
  .input(z.object({ effort: z.enum(ENCODER_EFFORTS) }))
  .output(message);
