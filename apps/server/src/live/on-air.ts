import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { SessionEndReason } from "@kinora/domain/streams.ts";
import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { Services } from "../context.ts";
import { Audience } from "./audience.ts";
import { Broadcast } from "./broadcast.ts";
import type { Pace } from "./encoder-pace.ts";
import { tellConnected, tellEnded, tellFailed, tellLive, tellLost, tellSecond } from "./happenings.ts";
import { LadderRoom, NO_ROOM } from "./ladder-room.ts";
import type { LiveFiles } from "./live-files.ts";
import { LoopMedia } from "./loop-media.ts";
import type { OnAirHooks } from "./on-air-hooks.ts";
import { Publisher } from "./publisher.ts";
import { recordOnAir } from "./record-on-air.ts";
import { Restreamer } from "./restreamer.ts";
import type { PublishRequest, PublishSink } from "./rtmp/session.ts";
import { SessionRecording } from "./session-recording.ts";
import {
  openSession,
  readLiveStream,
  readOpenSession,
  record,
  saveSessions,
  type LiveStream,
} from "./session-records.ts";
import { SessionStats, type SessionReport } from "./session-stats.ts";
import { openTimeline, windowOf } from "./stream-timeline.ts";
import { TestPublisher } from "./test-publisher.ts";
import { Turns } from "./turns.ts";
import { afterSession, wantedOnAir } from "./wanted-on-air.ts";

/** A stream while something goes on with it: its publisher, its timeline and what viewers see. One thing happens after another. */
export class OnAir {
  readonly services: Services;
  readonly files: LiveFiles;
  readonly timeline: LiveTimeline;
  readonly looped: LoopMedia;
  readonly broadcast: Broadcast;
  readonly audience = new Audience();
  readonly stats: SessionStats;
  stream: LiveStream;
  /** Who publishes; null while nobody does. */
  publisher: Publisher | null = null;
  readonly #hooks: OnAirHooks;
  readonly #room: LadderRoom;
  readonly #recording: SessionRecording;
  readonly #restreamer: Restreamer;
  readonly #closeJournal: () => void;
  readonly #turns: Turns;
  #sessionId: number | null = null;
  #startedAt = 0;
  #isLive = false;
  #window: NodeJS.Timeout | undefined;
  readonly #test: TestPublisher;
  #closed = false;

  constructor(services: Services, stream: LiveStream, hooks: OnAirHooks) {
    this.services = services;
    this.stream = stream;
    this.#hooks = hooks;
    this.#turns = new Turns((error) => {
      if (!this.#closed) services.log.error({ err: error, stream: this.stream.id }, "a livestream stumbled");
    });
    const { files, timeline, close } = openTimeline(services, stream);
    this.files = files;
    this.timeline = timeline;
    this.#closeJournal = close;
    this.#room = new LadderRoom(services, hooks.capacity);
    const told = {
      onLive: () => this.#turns.soon(() => this.#wentLive()),
      onFailure: (reason: string) => this.#turns.soon(() => this.#failed(reason)),
      onShown: (source: OnAirSource) => this.#turns.soon(() => this.#shown(source)),
      onPace: (run: number, pace: Pace) => this.#turns.soon(() => this.#keepPace(run, pace)),
    };
    this.looped = new LoopMedia(services, stream.project_id, () => files.reachable);
    this.broadcast = new Broadcast(services, timeline, this.files, told, hooks.encoder);
    this.#recording = new SessionRecording(services, hooks.handOns);
    this.#restreamer = new Restreamer(services, this.broadcast.rungTags);
    this.#test = new TestPublisher(() => this.#turns.soon(() => this.#testOver()), services.log);
    this.stats = new SessionStats(stream.id, this.audience);
  }

  get hash(): string {
    return this.stream.hash;
  }

  get idle(): boolean {
    return this.publisher === null && this.#sessionId === null && !this.#test.runs && !this.broadcast.shows;
  }

  /** Lets somebody publish, or not: null. Somebody who is there already gives way if the stream says so. */
  admit(stream: LiveStream, request: PublishRequest, testing: boolean): Promise<PublishSink | null> {
    return this.#turns.do(async () => {
      const { services } = this;
      const { clientIp } = request;
      this.stream = stream;
      if (this.#closed || !stream.enabled) return null;
      if (this.publisher) {
        const takesOver = stream.second_publisher === "take_over" && !testing;
        await tellSecond(services, stream, { sessionId: this.#sessionId, clientIp, takesOver });
        if (!takesOver) return null;
        this.#release(this.publisher);
      }
      clearTimeout(this.#window);
      const told = {
        onReady: (from: Publisher, input: LiveInput) => this.#turns.soon(() => this.#begin(from, input)),
        onEnd: (from: Publisher) => this.#turns.soon(() => this.#lost(from)),
        onUseless: (_: Publisher, reason: string) => this.#turns.soon(() => this.#failed(reason, reason)),
      };
      const publisher = new Publisher(request, told, this.#hooks.encoder.now);
      const sessionId = await openSession(services, stream, { clientIp, testing, recording: stream.record });
      this.publisher = publisher;
      this.#isLive = false;
      if (this.#sessionId !== sessionId) this.#startedAt = performance.now();
      this.#sessionId = sessionId;
      this.stats.begin();
      await tellConnected(services, stream, { sessionId, clientIp, encoder: request.encoder });
      return publisher;
    });
  }

  /** Reads anew what people want of the stream, and follows. */
  follow(): Promise<void> {
    return this.#turns.do(async () => {
      const stream = await readLiveStream(this.services, { id: this.stream.id });
      const session = await readOpenSession(this.services, this.stream.id);
      if (!stream) {
        this.stream = { ...this.stream, enabled: false };
        await this.#end(session?.end_wanted ?? "disabled");
        return this.#settle();
      }
      this.stream = stream;
      this.timeline.setWindow(windowOf(stream));
      if (session?.end_wanted) await this.#end(session.end_wanted);
      else if (!stream.enabled) await this.#end("disabled");
      await this.#test.follow(this.stream, !this.publisher, () => this.#hooks.testTarget(this.stream.id));
      await this.#restreamer.follow(this.stream, this.publisher);
      await this.#recording.follow(this.stream);
      this.#show();
      this.#settle();
    });
  }

  /** Takes up a session that was open when the role ended: its publisher may come back within the window. */
  resume(): Promise<void> {
    return this.#turns.do(async () => {
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
    clearTimeout(this.#window);
    this.publisher?.request.close();
    await this.#test.stop();
    await this.#recording.close();
    this.#restreamer.stop();
    await this.broadcast.stop();
    this.#room.release(this.stream.id, false);
    await this.#turns.done();
    this.#closeJournal();
  }

  /** Once viewers had a picture. */
  async #wentLive(): Promise<void> {
    if (!this.publisher || this.#isLive) return;
    this.#isLive = true;
    if (this.#sessionId !== null) await tellLive(this.services, this.stream, this.#sessionId);
  }

  async #begin(publisher: Publisher, input: LiveInput): Promise<void> {
    if (publisher !== this.publisher || publisher.ended) return;
    await this.#recording.begin(this.stream, publisher);
    await this.#restreamer.follow(this.stream, publisher);
    const plan = await this.#room.plan(this.stream, this.#sessionId, input);
    if (!plan) return publisher.request.close(NO_ROOM);
    await this.broadcast.begin(publisher, plan, this.#room.patienceSeconds);
    this.#show();
  }

  /** Better a rung less than a picture that is later and later; it comes back when there is time for it. */
  async #keepPace(run: number, pace: Pace): Promise<void> {
    const { publisher, stream } = this;
    if (!publisher || publisher.ended || !this.broadcast.runs(run)) return;
    const plan = await this.#room[pace === "behind" ? "drop" : "restore"](stream, this.#sessionId);
    if (plan) await this.broadcast.begin(publisher, plan, this.#room.patienceSeconds, { keepsLadder: true });
  }

  async #failed(reason: string, said?: string): Promise<void> {
    await tellFailed(this.services, this.stream, this.#sessionId, reason);
    this.publisher?.request.close(said);
  }

  #release(publisher: Publisher): void {
    this.publisher = null;
    publisher.request.close();
  }

  async #lost(publisher: Publisher): Promise<void> {
    if (publisher !== this.publisher) return;
    await this.#save();
    this.publisher = null;
    this.#isLive = false;
    await this.broadcast.finish();
    this.#room.release(this.stream.id, false);
    if (this.#closed) return;
    await tellLost(this.services, this.stream, { sessionId: this.#sessionId, clientIp: publisher.request.clientIp });
    await this.#waitForReturn();
  }

  /** Viewers see the slate until the publisher is back or the window is over. */
  async #waitForReturn(): Promise<void> {
    const { reconnect_seconds: seconds } = this.stream;
    if (seconds === 0) return this.#end("publisher_left");
    clearTimeout(this.#window);
    this.#window = setTimeout(() => this.#turns.soon(() => this.#windowOver()), seconds * 1000);
    this.#show();
  }

  async #windowOver(): Promise<void> {
    if (!this.publisher && this.#sessionId !== null) await this.#end("publisher_left");
  }

  async #end(reason: SessionEndReason): Promise<void> {
    clearTimeout(this.#window);
    const publisher = this.publisher;
    if (publisher) {
      await this.#save();
      this.#release(publisher);
      await this.broadcast.finish();
    }
    await this.#test.stop();
    this.#room.release(this.stream.id, true);
    const sessionId = this.#sessionId;
    this.#sessionId = null;
    this.#isLive = false;
    if (sessionId === null) return this.#show();
    const { services, stream } = this;
    const forGood = stream.type === "single" && reason !== "test_stopped";
    this.stream = afterSession(stream, reason, forGood);
    await tellEnded(services, stream, { sessionId, reason, forGood, onAir: wantedOnAir(this.stream, "none") });
    this.#show();
    if (forGood) this.timeline.end();
    await this.#recording.follow(stream);
    this.#settle();
  }

  /** What viewers see follows from who publishes, whether it is paused, and what a person put on air. */
  #show(): void {
    const ingest = this.#sessionId === null ? "none" : this.publisher ? "receiving" : "lost";
    this.broadcast.follow(this.stream, ingest);
  }

  async #shown(source: OnAirSource): Promise<void> {
    await recordOnAir(this.services, this.stream.id, source);
    this.#settle();
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

  /** Says how the session does; null while nobody publishes. */
  report(isTurn: boolean): SessionReport | null {
    const sessionId = this.#sessionId;
    if (!this.publisher || sessionId === null) return null;
    const { speed } = this.broadcast;
    const now = { speed, startedAt: this.#startedAt, leftOut: this.#room.leftOut, timeline: this.timeline };
    return this.stats.report(this.publisher, sessionId, now, isTurn);
  }

  async #save(): Promise<void> {
    if (!this.publisher || this.#sessionId === null) return;
    await saveSessions(this.services, [this.stats.save(this.publisher, this.#sessionId)]);
  }
}
