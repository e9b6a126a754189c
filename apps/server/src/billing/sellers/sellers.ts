import type { Executor, Tx } from "@kinora/db/connect.ts";
import { NO_SELLER, type SellerSettings } from "@kinora/domain/billing/parties.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { requireVersion } from "../../platform/database/version.ts";
import { Refusal } from "../../platform/refusal.ts";
import { auditBilling } from "../audit-billing.ts";
import { readBillingSettings, requireVatNumber } from "../invoices/settings.ts";
import { lockPrefixes, requireOwnPrefix } from "./prefixes.ts";

/** A company that sends the invoices of accounts whose terms name it. */
export interface Seller extends SellerSettings {
  id: number;
  version: number;
  archived_at: Date | null;
  /** Accounts whose newest terms name it. */
  accounts: number;
}

const { vat_currency, exchange_rates } = NO_SELLER;
/** Of sellers that were saved before they had exchange rates. */
const NO_EXCHANGE = { vat_currency, exchange_rates };

const SELLERS_MAX = 200;

/** The sellers beside that of the settings, by name; archived ones last. */
export async function listSellers(on: Executor): Promise<Seller[]> {
  const { rows } = await sql<{
    id: number;
    version: number;
    settings: SellerSettings;
    archived_at: Date | null;
    accounts: number;
  }>`
    with newest as (
      select distinct on (account_id) seller_id from account_terms order by account_id, effective_from desc, id desc),
      named as (select seller_id, count(*)::int as accounts from newest group by 1)
    select id, version, settings, archived_at, coalesce(accounts, 0) as accounts
    from sellers left join named on named.seller_id = sellers.id
    order by archived_at is not null, lower(settings->'seller'->>'name'), id limit ${SELLERS_MAX}`.execute(on);
  return rows.map(({ settings, ...row }) => ({ ...row, ...NO_EXCHANGE, ...settings }));
}

/** The conditions of a seller, archived ones as well; without an id those of the settings. @throws Refusal `not_found`. */
export async function readSeller(on: Executor, id: number | null): Promise<SellerSettings> {
  if (id === null) return readBillingSettings(on);
  const row = await on.selectFrom("sellers").select("settings").where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found", "There is no such seller.");
  return { ...NO_EXCHANGE, ...row.settings };
}

/** The same for an invoice that takes a number: until the transaction ends, the seller's prefix does not change. @throws Refusal `not_found`. */
export async function lockSeller(tx: Tx, id: number | null): Promise<SellerSettings> {
  if (id === null) await sql`select from billing_settings for share`.execute(tx);
  else await sql`select from sellers where id = ${id} for share`.execute(tx);
  return readSeller(tx, id);
}

/** Adds a seller. @throws Refusal `invalid` at `prefix` for that of another one, at `seller.vat_number` for no such number. */
export const createSeller = (context: Context, settings: SellerSettings): Promise<number> =>
  context.db.transaction().execute(async (tx) => {
    requireVatNumber(settings.seller);
    await lockPrefixes(tx);
    await requireOwnPrefix(tx, settings.prefix, undefined);
    const { id } = await tx
      .insertInto("sellers")
      .values({ settings: JSON.stringify(settings), prefix: settings.prefix, created_at: context.clock.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await auditSeller(context, tx, { id, settings, action: "seller.created", changes: { prefix: settings.prefix } });
    return id;
  });

/**
 * Changes a seller; issued invoices keep what they say.
 * @param version what the caller had read. @throws Refusal `not_found`, `changed_since`, `invalid` as `createSeller`.
 */
export const changeSeller = (context: Context, id: number, settings: SellerSettings, version?: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    requireVatNumber(settings.seller);
    await lockPrefixes(tx);
    const before = await readSeller(tx, id);
    // Sellers are changed by one transaction at a time.
    requireVersion(await versionOf(tx, id), version, "seller");
    await requireOwnPrefix(tx, settings.prefix, id);
    await tx
      .updateTable("sellers")
      .set({ settings: JSON.stringify(settings), prefix: settings.prefix })
      .where("id", "=", id)
      .execute();
    const names = Object.keys(settings) as (keyof SellerSettings)[];
    const changes = Object.fromEntries(
      names
        .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(settings[name]))
        .map((name) => [name, [before[name], settings[name]]]),
    );
    if (Object.keys(changes).length > 0)
      await auditSeller(context, tx, { id, settings, action: "seller.changed", changes });
  });

const versionOf = (tx: Tx, id: number) =>
  tx.selectFrom("sellers").select("version").where("id", "=", id).executeTakeFirstOrThrow();

/** Offers a seller no longer, or again; accounts whose terms name it keep it. @throws Refusal `not_found`. */
export const archiveSeller = (context: Context, id: number, archived: boolean): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const settings = await readSeller(tx, id);
    const { numUpdatedRows } = await tx
      .updateTable("sellers")
      .set({ archived_at: archived ? context.clock.now() : null })
      .where("id", "=", id)
      .where("archived_at", archived ? "is" : "is not", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n)
      await auditSeller(context, tx, {
        id,
        settings,
        action: archived ? "seller.archived" : "seller.restored",
        changes: {},
      });
  });

interface SellerEntry {
  id: number;
  settings: SellerSettings;
  action: string;
  changes: Record<string, unknown>;
}

const auditSeller = (context: Context, tx: Tx, { id, settings, action, changes }: SellerEntry) =>
  auditBilling(tx, context, {
    accountId: null,
    action,
    objectType: "billing",
    objectId: id,
    objectTitle: settings.seller.name,
    changes,
  });
