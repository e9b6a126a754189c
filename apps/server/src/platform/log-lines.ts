import type { Database } from "@kinora/db/connect.ts";
import { kindOfRole } from "@kinora/domain/operations/logs.ts";
import { sql } from "kysely";
import { z } from "zod";
import { PeriodicWrite } from "./process/periodic-write.ts";

const WRITE_MS = 1_000;
/** What waits in memory; while the database cannot keep up, further lines are counted and left out. */
const WAITING_MAX = 5_000;
/** Characters of one line; what a line holds beyond is cut from its data. */
const LINE_MAX = 16_000;
const DAY_MS = 86_400_000;
/** Two processes do not make the same day at once. */
const DAY_LOCK = 7_306;

interface Line {
  at: Date;
  level: number;
  message: string;
  data: Record<string, unknown>;
}

const logged = z.looseObject({
  time: z.iso.datetime(),
  level: z.number(),
  msg: z.string().default(""),
});

/**
 * Keeps the log lines of a role in the database, for superusers. Lines are written every second, so that nothing waits for
 * the database; what cannot be written is dropped, with its number in the next line that can.
 */
export class LogLines {
  readonly #role: string;
  readonly #db: Database;
  readonly #writes = new PeriodicWrite(WRITE_MS, () => this.#write());
  #waiting: Line[] = [];
  #dropped = 0;
  #days = new Set<string>();

  constructor(db: Database, role: string) {
    this.#db = db;
    this.#role = role;
  }

  /** Takes one line as pino writes it. */
  write(text: string): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#dropped += 1;
      return;
    }
    const { data } = logged.safeParse(parsed(text));
    if (!data) return;
    const { time, level, msg, role: _role, pid: _pid, ...rest } = data;
    const fits = text.length <= LINE_MAX;
    this.#waiting.push({ at: new Date(time), level, message: msg, data: fits ? rest : { cut: text.length } });
  }

  /** Writes the rest and stops. */
  close(): Promise<void> {
    return this.#writes.close();
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting;
    const dropped = this.#dropped;
    this.#waiting = [];
    this.#dropped = 0;
    if (dropped > 0)
      lines.push({ at: new Date(), level: 40, message: `${dropped} log lines were dropped`, data: { dropped } });
    try {
      for (const day of new Set(lines.map(({ at }) => dayOf(at)))) await this.#makeDay(day);
      await this.#insert(lines);
    } catch {
      // They are on standard output. A line about it would be the next that cannot be written: the number tells it later.
      this.#dropped += dropped + lines.length;
    }
  }

  /** Makes the partition of a UTC day, once per process. */
  async #makeDay(day: string): Promise<void> {
    if (this.#days.has(day)) return;
    const next = dayOf(new Date(Date.parse(day) + DAY_MS));
    await this.#db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${DAY_LOCK}, 0)`.execute(tx);
      await sql`create table if not exists ${sql.table(`log_lines_${day.replaceAll("-", "")}`)} partition of log_lines
        for values from (${sql.lit(`${day} 00:00:00+00`)}) to (${sql.lit(`${next} 00:00:00+00`)})`.execute(tx);
    });
    this.#days.add(day);
  }

  async #insert(lines: readonly Line[]): Promise<void> {
    const idOf = (data: Line["data"], ...names: string[]) => {
      const value = names.map((name) => data[name]).find((each) => typeof each === "number");
      return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
    };
    const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, 100) : null);
    await sql`
      insert into log_lines (at, kind, level, role, account_id, project_id, request_id, job_id, message, data)
      select at, ${kindOfRole(this.#role)}, level, ${this.#role}, account_id, project_id, request_id, job_id, message, data::jsonb
      from unnest(
        ${lines.map(({ at }) => at)}::timestamptz[], ${lines.map(({ level }) => level)}::smallint[],
        ${lines.map(({ data }) => idOf(data, "account", "accountId"))}::bigint[],
        ${lines.map(({ data }) => idOf(data, "project", "projectId"))}::bigint[],
        ${lines.map(({ data }) => textOf(data["request_id"]))}::text[],
        ${lines.map(({ data }) => textOf(data["job"]))}::text[],
        ${lines.map(({ message }) => storable("", message))}::text[],
        ${lines.map(({ data }) => JSON.stringify(data, storable))}::text[]
      ) as line (at, level, account_id, project_id, request_id, job_id, message, data)`.execute(this.#db);
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** PostgreSQL's text holds no NUL and no half of a surrogate pair, in JSON neither as their escapes. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
