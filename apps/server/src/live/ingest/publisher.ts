import type { Writable } from "node:stream";
import type { StreamIngest } from "@kinora/domain/realtime.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import type { SnapshotSource } from "@kinora/media/live/live-snapshot.ts";
import { Backpressure } from "./backpressure.ts";
import { FurtherSounds } from "./further-sounds.ts";
import { IngestRates } from "./ingest-rates.ts";
import { LatestMoments } from "./latest-moments.ts";
import { LeftOut, type LeftOutKind } from "./left-out.ts";
import { PublisherFormat } from "./publisher-format.ts";
import { withTrueFrameType } from "./rtmp/avc.ts";
import { DecodeOrder, shownAt } from "./rtmp/decode-order.ts";
import { otherSound, withLegacyCodecIds } from "./rtmp/enhanced.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO, PublisherClock } from "./rtmp/flv.ts";
import type { MatroskaWriter } from "./rtmp/matroska.ts";
import type { MediaTag, PublishRequest, PublishSink, SpliceInfo } from "./rtmp/session.ts";
import { tracksIn } from "./rtmp/tracks.ts";
import { copyOf, tagOf, type SourceMoment, type SourceSink } from "./source-sink.ts";

/** Tags buffered before the encoder starts. */
const PENDING_BYTES = 24 * 1024 * 1024;

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

/** One publisher's media: reports the format that its tags have, and sends them to an encoder. */
export class Publisher implements PublishSink {
  readonly request: PublishRequest;
  readonly #hooks: PublisherHooks;
  readonly #clock = new PublisherClock();
  readonly #order = new DecodeOrder();
  readonly #format = new PublisherFormat();
  readonly #listeners = new Set<TagListener>();
  readonly #endings = new Set<() => void>();
  #pending: SourceMoment[] = [];
  #pendingBytes = 0;
  #target: Writable | null = null;
  #sink: SourceSink | null = null;
  #waitsForKeyframe = true;
  /** When to call `onReady` for the format that was found. */
  #ready: "now" | "at_key_frame" | null = null;
  #matroska: MatroskaWriter | null = null;
  #isRejected = false;
  #audioLevelDb: number | null = null;
  readonly #latest = new LatestMoments();
  readonly #leftOut = new LeftOut((sentence) => this.#hooks.onNote?.(this, sentence));
  readonly #rates: IngestRates;
  readonly #backpressure: Backpressure;
  ended = false;
  readonly sounds = new FurtherSounds((timestamp) => this.#clock.timeOf(FLV_AUDIO, timestamp));
  /** What the media of the current encoder begins with, in milliseconds of the publisher's clock; null before it. */
  sentFromMs: number | null = null;
  receivedBytes = 0;

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
    const isConfig = this.#format.read(moment);
    if (type === FLV_VIDEO && !isConfig) this.#rates.frame();
    this.#followFormat(at);
    const keyframe = type === FLV_VIDEO && !isConfig && (body.readUInt8(0) & 0x70) === 0x10;
    this.#latest.take(moment, keyframe);
    if (this.#ready === "now" || (this.#ready === "at_key_frame" && keyframe)) this.#tellReady();
    if (this.#listeners.size > 0) {
      const tag = tagOf(moment);
      for (const listener of this.#listeners) listener(tag, keyframe);
    }
    // The decoder configurations are in the head.
    const begins = keyframe || (this.isSoundAlone && type === FLV_AUDIO && !isConfig);
    const problem = this.#format.problem(at);
    if (problem) this.reject(problem);
    if (this.#waitsForKeyframe && !begins) return true;
    this.#waitsForKeyframe = false;
    if (this.#sink || this.#target) this.#noteBegin(moment);
    if (this.#sink) this.#sink.take(moment);
    else return this.#target ? this.#send(this.#target, moment) : this.#keep(moment);
    return true;
  }

  /** Whether sound without a picture was announced. */
  get isSoundAlone(): boolean {
    return this.#format.isSoundAlone;
  }

  /** Whether pictures are decoded in another order than shown. */
  get isReordered(): boolean {
    return this.#format.isReordered;
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
      target.begin(this.#format.pictureConfig, this.#format.soundConfig);
      for (const moment of buffered) target.take(moment);
      return;
    }
    this.#target = target;
    if (first) this.#noteBegin(first);
    target.on("error", () => undefined);
    this.#matroska = this.#format.matroskaWriter();
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

  /** The media a snapshot is decoded from; null before the first key frame. */
  snapshotSource(): SnapshotSource | null {
    const { all } = this.#latest;
    return all.length === 0 ? null : snapshotSourceOf(all, this.head(), this.#format.matroskaWriter());
  }

  /** Whether the picture can be nothing else than what every player shows, so that it need not be probed. */
  get isPlain(): boolean {
    return this.#format.isPlain;
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
    return this.#format.head();
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
    const { size, videoCodec, audioCodec, keyframeSeconds, encoder } = this.#format;
    return {
      video_codec: videoCodec,
      audio_codec: audioCodec,
      width: size?.width ?? null,
      height: size?.height ?? null,
      frame_rate: frameRate,
      bitrate_kbps: kbps,
      keyframe_seconds: keyframeSeconds,
      audio_level_db: this.#audioLevelDb,
      left_out_tracks: this.#leftOut.sentences,
      // `flashVer` of the connection is often a placeholder: metadata is preferred.
      encoder: encoder ?? this.request.encoder,
    };
  }

  /** Calls `onReady` once the format is found, and again when it changes. */
  #followFormat(at: number): void {
    const found = this.#format.find(at);
    if (!found) return;
    this.#ready = found.from;
    if (!found.isAnother) return;
    // A new decoder starts at the next key frame: tags are buffered until it runs.
    this.#sink?.end();
    this.#sink = this.#target = null;
    this.#dropPending();
    this.#waitsForKeyframe = true;
  }

  #tellReady(): void {
    this.#ready = null;
    this.#leftOut.tell();
    this.#hooks.onReady(this, this.#format.input);
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
