import { defaultLadder, planLadder } from "@kinora/domain/transcoding/ladder.ts";
import type { LadderRung, PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { shapeOf } from "./timeline-shape.ts";

/** The format of a publisher's media. */
export interface LiveInput {
  width: number;
  height: number;
  fps: number;
  /** HEVC, AV1 and VP9 are sent in Matroska, other codecs in FLV. */
  videoCodec: "h264" | "hevc" | "av1" | "vp9" | "other";
  /** Null without audio: silence is added. */
  audioCodec: "aac" | "other" | null;
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
  /** Passes the video through; other codecs than H.264 are encoded at their own size instead. */
  passThrough: boolean;
  /** Default 128. */
  audioKbps?: number;
  /** Both must be those of the timeline. */
  segmentSeconds?: number;
  partTargetSeconds?: number;
}

/** Players and x264 at live speed stop here. */
const mostFps = 60;

/** Plans the rungs of a stream, never larger than its input. @throws RangeError when its size is not known. */
export function planLiveEncode(request: LiveEncodeRequest): LiveEncodePlan {
  const { input } = request;
  const fps = input.fps >= 1 ? Math.min(input.fps, mostFps) : 30;
  const { segmentSeconds, partTargetSeconds } = shapeOf(request);
  const ladder = request.passThrough ? [ownSize(input)] : (request.ladder ?? defaultLadder);
  const rungs = planLadder({ ...input, fps }, ladder);
  return {
    input,
    rungs: request.passThrough ? rungs.map((rung) => ({ ...rung, label: "source" })) : rungs,
    passThrough: request.passThrough && input.videoCodec === "h264",
    fps,
    audioKbps: request.audioKbps ?? 128,
    segmentSeconds,
    partTargetSeconds,
  };
}

/** A rung as large as the input, with the quality of the nearest rung. */
function ownSize({ width, height }: LiveInput): LadderRung {
  const shortSidePixels = Math.min(width, height);
  const nearest = defaultLadder.find((rung) => rung.shortSidePixels >= shortSidePixels) ?? defaultLadder.at(-1);
  return { crf: 23, maxBitrateKbps: 5000, ...nearest, label: "source", shortSidePixels };
}
