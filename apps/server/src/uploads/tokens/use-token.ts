import type { Tx } from "@kinora/db/connect.ts";
import { uploadTokenState } from "@kinora/domain/uploads/upload-tokens.ts";
import { sql } from "kysely";
import type { Caller } from "../../platform/access/caller.ts";
import { Refusal } from "../../platform/refusal.ts";

/** What a token decides of an upload that it begins. */
export interface UsedToken {
  max_bytes: number | null;
  title: string | null;
  title_prefix: string | null;
  /** Null where none is given, and for a category that was switched off or deleted meanwhile. */
  category_id: number | null;
  tag_ids: number[];
  published: boolean;
}

/**
 * Counts one use of the caller's token, in the transaction that creates the upload: of parallel ones no more succeed than
 * the token has uses, and a refused upload counts none. Null for other callers.
 * @throws Refusal `forbidden` when it has no use left or expired, `unauthenticated` when it was revoked.
 */
export async function useToken(tx: Tx, caller: Caller, now: Date): Promise<UsedToken | null> {
  if (caller.kind !== "upload_token") return null;
  const { rows } = await sql<UsedToken>`
    update upload_tokens token set uses = uses + 1, last_used_at = ${now}
    where id = ${caller.tokenId} and revoked_at is null and uses < uses_max and expires_at > ${now}
    returning max_bytes, title, title_prefix, tag_ids, published, (
      select id from categories where id = token.category_id and active and leaving_at is null
    ) as category_id`.execute(tx);
  return rows[0] ?? refuse(tx, caller.tokenId, now);
}

async function refuse(tx: Tx, id: number, now: Date): Promise<never> {
  const token = await tx
    .selectFrom("upload_tokens")
    .select(["uses", "uses_max", "expires_at", "revoked_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const state = token ? uploadTokenState(token, now) : "revoked";
  if (state === "used") throw new Refusal("forbidden", "This upload token has no uses left.");
  if (state === "expired")
    throw new Refusal("forbidden", `This upload token expired on ${token?.expires_at.toISOString().slice(0, 10)}.`);
  throw new Refusal("unauthenticated", "This upload token was revoked.");
}
