import type { SessionEndReason } from "@kinora/domain/streams.ts";
import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../context.ts";
import { Broadcast } from "./broadcast.ts";
import { tellConnected, tellEnded, tellFailed, tellLive, tellLost, tellSecond } from "./happenings.ts";
import { LiveFiles, liveFolder } from "./live-files.ts";
import { Publisher } from "./publisher.ts";
import { Restreamer } from "./restreamer.ts";
import type { PublishRequest, PublishSink } from "./rtmp/session.ts";
import { SessionRecording } from "./session-recording.ts";
import { openSession, readLiveStream, readOpenSession, record, type LiveStream } from "./session-records.ts";
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
      onLive: () => this.#soon(() => this.#wentLive()),
      onFailure: (reason) => this.#soon(() => this.#failed(reason)),
    });
    this.#recording = new SessionRecording(services);
    this.#restreamer = new Restreamer(services);
    this.#test = new TestPublisher(() => this.#soon(() => this.#testOver()));
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
        const { clientIp } = request;
        await tellSecond(services, stream, { sessionId: this.#sessionId, clientIp, takesOver });
        if (!takesOver) return null;
        this.#release(this.#publisher);
      }
      clearTimeout(this.#window);
      const publisher = new Publisher(request, {
        onReady: (from, input) => this.#soon(() => this.#begin(from, input)),
        onEnd: (from) => this.#soon(() => this.#lost(from)),
      });
      const { clientIp } = request;
      const sessionId = await openSession(services, stream, { clientIp, testing, recording: stream.record });
      this.#publisher = publisher;
      this.#isLive = false;
      if (this.#sessionId !== sessionId) this.#startedAt = performance.now();
      this.#sessionId = sessionId;
      this.#stats.begin();
      await tellConnected(services, stream, { sessionId, clientIp, encoder: request.encoder });
      return publisher;
    });
  }

  /** Reads anew what people want of the stream, and follows. */
  follow(): Promise<void> {
    return this.#do(async () => {
      const stream = await readLiveStream(this.services, { id: this.stream.id });
      const session = await readOpenSession(this.services, this.stream.id);
      if (!stream) return this.#end(session?.end_wanted ?? "disabled");
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
        const detail = "The live role was started again.";
        await tellLost(this.services, this.stream, { sessionId: session.id, detail });
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
    await this.files.sweep({ all: true });
  }

  /** Once viewers had a picture. */
  async #wentLive(): Promise<void> {
    if (!this.#publisher || this.#isLive) return;
    this.#isLive = true;
    if (this.#sessionId !== null) await tellLive(this.services, this.stream, this.#sessionId);
  }

  async #begin(publisher: Publisher, input: LiveInput): Promise<void> {
    if (publisher !== this.#publisher || publisher.ended) return;
    await this.#recording.follow(this.stream, publisher);
    await this.#restreamer.follow(this.stream, publisher);
    await this.#broadcast.begin(publisher, this.stream, input);
    this.#show();
  }

  async #failed(reason: string): Promise<void> {
    await tellFailed(this.services, this.stream, this.#sessionId, reason);
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
    const { clientIp } = publisher.request;
    await tellLost(this.services, this.stream, { sessionId: this.#sessionId, clientIp });
    await this.#waitForReturn();
  }

  /** Viewers see the slate until the publisher is back or the window is over. */
  async #waitForReturn(): Promise<void> {
    const { reconnect_seconds: seconds } = this.stream;
    if (seconds === 0) return this.#end("publisher_left");
    clearTimeout(this.#window);
    this.#window = setTimeout(() => this.#soon(() => this.#windowOver()), seconds * 1000);
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
    const forGood = stream.type === "single" && reason !== "test_stopped";
    await tellEnded(services, stream, { sessionId, reason, forGood });
    if (forGood) this.timeline.end();
    await this.#recording.handOn(sessionId);
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

  /** Work nobody waits for. */
  #soon(work: () => Promise<void>): void {
    // What failed is in the log already.
    this.#do(work).catch(() => undefined);
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
