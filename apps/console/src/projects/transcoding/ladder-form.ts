import type { ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import type { Ladder } from "../queries.ts";

/** A ladder as the domain's rules take it. */
export const ladderOf = (
  ladder: Pick<Ladder, "rungs" | "max_fps" | "audio_kbps" | "mp4" | "remux" | "remux_max_kbps">,
): ProjectLadder => ({
  rungs: ladder.rungs.map(({ height, enabled, crf, max_bitrate_kbps: maxBitrateKbps }) => ({
    height,
    enabled,
    crf,
    maxBitrateKbps,
  })),
  maxFps: ladder.max_fps,
  audioKbps: ladder.audio_kbps,
  mp4: ladder.mp4,
  remux: ladder.remux,
  remuxMaxKbps: ladder.remux_max_kbps,
});

/** A ladder as the API takes it. */
export const ladderInput = (projectId: number, ladder: ProjectLadder) => ({
  project_id: projectId,
  rungs: ladder.rungs.map(({ height, enabled, crf, maxBitrateKbps }) => ({
    height,
    enabled,
    crf,
    max_bitrate_kbps: maxBitrateKbps,
  })),
  max_fps: ladder.maxFps,
  audio_kbps: ladder.audioKbps,
  mp4: ladder.mp4,
  remux: ladder.remux,
  remux_max_kbps: ladder.remuxMaxKbps,
});

/** The names the server uses where they differ from the form's. */
export const SERVER_NAMES = {
  max_fps: "maxFps",
  audio_kbps: "audioKbps",
  remux_max_kbps: "remuxMaxKbps",
} as const;
