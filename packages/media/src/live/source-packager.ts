import { readAacConfig, stereoConfig, type AacConfig } from "./aac-config.ts";
import { pictureTimescale } from "./decode-clock.ts";
import type { LiveFragment, LiveInit } from "./fragment-reader.ts";
import { describedKeyFrame, readAvcConfig, type AvcConfig } from "./parameter-sets.ts";
import { PictureLane, type PictureFrame, type PicturePart } from "./picture-lane.ts";
import { SoundLane } from "./sound-lane.ts";
import { writeSourceFragment, type SourceSample, type SourceTrack } from "./source-fragment.ts";
import { pictureTrack, soundTrack, writeSourceInit } from "./source-init.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** The format of a source. */
export interface SourceFormat {
  width: number;
  height: number;
  fps: number;
  /** AVCDecoderConfigurationRecord. */
  avcConfig: Buffer;
  /** AudioSpecificConfig; null without audio: silence is added. */
  aacConfig: Buffer | null;
}

/** Results of a packager, called synchronously. */
export interface PackagerCallbacks {
  /** Before the first fragment. */
  onInit(init: LiveInit): void;
  onFragment(fragment: LiveFragment): void;
}

/** The media cannot be packaged. */
export class PackagerError extends Error {
  override name = "PackagerError";
}

/** Seconds before a source's first frame for audio that starts a packet earlier. */
export const originSeconds = 1;
/** How long a part waits for its audio, in seconds of video: at first, and at most for a publisher whose audio is always late. */
const patienceSeconds = 1;
const mostPatienceSeconds = 5;
/** Most buffered bytes: five seconds at 100 Mbit/s. */
const mostWaitingBytes = 64 * 1024 * 1024;

/**
 * Packages separate H.264 and AAC into fragments of both (ISO/IEC 14496-12 §8.8), each a part of a segment; nothing is decoded.
 *
 * The first frame shows when it is decoded, and sound begins there or by less than a packet before: players place what follows a
 * seam by its first decode time, and where the picture began later they would meet a hole, where the sound did, wait for the next
 * key frame (Media Source Extensions §3.5.8, "need random access point"). All other frames show when the publisher says.
 */
export class SourcePackager {
  readonly #format: SourceFormat;
  readonly #callbacks: PackagerCallbacks;
  readonly #avc: AvcConfig;
  readonly #aac: AacConfig;
  readonly #hasSound: boolean;
  readonly #picture: PictureLane;
  #sound: SoundLane | null = null;
  /** Parts that wait for their audio. */
  #waiting: PicturePart[] = [];
  #waitingBytes = 0;
  #waitsForSound: boolean;
  #patienceSeconds = patienceSeconds;
  #newestSeconds = -Infinity;
  #sequence = 0;

  /** @throws PackagerError for an invalid decoder configuration. */
  constructor(format: SourceFormat, shape: TimelineShape, callbacks: PackagerCallbacks) {
    const avc = readAvcConfig(format.avcConfig);
    const aac = readAacConfig(format.aacConfig ?? stereoConfig);
    if (!avc) throw new PackagerError("The decoder configuration of the video cannot be read.");
    if (!aac) throw new PackagerError("The decoder configuration of the audio cannot be read.");
    this.#format = format;
    this.#callbacks = callbacks;
    this.#avc = avc;
    this.#aac = aac;
    this.#hasSound = this.#waitsForSound = format.aacConfig !== null;
    this.#picture = new PictureLane(shape, format.fps, (part) => this.#waiting.push(part));
  }

  /**
   * Adds a copy of a frame, in decode order; frames before the first key frame are skipped.
   * @throws PackagerError when the buffer is full.
   */
  video(atMs: number, compositionMs: number, isKey: boolean, data: Buffer): void {
    if (data.length === 0 || (!this.#sound && !isKey)) return;
    // A clock that stops or goes back: presentation times are kept as far as possible.
    const at = originSeconds + atMs / 1000;
    const seconds = Math.max(at, this.#newestSeconds + 0.001);
    const composition = compositionMs / 1000;
    const isFirst = this.#sound === null;
    this.#sound ??= new SoundLane(this.#aac, seconds);
    this.#newestSeconds = seconds;
    const pieces = isKey ? describedKeyFrame(data, this.#avc) : [data];
    const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
    this.#hold(sizeBytes);
    const compositionSeconds = isFirst ? 0 : Math.max(Math.min(0, composition), composition - (seconds - at));
    this.#picture.add({ seconds, compositionSeconds, isKey, sizeBytes }, pieces);
    this.#flush();
  }

  /** Adds an audio packet; packets before the first frame are skipped. */
  audio(atMs: number, data: Buffer): void {
    const sound = this.#sound;
    if (!sound || !this.#hasSound || data.length === 0) return;
    const seconds = originSeconds + atMs / 1000;
    // For a publisher whose audio arrives after silence was inserted, parts wait longer.
    if (!this.#waitsForSound && seconds < sound.endSeconds)
      this.#patienceSeconds = Math.min(
        mostPatienceSeconds,
        Math.max(this.#patienceSeconds, this.#newestSeconds - seconds + patienceSeconds / 2),
      );
    this.#waitsForSound = true;
    if (!sound.add(seconds, data)) return;
    this.#hold(data.length);
    this.#flush();
  }

  /** Emits the buffered parts; nothing may be added afterwards. */
  finish(): void {
    this.#picture.finish();
    this.#waitsForSound = false;
    this.#flush();
  }

  #hold(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > mostWaitingBytes) throw new PackagerError("A part is larger than the buffer.");
  }

  /** Emits the parts whose audio is complete or overdue. */
  #flush(): void {
    const sound = this.#sound;
    while (sound) {
      const [part] = this.#waiting;
      if (!part) return;
      if (sound.endSeconds < part.endSeconds) {
        if (this.#waitsForSound && this.#newestSeconds - sound.endSeconds <= this.#patienceSeconds) return;
        this.#waitsForSound = false;
        sound.fill(part.endSeconds);
      }
      this.#waiting.shift();
      this.#write(part, sound);
    }
  }

  #write({ frames, body, startSeconds, endSeconds, heldUntilSeconds }: PicturePart, sound: SoundLane): void {
    const [first] = frames;
    const samples = frames.map((frame, at) => pictureSample(frame, frames[at + 1]?.seconds ?? heldUntilSeconds));
    const audio = sound.takeUntil(endSeconds);
    const startTicks = ticksOf(startSeconds);
    const picture = {
      trackId: pictureTrack,
      startTicks: ticksOf(first?.seconds ?? startSeconds),
      samples,
      startsIndependent: first?.isKey ?? false,
      allIndependent: false,
    };
    const packets = { ...audio, trackId: soundTrack, startsIndependent: true, allIndependent: true };
    this.#sequence += 1;
    this.#waitingBytes -= body.sizeBytes;
    for (const { data } of audio.samples) {
      body.append(data);
      if (data !== this.#aac.silentPacket) this.#waitingBytes -= data.length;
    }
    const bytes = writeSourceFragment(this.#sequence, [picture, packets], body);
    const durationSeconds = (ticksOf(endSeconds) - startTicks) / pictureTimescale;
    if (this.#sequence === 1) this.#callbacks.onInit(this.#describe(bytes.length, frames.length, durationSeconds));
    this.#callbacks.onFragment({
      bytes,
      tracks: [
        ...(first ? [described(picture, pictureTimescale)] : []),
        ...(audio.samples.length > 0 ? [described(packets, this.#aac.sampleRate)] : []),
      ],
      startSeconds: startTicks / pictureTimescale,
      durationSeconds,
      endSeconds: endSeconds + Math.max(0, ...frames.map(({ compositionSeconds }) => compositionSeconds)),
      frames: frames.length,
      independent: first?.isKey ?? false,
    });
  }

  #describe(bytes: number, frames: number, seconds: number): LiveInit {
    const { width, height, avcConfig, aacConfig } = this.#format;
    const { channels, sampleRate } = this.#aac;
    const sound = aacConfig ?? stereoConfig;
    const codecs = [this.#avc.codec, `mp4a.40.${sound.readUInt8(0) >> 3}`] as const;
    const defaults = { durationTicks: 0, sizeBytes: 0, flags: 0 };
    return {
      bytes: writeSourceInit({ width, height, pictureTimescale, avcConfig, channels, sampleRate, aacConfig: sound }),
      tracks: [
        {
          trackId: pictureTrack,
          kind: "video",
          timescale: pictureTimescale,
          codec: codecs[0],
          width,
          height,
          defaults,
        },
        { trackId: soundTrack, kind: "audio", timescale: sampleRate, codec: codecs[1], width: 0, height: 0, defaults },
      ],
      codecs,
      width,
      height,
      frameRate: Math.round((frames / seconds) * 1000) / 1000,
      bitrate: Math.round((bytes * 8) / seconds),
    };
  }
}

const ticksOf = (seconds: number): number => Math.round(seconds * pictureTimescale);

function pictureSample(frame: PictureFrame, nextSeconds: number): SourceSample {
  const start = ticksOf(frame.seconds);
  return {
    sizeBytes: frame.sizeBytes,
    durationTicks: ticksOf(nextSeconds) - start,
    compositionTicks: Math.round(frame.compositionSeconds * pictureTimescale),
  };
}

function described(
  { trackId, startTicks, samples }: Pick<SourceTrack, "trackId" | "startTicks" | "samples">,
  timescale: number,
) {
  const durationTicks = samples.reduce((sum, sample) => sum + sample.durationTicks, 0);
  return { trackId, startTicks, durationTicks, timescale };
}
