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
  /** Seconds from the first to the last frame of encoding, and what that is based on; null without any history, and where nothing is encoded. */
  encode: { seconds: number; basedOn: LadderSpeed; scaled: boolean } | null;
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
 */
export function estimateLadder(ladder: ProjectLadder, history: readonly LadderSpeed[]): LadderEstimate {
  const { durationSeconds, kbps } = TYPICAL_UPLOAD;
  const copy = ladder.remux && kbps <= ladder.remuxMaxKbps ? planCopy(TYPICAL_UPLOAD, ladder) : null;
  const encoded = copy?.encoded ?? planRungs(TYPICAL_UPLOAD, ladder);
  const labels = [...encoded.map(({ label }) => label), ...(copy ? [copy.label] : [])];
  const videoKbps = encoded.reduce(
    (sum, { height, crf, maxBitrateKbps }) => sum + typicalKbps(height, crf, maxBitrateKbps),
    copy ? kbps : 0,
  );
  const streamedKbps = videoKbps + ladder.audioKbps;
  const downloadsKbps = ladder.mp4 ? videoKbps + ladder.audioKbps * labels.length : 0;
  const top = encoded.at(-1);
  return {
    labels,
    copied: copy?.label ?? null,
    storedBytes: Math.round(((streamedKbps + downloadsKbps) * 1000 * durationSeconds) / 8),
    encode: top ? encodeTime(top.label, history, durationSeconds) : null,
  };
}

function encodeTime(label: string, history: readonly LadderSpeed[], durationSeconds: number): LadderEstimate["encode"] {
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
