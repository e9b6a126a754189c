import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { SessionEndReason } from "@kinora/domain/live/streams.ts";
import type { LiveInput } from "@kinora/media/live/live-encode-plan.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../../context.ts";
import { StreamCaptions } from "../captions/stream-captions.ts";
import type { EncodingCapacity } from "../encoding/capacity.ts";
import type { Pace } from "../encoding/encoder-pace.ts";
import { LadderRoom, NO_ROOM } from "../encoding/ladder-room.ts";
import { Publisher } from "../ingest/publisher.ts";
import type { PublishRefused, PublishRequest, PublishSink, SpliceInfo } from "../ingest/rtmp/session.ts";
import { TestPublisher } from "../ingest/test-publisher.ts";
import { LoopMedia } from "../loop/loop-media.ts";
import type { LiveFiles } from "../media/live-files.ts";
import { SerialQueue } from "../media/serial-queue.ts";
import { StreamSounds } from "../media/stream-sounds.ts";
import { openTimeline, windowOf } from "../media/stream-timeline.ts";
import type { RecordingFinalizer } from "../recordings/recording-finalizer.ts";
import { SessionRecording } from "../recordings/session-recording.ts";
import { Restreamer } from "../restream/restreamer.ts";
import { Audience } from "../sessions/audience.ts";
import {
  afterSession,
  openSession,
  readLiveStream,
  readOpenSession,
  recordIngestEvent,
  wantedOnAir,
  type LiveStream,
} from "../sessions/session-records.ts";
import { SessionStats, type SessionReport } from "../sessions/session-stats.ts";
import { Broadcast, type EncoderPort } from "./broadcast.ts";
import { encoderBreaks } from "./encoder-breaks.ts";
import type { EncoderCues } from "./encoder-cues.ts";
import { stillOf } from "./fallback-source.ts";
import { listAdBreak } from "./listed-ad-breaks.ts";
import { takenOver } from "./placement.ts";
import { whenSilent } from "./publisher-patience.ts";
import { probePicture } from "./publisher-picture.ts";
import { RunningSession } from "./running-session.ts";
import {
  recordConnect,
  recordDisconnect,
  recordEnd,
  recordFailure,
  recordLeftOut,
  recordOnAir,
  recordSecondPublisher,
} from "./session-events.ts";

/** The refusal of a second publisher with the right key. */
const TAKEN =
  "This livestream is being published already, with this key. End that encoder, or try again when it is gone.";

/** What a running stream needs of its live host. */
export interface OnAirHooks {
  /** The RTMP URL of the test picture, with a single-use key. */
  testTarget(streamId: number): string;
  /** The stream is idle: no publisher, no session, nothing on air. */
  onIdle(onAir: OnAir): void;
  capacity: EncodingCapacity;
  encoder: EncoderPort;
  finalizer: RecordingFinalizer;
}

/** A running stream: its publisher, its timeline and what viewers see. Operations run one at a time, in order. */
export class OnAir {
  readonly services: Services;
  readonly files: LiveFiles;
  readonly timeline: LiveTimeline;
  readonly looped: LoopMedia;
  readonly broadcast: Broadcast;
  readonly audience = new Audience();
  readonly stats: SessionStats;
  readonly captions: StreamCaptions;
  readonly sounds: StreamSounds;
  stream: LiveStream;
  /** Null while no encoder is connected. */
  publisher: Publisher | null = null;
  readonly #hooks: OnAirHooks;
  readonly #room: LadderRoom;
  readonly #recording: SessionRecording;
  readonly #restreamer: Restreamer;
  readonly #cues: EncoderCues;
  readonly #closeJournal: () => void;
  readonly #queue: SerialQueue;
  /** When a second publisher was refused last. */
  #refusedAt = -Infinity;
  readonly #session: RunningSession;
  readonly #test: TestPublisher;
  readonly #stopped = new AbortController();
  #closing: Promise<void> | null = null;

  constructor(services: Services, stream: LiveStream, hooks: OnAirHooks) {
    this.services = services;
    this.stream = stream;
    this.#hooks = hooks;
    this.#queue = new SerialQueue((error) => {
      if (!this.#closed) services.log.error({ err: error, stream: this.stream.id }, "stream task failed");
    });
    const { files, timeline, close } = openTimeline(services, stream);
    this.files = files;
    this.timeline = timeline;
    this.#closeJournal = close;
    this.#room = new LadderRoom(services, hooks.capacity);
    const broadcastHooks = {
      onLive: () => this.#queue.enqueue(() => this.#becomeLive()),
      onFailure: (reason: string) => this.#queue.enqueue(() => this.#fail(reason)),
      onShown: (source: OnAirSource) => this.#queue.enqueue(() => this.#recordShown(source)),
      onPace: (run: number, pace: Pace) => this.#queue.enqueue(() => this.#adjustLadder(run, pace)),
    };
    this.looped = new LoopMedia(services, stream.project_id, () => files.reachable);
    this.broadcast = new Broadcast(services, timeline, this.files, broadcastHooks, hooks.encoder);
    this.#recording = new SessionRecording(services, hooks.finalizer);
    this.#restreamer = new Restreamer(services, this.broadcast.rungTags);
    this.#cues = encoderBreaks(services, timeline, this.broadcast, {
      stream: () => this.stream,
      publisher: () => this.publisher,
      sessionId: () => this.#session.id,
      enqueue: (work) => this.#queue.enqueue(work),
    });
    this.#test = new TestPublisher(() => this.#queue.enqueue(() => this.#endTest()), services.log);
    this.stats = new SessionStats(stream.id, this.audience);
    this.#session = new RunningSession(services, this.stats);
    const now = () => ({ stream: this.stream, sessionId: this.#session.id });
    const recordedAt = (dateMs: number) => this.#recording.placeOf(dateMs, this.broadcast);
    this.captions = new StreamCaptions(services, timeline, files, now, recordedAt);
    this.sounds = new StreamSounds(timeline, files, (origin, atMs) => this.broadcast.dateOf(origin, atMs));
  }

  get hash(): string {
    return this.stream.hash;
  }

  get isIdle(): boolean {
    return this.publisher === null && this.#session.id === null && !this.#test.isRunning && !this.broadcast.shows;
  }

  /** The publisher whose picture viewers see; null while they see something else. */
  get shownPublisher(): Publisher | null {
    return this.broadcast.showsPublisher ? this.publisher : null;
  }

  get #closed(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Aborts when this process stops the stream; another one may go on with it. */
  get stopped(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Whether a rung that is not on the timeline may still come: the session's encoder, which decides, has not been on it. */
  mayGet(rung: string): boolean {
    if (this.#session.id === null || this.timeline.knows(rung)) return false;
    return !this.timeline.segments.some(({ kind }) => kind === "live");
  }

  /** Resolves when everything is stopped, where `close` was called; null before. */
  get closed(): Promise<void> | null {
    return this.#closing;
  }

  /**
   * Admits a publisher, or returns null. A connected one is replaced if the stream's settings say so, or if it does not say anything:
   * an encoder whose network changed leaves its old connection open.
   * @param silent what `whenSilent` found.
   */
  admit(
    stream: LiveStream,
    request: PublishRequest,
    { testing, silent }: { testing: boolean; silent: Publisher | null },
  ): Promise<PublishSink | PublishRefused | null> {
    return this.#queue.run(async () => {
      const { services } = this;
      const { clientIp } = request;
      this.stream = stream;
      if (this.#closed || !stream.enabled) return null;
      if (this.publisher) {
        const takesOver = stream.second_publisher === "take_over" && !testing;
        const isSilent = this.publisher === silent;
        const how = isSilent ? "was_silent" : takesOver ? "takes_over" : "refused";
        await recordSecondPublisher(services, stream, { sessionId: this.#session.id, clientIp, how });
        if (how === "refused") {
          this.#refusedAt = performance.now();
          return { refused: TAKEN, isTaken: true };
        }
        this.#release(this.publisher);
      }
      this.#session.stopWaiting();
      const publisherHooks = {
        onReady: (from: Publisher, input: LiveInput) => this.#queue.enqueue(() => this.#begin(from, input)),
        onEnd: (from: Publisher) => this.#queue.enqueue(() => this.#disconnect(from)),
        onNote: (_: Publisher, sentence: string) =>
          this.#queue.enqueue(() => recordLeftOut(services, this.stream, this.#session.id, sentence)),
        onSplice: (from: Publisher, splice: SpliceInfo, at: number) => {
          if (from === this.publisher) this.#cues.take(splice, at);
        },
        onReject: (_: Publisher, reason: string) => this.#queue.enqueue(() => this.#fail(reason, reason)),
      };
      const publisher = new Publisher(request, publisherHooks, this.#hooks.encoder.now);
      const sessionId = await openSession(services, stream, { clientIp, testing, recording: stream.record });
      this.publisher = publisher;
      this.sounds.follow(publisher);
      publisher.sounds.onPacket = (...sound) => {
        this.#recording.takeSound(publisher, ...sound);
        this.sounds.take(publisher, ...sound);
      };
      this.#session.begin(sessionId);
      await recordConnect(services, stream, { sessionId, clientIp, encoder: request.encoder });
      return publisher;
    });
  }

  /** The connected publisher once it has been silent for so long that another may replace it; null as soon as it says anything. */
  whenSilent(): Promise<Publisher | null> {
    return whenSilent(() => ({ publisher: this.publisher, refusedAt: this.#refusedAt }));
  }

  /** Reads the stream's settings from the database again and applies them. */
  update(): Promise<void> {
    return this.#queue.run(async () => {
      const stream = await readLiveStream(this.services, { id: this.stream.id });
      const session = await readOpenSession(this.services, this.stream.id);
      if (!stream) {
        this.stream = { ...this.stream, enabled: false };
        await this.#end(session?.end_wanted ?? "disabled");
        return this.#checkIdle();
      }
      this.stream = stream;
      this.timeline.setWindow(windowOf(stream));
      await listAdBreak(this.services, stream, this.timeline);
      if (session?.end_wanted) await this.#end(session.end_wanted);
      else if (!stream.enabled) await this.#end("disabled");
      await this.#test.follow(this.stream, !this.publisher, () => this.#hooks.testTarget(this.stream.id));
      await this.#restreamer.follow(this.stream, this.publisher);
      await this.#recording.follow(this.stream);
      this.#updateOnAir();
      this.#checkIdle();
    });
  }

  /** Resumes a session that was open when the process ended: its publisher may reconnect within the window. */
  resume(): Promise<void> {
    return this.#queue.run(async () => {
      const session = await readOpenSession(this.services, this.stream.id);
      if (!session) {
        await recordIngestEvent(this.services, this.stream.id, "ended");
      } else if (session.end_wanted || !this.stream.enabled) {
        this.#session.resume(session);
        await this.#end(session.end_wanted ?? "disabled");
      } else {
        this.#session.resume(session);
        const detail = "The live role was started again.";
        // A role that was stopped in order has recorded it.
        if (this.stream.ingest !== "lost")
          await recordDisconnect(this.services, this.stream, { sessionId: session.id, detail });
        await this.#waitForReconnect();
      }
      this.#checkIdle();
    });
  }

  /** Stops everything in this process; the session stays open for the next one. */
  close(): Promise<void> {
    return (this.#closing ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopped.abort();
    this.#session.stopWaiting();
    this.publisher?.request.close();
    await this.#test.stop();
    await this.#recording.close();
    this.#restreamer.stop();
    this.#cues.close();
    await this.broadcast.stop();
    await this.captions.close();
    this.#room.release(this.stream.id, false);
    await this.#queue.idle();
    this.#closeJournal();
  }

  /** Called when viewers have a picture. */
  async #becomeLive(): Promise<void> {
    if (this.publisher) await this.#session.becomeLive(this.stream);
  }

  async #begin(publisher: Publisher, input: LiveInput): Promise<void> {
    if (publisher !== this.publisher || publisher.ended) return;
    // Its bytes are those of this moment; the rest continues meanwhile.
    const { encoder } = this.#hooks;
    const probing = input.videoCodec === null ? null : probePicture(publisher, this.stream, encoder, this.services.log);
    // Sound alone is recorded as viewers get it, with its picture.
    const recorded = publisher.isSoundAlone ? this.broadcast.rungTags : publisher;
    await this.#recording.begin(this.stream, publisher, recorded);
    await this.#restreamer.follow(this.stream, publisher);
    const picture = await probing;
    if (publisher.ended) return;
    const plan = await this.#room.plan(this.stream, this.#session.id, { ...input, picture });
    if (!plan) return publisher.request.close(NO_ROOM);
    await this.broadcast.begin(publisher, plan, this.#room.patienceSeconds, { still: stillOf(this.stream) });
    this.#updateOnAir();
  }

  /** Drops a rung when the encoder falls behind, so that latency does not grow, and restores it when there is capacity. */
  async #adjustLadder(run: number, pace: Pace): Promise<void> {
    const { publisher, stream } = this;
    if (!publisher || publisher.ended || !this.broadcast.isCurrent(run)) return;
    const plan = await this.#room[pace === "behind" ? "drop" : "restore"](stream, this.#session.id);
    if (plan)
      await this.broadcast.begin(publisher, plan, this.#room.patienceSeconds, {
        keepsLadder: true,
        still: stillOf(stream),
      });
  }

  async #fail(reason: string, sentence?: string): Promise<void> {
    await recordFailure(this.services, this.stream, this.#session.id, reason);
    this.publisher?.request.close(sentence);
  }

  #release(publisher: Publisher): void {
    this.publisher = null;
    publisher.request.close();
  }

  async #disconnect(publisher: Publisher): Promise<void> {
    if (publisher !== this.publisher) return;
    await this.#saveStats();
    this.publisher = null;
    this.#session.losePublisher();
    this.#cues.forget();
    await this.broadcast.finish();
    this.#room.release(this.stream.id, false);
    // Also when this role stops: its publisher may go on at another live host at once.
    await recordDisconnect(this.services, this.stream, {
      sessionId: this.#session.id,
      clientIp: publisher.request.clientIp,
      ...(this.#closed ? { detail: "The live role is stopping." } : {}),
    });
    if (this.#closed) return;
    await this.#waitForReconnect();
  }

  /** Shows the slate until the publisher reconnects or the window ends. */
  async #waitForReconnect(): Promise<void> {
    const { reconnect_seconds: seconds } = this.stream;
    if (seconds === 0) return this.#end("publisher_left");
    this.#session.waitForPublisher(seconds, () => this.#queue.enqueue(() => this.#endWindow()));
    this.#updateOnAir();
  }

  async #endWindow(): Promise<void> {
    if (this.publisher || this.#session.id === null) return;
    // Its publisher may have come back to another host at this moment.
    if ((await takenOver(this.services, [this.stream.id])).length === 0) await this.#end("publisher_left");
  }

  async #end(reason: SessionEndReason): Promise<void> {
    this.#session.stopWaiting();
    const publisher = this.publisher;
    if (publisher) {
      await this.#saveStats();
      this.#release(publisher);
      await this.broadcast.finish();
    }
    await this.#test.stop();
    this.#cues.close();
    this.#room.release(this.stream.id, true);
    const sessionId = this.#session.end();
    if (sessionId === null) return this.#updateOnAir();
    const { services, stream } = this;
    const forGood = stream.type === "single" && reason !== "test_stopped";
    this.stream = afterSession(stream, reason, forGood);
    await recordEnd(services, stream, { sessionId, reason, forGood, onAir: wantedOnAir(this.stream, "none") });
    this.#updateOnAir();
    if (forGood) this.timeline.end();
    await this.#recording.follow(stream);
    this.#checkIdle();
  }

  /** Puts the source on air that follows from the publisher, the pause and the user's choice. */
  #updateOnAir(): void {
    const ingest = this.#session.id === null ? "none" : this.publisher ? "receiving" : "lost";
    this.broadcast.follow(this.stream, ingest);
  }

  async #recordShown(source: OnAirSource): Promise<void> {
    await recordOnAir(this.services, this.stream.id, source);
    this.#cues.takeWaiting();
    this.#checkIdle();
  }

  async #endTest(): Promise<void> {
    const { db } = this.services;
    await db.updateTable("streams").set({ test_until: null }).where("id", "=", this.stream.id).execute();
    const session = await readOpenSession(this.services, this.stream.id);
    if (session?.testing) await this.#end("test_stopped");
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.isIdle && !this.#closed) this.#hooks.onIdle(this);
  }

  /** The session's current figures; null while no publisher is connected. */
  report(isSaveRound: boolean): SessionReport | null {
    const { speed } = this.broadcast;
    const { leftOut } = this.#room;
    const captions = this.captions.report();
    return this.#session.report(this.publisher, { speed, leftOut, timeline: this.timeline, captions }, isSaveRound);
  }

  async #saveStats(): Promise<void> {
    if (this.publisher) await this.#session.save(this.publisher);
  }
}
