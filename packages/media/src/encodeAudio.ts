import { fileUrl, hostileInputOptions, sharedZero } from "./containers.ts";
import type { EncodingPlan } from "./encodingPlan.ts";
import { MediaError } from "./errors.ts";
import type { SourceFacts } from "./facts.ts";
import { toNumber } from "./grid.ts";
import { packageTrack } from "./packager.ts";
import type { PackagedTrack } from "./packager.ts";
import { readProgress } from "./progress.ts";
import { runTool } from "./run.ts";
import type { EncodeProgress, SegmentSink } from "./segment.ts";
import { requireSuccess } from "./toolFailure.ts";

/** The one audio rendition of a video to encode (AAC-LC, 48 kHz, stereo, at the plan's bitrate), named `audio`. */
export interface EncodeAudioOptions extends SegmentSink {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  plan: EncodingPlan;
  /** First segment still missing; lets a killed run go on where it stopped. */
  fromSegment?: number;
  /** The init segment already stored: a run whose init differs is refused. */
  expectedInit?: Buffer;
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
}

/** Bits per second of the audio rendition, unless the plan says another rate. */
export const audioBitrate = 128_000;

const sampleRate = 48_000;
/** Samples in one AAC packet (ISO/IEC 14496-3 §4.5.1.1); the encoder's first packet is nothing but run-up. */
const packetSamples = 1024;
/** Packets encoded and thrown away before a resumed segment: the second overlaps with the first real one. */
const runUpPackets = 2;

/** First AAC packet of a segment: the one nearest to where the video's segment begins. */
export function firstPacketOfSegment(plan: EncodingPlan, segment: number): number {
  const frames = segment === 0 ? 0 : segment * plan.grid.framesPerSegment + plan.grid.delayFrames;
  const seconds = frames / toNumber(plan.grid.fps);
  return Math.round((seconds * sampleRate) / packetSamples);
}

/**
 * Encodes the audio of a whole video, aligned with the video frames within 20 ms, as long as the video:
 * a longer track is cut, a shorter one is followed by silence (players stall where one of two tracks ends early).
 *
 * @throws MediaError `corrupt_file`, `timeout`, `aborted`, `disk_full`, `tool_failed`, `packaging_mismatch`.
 */
export async function encodeAudio(options: EncodeAudioOptions): Promise<{ segments: number; durationSeconds: number }> {
  const { plan, facts } = options;
  if (!facts.audio) throw new MediaError("tool_failed", "This video has no sound to encode.", false);
  const firstSegment = options.fromSegment ?? 0;
  const firstPacket = firstPacketOfSegment(plan, firstSegment);
  const totalPackets = Math.max(
    1,
    Math.ceil(((plan.durationSeconds + delaySeconds(plan)) * sampleRate) / packetSamples),
  );
  if (firstPacket >= totalPackets) return { segments: 0, durationSeconds: 0 };
  const skip = firstPacket > runUpPackets ? runUpPackets : 0;
  const lastSegment = plan.segmentCount - 1;

  let packaged: PackagedTrack | undefined;
  const wanted = totalPackets - firstPacket;
  const result = await runTool({
    binary: "ffmpeg",
    args: audioArguments(options, firstPacket - skip, totalPackets),
    inputs: [options.source],
    workFolder: options.workFolder,
    signal: options.signal,
    readers: new Map([
      [1, (stream) => readProgress(stream, (progress) => options.onProgress?.(progress))],
      [
        3,
        async (stream) => {
          packaged = await packageTrack(stream, {
            rendition: "audio",
            firstSegment,
            skipFragments: skip,
            takeFragments: wanted,
            startTicks: () => firstPacket * packetSamples,
            delayTicks: () => 0,
            // One fragment holds one packet (`frag_every_frame`).
            isComplete: (fragments, _header, index) =>
              index < lastSegment &&
              fragments.length >= firstPacketOfSegment(plan, index + 1) - firstPacketOfSegment(plan, index),
            expectedInit: options.expectedInit,
            onInit: options.onInit,
            onSegment: options.onSegment,
          });
        },
      ],
    ]),
  });
  requireSuccess(result);
  return { segments: packaged?.segments ?? 0, durationSeconds: (packaged?.durationTicks ?? 0) / sampleRate };
}

/** How much later than in the source everything is seen and heard. */
function delaySeconds(plan: EncodingPlan): number {
  return plan.grid.delayFrames / toNumber(plan.grid.fps);
}

function audioArguments(
  { source, facts, plan }: EncodeAudioOptions,
  fromPacket: number,
  totalPackets: number,
): string[] {
  const bitsPerSecond = plan.audioBitrateKbps === undefined ? audioBitrate : plan.audioBitrateKbps * 1000;
  // The encoder puts one packet of run-up before what it is given, so it is given the sound one packet later.
  const fromSample = (fromPacket + 1) * packetSamples;
  // Seeking to a whole second, a little early, keeps the sample arithmetic exact.
  const seekSeconds = Math.max(0, Math.floor(fromSample / sampleRate) - 1);
  const start = fromSample - seekSeconds * sampleRate;
  const end = totalPackets * packetSamples - seekSeconds * sampleRate;
  const shiftSeconds = plan.shiftSeconds + delaySeconds(plan);
  const filters = [
    // Sound waits for the picture; silence fills the beginning.
    shiftSeconds === 0 ? null : `asetpts='round(PTS+(${shiftSeconds.toFixed(9)})/TB)'`,
    `aresample=${sampleRate}:async=1:first_pts=0`,
    "aformat=sample_fmts=fltp:channel_layouts=stereo",
    "apad",
    `atrim=start_sample=${start}:end_sample=${Math.max(end, start + 1)}`,
    "asetpts=N/SR/TB",
  ].filter((filter) => filter !== null);
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-nostats", "-progress", "pipe:1"],
    ...(seekSeconds > 0 ? ["-ss", String(seekSeconds)] : []),
    ...hostileInputOptions,
    ...["-i", fileUrl(source), "-map", `0:${facts.audio?.streamIndex ?? 0}`, "-af", filters.join(",")],
    ...["-c:a", "aac", "-b:a", String(bitsPerSecond), "-ac", "2", "-ar", String(sampleRate), "-map_metadata", "-1"],
    ...["-movflags", "+frag_every_frame+empty_moov+default_base_moof", "-flush_packets", "1", "-f", "mp4", "pipe:3"],
    ...sharedZero(facts.container, facts.video.streamIndex),
  ];
}
