import type { Listener } from "../platform/events.ts";
import { encodeAudioTask } from "./audio.ts";
import { encodeChunkTask } from "./chunks.ts";
import { finish } from "./finish.ts";
import { continueLadderRuns } from "./ladder-runs.ts";
import { makePostersTask } from "./posters.ts";
import { prepare } from "./prepare.ts";
import { deleteRenditionFiles } from "./rendition-steering.ts";
import { measureRenditions } from "./similarity.ts";
import { sweepWork } from "./sweep-work.ts";
import { sweepVersions } from "./sweep.ts";
import { deleteProjectWatermark } from "./watermark.ts";

export const transcodingTasks = [
  prepare,
  encodeChunkTask,
  encodeAudioTask,
  makePostersTask,
  finish,
  measureRenditions,
  sweepVersions,
  deleteRenditionFiles,
  deleteProjectWatermark,
];

export const transcodingListeners: readonly Listener[] = [{ event: "project.deleted", task: deleteProjectWatermark }];

/** What a worker does every so often for this room. */
export const transcodingChores = [sweepWork, continueLadderRuns];
