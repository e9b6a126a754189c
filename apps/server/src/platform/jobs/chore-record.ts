import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify } from "../events/events.ts";

/** Class of the advisory locks that running chores hold. */
export const CHORE_LOCK = 7_301;
/** The notification that a superuser asked for a chore; its payload is the chore's name. */
export const CHORE_NOTIFICATION = "chores";

/** What the operator reads of a chore. */
interface Described {
  name: string;
  does: string;
  everySeconds: number;
}

/** Writes down when chores ran and how they ended, for the operator. */
export class ChoreRecord {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Stores which chores there are; those that this version does not know are forgotten. */
  async announce(chores: readonly Described[]): Promise<void> {
    const { db } = this.#services;
    await db.transaction().execute(async (tx) => {
      for (const { name, does, everySeconds } of chores)
        await tx
          .insertInto("chores")
          .values({ name, does, every_seconds: everySeconds })
          .onConflict((taken) => taken.column("name").doUpdateSet({ does, every_seconds: everySeconds }))
          .execute();
      const names = chores.map(({ name }) => name);
      await sql`delete from chores where name <> all(${names}::text[])`.execute(tx);
    });
  }

  /** Whether a superuser asked for a chore, and no run has begun since. */
  async isRequested(name: string): Promise<boolean> {
    const row = await this.#services.db
      .selectFrom("chores")
      .select("requested_at")
      .where("name", "=", name)
      .executeTakeFirst();
    return (row?.requested_at ?? null) !== null;
  }

  /** Runs a chore and stores when it began, how long it took and how it ended. @throws what the run throws. */
  async ofRun({ name, does, everySeconds }: Described, run: () => Promise<void>): Promise<void> {
    const { db } = this.#services;
    const begun = { started_at: sql<Date>`clock_timestamp()`, requested_at: null };
    await db
      .insertInto("chores")
      .values({ name, does, every_seconds: everySeconds, ...begun })
      .onConflict((taken) => taken.column("name").doUpdateSet(begun))
      .execute();
    const startedAt = performance.now();
    let failure: string | null = null;
    try {
      await run();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      await sql`
        update chores set finished_at = clock_timestamp(), duration_ms = ${Math.round(performance.now() - startedAt)},
          failure = ${failure}, next_at = clock_timestamp() + every_seconds * interval '1 second'
        where name = ${name}`.execute(db);
    }
  }
}

/**
 * Asks the workers to run a chore now, when the transaction commits. While it is asked for already, nothing changes.
 * @returns the chore's sentence and whether it was asked for already; null when there is no such chore.
 */
export async function requestChore(tx: Tx, name: string): Promise<{ does: string; isAskedAlready: boolean } | null> {
  const chore = await tx
    .selectFrom("chores")
    .select(["does", "requested_at"])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
  if (!chore) return null;
  if (chore.requested_at !== null) return { does: chore.does, isAskedAlready: true };
  await tx
    .updateTable("chores")
    .set({ requested_at: sql`now()` })
    .where("name", "=", name)
    .execute();
  await notify(tx, CHORE_NOTIFICATION, name);
  return { does: chore.does, isAskedAlready: false };
}
