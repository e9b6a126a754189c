import type { Readable } from "node:stream";
import type { EncodingPlan } from "../encoding/encoding-plan.ts";
import { isKeyframe, type Fragment } from "../packaging/fragment.ts";
import { toNumber } from "../packaging/grid.ts";
import type { TrackHeader } from "../packaging/init-segment.ts";
import { packageTrack, roundingSeconds } from "../packaging/packager.ts";
import type { PackagedTrack, PackagerOptions } from "../packaging/packager.ts";
import type { EncodeProgress, SegmentSink } from "../packaging/segment.ts";
import { beginEarly, keptOutput, type EarlyRun } from "../tools/early-run.ts";
import { MediaError } from "../tools/errors.ts";
import { readProgress } from "../tools/progress.ts";
import { runTool, type ToolReader } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { isIdrPicture, nalLengthBytes } from "./access-unit.ts";
import { fileUrl, hostileInputOptions, seeksExactly, sharedZero } from "./containers.ts";
import type { SourceFacts } from "./facts.ts";
import { longestGroupSeconds } from "./key-frame-distances.ts";

/** Whether a source's own video can be streamed as it is, and if not, why. */
export type Streamability = { streamable: true } | { streamable: false; reason: string };

/** Profiles every browser decodes in hardware or software. */
const profiles = ["Baseline", "Constrained Baseline", "Main", "High", "Constrained High"];

/** Says whether a source is H.264 8-bit 4:2:0, upright, progressive, at a sane rate and in an indexed container. */
export function streamability(facts: SourceFacts): Streamability {
  const { container } = facts;
  const reason =
    container === "mov" || container === "matroska"
      ? pictureProblem(facts)
      : `The container ${container} has no reliable index.`;
  return reason === null ? { streamable: true } : { streamable: false, reason };
}

/** Whether the groups of pictures of a source that is streamable otherwise are short enough, as far as its container says. */
export async function hasShortGroups(source: string, { container, video }: SourceFacts): Promise<boolean> {
  if (container !== "mov") return true;
  const longest = await longestGroupSeconds(source, video.streamIndex);
  return longest === null || Math.round(longest) <= remuxTargetDurationSeconds;
}

/** Why players cannot be given a source's own picture, whatever contains it; null when they can. One sentence. */
export function pictureProblem({
  video,
  startTimeSeconds,
}: Pick<SourceFacts, "video" | "startTimeSeconds">): string | null {
  if (video.codec !== "h264") return `The codec is ${video.codec}, not H.264.`;
  if (!profiles.includes(video.profile ?? ""))
    return `The profile ${video.profile ?? "unknown"} is not one every player decodes.`;
  if (video.level === null || video.level > 52) return "The level is above 5.2 or unsaid.";
  if (video.bitDepth !== 8 || !["yuv420p", "yuvj420p"].includes(video.pixelFormat))
    return `The pixels are ${video.pixelFormat}, not 8-bit 4:2:0.`;
  if (video.rotation !== 0 || video.mirrored) return "The picture is turned.";
  if (!video.squarePixels) return "The pixels are not square.";
  if (!video.progressive) return "The frames are interlaced.";
  if (video.hdr) return "The picture is HDR.";
  const fps = toNumber(video.fps);
  if (!(fps >= 1 && fps <= 120)) return `The frame rate is ${fps.toFixed(2)}.`;
  if (video.startTimeSeconds - startTimeSeconds > 0.5) return "The video track begins long after the sound.";
  return null;
}

/** EXT-X-TARGETDURATION of a remuxed rendition: its groups of pictures may be this long, not longer. */
export const remuxTargetDurationSeconds = 12;

/** Segments of a remuxed rendition are whole groups of pictures of at least this length together. */
const wantedSegmentSeconds = 3.5;

/** The same of a rendition that stays: a player that changes to another resolution waits for as much of it. */
export const copyTargetDurationSeconds = 10;

/** A streamable source whose video track is cut into segments without encoding; the audio still comes from `encodeAudio`. */
export interface RemuxOptions extends SegmentSink {
  source: string;
  facts: SourceFacts;
  /** The plan the audio is encoded with, so that both begin together. */
  plan: EncodingPlan;
  /** Name of the rendition in the segments; `source` unless said. */
  rendition?: string;
  /** It stays a rendition of the video: what would do for the first minutes only is refused (`not_copyable`, `gop_too_long`). */
  stays?: boolean;
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
}

/**
 * Cuts the source's own video into fMP4 segments at its key frames, as fast as the disk reads.
 *
 * @throws MediaError `gop_too_long` when key frames are too far apart and `not_copyable` (encode it instead), and those of `encodeChunk`.
 */
export function remux(options: RemuxOptions): Promise<{ segments: number; durationSeconds: number }> {
  const { facts, signal } = options;
  const zero = sharedZero(facts, facts.audio?.streamIndex);
  return cut(options, facts.video.streamIndex, Promise.resolve(options), signal, zero);
}

/** Where most files have their video. */
const usualStreamIndex = 0;

/** Begins to cut a source that has not been probed yet, taking its first track for the video. */
export function beginRemux(begin: Pick<RemuxOptions, "source" | "workFolder" | "signal">): EarlyRun<RemuxOptions> {
  return beginEarly(
    begin.signal,
    ({ facts }) => facts.video.streamIndex === usualStreamIndex && seeksExactly(facts.container),
    (wanted, signal) => cut(begin, usualStreamIndex, wanted, signal),
  );
}

async function cut(
  { source, workFolder }: Pick<RemuxOptions, "source" | "workFolder">,
  streamIndex: number,
  wanted: Promise<RemuxOptions>,
  signal: AbortSignal,
  more: readonly string[] = [],
): Promise<{ segments: number; durationSeconds: number }> {
  let packaged: PackagedTrack | undefined;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-nostats", "-progress", "pipe:1", ...hostileInputOptions],
      ...["-i", fileUrl(source), "-map", `0:${streamIndex}`, "-an", "-sn", "-dn"],
      // Frames before the first key frame too: thrown away in silence they would leave the picture early beside its sound.
      ...["-c", "copy", "-copyinkf", "-map_metadata", "-1"],
      ...[
        "-movflags",
        "+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets",
        "-flush_packets",
        "1",
        "-f",
        "mp4",
        "pipe:3",
      ],
      ...more,
    ],
    inputs: [source],
    workFolder,
    signal,
    readers: new Map<number, ToolReader>([
      [1, async (stream) => readProgress(keptOutput(stream), (await wanted).onProgress ?? (() => undefined))],
      [
        3,
        async (stream, endedWell) => {
          packaged = await packageCut(keptOutput(stream), await wanted, endedWell);
        },
      ],
    ]),
  });
  requireSuccess(result);
  if (!packaged || packaged.samples === 0) {
    throw new MediaError(
      "corrupt_file",
      "No picture of this video can be read; export it again as MP4 (H.264) and upload that.",
      false,
      { detail: result.stderrTail },
    );
  }
  return { segments: packaged.segments, durationSeconds: packaged.durationTicks / packaged.timescale };
}

function packageCut(
  stream: Readable,
  { facts, plan, ...options }: RemuxOptions,
  endedWell: Promise<boolean>,
): Promise<PackagedTrack> {
  const delaySeconds = plan.grid.delayFrames / toNumber(plan.grid.fps);
  const longestSeconds = options.stays ? copyTargetDurationSeconds : remuxTargetDurationSeconds;
  const late = facts.video.lateSeconds ?? 0;
  const firstFrameSeconds = Math.max(
    0,
    facts.video.startTimeSeconds - late - facts.startTimeSeconds + plan.shiftSeconds,
  );
  let lengthBytes = 0;
  const track: PackagerOptions = {
    rendition: options.rendition ?? "source",
    firstSegment: 0,
    // As the encoded renditions count: players take one whose track counts otherwise for one with another beginning.
    timescale: plan.grid.timescale,
    startTicks: () => 0,
    // A picture that begins after the sound stands from zero on, as in the encoded renditions: all timelines begin alike.
    holdFirstTicks: ({ timescale }) => Math.round(firstFrameSeconds * timescale),
    delayTicks: ({ timescale }) => Math.round(delaySeconds * timescale),
    isComplete: (fragments, { timescale }) => lengthOf(fragments) >= wantedSegmentSeconds * timescale,
    startsNext: (fragments, next, { timescale }) => lengthOf([...fragments, next]) > longestSeconds * timescale,
    inspect(fragment, header, data) {
      requireStandalone(fragment, data, options.stays ? lengthBytes : null);
      if (options.stays) requireClosedGroup(fragment, Math.round(delaySeconds * header.timescale), header);
    },
    onInit(init) {
      lengthBytes = nalLengthBytes(init.bytes);
      return options.onInit(init);
    },
    onSegment: (segment) => {
      // EXTINF rounded to whole seconds must not exceed the target (RFC 8216bis §4.4.3.1).
      if (Math.round(segment.durationSeconds) > longestSeconds) {
        throw new MediaError(
          "gop_too_long",
          "The key frames of this video are too far apart to stream it as it is.",
          false,
        );
      }
      return options.onSegment(segment);
    },
  };
  return packageTrack(stream, track, endedWell);
}

const lengthOf = (fragments: readonly Fragment[]): number => fragments.reduce((sum, one) => sum + one.durationTicks, 0);

const notOnTheirOwn = "Some key frames of this video do not stand on their own (open groups of pictures).";

/** Refuses a group that begins with a frame that needs others; with the size of its lengths, one no player begins at. */
function requireStandalone({ samples: [first] }: Fragment, data: Buffer, lengthBytes: number | null): void {
  if (!first || !isKeyframe(first))
    throw new MediaError("not_copyable", "This video begins in the middle of a group of pictures.", false);
  if (lengthBytes !== null && !isIdrPicture(data.subarray(0, first.sizeBytes), lengthBytes))
    throw new MediaError("not_copyable", notOnTheirOwn, false);
}

/**
 * Refuses a group of pictures that needs the one before, and frames that show sooner after they are decoded than every
 * player understands.
 */
function requireClosedGroup(fragment: Fragment, delayTicks: number, { timescale }: TrackHeader): void {
  const firstShown = fragment.samples[0]?.compositionOffsetTicks ?? 0;
  let decoded = 0;
  for (const { durationTicks, compositionOffsetTicks: offset } of fragment.samples) {
    if (decoded + offset < firstShown) throw new MediaError("not_copyable", notOnTheirOwn, false);
    if (offset + delayTicks < -roundingSeconds * timescale)
      throw new MediaError(
        "not_copyable",
        "The frames of this video are reordered further than every player follows.",
        false,
      );
    decoded += durationTicks;
  }
}
