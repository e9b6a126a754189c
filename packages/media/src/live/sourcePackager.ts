import { readAacConfig, stereoConfig, type AacConfig } from "./aacConfig.ts";
import { pictureTimescale } from "./decodeClock.ts";
import type { LiveFragment, LiveInit } from "./fragmentReader.ts";
import { describedKeyFrame, readAvcConfig, type AvcConfig } from "./parameterSets.ts";
import { PictureLane, type PictureFrame, type PicturePart } from "./pictureLane.ts";
import { SoundLane } from "./soundLane.ts";
import { writeSourceFragment, type SourceSample, type SourceTrack } from "./sourceFragment.ts";
import { pictureTrack, soundTrack, writeSourceInit } from "./sourceInit.ts";
import type { TimelineShape } from "./timelineShape.ts";

/** What is known of a source before its first frame. */
export interface SourceFormat {
  width: number;
  height: number;
  fps: number;
  /** AVCDecoderConfigurationRecord. */
  avcConfig: Buffer;
  /** AudioSpecificConfig; null: sends no sound, silence is put in. */
  aacConfig: Buffer | null;
}

/** What a packager tells, at once. */
export interface PackagerEars {
  /** Before the first fragment. */
  onInit(init: LiveInit): void;
  onFragment(fragment: LiveFragment): void;
}

/** What is sent cannot be packaged. */
export class PackagerError extends Error {
  override name = "PackagerError";
}

/** Room before a source's first moment for sound that begins a packet earlier, in seconds. */
export const originSeconds = 1;
/** How long a part waits for its sound, in seconds of the picture; the second is the most it comes to with a publisher whose sound is always late. */
const patienceSeconds = 1;
const mostPatienceSeconds = 5;
/** Bytes of frames that wait: five seconds at 100 Mbit/s. */
const mostWaitingBytes = 64 * 1024 * 1024;

/**
 * Puts H.264 and AAC that came one by one into fragments of both (ISO/IEC 14496-12 §8.8), a part of a segment each; nothing is decoded.
 *
 * The first frame shows when it is decoded, and sound begins there or by less than a packet before: players place what follows a
 * seam by its first decode time, and where the picture began later they would meet a hole, where the sound did, wait for the next
 * key frame (Media Source Extensions §3.5.8, "need random access point"). All other frames show when the publisher says.
 */
export class SourcePackager {
  readonly #format: SourceFormat;
  readonly #ears: PackagerEars;
  readonly #avc: AvcConfig;
  readonly #aac: AacConfig;
  readonly #hasSound: boolean;
  readonly #picture: PictureLane;
  #sound: SoundLane | null = null;
  /** Parts whose sound is not here yet. */
  #waiting: PicturePart[] = [];
  #waitingBytes = 0;
  #waitsForSound: boolean;
  #patienceSeconds = patienceSeconds;
  #newestSeconds = -Infinity;
  #sequence = 0;

  /** @throws PackagerError for a description that cannot be read. */
  constructor(format: SourceFormat, shape: TimelineShape, ears: PackagerEars) {
    const avc = readAvcConfig(format.avcConfig);
    const aac = readAacConfig(format.aacConfig ?? stereoConfig);
    if (!avc) throw new PackagerError("The description of the picture cannot be read.");
    if (!aac) throw new PackagerError("The description of the sound cannot be read.");
    this.#format = format;
    this.#ears = ears;
    this.#avc = avc;
    this.#aac = aac;
    this.#hasSound = this.#waitsForSound = format.aacConfig !== null;
    this.#picture = new PictureLane(shape, format.fps, (part) => this.#waiting.push(part));
  }

  /**
   * Takes a frame in decoding order, of which it keeps a copy; those before the first key frame are passed over.
   * @throws PackagerError when more waits than is held.
   */
  video(atMs: number, compositionMs: number, isKey: boolean, data: Buffer): void {
    if (data.length === 0 || (!this.#sound && !isKey)) return;
    // A clock that stands still or goes back: what is shown when stays the same, as far as it can.
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

  /** Takes a packet of sound; what comes before the picture's first frame is passed over. */
  audio(atMs: number, data: Buffer): void {
    const sound = this.#sound;
    if (!sound || !this.#hasSound || data.length === 0) return;
    const seconds = originSeconds + atMs / 1000;
    // Somebody whose sound comes too late for silence not to be there already is waited for longer.
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

  /** Hands over what waits; nothing may be added any more. */
  finish(): void {
    this.#picture.finish();
    this.#waitsForSound = false;
    this.#flush();
  }

  #hold(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > mostWaitingBytes) throw new PackagerError("There is more in a part than is held.");
  }

  /** Hands over the parts whose sound is here, or is waited for no longer. */
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
    const heard = sound.takeUntil(endSeconds);
    const startTicks = ticksOf(startSeconds);
    const picture = {
      trackId: pictureTrack,
      startTicks: ticksOf(first?.seconds ?? startSeconds),
      samples,
      startsIndependent: first?.isKey ?? false,
      allIndependent: false,
    };
    const packets = { ...heard, trackId: soundTrack, startsIndependent: true, allIndependent: true };
    this.#sequence += 1;
    this.#waitingBytes -= body.sizeBytes;
    for (const { data } of heard.samples) {
      body.append(data);
      if (data !== this.#aac.silentPacket) this.#waitingBytes -= data.length;
    }
    const bytes = writeSourceFragment(this.#sequence, [picture, packets], body);
    const durationSeconds = (ticksOf(endSeconds) - startTicks) / pictureTimescale;
    if (this.#sequence === 1) this.#ears.onInit(this.#describe(bytes.length, frames.length, durationSeconds));
    this.#ears.onFragment({
      bytes,
      tracks: [
        ...(first ? [told(picture, pictureTimescale)] : []),
        ...(heard.samples.length > 0 ? [told(packets, this.#aac.sampleRate)] : []),
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

function told(
  { trackId, startTicks, samples }: Pick<SourceTrack, "trackId" | "startTicks" | "samples">,
  timescale: number,
) {
  const durationTicks = samples.reduce((sum, sample) => sum + sample.durationTicks, 0);
  return { trackId, startTicks, durationTicks, timescale };
}
