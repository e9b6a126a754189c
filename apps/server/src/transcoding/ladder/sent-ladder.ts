import { FURTHER_CODECS, type FurtherCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import type { ProjectLadder, ProjectRung, SavedPreset } from "@kinora/domain/transcoding/project-ladder.ts";

interface SentRungs {
  rungs: (Pick<ProjectRung, "height" | "enabled" | "crf"> & { max_bitrate_kbps: number; codecs: FurtherCodec[] })[];
  max_fps: ProjectLadder["maxFps"];
  audio_kbps: ProjectLadder["audioKbps"];
}

/** A ladder as the API and files have it. */
interface SentLadder extends SentRungs {
  low_audio: boolean;
  surround: boolean;
  mp4: boolean;
  remux: boolean;
  remux_max_kbps: number;
  drop_similar: boolean;
  keep_hdr: boolean;
  presets: (SentRungs & { name: string })[];
}

export const sentLadder = (ladder: ProjectLadder): SentLadder => ({
  ...sentRungs(ladder),
  low_audio: ladder.lowAudio,
  surround: ladder.surround,
  mp4: ladder.mp4,
  remux: ladder.remux,
  remux_max_kbps: ladder.remuxMaxKbps,
  drop_similar: ladder.dropSimilar,
  keep_hdr: ladder.keepHdr,
  presets: ladder.presets.map((preset) => ({ name: preset.name, ...sentRungs(preset) })),
});

const sentRungs = ({ rungs, maxFps, audioKbps }: Pick<ProjectLadder, "rungs" | "maxFps" | "audioKbps">): SentRungs => ({
  rungs: rungs.map(({ maxBitrateKbps: max_bitrate_kbps, codecs = [], ...rung }) => ({
    ...rung,
    max_bitrate_kbps,
    codecs: FURTHER_CODECS.filter((codec) => codecs.includes(codec)),
  })),
  max_fps: maxFps,
  audio_kbps: audioKbps,
});

/** A ladder whose presets may be left out. */
export type WantedLadder = Omit<ProjectLadder, "presets"> & { presets: readonly SavedPreset[] | undefined };

export const ladderOf = (
  sent: Omit<SentLadder, "presets"> & { presets?: SentLadder["presets"] | undefined },
): WantedLadder => ({
  ...rungsOf(sent),
  lowAudio: sent.low_audio,
  surround: sent.surround,
  mp4: sent.mp4,
  remux: sent.remux,
  remuxMaxKbps: sent.remux_max_kbps,
  dropSimilar: sent.drop_similar,
  keepHdr: sent.keep_hdr,
  presets: sent.presets?.map((preset) => ({ name: preset.name, ...rungsOf(preset) })),
});

const rungsOf = ({ rungs, max_fps: maxFps, audio_kbps: audioKbps }: SentRungs) => ({
  rungs: rungs.map(({ max_bitrate_kbps: maxBitrateKbps, ...rung }) => ({ ...rung, maxBitrateKbps })),
  maxFps,
  audioKbps,
});
