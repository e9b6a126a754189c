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

export const transcodingTasks = [
  prepare,
  encodeChunkTask,
  encodeAudioTask,
  makePostersTask,
  finish,
  measureRenditions,
  sweepVersions,
  deleteRenditionFiles,
];

/** What a worker does every so often for this room. */
export const transcodingChores = [sweepWork, continueLadderRuns];
