import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readMove, readRoleMoves } from "./move-preview.ts";
import { MOVED_WITH_PROJECT, MOVED_WITH_VIDEO } from "./move-tables.ts";

/**
 * Moves a project with everything in it to another account, in one transaction. Hashes, links, keys and tokens stay; people get built-in
 * roles of the other account, owners of the old one lose the project; what was used before stays with the old account. What
 * is inserted at the same time waits, and is stored in the new account. An open offer of the project is withdrawn.
 * @param from the account it must be in; any when it is left out.
 * @throws Refusal what `readMove` throws, `conflict` when another move of the project was quicker.
 */
export async function moveProject(
  context: Context,
  projectId: number,
  { accountId, from, reason }: { accountId: number; from?: number; reason: string },
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockMove(tx, projectId, accountId);
    const { project, account } = await readMove(tx, projectId, accountId);
    if (from !== undefined && project.account_id !== from) throw movedMeanwhile();
    const roles = await readRoleMoves(tx, projectId, accountId);
    await sql`set constraints all deferred`.execute(tx);
    await tx.updateTable("projects").set({ account_id: accountId }).where("id", "=", projectId).execute();
    await tx
      .insertInto("project_moves")
      .values({
        project_id: projectId,
        from_account_id: project.account_id,
        to_account_id: accountId,
        moved_at: context.clock.now(),
        moved_by: context.caller.kind === "user" ? context.caller.userId : null,
        reason,
      })
      .execute();
    // An offer by the old account would keep the new one from offering the project, and from withdrawing it.
    await tx
      .updateTable("project_transfers")
      .set({ state: "withdrawn", decided_at: context.clock.now() })
      .where("project_id", "=", projectId)
      .where("state", "=", "open")
      .execute();
    for (const table of MOVED_WITH_PROJECT)
      await sql`update ${sql.table(table)} set account_id = ${accountId} where project_id = ${projectId}`.execute(tx);
    for (const table of MOVED_WITH_VIDEO)
      await sql`
        update ${sql.table(table)} set account_id = ${accountId}
        where video_id in (select id from videos where project_id = ${projectId})`.execute(tx);
    for (const { roleId, becomesId } of roles)
      for (const table of ["project_members", "blocked_members", "project_invitations"])
        await sql`
          update ${sql.table(table)} set role_id = ${becomesId} where project_id = ${projectId} and role_id = ${roleId}`.execute(
          tx,
        );
    await adoptKeys(context, tx, { projectId, accountId });
    await announce(context, tx, { project, account, reason });
  });
}

/**
 * Locks both accounts in the order of their ids, then the project: the order of everything that inserts into a project within its
 * account's limits. @throws Refusal `conflict` when another move was quicker, whose account is not locked.
 */
async function lockMove(tx: Tx, projectId: number, accountId: number): Promise<void> {
  const { rows: accounts } = await sql<{ id: number }>`
    select id from accounts where id = ${accountId} or id = (select account_id from projects where id = ${projectId})
    order by id for no key update`.execute(tx);
  const { rows: projects } = await sql<{ account_id: number }>`
    select account_id from projects where id = ${projectId} for update`.execute(tx);
  if (!projects.every(({ account_id: id }) => accounts.some((account) => account.id === id))) throw movedMeanwhile();
}

const movedMeanwhile = () => new Refusal("conflict", "This project was moved to another account meanwhile.");

/** Keys and upload tokens of people whom the project does not keep become those of an owner of the new account: they go on. */
async function adoptKeys(
  { caller }: Context,
  tx: Tx,
  { projectId, accountId }: { projectId: number; accountId: number },
) {
  const mover = caller.kind === "user" ? caller.userId : 0;
  for (const table of ["api_keys", "upload_tokens"])
    await sql`
      update ${sql.table(table)} made set created_by = (select user_id from account_owners
        where account_id = ${accountId} order by user_id = ${mover} desc, user_id limit 1)
      where project_id = ${projectId} and created_by is not null
        and not exists (select from account_owners where account_id = ${accountId} and user_id = made.created_by)
        and not exists (select from project_members where project_id = made.project_id and user_id = made.created_by)`.execute(
      tx,
    );
}

type Move = Awaited<ReturnType<typeof readMove>> & { reason: string };

/** A line in the log of each account, and the event in the new one. */
async function announce(context: Context, tx: Tx, { project, account, reason }: Move): Promise<void> {
  const actor = actorOf(context.caller);
  const object = { objectType: "project", objectId: project.id, objectTitle: project.name };
  const changes = { account: [project.account, account.name], reason };
  const line = { actor, action: "project.moved", ...object, changes };
  await audit(tx, { ...line, accountId: project.account_id, projectId: null });
  await audit(tx, { ...line, accountId: account.id, projectId: project.id });
  await context.emit(tx, {
    type: "project.moved",
    accountId: account.id,
    projectId: project.id,
    payload: { project_id: project.id, from_account_id: project.account_id },
    actor,
  });
}
