import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";

/** A line of the audit log about how an account's people sign in, in the log of each of its projects. */
export async function recordSignIn(
  context: Context,
  tx: Tx,
  account: { id: number; name: string },
  line: { action: string; changes: Record<string, unknown> },
): Promise<void> {
  const projects = await tx
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", account.id)
    .where("deleted_at", "is", null)
    .execute();
  const object = { objectType: "account", objectId: account.id, objectTitle: account.name };
  for (const { id: projectId } of projects)
    await audit(tx, { accountId: account.id, projectId, actor: actorOf(context.caller), ...object, ...line });
}
