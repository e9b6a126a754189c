import { defaultLadder, planLadder } from "@kinora/domain/transcoding/ladder.ts";
import type { LadderRung, PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import type { VideoFacts } from "../probe/facts.ts";
import { pictureProblem } from "../probe/streamable.ts";
import { shapeOf } from "./timeline-shape.ts";

/** The format of a publisher's media. */
export interface LiveInput {
  width: number;
  height: number;
  fps: number;
  /** HEVC, AV1 and VP9 are sent in Matroska, other codecs in FLV. Null with sound alone: a still of the size and rate is its picture. */
  videoCodec: "h264" | "hevc" | "av1" | "vp9" | "other" | null;
  /** Null without audio: silence is added. */
  audioCodec: "aac" | "other" | null;
  /** The picture's fields, colours and shape as probed; missing or null where it was not: progressive, of its own colours and shape. */
  picture?: VideoFacts | null;
}

/** A plan of the rungs of one publisher's stream. */
export interface LiveEncodePlan {
  input: LiveInput;
  /** Lowest first; the one of a pass-through is called `source`. */
  rungs: readonly PlannedRendition[];
  /** Video is not encoded; with AAC or without audio no encoder runs at all (`SourcePackager`). */
  passThrough: boolean;
  /** Frames per second that are encoded. */
  fps: number;
  audioKbps: number;
  segmentSeconds: number;
  partTargetSeconds: number;
}

/** Options of a live encode. */
export interface LiveEncodeRequest {
  input: LiveInput;
  /** The project's rungs. */
  ladder?: readonly LadderRung[];
  /** Passes the video through; what players could not show (`passThroughProblem`) is encoded at its own size instead. */
  passThrough: boolean;
  /** Default 128. */
  audioKbps?: number;
  /** Both must be those of the timeline. */
  segmentSeconds?: number;
  partTargetSeconds?: number;
}

/** Players and x264 at live speed stop here. */
const mostFps = 60;

/** Most frames per second of interlaced video that are counted as such; above, publishers mean its fields. */
const mostInterlacedFps = 31;

/** Why the picture cannot be passed through, as one sentence; null when it can, as far as is known. */
export function passThroughProblem({ videoCodec, picture, fps }: LiveInput): string | null {
  if (videoCodec === null) return "The publisher sends sound alone: the slate is its picture.";
  if (videoCodec !== "h264") return "The codec is not H.264.";
  if (!picture) return null;
  // One frame says nothing about the rate.
  const video = { ...picture, fps: { numerator: fps, denominator: 1 } };
  return pictureProblem({ video, startTimeSeconds: video.startTimeSeconds });
}

/**
 * Plans the rungs of a stream, never larger than its input as displayed. Interlaced video gets a frame of each field.
 * @throws RangeError when its size is not known.
 */
export function planLiveEncode(request: LiveEncodeRequest): LiveEncodePlan {
  const { picture } = request.input;
  const { width, height } = picture ?? request.input;
  const input = { ...request.input, width, height };
  const fields = picture && !picture.progressive && input.fps <= mostInterlacedFps ? 2 : 1;
  const fps = input.fps >= 1 ? Math.min(input.fps * fields, mostFps) : 30;
  const { segmentSeconds, partTargetSeconds } = shapeOf(request);
  const ladder = request.passThrough ? [ownSize(input)] : (request.ladder ?? defaultLadder);
  const rungs = planLadder({ ...input, fps }, ladder);
  return {
    input,
    rungs: request.passThrough ? rungs.map((rung) => ({ ...rung, label: "source" })) : rungs,
    passThrough: request.passThrough && passThroughProblem(input) === null,
    fps,
    audioKbps: request.audioKbps ?? 128,
    segmentSeconds,
    partTargetSeconds,
  };
}

/** A ladder that does not lose a picture between two of its rungs: the input's own size is one of them. */
export function withOwnSize(ladder: readonly LadderRung[], { picture, ...input }: LiveInput): readonly LadderRung[] {
  const own = ownSize(picture ?? input);
  const shortSides = ladder.map(({ shortSidePixels }) => shortSidePixels);
  // Nobody sees the difference of a tenth.
  const isNear = shortSides.some((side) => Math.abs(side - own.shortSidePixels) < side / 10);
  if (isNear || own.shortSidePixels > Math.max(...shortSides)) return ladder;
  const rungs = [...ladder, { ...own, label: `${own.shortSidePixels}p` }];
  return rungs.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
}

/** A rung as large as the input, with the quality of the nearest rung. */
function ownSize({ width, height }: Pick<LiveInput, "width" | "height">): LadderRung {
  const shortSidePixels = Math.min(width, height);
  const nearest = defaultLadder.find((rung) => rung.shortSidePixels >= shortSidePixels) ?? defaultLadder.at(-1);
  return { crf: 23, maxBitrateKbps: 5000, ...nearest, label: "source", shortSidePixels };
}
