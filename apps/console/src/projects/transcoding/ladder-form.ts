import type { CodecCost } from "@kinora/domain/transcoding/picture-codecs.ts";
import type { ProjectLadder, ProjectRung } from "@kinora/domain/transcoding/project-ladder.ts";
import type { Ladder } from "../queries.ts";

const rungsOf = (rungs: Ladder["rungs"]): ProjectRung[] =>
  rungs.map(({ max_bitrate_kbps: maxBitrateKbps, ...rung }) => ({ ...rung, maxBitrateKbps }));
const sentRungs = (rungs: readonly ProjectRung[]): Ladder["rungs"] =>
  rungs.map(({ maxBitrateKbps: max_bitrate_kbps, codecs = [], ...rung }) => ({
    ...rung,
    max_bitrate_kbps,
    codecs: [...codecs],
  }));

/** A ladder as the domain's rules take it. */
export const ladderOf = (
  ladder: Pick<
    Ladder,
    | "rungs"
    | "max_fps"
    | "audio_kbps"
    | "low_audio"
    | "surround"
    | "mp4"
    | "remux"
    | "remux_max_kbps"
    | "drop_similar"
    | "keep_hdr"
    | "presets"
  >,
): ProjectLadder => ({
  rungs: rungsOf(ladder.rungs),
  maxFps: ladder.max_fps,
  audioKbps: ladder.audio_kbps,
  lowAudio: ladder.low_audio,
  surround: ladder.surround,
  mp4: ladder.mp4,
  remux: ladder.remux,
  remuxMaxKbps: ladder.remux_max_kbps,
  dropSimilar: ladder.drop_similar,
  keepHdr: ladder.keep_hdr,
  presets: ladder.presets.map(({ name, rungs, max_fps: maxFps, audio_kbps: audioKbps }) => ({
    ...{ name, rungs: rungsOf(rungs), maxFps, audioKbps },
  })),
});

/** A ladder as the API takes it. */
export const ladderInput = (projectId: number, ladder: ProjectLadder) => ({
  project_id: projectId,
  rungs: sentRungs(ladder.rungs),
  max_fps: ladder.maxFps,
  audio_kbps: ladder.audioKbps,
  low_audio: ladder.lowAudio,
  surround: ladder.surround,
  mp4: ladder.mp4,
  remux: ladder.remux,
  remux_max_kbps: ladder.remuxMaxKbps,
  drop_similar: ladder.dropSimilar,
  keep_hdr: ladder.keepHdr,
  presets: ladder.presets.map(({ name, rungs, maxFps, audioKbps }) => ({
    ...{ name, rungs: sentRungs(rungs), max_fps: maxFps, audio_kbps: audioKbps },
  })),
});

/** What is known of the codecs besides H.264. */
export const costsOf = (codecs: Ladder["codecs"]): CodecCost[] =>
  codecs.flatMap(({ codec, measured }) =>
    measured === null ? [] : { codec, bytesShare: measured.bytes_share, timeShare: measured.time_share },
  );

/** The names the server uses where they differ from the form's. */
export const SERVER_NAMES = {
  max_fps: "maxFps",
  audio_kbps: "audioKbps",
  low_audio: "lowAudio",
  remux_max_kbps: "remuxMaxKbps",
} as const;
