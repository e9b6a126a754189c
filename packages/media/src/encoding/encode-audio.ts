import { Duplex, type Readable } from "node:stream";
import { STEREO_CHANNELS, SURROUND_CHANNELS } from "@kinora/domain/videos/audio-tracks.ts";
import { toNumber } from "../packaging/grid.ts";
import { packageTrack } from "../packaging/packager.ts";
import type { PackagedTrack, PackagerOptions } from "../packaging/packager.ts";
import type { EncodeProgress, SegmentSink } from "../packaging/segment.ts";
import { fileUrl, hostileInputOptions, seeksExactly, sharedZero } from "../probe/containers.ts";
import type { AudioFacts, SourceFacts, VideoFacts } from "../probe/facts.ts";
import { majorVersion } from "../tools/binaries.ts";
import { mediaTools } from "../tools/capabilities.ts";
import { beginEarly, keptOutput, type EarlyRun } from "../tools/early-run.ts";
import { MediaError } from "../tools/errors.ts";
import { readProgress } from "../tools/progress.ts";
import { runTool, type ToolReader } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import type { EncodingPlan } from "./encoding-plan.ts";

/** What the encoding of a sound needs to know of its file; `video` is null where no picture of that file is encoded beside it. */
type SoundSource = Pick<SourceFacts, "container" | "clockJumps"> & {
  /** The track to encode. */
  audio: AudioFacts | null;
  video: Pick<VideoFacts, "streamIndex"> | null;
};

/** One audio rendition of a video to encode (AAC-LC, 48 kHz, stereo unless said, at the plan's bitrate). */
export interface EncodeAudioOptions extends SegmentSink {
  /** Absolute local path. */
  source: string;
  facts: SoundSource;
  plan: EncodingPlan;
  /** Its name; `audio` unless said. */
  rendition?: string;
  /** In 5.1 instead of stereo: of a sound that has as many channels. */
  surround?: boolean;
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
  const { firstPacket, skip, wanted } = packetsOf(options);
  if (wanted <= 0) return { segments: 0, durationSeconds: 0 };
  // Seeking to a whole second, a little early, keeps the sample arithmetic exact.
  const wholeSecond = Math.max(0, Math.floor(firstSample(firstPacket - skip) / sampleRate) - 1);
  const seekSeconds = facts.clockJumps ? 0 : wholeSecond;
  const args = [
    ...audioArguments(options, {
      seekSeconds,
      bitrateKbps: plan.audioBitrateKbps,
      channels: options.surround ? SURROUND_CHANNELS : STEREO_CHANNELS,
      input: soundInput(facts.audio, audioFilters(options, seekSeconds)),
    }),
    ...sharedZero(facts, facts.video?.streamIndex),
  ];
  return encode(options, args, new Map(), Promise.resolve(options), options.signal);
}

/** Where most files have their sound. */
const usualStreamIndex = 1;

/** What is known of the sound before its source was probed. */
export type BeginAudioOptions = Pick<EncodeAudioOptions, "source" | "workFolder" | "signal"> & {
  /** As `EncodingPlan.audioBitrateKbps`. */
  bitrateKbps: number | undefined;
};

/**
 * Begins to encode the sound of a source that is not probed yet, taking its second track for the sound. The tool opens the
 * source and then waits for its filters, in which everything stands that the source decides.
 */
export function beginAudio(begin: BeginAudioOptions): EarlyRun<EncodeAudioOptions> {
  const { bitrateKbps } = begin;
  const script = ["-filter_script:a", "pipe:4", "-vn", "-sn", "-dn"];
  const input = ["-map", `0:${usualStreamIndex}`, ...script];
  const args = audioArguments(begin, { seekSeconds: 0, bitrateKbps, channels: STEREO_CHANNELS, input });
  return beginEarly<EncodeAudioOptions>(
    begin.signal,
    ({ facts, plan, surround, fromSegment = 0 }) =>
      facts.audio?.streamIndex === usualStreamIndex &&
      facts.audio.rightStreamIndex === undefined &&
      seeksExactly(facts.container) &&
      plan.audioBitrateKbps === bitrateKbps &&
      !surround &&
      fromSegment === 0,
    async (wanted, signal) => {
      // Later versions read a filter from a file by another option (https://ffmpeg.org/ffmpeg.html, "-filter_script").
      if (majorVersion((await mediaTools()).version) > 6) return encodeAudio({ ...(await wanted), signal });
      const writeFilters = async (pipe: Readable) => {
        const filters = audioFilters(await wanted, 0);
        // Pipes to a child go both ways (https://nodejs.org/api/child_process.html#subprocessstdio).
        if (pipe instanceof Duplex) pipe.end(filters);
      };
      return encode(begin, args, new Map([[4, writeFilters]]), wanted, signal);
    },
  );
}

async function encode(
  { source, workFolder }: Pick<EncodeAudioOptions, "source" | "workFolder">,
  args: string[],
  writers: ReadonlyMap<number, ToolReader>,
  wanted: Promise<EncodeAudioOptions>,
  signal: AbortSignal,
): Promise<{ segments: number; durationSeconds: number }> {
  let packaged: PackagedTrack | undefined;
  const result = await runTool({
    binary: "ffmpeg",
    args,
    inputs: [source],
    workFolder,
    signal,
    readers: new Map([
      ...writers,
      [1, async (stream) => readProgress(keptOutput(stream), (await wanted).onProgress ?? (() => undefined))],
      [
        3,
        async (stream, endedWell) => {
          packaged = await packageSound(keptOutput(stream), await wanted, endedWell);
        },
      ],
    ]),
  });
  requireSuccess(result);
  return { segments: packaged?.segments ?? 0, durationSeconds: (packaged?.durationTicks ?? 0) / sampleRate };
}

function packageSound(
  stream: Readable,
  options: EncodeAudioOptions,
  endedWell: Promise<boolean>,
): Promise<PackagedTrack> {
  const { plan, fromSegment = 0 } = options;
  const { firstPacket, skip, wanted } = packetsOf(options);
  const track: PackagerOptions = {
    rendition: options.rendition ?? "audio",
    firstSegment: fromSegment,
    skipFragments: skip,
    takeFragments: wanted,
    startTicks: () => firstPacket * packetSamples,
    delayTicks: () => 0,
    // One fragment holds one packet (`frag_every_frame`).
    isComplete: (fragments, _header, index) =>
      index < plan.segmentCount - 1 &&
      fragments.length >= firstPacketOfSegment(plan, index + 1) - firstPacketOfSegment(plan, index),
    expectedInit: options.expectedInit,
    onInit: options.onInit,
    onSegment: options.onSegment,
  };
  return packageTrack(stream, track, endedWell);
}

/** Which packets a run makes: the first that counts, how many of run-up come before it, and how many count. */
function packetsOf({ plan, fromSegment = 0 }: EncodeAudioOptions) {
  const firstPacket = firstPacketOfSegment(plan, fromSegment);
  const totalPackets = Math.max(
    1,
    Math.ceil(((plan.durationSeconds + delaySeconds(plan)) * sampleRate) / packetSamples),
  );
  const skip = firstPacket > runUpPackets ? runUpPackets : 0;
  return { firstPacket, skip, totalPackets, wanted: totalPackets - firstPacket };
}

/** How much later than in the source everything is seen and heard. */
function delaySeconds(plan: EncodingPlan): number {
  return plan.grid.delayFrames / toNumber(plan.grid.fps);
}

/** The encoder puts one packet of run-up before what it is given, so it is given the sound one packet later. */
const firstSample = (packet: number) => (packet + 1) * packetSamples;

/** Puts the sound onto the plan's timeline and cuts out what a run makes; `seekSeconds` is where its input begins. */
function audioFilters(options: EncodeAudioOptions, seekSeconds: number): string {
  const { facts, plan } = options;
  const { firstPacket, skip, totalPackets } = packetsOf(options);
  const start = firstSample(firstPacket - skip) - seekSeconds * sampleRate;
  const end = totalPackets * packetSamples - seekSeconds * sampleRate;
  const shiftSeconds = plan.shiftSeconds + delaySeconds(plan) - (facts.audio?.lateSeconds ?? 0);
  const filters = [
    // Sound waits for the picture; silence fills the beginning.
    shiftSeconds === 0 ? null : `asetpts='round(PTS+(${shiftSeconds.toFixed(9)})/TB)'`,
    // At each joint of a broadcast sound and picture may end apart: what is too much there would add up.
    `aresample=${sampleRate}:async=1:first_pts=0${facts.clockJumps ? ":min_hard_comp=0.01" : ""}`,
    ...(options.surround ? toSurround(facts.audio) : toStereo(facts.audio)),
    "apad",
    `atrim=start_sample=${start}:end_sample=${Math.max(end, start + 1)}`,
    "asetpts=N/SR/TB",
  ];
  return filters.filter((filter) => filter !== null).join(",");
}

/** The highest level of sound that was mixed down: loud places of several channels add up to more than can be stored. The
 * limiter looks ahead, and so delays the sound, by its attack of one millisecond. */
const mixedLimit = 0.95;
const limiter = `alimiter=limit=${mixedLimit}:level=disabled:attack=1`;

/** Left and right of what the source has: one channel as loud on both sides as it is, many mixed down without clipping. */
function toStereo(audio: AudioFacts | null): string[] {
  const stereo = "aformat=sample_fmts=fltp:channel_layouts=stereo";
  const channels = audio?.channels ?? 2;
  if (audio?.rightStreamIndex !== undefined || channels === 2) return [stereo];
  // The usual mix would take 3 dB from a channel that both sides get.
  if (channels === 1) return ["pan=stereo|c0=c0|c1=c0", stereo];
  return [stereo, limiter];
}

/** The six channels of 5.1, which may stand to the sides or behind; those of 7.1 are mixed down to them without clipping. */
function toSurround(audio: AudioFacts | null): string[] {
  const surround = "aformat=sample_fmts=fltp:channel_layouts=5.1";
  return (audio?.channels ?? 0) > SURROUND_CHANNELS ? [surround, limiter] : [surround];
}

/** The options that take the sound from the source and put it through filters: one track, or left and right. */
function soundInput({ streamIndex, rightStreamIndex }: AudioFacts, filters: string): string[] {
  if (rightStreamIndex === undefined) return ["-map", `0:${streamIndex}`, "-af", filters];
  const joined = `[0:${streamIndex}][0:${rightStreamIndex}]join=inputs=2:channel_layout=stereo:map=0.0-FL|1.0-FR`;
  return ["-filter_complex", `${joined},${filters}[sound]`, "-map", "[sound]"];
}

interface AudioRun {
  seekSeconds: number;
  bitrateKbps: number | undefined;
  channels: number;
  /** The options that choose the track and name the filters. */
  input: string[];
}

function audioArguments(
  { source }: Pick<EncodeAudioOptions, "source">,
  { seekSeconds, bitrateKbps, channels, input }: AudioRun,
): string[] {
  const bitsPerSecond = bitrateKbps === undefined ? audioBitrate : bitrateKbps * 1000;
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-nostats", "-progress", "pipe:1"],
    ...(seekSeconds > 0 ? ["-ss", String(seekSeconds)] : []),
    ...hostileInputOptions,
    ...["-i", fileUrl(source), ...input],
    ...["-c:a", "aac", "-b:a", String(bitsPerSecond), "-ac", String(channels), "-ar", String(sampleRate)],
    ...["-map_metadata", "-1"],
    ...["-movflags", "+frag_every_frame+empty_moov+default_base_moof", "-flush_packets", "1", "-f", "mp4", "pipe:3"],
  ];
}
