import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { transcriptionProblem } from "../../platform/access/plan-speech.ts";
import type { LiveStream } from "../sessions/session-records.ts";

/** How often what was transcribed is recorded, and what a killed process loses of it. */
const RECORD_MS = 60_000;

/** Records the minutes transcribed of a livestream, and says when the account's plan has none left. */
export class TranscribedMinutes {
  readonly #services: Pick<Services, "db" | "clock" | "log">;
  #session: { id: number; stream: LiveStream } | null = null;
  #soundSeconds = 0;
  #engineSeconds = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The plan has none left. */
  isUsedUp = false;

  constructor(services: Pick<Services, "db" | "clock" | "log">) {
    this.#services = services;
  }

  /** Adds what was transcribed in a session. */
  add(session: { id: number; stream: LiveStream }, soundSeconds: number, engineSeconds: number): void {
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
  async check({ account_id: accountId }: LiveStream): Promise<void> {
    const { db, clock } = this.#services;
    this.isUsedUp = (await transcriptionProblem(db, accountId, { now: clock.now(), seconds: null })) !== null;
  }

  /** Writes what is not recorded yet into the row of its session and hour. */
  async record(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const session = this.#session;
    const [soundSeconds, engineSeconds] = [this.#soundSeconds, this.#engineSeconds];
    this.#soundSeconds = this.#engineSeconds = 0;
    if (!session || soundSeconds === 0) return;
    const { db, clock } = this.#services;
    const { project_id: projectId, account_id: accountId } = session.stream;
    await sql`
      insert into transcription_records as r (session_id, project_id, account_id, finished_at, sound_seconds, engine_seconds)
      values (${session.id}, ${projectId}, ${accountId}, date_trunc('hour', ${clock.now()}::timestamptz, 'UTC'),
        ${soundSeconds}, ${engineSeconds})
      on conflict (session_id, finished_at) do update set
        sound_seconds = r.sound_seconds + excluded.sound_seconds,
        engine_seconds = r.engine_seconds + excluded.engine_seconds`.execute(db);
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#services.log.warn({ err: error }, "transcribed minutes not recorded"));
  }
}
