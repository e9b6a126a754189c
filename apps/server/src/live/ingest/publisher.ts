import type { Writable } from "node:stream";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import { readAacConfig } from "@kinora/media/live/aac-config.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import type { SnapshotSource } from "@kinora/media/live/live-snapshot.ts";
import { Backpressure } from "./backpressure.ts";
import { IngestRates } from "./ingest-rates.ts";
import { LatestMoments } from "./latest-moments.ts";
import { LeftOut, type LeftOutKind } from "./left-out.ts";
import { avcPicture, withTrueFrameType } from "./rtmp/avc.ts";
import { DecodeOrder, shownAt } from "./rtmp/decode-order.ts";
import { ENHANCED_VIDEO, otherSound, readEnhanced, withLegacyCodecIds, type EnhancedVideo } from "./rtmp/enhanced.ts";
import { FLV_AUDIO, FLV_HEADER, FLV_SOUND_HEADER, FLV_SCRIPT, FLV_VIDEO, PublisherClock } from "./rtmp/flv.ts";
import { hevcSize } from "./rtmp/hevc.ts";
import { MatroskaWriter } from "./rtmp/matroska.ts";
import { readMetadata, type FlvMetadata } from "./rtmp/metadata.ts";
import type { MediaTag, PublishRequest, PublishSink, SpliceInfo } from "./rtmp/session.ts";
import { tracksIn } from "./rtmp/tracks.ts";
import { configOf, copyOf, isSameBody, tagOf, type SourceMoment, type SourceSink } from "./source-sink.ts";

/** How long to wait for sound once there is a picture, in milliseconds of the publisher's clock. */
const SOUND_PATIENCE_MS = 1_200;
/** Tags buffered before the encoder starts. */
const PENDING_BYTES = 24 * 1024 * 1024;
/** How long to wait for the first key frame, in milliseconds of the publisher's clock. */
const KEYFRAME_PATIENCE_MS = 20_000;
const NO_KEYFRAME = "No key frame came within 20 seconds. In OBS set Keyframe Interval to 2.";
const NO_CONFIG =
  "The encoder did not send the description of its picture (the sequence header) within 20 seconds. End it and start it again.";
/** Frames with one timestamp: more are not a slip. */
const MOST_FRAMES_AT_ONCE = 100;
const NO_TIMES =
  "The timestamps of the picture do not move, so that viewers would see it stand still. End the encoder and start it again.";
/** How long to wait for a picture once there is sound, in milliseconds of the publisher's clock: where metadata knows of none, and else. */
const PICTURE_PATIENCE_MS = { announcedNone: 2_000, unknown: 5_000 };
/** The rate of the still that is the picture of sound alone. */
const STILL_FPS = 10;
const UNKNOWN_SIZE = { width: 1280, height: 720 };
const AVC = 7;
const AAC = 10;
const FALLBACK_FPS = 30;
/** Bytes before an AVC or AAC decoder configuration or frame (FLV specification 10.1, E.4.2, E.4.3). */
const VIDEO_HEAD_BYTES = 5;
const AUDIO_HEAD_BYTES = 2;

/** Events of a publisher, called synchronously. */
export interface PublisherHooks {
  /** The format is known, so that an encoder can start; called again when the format changes. */
  onReady(publisher: Publisher, input: LiveInput): void;
  onEnd(publisher: Publisher): void;
  /** Something of the media is left out; a sentence for users. */
  onNote?(publisher: Publisher, sentence: string): void;
  /** The media cannot be used; `reason` is a sentence for users. */
  onReject(publisher: Publisher, reason: string): void;
  /** The encoder announces a splice; `at` is its moment on the publisher's clock, in milliseconds. */
  onSplice?(publisher: Publisher, splice: SpliceInfo, at: number): void;
}

/** FLV tags as they arrive, and the decoder configuration that precedes them. */
export interface TagSource {
  /** The start of an FLV file: its header, the metadata and the decoder configurations. */
  head(): Buffer;
  /** Calls `listener` with the buffered tags, then with each new one. Returns a function that unsubscribes. */
  listen(listener: TagListener): () => void;
}

/** Receives each tag. The buffer is valid during the call only. */
export type TagListener = (tag: Buffer, keyframe: boolean) => void;

/** One publisher's media: keeps the decoder configurations, reports the format and sends FLV to an encoder. */
export class Publisher implements PublishSink {
  readonly request: PublishRequest;
  readonly #hooks: PublisherHooks;
  readonly #clock = new PublisherClock();
  readonly #order = new DecodeOrder();
  readonly #listeners = new Set<TagListener>();
  readonly #endings = new Set<() => void>();
  /** Metadata and decoder configurations, as bodies of FLV tags. */
  #script: Buffer | null = null;
  #videoConfig: Buffer | null = null;
  #audioConfig: Buffer | null = null;
  #metadata: FlvMetadata | null = null;
  #videoCodec: "h264" | "other" | EnhancedVideo | null = null;
  #audioCodec: "aac" | "other" | null = null;
  #firstVideoAt: number | null = null;
  #firstSoundAt: number | null = null;
  #announced: { sound: string | null; soundConfig: Buffer | null; codec: string | null; config: Buffer | null } | null =
    null;
  #pending: SourceMoment[] = [];
  #pendingBytes = 0;
  #target: Writable | null = null;
  #sink: SourceSink | null = null;
  #waitsForKeyframe = true;
  /** When to call `onReady` for the format that was found. */
  #ready: "now" | "at_key_frame" | null = null;
  #matroska: MatroskaWriter | null = null;
  #isRejected = false;
  #frameAt: number | null = null;
  #framesAtOnce = 0;
  #keyframeAt: number | null = null;
  #keyframeSeconds: number | null = null;
  #audioLevelDb: number | null = null;
  readonly #latest = new LatestMoments();
  readonly #leftOut = new LeftOut((sentence) => this.#hooks.onNote?.(this, sentence));
  readonly #rates: IngestRates;
  readonly #backpressure: Backpressure;
  ended = false;
  /** What the media of the current encoder begins with, in milliseconds of the publisher's clock; null before it. */
  sentFromMs: number | null = null;
  receivedBytes = 0;
  /** Whether pictures are decoded in another order than shown. */
  isReordered = false;

  /** @param now in milliseconds. */
  constructor(request: PublishRequest, hooks: PublisherHooks, now: () => number = () => performance.now()) {
    this.#backpressure = new Backpressure(now);
    this.#rates = new IngestRates(now);
    this.request = request;
    this.#hooks = hooks;
  }

  write({ type, timestamp, body: sent }: MediaTag): boolean {
    if (this.ended) return true;
    this.receivedBytes += sent.length;
    this.#rates.bytes(sent.length);
    let goesOn = true;
    for (const { track, body } of tracksIn(type, sent)) {
      if (track !== 0) this.leaveOut(type === FLV_VIDEO ? "picture" : "sound", { track });
      else if (!this.#take({ type, timestamp, body })) goesOn = false;
    }
    return goesOn;
  }

  /** Takes a message of the one track that viewers get. */
  #take({ type, timestamp, body: sent }: MediaTag): boolean {
    const sound = otherSound(type, sent);
    if (sound !== null)
      this.reject(`The sound is ${sound}. Over RTMP it must be AAC: choose AAC in the encoder's audio settings.`);
    const named = withLegacyCodecIds(type, sent);
    if (!named) return true;
    const body = type === FLV_VIDEO ? withTrueFrameType(named) : named;
    const at = type === FLV_SCRIPT ? 0 : this.#clock.moment(type, timestamp);
    const moment = this.#order.place({ type, at, body });
    const isConfig = this.#inspect(moment);
    this.#announce(at);
    const keyframe = type === FLV_VIDEO && !isConfig && (body.readUInt8(0) & 0x70) === 0x10;
    this.#latest.take(moment, keyframe);
    if (this.#ready === "now" || (this.#ready === "at_key_frame" && keyframe)) this.#tellReady();
    if (this.#listeners.size > 0) {
      const tag = tagOf(moment);
      for (const listener of this.#listeners) listener(tag, keyframe);
    }
    // The decoder configurations are in the head.
    const begins = keyframe || (this.isSoundAlone && type === FLV_AUDIO && !isConfig);
    this.#rejectIfUnusable(at);
    if (this.#waitsForKeyframe && !begins) return true;
    this.#waitsForKeyframe = false;
    if (this.#sink || this.#target) this.#noteBegin(moment);
    if (this.#sink) this.#sink.take(moment);
    else return this.#target ? this.#send(this.#target, moment) : this.#keep(moment);
    return true;
  }

  /** Whether sound without a picture was announced. */
  get isSoundAlone(): boolean {
    return this.#announced !== null && this.#announced.codec === null;
  }

  /** Milliseconds the encoder held the publisher back, in total. */
  get backpressureMs(): number {
    return this.#backpressure.ms;
  }

  drained(): Promise<void> {
    return this.#backpressure.waitForDrain(this.#target);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#detach();
    for (const listener of this.#endings) listener();
    this.#hooks.onEnd(this);
  }

  /** Calls `listener` when the publisher disconnects. Returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void {
    this.#endings.add(listener);
    return () => this.#endings.delete(listener);
  }

  /** Sends the media to an encoder: the decoder configurations, then the buffered tags, or else everything from the next key frame. */
  sendTo(target: Writable | SourceSink): void {
    this.#detach();
    const buffered = this.#pending;
    this.#dropPending();
    this.#waitsForKeyframe = buffered.length === 0;
    this.sentFromMs = null;
    const [first] = buffered;
    if ("begin" in target) {
      this.#sink = target;
      if (first) this.#noteBegin(first);
      target.begin(this.#videoConfig?.subarray(VIDEO_HEAD_BYTES) ?? Buffer.alloc(0), this.#aacConfig());
      for (const moment of buffered) target.take(moment);
      return;
    }
    this.#target = target;
    if (first) this.#noteBegin(first);
    target.on("error", () => undefined);
    this.#matroska = this.#matroskaWriter();
    target.write(this.#matroska?.head ?? this.head());
    for (const moment of buffered) this.#send(target, moment);
  }

  /** What is packaged begins when its first frame is decoded, what is encoded when it is shown. */
  #noteBegin(moment: SourceMoment): void {
    this.sentFromMs ??= this.#sink ? moment.at : shownAt(moment);
  }

  splice(splice: SpliceInfo, timestamp: number): void {
    const at = this.#clock.timeOf(FLV_VIDEO, timestamp);
    if (at !== null && !this.ended) this.#hooks.onSplice?.(this, splice, at);
  }

  /** Ends the input of the previous encoder. */
  #detach(): void {
    this.#target?.end();
    this.#sink?.end();
    this.#target = this.#sink = null;
  }

  #dropPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #aacConfig(): Buffer | null {
    return this.#audioCodec === "aac" ? (this.#audioConfig?.subarray(AUDIO_HEAD_BYTES) ?? null) : null;
  }

  /** A Matroska writer for codecs that FLV has no number for; null where FLV works. */
  #matroskaWriter(): MatroskaWriter | null {
    const isKnown = this.#videoCodec === "h264" || this.#videoCodec === "other";
    if (isKnown || !this.#videoConfig) return null;
    const [video, audio] = [tagOf(configOf(FLV_VIDEO, this.#videoConfig)), this.#audioConfig];
    return new MatroskaWriter(video, audio && tagOf(configOf(FLV_AUDIO, audio)), this.#size() ?? UNKNOWN_SIZE);
  }

  /** The media a snapshot is decoded from; null before the first key frame. */
  snapshotSource(): SnapshotSource | null {
    const { all } = this.#latest;
    return all.length === 0 ? null : snapshotSourceOf(all, this.head(), this.#matroskaWriter());
  }

  /** Whether the picture can be nothing else than what every player shows, so that it need not be probed. */
  get isPlain(): boolean {
    if (this.#videoCodec !== "h264" || !this.#videoConfig) return false;
    return avcPicture(this.#videoConfig.subarray(VIDEO_HEAD_BYTES))?.isPlain ?? false;
  }

  /** Sets the measured audio level, in decibels. */
  setAudioLevel(audioLevelDb: number | null): void {
    this.#audioLevelDb = audioLevelDb;
  }

  #send(target: Writable, moment: SourceMoment): boolean {
    const tag = tagOf(moment);
    const bytes = this.#matroska ? this.#matroska.write(tag) : tag;
    // Bytes for an encoder that exited are dropped: it is replaced, or its publisher is disconnected.
    return bytes === null || !target.writable || target.write(bytes);
  }

  /** Rejects a publisher whose first key frame, or what decoders need before it, is overdue. */
  #rejectIfUnusable(at: number): void {
    if (this.#announced !== null || at - (this.#firstVideoAt ?? at) <= KEYFRAME_PATIENCE_MS) return;
    if (this.#keyframeAt === null) this.reject(NO_KEYFRAME);
    else if (this.#videoConfig === null) this.reject(NO_CONFIG);
  }

  leaveOut(kind: LeftOutKind, which: { track: number } | { count: number }): void {
    if ("track" in which) this.#leftOut.add(kind, which.track);
    else this.#leftOut.set(kind, which.count);
  }

  reject(reason: string): void {
    if (this.#isRejected || this.ended) return;
    this.#isRejected = true;
    this.#hooks.onReject(this, reason);
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

  /** Calls `listener` with the buffered tags, of which the first is a key frame, then with each new tag. Returns a function that unsubscribes. */
  listen(listener: TagListener): () => void {
    for (const [index, moment] of this.#pending.entries()) listener(tagOf(moment), index === 0);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The format and the rates; rates are measured since the previous call. */
  facts(): StreamIngest {
    const { frameRate, kbps } = this.#rates.read();
    const size = this.#size();
    return {
      video_codec: this.#videoCodec,
      audio_codec: this.#audioCodec,
      width: size?.width ?? null,
      height: size?.height ?? null,
      frame_rate: frameRate,
      bitrate_kbps: kbps,
      keyframe_seconds: this.#keyframeSeconds,
      audio_level_db: this.#audioLevelDb,
      left_out_tracks: this.#leftOut.sentences,
      // `flashVer` of the connection is often a placeholder: metadata is preferred.
      encoder: this.#metadata?.encoder ?? this.request.encoder,
    };
  }

  #size(): { width: number; height: number } | null {
    const record = this.#videoConfig?.subarray(VIDEO_HEAD_BYTES);
    const readSize = this.#videoCodec === "h264" ? avcPicture : this.#videoCodec === "hevc" ? hevcSize : null;
    const fromConfig = record && readSize ? readSize(record) : null;
    const known = this.#metadata;
    return fromConfig ?? (known && known.width > 0 && known.height > 0 ? known : null);
  }

  /** Reads the format from a tag. Returns true when the tag has no media, only a description. */
  #inspect({ type, at, body }: SourceMoment): boolean {
    const first = body.readUInt8(0);
    const metadata = type === FLV_SCRIPT ? readMetadata(body) : null;
    if (metadata) [this.#script, this.#metadata] = [Buffer.from(body), metadata];
    if (type === FLV_VIDEO) {
      const enhanced = readEnhanced(body);
      const isAvc = (first & 0x8f) === AVC;
      const name = enhanced && Object.entries(ENHANCED_VIDEO).find(([fourCc]) => fourCc === enhanced.fourCc)?.[1];
      this.#videoCodec = isAvc ? "h264" : (name ?? "other");
      this.#firstVideoAt ??= at;
      const isConfig = enhanced ? enhanced.kind === "config" : isAvc && body.length > 5 && body.readUInt8(1) === 0;
      if (isConfig) {
        this.#videoConfig = Buffer.from(body);
        return true;
      }
      if (enhanced?.kind === "other") return true;
      if (isAvc && body.length > VIDEO_HEAD_BYTES && body.readIntBE(2, 3) !== 0) this.isReordered = true;
      this.#rates.frame();
      // `DecodeOrder` sets equal ones a millisecond apart.
      this.#framesAtOnce = this.#frameAt !== null && at - this.#frameAt <= 1 ? this.#framesAtOnce + 1 : 0;
      this.#frameAt = at;
      if (this.#framesAtOnce > MOST_FRAMES_AT_ONCE) this.reject(NO_TIMES);
      if ((first & 0x70) === 0x10) {
        if (this.#keyframeAt !== null) this.#keyframeSeconds = Math.round((at - this.#keyframeAt) / 10) / 100;
        this.#keyframeAt = at;
      }
    } else if (type === FLV_AUDIO) {
      const isAac = first >> 4 === AAC;
      this.#firstSoundAt ??= at;
      if (!isAac) this.#audioCodec = "other";
      if (isAac && body.length > AUDIO_HEAD_BYTES && body.readUInt8(1) === 0) {
        // AAC profiles that cannot be packaged are encoded.
        this.#audioCodec = readAacConfig(body.subarray(AUDIO_HEAD_BYTES)) ? "aac" : "other";
        this.#audioConfig = Buffer.from(body);
        return true;
      }
    }
    return type === FLV_SCRIPT;
  }

  /** Calls `onReady` once the picture's format is known and sound was found or is overdue, and again when a format changes. */
  #announce(at: number): void {
    const isSoundAlone = this.#videoCodec === null && this.#isPictureOverdue(at);
    const isPictureKnown = this.#keyframeAt !== null && (this.#videoCodec === "other" || this.#videoConfig !== null);
    if (!isSoundAlone && !isPictureKnown) return;
    const sound = this.#audioCodec;
    if (this.#announced) {
      const { codec, config, sound: hadSound, soundConfig } = this.#announced;
      const isSame = codec === this.#videoCodec && isSameBody(config, this.#videoConfig);
      if (isSame && hadSound === sound && isSameBody(soundConfig, this.#audioConfig)) return;
      // A new decoder starts at the next key frame: tags are buffered until it runs. Another picture is probed by that frame.
      this.#ready = isSame ? "now" : "at_key_frame";
      this.#sink?.end();
      this.#sink = this.#target = null;
      this.#dropPending();
      this.#waitsForKeyframe = true;
    } else {
      const waited = at - (this.#firstVideoAt ?? at);
      const patience = this.#metadata?.hasAudio === true ? 3 * SOUND_PATIENCE_MS : SOUND_PATIENCE_MS;
      if (sound === null && this.#metadata?.hasAudio !== false && waited < patience) return;
      this.#ready = "now";
    }
    this.#announced = { sound, soundConfig: this.#audioConfig, codec: this.#videoCodec, config: this.#videoConfig };
  }

  #isPictureOverdue(at: number): boolean {
    const { announcedNone, unknown } = PICTURE_PATIENCE_MS;
    const patience = this.#metadata?.hasVideo === false ? announcedNone : unknown;
    return this.#audioCodec !== null && this.#firstSoundAt !== null && at - this.#firstSoundAt >= patience;
  }

  #tellReady(): void {
    this.#ready = null;
    this.#leftOut.tell();
    const size = this.#size() ?? UNKNOWN_SIZE;
    const fps =
      this.#metadata && this.#metadata.fps > 0 && this.#metadata.fps <= 120 ? this.#metadata.fps : FALLBACK_FPS;
    this.#hooks.onReady(this, {
      width: size.width,
      height: size.height,
      fps: this.#videoCodec === null ? STILL_FPS : fps,
      videoCodec: this.#videoCodec,
      audioCodec: this.#audioCodec,
    });
  }

  #keep(moment: SourceMoment): boolean {
    this.#pendingBytes += moment.body.length;
    if (this.#pendingBytes > PENDING_BYTES) this.request.close();
    else this.#pending.push(copyOf(moment));
    return true;
  }
}

/** A snapshot's source made of moments that start with a key frame: Matroska where FLV has no number for the codec. */
function snapshotSourceOf(
  moments: readonly SourceMoment[],
  head: Buffer,
  matroska: MatroskaWriter | null,
): SnapshotSource {
  const parts = moments.map((moment) => (matroska ? matroska.write(tagOf(moment)) : tagOf(moment)));
  return {
    bytes: Buffer.concat([matroska?.head ?? head, ...parts.filter((part) => part !== null)]),
    container: matroska ? "matroska" : "live_flv",
    hasSound: moments.some(({ type }) => type === FLV_AUDIO),
  };
}
