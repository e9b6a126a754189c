import { LOW_SOUND_KBPS, SURROUND_KBPS } from "../videos/audio-tracks.ts";
import type { PlannedRendition } from "./ladder.ts";
import { bitrateShare, type CodecCost, type FurtherCodec } from "./picture-codecs.ts";
import { planCopy, planRungs, type ProjectLadder } from "./project-ladder.ts";

/** How fast this installation transcoded ladders with a certain top rung, in media seconds per second. */
export interface LadderSpeed {
  /** Of the top rung: `1080p`. */
  label: string;
  speed: number;
  /** Finished transcodes it was learnt from. */
  samples: number;
}

/** What a typical upload would cost with a ladder. */
export interface LadderEstimate {
  /** Renditions that would be made, lowest first. */
  labels: string[];
  /** The rung that is the upload itself, copied; null when all are encoded. */
  copied: string | null;
  /** Bytes of all renditions, MP4 downloads included. */
  storedBytes: number;
  /** Further bytes of an upload whose sound is in surround; 0 where that is made stereo. The typical one is in stereo. */
  surroundBytes: number;
  /**
   * Seconds from the first to the last frame of encoding, and what that is based on; null without any history, and where nothing
   * is encoded. The codecs whose time is not known come on top.
   */
  encode: { seconds: number; basedOn: LadderSpeed; scaled: boolean; without: FurtherCodec[] } | null;
}

/** The upload estimates speak of: ten minutes of 1080p at 30 frames a second, at the bitrate editing programs export it with. */
export const TYPICAL_UPLOAD = { width: 1920, height: 1080, fps: 30, durationSeconds: 600, kbps: 8000 } as const;

/**
 * Average kilobits per second of ordinary footage at CRF 23, by height. A rung's real average depends on its pictures:
 * a talk needs a third, a football match twice as much.
 */
const TYPICAL_KBPS: readonly (readonly [height: number, kbps: number])[] = [
  [240, 250],
  [360, 480],
  [480, 800],
  [720, 1700],
  [1080, 3300],
  [1440, 5600],
  [2160, 11_000],
];
const TYPICAL_CRF = 23;
/** x264 halves the bits about every six steps of CRF (x264's own documentation of rate control). */
const CRF_PER_HALVING = 6;

/** What ordinary footage takes at a height and CRF under a ceiling, in kilobits per second. */
export function typicalKbps(height: number, crf: number, maxBitrateKbps: number): number {
  const [, base] = TYPICAL_KBPS.find(([known]) => known >= height) ?? [0, 11_000];
  return Math.min(maxBitrateKbps, base * 2 ** ((TYPICAL_CRF - crf) / CRF_PER_HALVING));
}

/**
 * What a ten-minute 1080p upload costs. Without history of exactly such ladders the nearest one is taken, in proportion
 * to the pixels of its top rung, and said to be so.
 * @param costs what is known of the codecs besides H.264.
 */
export function estimateLadder(
  ladder: ProjectLadder,
  history: readonly LadderSpeed[],
  costs: readonly CodecCost[] = [],
): LadderEstimate {
  const { durationSeconds, kbps } = TYPICAL_UPLOAD;
  const copy = ladder.remux && kbps <= ladder.remuxMaxKbps ? planCopy(TYPICAL_UPLOAD, ladder) : null;
  const encoded = copy?.encoded ?? planRungs(TYPICAL_UPLOAD, ladder);
  const labels = [...encoded.map(({ label }) => label), ...(copy ? [copy.label] : [])];
  const usual = encoded.filter(({ codec }) => codec === undefined);
  const usualKbps = (height: number) => {
    const rung = usual.find((each) => each.height === height);
    return rung ? typicalKbps(height, rung.crf, rung.maxBitrateKbps) : 0;
  };
  const further = encoded.filter(({ codec }) => codec !== undefined);
  const furtherKbps = further.reduce((sum, { height, codec }) => {
    const share = costs.find((cost) => cost.codec === codec)?.bytesShare ?? bitrateShare(codec);
    return sum + usualKbps(height) * share;
  }, 0);
  const videoKbps = usual.reduce((sum, { height }) => sum + usualKbps(height), copy ? kbps : 0);
  const streamedKbps = videoKbps + furtherKbps + ladder.audioKbps + (ladder.lowAudio ? LOW_SOUND_KBPS : 0);
  const files = usual.length + (copy ? 1 : 0);
  const downloadsKbps = ladder.mp4 ? videoKbps + ladder.audioKbps * files : 0;
  return {
    labels,
    copied: copy?.label ?? null,
    storedBytes: Math.round(((streamedKbps + downloadsKbps) * 1000 * durationSeconds) / 8),
    surroundBytes: ladder.surround ? (SURROUND_KBPS * 1000 * durationSeconds) / 8 : 0,
    encode: wholeTime(encoded, history, costs),
  };
}

/** The time of all codecs: as it was with exactly such a ladder, else that of H.264 and what is known of the others. */
function wholeTime(
  encoded: readonly PlannedRendition[],
  history: readonly LadderSpeed[],
  costs: readonly CodecCost[],
): LadderEstimate["encode"] {
  const { durationSeconds } = TYPICAL_UPLOAD;
  const top = encoded.findLast(({ codec }) => codec === undefined);
  if (!top) return null;
  const last = encoded.at(-1);
  const same = history.find(({ label, speed, samples }) => label === last?.label && speed > 0 && samples > 0);
  if (same) return { seconds: Math.ceil(durationSeconds / same.speed), basedOn: same, scaled: false, without: [] };
  const usual = encodeTime(top.label, history, durationSeconds);
  if (!usual) return null;
  const codecs = [...new Set(encoded.flatMap(({ codec }) => codec ?? []))];
  const known = costs.filter(({ codec }) => codecs.includes(codec));
  const factor = known.reduce((sum, { timeShare }) => sum + timeShare, 1);
  const without = codecs.filter((codec) => !known.some((cost) => cost.codec === codec));
  return { ...usual, seconds: Math.ceil(usual.seconds * factor), without };
}

function encodeTime(
  label: string,
  history: readonly LadderSpeed[],
  durationSeconds: number,
): Omit<NonNullable<LadderEstimate["encode"]>, "without"> | null {
  const usable = history.filter(({ speed, samples }) => speed > 0 && samples > 0 && pixelsOf(label) > 0);
  const exact = usable.find((known) => known.label === label);
  if (exact) return { seconds: Math.ceil(durationSeconds / exact.speed), basedOn: exact, scaled: false };
  const distance = (known: LadderSpeed) => Math.abs(Math.log(pixelsOf(known.label) / pixelsOf(label)));
  const nearest = usable.filter((known) => pixelsOf(known.label) > 0).toSorted((a, b) => distance(a) - distance(b))[0];
  if (!nearest) return null;
  const speed = (nearest.speed * pixelsOf(nearest.label)) / pixelsOf(label);
  return { seconds: Math.ceil(durationSeconds / speed), basedOn: nearest, scaled: true };
}

/** Pixels of a 16:9 picture of this label; 0 for a label that names no height. */
function pixelsOf(label: string): number {
  const height = /^(\d{1,4})p$/.exec(label)?.[1];
  return height === undefined ? 0 : (Number(height) ** 2 * 16) / 9;
}
