import type { Tx } from "@kinora/db/connect.ts";
import { OLD_SECRETS_MAX } from "@kinora/domain/api-keys/limits.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { change } from "../platform/nouns/change.ts";
import { Refusal } from "../platform/refusal.ts";
import { newApiKeySecret } from "../platform/secrets/api-key-secret.ts";
import { requireMayGive } from "./giving.ts";
import { API_KEY, readApiKey } from "./service.ts";

const DAY_MS = 86_400_000;

/**
 * Gives a key a new secret, which is in this answer alone. Those before it work for `validDays` more at the longest; with 0
 * all of them end now. Each rotation ends in a secret of its own, also when two run at the same time.
 * @throws Refusal `not_found`, `forbidden` when the key may do more than the caller, `conflict` while `OLD_SECRETS_MAX` old
 * secrets work.
 */
export async function rotateApiKey(context: Context, grant: ProjectGrant, id: number, validDays: number) {
  const { secret, prefix, hash } = newApiKeySecret();
  await change(context, API_KEY, grant, { id }, async (before, tx) => {
    await requireMayGive(context, tx, grant, before);
    const now = context.clock.now();
    const endsAt = new Date(now.getTime() + validDays * DAY_MS);
    await retire(tx, id, before.key_hash, now, endsAt);
    const changes = { prefix: [before.prefix, prefix], old_secret_until: endsAt };
    return { set: { prefix, key_hash: hash }, action: "rotated", changes };
  });
  return { data: await readApiKey(context, grant.projectId, id), secret };
}

/** Ends a key's secrets at a time, and forgets those that ended a month ago. */
async function retire(tx: Tx, id: number, current: Buffer, now: Date, endsAt: Date): Promise<void> {
  await sql`
    delete from api_key_old_secrets where api_key_id = ${id} and ends_at < ${now}::timestamptz - interval '30 days'`.execute(
    tx,
  );
  await sql`
    update api_key_old_secrets set ends_at = least(ends_at, ${endsAt}) where api_key_id = ${id}`.execute(tx);
  await tx.insertInto("api_key_old_secrets").values({ key_hash: current, api_key_id: id, ends_at: endsAt }).execute();
  const { count } = await tx
    .selectFrom("api_key_old_secrets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("api_key_id", "=", id)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  if (count > OLD_SECRETS_MAX)
    throw new Refusal(
      "conflict",
      `${OLD_SECRETS_MAX} old secrets of this key still work. Rotate it without an overlap to end them.`,
    );
}
