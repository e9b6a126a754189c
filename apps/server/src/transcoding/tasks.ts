import type { Listener } from "../platform/events/events.ts";
import { encodeAudioTask } from "./encoding/audio.ts";
import { encodeChunkTask } from "./encoding/chunks.ts";
import { finish } from "./finish/finish.ts";
import { makePostersTask } from "./finish/posters.ts";
import { sweepWork } from "./finish/sweep-work.ts";
import { sweepVersions } from "./finish/sweep.ts";
import { continueLadderRuns } from "./ladder/ladder-runs.ts";
import { deleteRenditionFiles } from "./renditions/rendition-steering.ts";
import { measureRenditions } from "./renditions/similarity.ts";
import { prepare } from "./source/prepare.ts";
import { deleteProjectWatermark } from "./watermark/watermark.ts";

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

/** Periodic tasks of this room. */
export const transcodingChores = [sweepWork, continueLadderRuns];
