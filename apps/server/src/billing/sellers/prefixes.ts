import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { Refusal } from "../../platform/refusal.ts";

/** The prefix of its numbers identifies a seller, so changes of two sellers wait for each other. */
export const lockPrefixes = (tx: Tx) => sql`lock table sellers in share row exclusive mode`.execute(tx);

/**
 * Numbers of two sellers have no prefix in common, not even one that was given up, so that each has a series without gaps.
 * @param seller who wants it: null for that of the settings, undefined for a new one. @throws Refusal `invalid` at `prefix`.
 */
export async function requireOwnPrefix(tx: Tx, prefix: string, seller: number | null | undefined): Promise<void> {
  // 0 is no seller's id.
  const own = seller === undefined ? sql`-1` : sql`${seller ?? 0}::bigint`;
  const { rows } = await sql`
    select from (
      select coalesce(settings->>'prefix', '') as prefix, 0 as seller from billing_settings
      union all select prefix, id from sellers
      union all select left(series, -4), coalesce(seller_id, 0) from invoice_series) as used
    where used.prefix = ${prefix} and used.seller <> ${own} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const words = "Another seller's numbers begin with this prefix.";
  throw new Refusal("invalid", words, { fields: { prefix: [words] } });
}
