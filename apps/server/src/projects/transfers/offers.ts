import { TRANSFER_DAYS, TRANSFERS_A_DAY } from "@kinora/domain/projects/transfers.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import { countMail } from "../../platform/mail/mail-limits.ts";
import { Refusal } from "../../platform/refusal.ts";
import { mailTransfer } from "./mail.ts";

const DAY_MS = 86_400_000;

/**
 * Offers a project to a person, who can accept it into an account they own. Whether there is such a person is not looked up, so
 * that the answer does not tell.
 * @throws Refusal `conflict` while another offer of the project is open, `rate_limited` when the account made many today.
 */
export const offerProject = (context: Context, { accountId, projectId }: ProjectGrant, email: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const { caller } = context;
    // Offers of other projects of the account count as well: two at once would both be the last one allowed.
    await sql`select from accounts where id = ${accountId} for no key update`.execute(tx);
    const project = await tx
      .selectFrom("projects")
      .select("name")
      .where("id", "=", projectId)
      .where("account_id", "=", accountId)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!project) throw new Refusal("not_found", "This project does not exist.");
    const { rows: made } = await sql<{ count: number }>`
      select count(*)::int as count from project_transfers
      where from_account_id = ${accountId} and offered_at > ${now}::timestamptz - interval '1 day'`.execute(tx);
    if ((made[0]?.count ?? 0) >= TRANSFERS_A_DAY)
      throw new Refusal(
        "rate_limited",
        `An account can offer projects ${TRANSFERS_A_DAY} times a day. Try again tomorrow.`,
        {
          retryAfterSeconds: DAY_MS / 1_000,
        },
      );
    await tx
      .updateTable("project_transfers")
      .set({ state: "expired" })
      .where("project_id", "=", projectId)
      .where("state", "=", "open")
      .where("expires_at", "<=", now)
      .execute();
    const expiresAt = new Date(now.getTime() + TRANSFER_DAYS * DAY_MS);
    const { rows } = await sql<{ id: number }>`
      insert into project_transfers (project_id, from_account_id, email, offered_at, offered_by, expires_at)
      values (${projectId}, ${accountId}, ${email}, ${now}, ${caller.kind === "user" ? caller.userId : null}, ${expiresAt})
      on conflict do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (id === undefined) throw new Refusal("conflict", "This project is offered already. Withdraw the offer first.");
    await countMail(tx, "project_transfer", { accountId, email }, now);
    await context.jobs.send(tx, mailTransfer, { transferId: id });
    await audit(tx, {
      ...{ accountId, projectId, actor: actorOf(caller), action: "project.transfer_offered" },
      ...{ objectType: "project", objectId: projectId, objectTitle: project.name },
      changes: { email, expires_at: expiresAt.toISOString() },
    });
  });

/** Withdraws the open offer of a project. @throws Refusal `conflict` without one. */
export const withdrawProject = (context: Context, { accountId, projectId }: ProjectGrant): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const { caller } = context;
    const offer = await tx
      .updateTable("project_transfers")
      .set({ state: "withdrawn", decided_at: now, decided_by: caller.kind === "user" ? caller.userId : null })
      .where("project_id", "=", projectId)
      .where("from_account_id", "=", accountId)
      .where("state", "=", "open")
      .where("expires_at", ">", now)
      .returning("email")
      .executeTakeFirst();
    if (!offer) throw new Refusal("conflict", "This project is not offered to anybody.");
    const { name } = await tx
      .selectFrom("projects")
      .select("name")
      .where("id", "=", projectId)
      .executeTakeFirstOrThrow();
    await audit(tx, {
      ...{ accountId, projectId, actor: actorOf(caller), action: "project.transfer_withdrawn" },
      ...{ objectType: "project", objectId: projectId, objectTitle: name },
      changes: { email: offer.email },
    });
  });
