import { sql } from "kysely";
import { z } from "zod";
import type { Chore } from "../platform/jobs/chores.ts";
import { task } from "../platform/jobs/tasks.ts";

const BATCH = 20;

/** Deletes every project of an account that is purged, and has what is left of those deleted before removed as well. */
export const deleteProjectsOfAccount = task({
  name: "projects.delete_of_account",
  payload: z.object({ eventId: z.number() }),
  async run({ db, emit, clock }, { eventId }) {
    const event = await db.selectFrom("events").select("account_id").where("id", "=", eventId).executeTakeFirst();
    const accountId = event?.account_id;
    if (!accountId) return;
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable("projects")
        .set({ deleted_at: clock.now() })
        .where("account_id", "=", accountId)
        .where("deleted_at", "is", null)
        .execute();
      const projects = await tx.selectFrom("projects").select("id").where("account_id", "=", accountId).execute();
      for (const { id: projectId } of projects)
        await emit(tx, {
          type: "project.deleted",
          accountId,
          projectId,
          payload: { project_id: projectId },
          actor: { kind: "system" },
        });
    });
  },
});

/**
 * Deletes the rows of purged accounts' projects, once their videos and livestreams are gone with their files: keys, tokens,
 * webhooks, invitations, members, players, playlists, settings and reports go with them. The ledger of usage stays.
 */
export const eraseProjects: Chore = {
  name: "projects.erase",
  does: "Deletes what is left of the projects of deleted accounts.",
  everySeconds: 60,
  async run({ db }) {
    const { rows } = await sql<{ id: number }>`
      select p.id from projects p join accounts on accounts.id = p.account_id
      where accounts.status = 'closed' and p.deleted_at is not null
        and not exists (select from videos where project_id = p.id)
        and not exists (select from streams where project_id = p.id and deleted_at is null)
      order by p.id limit ${BATCH}`.execute(db);
    for (const { id } of rows) await db.deleteFrom("projects").where("id", "=", id).execute();
  },
};
