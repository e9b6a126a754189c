import { readAacConfig } from "@kinora/media/live/aac-config.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import { avcPicture, type AvcPicture } from "./rtmp/avc.ts";
import { ENHANCED_VIDEO, readEnhanced, type EnhancedVideo } from "./rtmp/enhanced.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SCRIPT, FLV_SOUND_HEADER, FLV_VIDEO } from "./rtmp/flv.ts";
import { hevcSize } from "./rtmp/hevc.ts";
import { MatroskaWriter } from "./rtmp/matroska.ts";
import { readMetadata, type FlvMetadata } from "./rtmp/metadata.ts";
import { configOf, isSameBody, tagOf, type SourceMoment } from "./source-sink.ts";

/** How long to wait for sound once there is a picture, in milliseconds of the publisher's clock. */
const SOUND_PATIENCE_MS = 1_200;
/** How long to wait for a picture once there is sound, in milliseconds of the publisher's clock: where metadata knows of none, and else. */
const PICTURE_PATIENCE_MS = { announcedNone: 2_000, unknown: 5_000 };
/** How long to wait for the first key frame, in milliseconds of the publisher's clock. */
const KEYFRAME_PATIENCE_MS = 20_000;
const NO_KEYFRAME = "No key frame came within 20 seconds. In OBS set Keyframe Interval to 2.";
const NO_CONFIG =
  "The encoder did not send the description of its picture (the sequence header) within 20 seconds. End it and start it again.";
/** Frames with one timestamp: more are not a slip. */
const MOST_FRAMES_AT_ONCE = 100;
const NO_TIMES =
  "The timestamps of the picture do not move, so that viewers would see it stand still. End the encoder and start it again.";
/** The rate of the still that is the picture of sound alone. */
const STILL_FPS = 10;
const UNKNOWN_SIZE = { width: 1280, height: 720 };
const AVC = 7;
const AAC = 10;
const FALLBACK_FPS = 30;
/** Bytes before an AVC or AAC decoder configuration or frame (FLV specification 10.1, E.4.2, E.4.3). */
const VIDEO_HEAD_BYTES = 5;
const AUDIO_HEAD_BYTES = 2;

/** A format that an encoder can start with, or another one than before. */
interface FormatFound {
  /** Whether an encoder runs with a format before: it ends. */
  isAnother: boolean;
  /** Another picture is probed by its first key frame. */
  from: "now" | "at_key_frame";
}

/** What one publisher's tags say of its media: metadata, codecs and decoder configurations. */
export class PublisherFormat {
  /** Metadata and decoder configurations, as bodies of FLV tags. */
  #script: Buffer | null = null;
  #videoConfig: Buffer | null = null;
  #audioConfig: Buffer | null = null;
  #metadata: FlvMetadata | null = null;
  #firstVideoAt: number | null = null;
  #firstSoundAt: number | null = null;
  #announced: { sound: string | null; soundConfig: Buffer | null; codec: string | null; config: Buffer | null } | null =
    null;
  #frameAt: number | null = null;
  #framesAtOnce = 0;
  #keyframeAt: number | null = null;
  videoCodec: "h264" | "other" | EnhancedVideo | null = null;
  audioCodec: "aac" | "other" | null = null;
  /** Between the last two key frames. */
  keyframeSeconds: number | null = null;
  /** Whether pictures are decoded in another order than shown. */
  isReordered = false;

  /** The name of the encoder in the metadata. */
  get encoder(): string | null {
    return this.#metadata?.encoder ?? null;
  }

  /** Whether sound without a picture was announced. */
  get isSoundAlone(): boolean {
    return this.#announced !== null && this.#announced.codec === null;
  }

  /** Whether the picture can be nothing else than what every player shows, so that it need not be probed. */
  get isPlain(): boolean {
    if (this.videoCodec !== "h264" || !this.#videoConfig) return false;
    return this.#picture?.isPlain ?? false;
  }

  /** What H.264 says of its picture. */
  get #picture(): AvcPicture | null {
    const record = this.videoCodec === "h264" ? this.#videoConfig?.subarray(VIDEO_HEAD_BYTES) : undefined;
    return record ? avcPicture(record) : null;
  }

  get size(): { width: number; height: number } | null {
    const record = this.#videoConfig?.subarray(VIDEO_HEAD_BYTES);
    const readSize = this.videoCodec === "h264" ? avcPicture : this.videoCodec === "hevc" ? hevcSize : null;
    const fromConfig = record && readSize ? readSize(record) : null;
    const known = this.#metadata;
    return fromConfig ?? (known && known.width > 0 && known.height > 0 ? known : null);
  }

  /** What an encoder is started with. */
  get input(): LiveInput {
    const size = this.size ?? UNKNOWN_SIZE;
    const said = this.#metadata && this.#metadata.fps > 0 && this.#metadata.fps <= 120 ? this.#metadata.fps : null;
    const fps = said ?? this.#picture?.fps ?? FALLBACK_FPS;
    return {
      width: size.width,
      height: size.height,
      fps: this.videoCodec === null ? STILL_FPS : fps,
      videoCodec: this.videoCodec,
      audioCodec: this.audioCodec,
    };
  }

  /** The picture's decoder configuration; empty before it. */
  get pictureConfig(): Buffer {
    return this.#videoConfig?.subarray(VIDEO_HEAD_BYTES) ?? Buffer.alloc(0);
  }

  /** The sound's decoder configuration; null where it is not AAC. */
  get soundConfig(): Buffer | null {
    return this.audioCodec === "aac" ? (this.#audioConfig?.subarray(AUDIO_HEAD_BYTES) ?? null) : null;
  }

  /** The start of an FLV file: a decoder given this can start at a key frame. */
  head(): Buffer {
    const parts = [
      configOf(FLV_SCRIPT, this.#script),
      configOf(FLV_VIDEO, this.#videoConfig),
      configOf(FLV_AUDIO, this.#audioConfig),
    ];
    const header = this.isSoundAlone ? FLV_SOUND_HEADER : FLV_HEADER;
    return Buffer.concat([header, ...parts.filter(({ body }) => body.length > 0).map(tagOf)]);
  }

  /** A Matroska writer for codecs that FLV has no number for; null where FLV works. */
  matroskaWriter(): MatroskaWriter | null {
    const isKnown = this.videoCodec === "h264" || this.videoCodec === "other";
    if (isKnown || !this.#videoConfig) return null;
    const [video, audio] = [tagOf(configOf(FLV_VIDEO, this.#videoConfig)), this.#audioConfig];
    return new MatroskaWriter(video, audio && tagOf(configOf(FLV_AUDIO, audio)), this.size ?? UNKNOWN_SIZE);
  }

  /** Reads the format from a tag. Returns true when the tag has no media, only a description. */
  read({ type, at, body }: SourceMoment): boolean {
    if (type === FLV_VIDEO) return this.#readVideo(at, body);
    if (type === FLV_AUDIO) return this.#readAudio(at, body);
    const metadata = readMetadata(body);
    if (metadata) [this.#script, this.#metadata] = [Buffer.from(body), metadata];
    return true;
  }

  #readVideo(at: number, body: Buffer): boolean {
    const first = body.readUInt8(0);
    const enhanced = readEnhanced(body);
    const isAvc = (first & 0x8f) === AVC;
    const name = enhanced && Object.entries(ENHANCED_VIDEO).find(([fourCc]) => fourCc === enhanced.fourCc)?.[1];
    this.videoCodec = isAvc ? "h264" : (name ?? "other");
    this.#firstVideoAt ??= at;
    const isConfig = enhanced ? enhanced.kind === "config" : isAvc && body.length > 5 && body.readUInt8(1) === 0;
    if (isConfig) {
      this.#videoConfig = Buffer.from(body);
      return true;
    }
    if (enhanced?.kind === "other") return true;
    if (isAvc && body.length > VIDEO_HEAD_BYTES && body.readIntBE(2, 3) !== 0) this.isReordered = true;
    // `DecodeOrder` sets equal ones a millisecond apart.
    this.#framesAtOnce = this.#frameAt !== null && at - this.#frameAt <= 1 ? this.#framesAtOnce + 1 : 0;
    this.#frameAt = at;
    if ((first & 0x70) === 0x10) {
      if (this.#keyframeAt !== null) this.keyframeSeconds = Math.round((at - this.#keyframeAt) / 10) / 100;
      this.#keyframeAt = at;
    }
    return false;
  }

  #readAudio(at: number, body: Buffer): boolean {
    const isAac = body.readUInt8(0) >> 4 === AAC;
    this.#firstSoundAt ??= at;
    if (!isAac) this.audioCodec = "other";
    if (!isAac || body.length <= AUDIO_HEAD_BYTES || body.readUInt8(1) !== 0) return false;
    // AAC profiles that cannot be packaged are encoded.
    this.audioCodec = readAacConfig(body.subarray(AUDIO_HEAD_BYTES)) ? "aac" : "other";
    this.#audioConfig = Buffer.from(body);
    return true;
  }

  /** The format once the picture's is known and sound was found or is overdue, and again when it changes; null else. */
  find(at: number): FormatFound | null {
    const isSoundAlone = this.videoCodec === null && this.#isPictureOverdue(at);
    const isPictureKnown = this.#keyframeAt !== null && (this.videoCodec === "other" || this.#videoConfig !== null);
    if (!isSoundAlone && !isPictureKnown) return null;
    const before = this.#announced;
    const now = {
      ...{ sound: this.audioCodec, soundConfig: this.#audioConfig },
      ...{ codec: this.videoCodec, config: this.#videoConfig },
    };
    if (!before) {
      if (this.#mayGetSound(at)) return null;
      this.#announced = now;
      return { isAnother: false, from: "now" };
    }
    const isSamePicture = before.codec === now.codec && isSameBody(before.config, now.config);
    const isSameSound = before.sound === now.sound && isSameBody(before.soundConfig, now.soundConfig);
    if (isSamePicture && isSameSound) return null;
    this.#announced = now;
    return { isAnother: true, from: isSamePicture ? "now" : "at_key_frame" };
  }

  #mayGetSound(at: number): boolean {
    const waited = at - (this.#firstVideoAt ?? at);
    const patience = this.#metadata?.hasAudio === true ? 3 * SOUND_PATIENCE_MS : SOUND_PATIENCE_MS;
    return this.audioCodec === null && this.#metadata?.hasAudio !== false && waited < patience;
  }

  #isPictureOverdue(at: number): boolean {
    const { announcedNone, unknown } = PICTURE_PATIENCE_MS;
    const patience = this.#metadata?.hasVideo === false ? announcedNone : unknown;
    return this.audioCodec !== null && this.#firstSoundAt !== null && at - this.#firstSoundAt >= patience;
  }

  /** Why the picture cannot be used, as a sentence for users: its times stand still, or its first key frame or what decoders need before it is overdue. */
  problem(at: number): string | null {
    if (this.#framesAtOnce > MOST_FRAMES_AT_ONCE) return NO_TIMES;
    if (this.#announced !== null || at - (this.#firstVideoAt ?? at) <= KEYFRAME_PATIENCE_MS) return null;
    if (this.#keyframeAt === null) return NO_KEYFRAME;
    return this.#videoConfig === null ? NO_CONFIG : null;
  }
}
