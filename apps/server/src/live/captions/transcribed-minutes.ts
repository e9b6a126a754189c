import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { transcriptionProblem } from "../../platform/access/plan-speech.ts";
import type { LiveStream } from "../sessions/session-records.ts";

/** How often what was transcribed is recorded, and what a killed process loses of it. */
const RECORD_MS = 60_000;

/** A session, and the livestream it is of. */
interface StreamSession {
  id: number;
  stream: Pick<LiveStream, "account_id" | "project_id">;
}

/** Records the minutes transcribed of a livestream, and says when the account's plan has none left. */
export class TranscribedMinutes {
  readonly #services: Pick<Services, "db" | "clock" | "log">;
  #session: StreamSession | null = null;
  #soundSeconds = 0;
  #engineSeconds = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The plan has none left. */
  isUsedUp = false;

  constructor(services: Pick<Services, "db" | "clock" | "log">) {
    this.#services = services;
  }

  /** Adds what was transcribed in a session. */
  add(session: StreamSession, soundSeconds: number, engineSeconds: number): void {
    if (this.#session && this.#session.id !== session.id) this.#inBackground(this.record());
    this.#session = session;
    this.#soundSeconds += soundSeconds;
    this.#engineSeconds += engineSeconds;
    this.#timer ??= setTimeout(
      () => this.#inBackground(this.record().then(() => this.check(session.stream))),
      RECORD_MS,
    );
  }

  /** Reads whether the plan allows more. */
  async check({ account_id: accountId }: StreamSession["stream"]): Promise<void> {
    const { db, clock } = this.#services;
    this.isUsedUp = (await transcriptionProblem(db, accountId, { now: clock.now(), seconds: null })) !== null;
  }

  /** Writes what is not recorded yet into the row of its session and hour; what the database does not take is kept for the next time. */
  async record(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const session = this.#session;
    const [soundSeconds, engineSeconds] = [this.#soundSeconds, this.#engineSeconds];
    this.#soundSeconds = this.#engineSeconds = 0;
    if (!session || soundSeconds === 0) return;
    try {
      await this.#write(session, soundSeconds, engineSeconds);
    } catch (error) {
      // Recorded with what comes next, unless another session has begun: rows are of one session.
      if (this.#session === session) {
        this.#soundSeconds += soundSeconds;
        this.#engineSeconds += engineSeconds;
      }
      throw error;
    }
  }

  async #write({ id, stream }: StreamSession, soundSeconds: number, engineSeconds: number): Promise<void> {
    const { db, clock } = this.#services;
    await sql`
      insert into transcription_records as r (session_id, project_id, account_id, finished_at, sound_seconds, engine_seconds)
      values (${id}, ${stream.project_id}, ${stream.account_id}, date_trunc('hour', ${clock.now()}::timestamptz, 'UTC'),
        ${soundSeconds}, ${engineSeconds})
      on conflict (session_id, finished_at) do update set
        sound_seconds = r.sound_seconds + excluded.sound_seconds,
        engine_seconds = r.engine_seconds + excluded.engine_seconds`.execute(db);
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#services.log.warn({ err: error }, "transcribed minutes not recorded"));
  }
}
