import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";

/** Forgets the own provider of an account that is purged, and frees its domains for others. */
export const forgetOwnProvider = task({
  name: "login.forget_own_provider",
  payload: z.object({ eventId: z.number() }),
  async run({ db }, { eventId }) {
    const event = await db.selectFrom("events").select("account_id").where("id", "=", eventId).executeTakeFirst();
    const accountId = event?.account_id;
    if (!accountId) return;
    await db.transaction().execute(async (tx) => {
      for (const table of ["own_providers", "own_provider_domains", "own_provider_people"] as const)
        await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
    });
  },
});

/** New people of an account's own provider do not join a project that has moved to another account. */
export const forgetMovedProject = task({
  name: "login.forget_moved_project",
  payload: z.object({ eventId: z.number() }),
  async run({ db }, { eventId }) {
    const event = await db
      .selectFrom("events")
      .select(["account_id", "project_id"])
      .where("id", "=", eventId)
      .executeTakeFirst();
    if (!event?.project_id) return;
    await db
      .updateTable("own_providers")
      .set({ project_id: null, role_id: null })
      .where("project_id", "=", event.project_id)
      .where("account_id", "!=", event.account_id)
      .execute();
  },
});
