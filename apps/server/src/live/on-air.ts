import type { SessionEndReason } from "@kinora/domain/streams.ts";
import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../context.ts";
import { logStream } from "./announce.ts";
import { Broadcast } from "./broadcast.ts";
import { LiveFiles, liveFolder } from "./live-files.ts";
import { Publisher } from "./publisher.ts";
import { Restreamer } from "./restreamer.ts";
import type { PublishRequest, PublishSink } from "./rtmp/session.ts";
import { SessionRecording } from "./session-recording.ts";
import {
  closeSession,
  openSession,
  readLiveStream,
  readOpenSession,
  record,
  type LiveStream,
} from "./session-records.ts";
import { SessionStats } from "./session-stats.ts";
import { openTimeline } from "./stream-timeline.ts";
import { TestPublisher } from "./test-publisher.ts";
import { ViewerCount } from "./viewer-count.ts";

const TICK_MS = 1_000;

export interface OnAirHooks {
  /** Where the test picture publishes to, with a key that is good once. */
  testTarget(streamId: number): string;
  /** Nothing is going on any more. */
  onIdle(onAir: OnAir): void;
}

/** A stream while something goes on with it: its publisher, its timeline and what viewers see. One thing happens after another. */
export class OnAir {
  readonly services: Services;
  readonly files: LiveFiles;
  readonly timeline: LiveTimeline;
  readonly viewers = new ViewerCount();
  stream: LiveStream;
  readonly #hooks: OnAirHooks;
  readonly #broadcast: Broadcast;
  readonly #recording: SessionRecording;
  readonly #restreamer: Restreamer;
  readonly #closeJournal: () => void;
  #turn: Promise<void> = Promise.resolve();
  #publisher: Publisher | null = null;
  #sessionId: number | null = null;
  #startedAt = 0;
  #isLive = false;
  #window: NodeJS.Timeout | undefined;
  readonly #test: TestPublisher;
  readonly #stats: SessionStats;
  readonly #ticker: NodeJS.Timeout;
  #closed = false;

  constructor(services: Services, stream: LiveStream, hooks: OnAirHooks) {
    this.services = services;
    this.stream = stream;
    this.#hooks = hooks;
    const folder = liveFolder(stream.id);
    this.files = new LiveFiles(
      services.storage,
      folder,
      () => Math.max(60, this.stream.dvr_minutes * 60) * 1000,
      services.log,
    );
    const { timeline, close } = openTimeline(services, stream, this.files);
    this.timeline = timeline;
    this.#closeJournal = close;
    this.#broadcast = new Broadcast(services.log, timeline, this.files, {
      onLive: () => void this.#do(() => this.#wentLive()),
      onFailure: (reason) => void this.#do(() => this.#failed(reason)),
    });
    this.#recording = new SessionRecording(services);
    this.#restreamer = new Restreamer(services);
    this.#test = new TestPublisher(() => void this.#do(() => this.#testOver()));
    this.#stats = new SessionStats(services, stream.id);
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  get hash(): string {
    return this.stream.hash;
  }

  get idle(): boolean {
    return this.#publisher === null && this.#sessionId === null && !this.#test.runs;
  }

  /** Lets somebody publish, or not: null. Somebody who is there already gives way if the stream says so. */
  admit(stream: LiveStream, request: PublishRequest, testing: boolean): Promise<PublishSink | null> {
    return this.#do(async () => {
      const { services } = this;
      this.stream = stream;
      if (this.#closed || !stream.enabled) return null;
      if (this.#publisher) {
        const takesOver = stream.second_publisher === "take_over" && !testing;
        await logStream(services.db, stream, {
          type: "second_publisher",
          severity: "warning",
          detail: takesOver ? "A second publisher took over." : "A second publisher was refused.",
          sessionId: this.#sessionId,
          clientIp: request.clientIp,
        });
        if (!takesOver) return null;
        this.#release(this.#publisher);
      }
      clearTimeout(this.#window);
      const publisher = new Publisher(request, {
        onReady: (from, input) => void this.#do(() => this.#begin(from, input)),
        onEnd: (from) => void this.#do(() => this.#lost(from)),
      });
      const { clientIp } = request;
      const sessionId = await openSession(services, stream, { clientIp, testing, recording: stream.record });
      this.#publisher = publisher;
      this.#isLive = false;
      if (this.#sessionId !== sessionId) this.#startedAt = performance.now();
      this.#sessionId = sessionId;
      this.#stats.begin();
      await record(services, stream.id, "connected", {
        event: "stream.connected",
        log: [{ type: "connected", detail: request.encoder ?? "", sessionId, clientIp }],
      });
      return publisher;
    });
  }

  /** Reads anew what people want of the stream, and follows. */
  follow(): Promise<void> {
    return this.#do(async () => {
      const stream = await readLiveStream(this.services, { id: this.stream.id });
      const session = await readOpenSession(this.services, this.stream.id);
      if (!stream) return this.#end(session?.end_wanted ?? "deleted");
      this.stream = stream;
      this.timeline.setWindow(stream.dvr_minutes * 60);
      if (session?.end_wanted) await this.#end(session.end_wanted);
      else if (!stream.enabled) await this.#end("disabled");
      await this.#testAsWanted();
      await this.#restreamer.follow(this.stream, this.#publisher);
      this.#show();
      this.#settle();
    });
  }

  /** Takes up a session that was open when the role ended: its publisher may come back within the window. */
  resume(): Promise<void> {
    return this.#do(async () => {
      const session = await readOpenSession(this.services, this.stream.id);
      if (!session) {
        await record(this.services, this.stream.id, "ended");
      } else if (session.end_wanted || !this.stream.enabled) {
        this.#sessionId = session.id;
        await this.#end(session.end_wanted ?? "disabled");
      } else {
        this.#sessionId = session.id;
        this.#startedAt = performance.now() - Math.max(0, Date.now() - session.started_at.getTime());
        await record(this.services, this.stream.id, "disconnected", {
          event: "stream.disconnected",
          log: [
            {
              type: "disconnected",
              severity: "warning",
              detail: "The live role was started again.",
              sessionId: session.id,
            },
          ],
        });
        await this.#waitForReturn();
      }
      this.#settle();
    });
  }

  /** Ends everything here; the session stays open for the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#ticker);
    clearTimeout(this.#window);
    this.#publisher?.request.close();
    await this.#test.stop();
    await this.#recording.close();
    this.#restreamer.stop();
    await this.#broadcast.stop();
    await this.#turn.catch(() => undefined);
    this.#closeJournal();
  }

  /** Once viewers had a picture. */
  async #wentLive(): Promise<void> {
    if (!this.#publisher || this.#isLive) return;
    this.#isLive = true;
    const sessionId = this.#sessionId;
    await record(this.services, this.stream.id, "first_segment", {
      event: "stream.live",
      log: [
        { type: "first_segment", sessionId },
        { type: "live", sessionId },
      ],
      work: async (tx) => {
        if (sessionId === null) return;
        await tx
          .updateTable("stream_sessions")
          .set((row) => ({ live_at: row.fn.coalesce("live_at", row.val(this.services.clock.now())) }))
          .where("id", "=", sessionId)
          .execute();
      },
    });
  }

  async #begin(publisher: Publisher, input: LiveInput): Promise<void> {
    if (publisher !== this.#publisher || publisher.ended) return;
    await this.#recording.follow(this.stream, publisher);
    await this.#restreamer.follow(this.stream, publisher);
    await this.#broadcast.begin(publisher, this.stream, input);
    this.#show();
  }

  async #failed(reason: string): Promise<void> {
    await logStream(this.services.db, this.stream, {
      type: "degraded",
      severity: "error",
      detail: reason,
      sessionId: this.#sessionId,
    });
    this.#publisher?.request.close();
  }

  #release(publisher: Publisher): void {
    this.#publisher = null;
    publisher.request.close();
  }

  async #lost(publisher: Publisher): Promise<void> {
    if (publisher !== this.#publisher) return;
    await this.#save();
    this.#publisher = null;
    this.#isLive = false;
    await this.#broadcast.finish();
    if (this.#closed) return;
    const sessionId = this.#sessionId;
    await record(this.services, this.stream.id, "disconnected", {
      event: "stream.disconnected",
      log: [{ type: "disconnected", severity: "warning", sessionId, clientIp: publisher.request.clientIp }],
    });
    await this.#waitForReturn();
  }

  /** Viewers see the slate until the publisher is back or the window is over. */
  async #waitForReturn(): Promise<void> {
    const { reconnect_seconds: seconds } = this.stream;
    if (seconds === 0) return this.#end("publisher_left");
    clearTimeout(this.#window);
    this.#window = setTimeout(() => void this.#do(() => this.#windowOver()), seconds * 1000);
    this.#show();
  }

  async #windowOver(): Promise<void> {
    if (!this.#publisher && this.#sessionId !== null) await this.#end("publisher_left");
  }

  async #end(reason: SessionEndReason): Promise<void> {
    clearTimeout(this.#window);
    const publisher = this.#publisher;
    if (publisher) {
      await this.#save();
      this.#release(publisher);
      await this.#broadcast.finish();
    }
    await this.#test.stop();
    const sessionId = this.#sessionId;
    this.#sessionId = null;
    this.#isLive = false;
    this.#broadcast.show("nothing", this.stream);
    if (sessionId === null) return;
    const { services, stream } = this;
    const isOver = stream.type === "single" && reason !== "test_stopped";
    await record(services, stream.id, reason === "disabled" ? "disabled" : "ended", {
      event: "stream.ended",
      log: [{ type: "ended", detail: END_SENTENCES[reason], sessionId }],
      work: async (tx) => {
        await closeSession(tx, sessionId, reason, services.clock.now());
        await tx
          .updateTable("streams")
          .set({ test_until: null, ...(isOver ? { enabled: false } : {}) })
          .where("id", "=", stream.id)
          .execute();
      },
    });
    if (isOver) this.timeline.end();
    await this.#recording.handOn(stream.id, sessionId);
    this.#settle();
  }

  /** What viewers see follows from who publishes and whether it is paused. */
  #show(): void {
    if (this.#sessionId === null) return this.#broadcast.show("nothing", this.stream);
    const isPaused = this.stream.paused || !this.#publisher;
    this.#broadcast.show(isPaused ? "slate" : "live", this.stream);
  }

  async #testAsWanted(): Promise<void> {
    const { stream } = this;
    const isWanted = stream.enabled && (stream.test_until?.getTime() ?? 0) > Date.now();
    if (!isWanted) await this.#test.stop();
    else if (!this.#publisher && !this.#test.runs) await this.#test.start(stream, this.#hooks.testTarget(stream.id));
  }

  async #testOver(): Promise<void> {
    const { db } = this.services;
    await db.updateTable("streams").set({ test_until: null }).where("id", "=", this.stream.id).execute();
    const session = await readOpenSession(this.services, this.stream.id);
    if (session?.testing) await this.#end("test_stopped");
    this.#settle();
  }

  #settle(): void {
    if (this.idle && !this.#closed) this.#hooks.onIdle(this);
  }

  #tick(): void {
    const { log } = this.services;
    this.files.sweep().catch((error: unknown) => log.warn({ err: error }, "old live media stays"));
    const sessionId = this.#sessionId;
    if (!this.#publisher || sessionId === null) return;
    const now = { speed: this.#broadcast.speed, viewers: this.viewers.now(), startedAt: this.#startedAt };
    this.#stats
      .push(this.#publisher, sessionId, now)
      .catch((error: unknown) => log.debug({ err: error }, "live stats could not be told"));
  }

  async #save(): Promise<void> {
    if (this.#publisher && this.#sessionId !== null)
      await this.#stats.save(this.#publisher, this.#sessionId, this.viewers.now());
  }

  /** One thing after another; what fails is logged and does not stop the next. */
  #do<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const doing = this.#turn.then(work);
    this.#turn = doing.then(
      () => undefined,
      (error: unknown) => {
        if (!this.#closed) this.services.log.error({ err: error, stream: this.stream.id }, "a livestream stumbled");
      },
    );
    return doing;
  }
}

const END_SENTENCES: Record<SessionEndReason, string> = {
  publisher_left: "The publisher left and did not come back.",
  ended_by_user: "The session was ended.",
  key_rotated: "The stream key was rotated.",
  disabled: "The stream was disabled.",
  deleted: "The stream was deleted.",
  test_stopped: "The test stream was stopped.",
};
