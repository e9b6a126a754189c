import type { Services } from "../../context.ts";
import type { Publisher } from "../ingest/publisher.ts";
import { saveSessions, type LiveStream } from "../sessions/session-records.ts";
import type { SessionNow, SessionReport, SessionStats } from "../sessions/session-stats.ts";
import { recordLive } from "./session-events.ts";

/** The open session of a running stream: its figures, and the time in which a publisher that was lost may come back. */
export class RunningSession {
  readonly #services: Services;
  readonly #stats: SessionStats;
  #id: number | null = null;
  /** On the clock of `performance`. */
  #startedAt = 0;
  #isLive = false;
  #window: NodeJS.Timeout | undefined;

  constructor(services: Services, stats: SessionStats) {
    this.#services = services;
    this.#stats = stats;
  }

  /** The session's row; null while none is open. */
  get id(): number | null {
    return this.#id;
  }

  /** Takes the session of a publisher that connected: a new one, or the one that waited for it. */
  begin(id: number): void {
    if (this.#id !== id) this.#startedAt = performance.now();
    this.#id = id;
    this.#isLive = false;
    this.#stats.begin();
  }

  /** Takes a session that was open when another process ended. */
  resume({ id, started_at }: { id: number; started_at: Date }): void {
    this.#id = id;
    this.#startedAt = performance.now() - Math.max(0, Date.now() - started_at.getTime());
  }

  /** Records that viewers have the publisher's picture; the second time does nothing. */
  async becomeLive(stream: LiveStream): Promise<void> {
    if (this.#isLive) return;
    this.#isLive = true;
    if (this.#id !== null) await recordLive(this.#services, stream, this.#id);
  }

  /** The next publisher's picture is recorded again. */
  losePublisher(): void {
    this.#isLive = false;
  }

  /** Calls `onOver` when no publisher came back for so long. */
  waitForPublisher(seconds: number, onOver: () => void): void {
    this.stopWaiting();
    this.#window = setTimeout(onOver, seconds * 1000);
  }

  stopWaiting(): void {
    clearTimeout(this.#window);
  }

  /** Returns the row of the session that was open; null where none was. */
  end(): number | null {
    const id = this.#id;
    this.#id = null;
    this.#isLive = false;
    return id;
  }

  /** The current figures; null while no publisher is connected. */
  report(publisher: Publisher | null, now: Omit<SessionNow, "startedAt">, isSaveRound: boolean): SessionReport | null {
    if (!publisher || this.#id === null) return null;
    return this.#stats.report(publisher, this.#id, { ...now, startedAt: this.#startedAt }, isSaveRound);
  }

  /** Writes the publisher's figures to the session's row. */
  async save(publisher: Publisher): Promise<void> {
    if (this.#id !== null) await saveSessions(this.#services, [this.#stats.save(publisher, this.#id)]);
  }
}
