import type { Executor, Tx } from "@kinora/db/connect.ts";
import { NO_SELLER, type SellerSettings } from "@kinora/domain/billing/parties.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { change } from "../../platform/nouns/change.ts";
import { create } from "../../platform/nouns/create.ts";
import { INSTALLATION, missing, type Noun } from "../../platform/nouns/noun.ts";
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

/** A seller, which is no account's; nothing listens to its changes. */
const SELLER: Noun<"sellers"> = {
  table: "sellers",
  scope: "installation",
  name: "seller",
  title: ({ settings }) => settings.seller.name,
  event: () => null,
};

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
  if (!row) throw missing(SELLER);
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
    await requireOwnNumbers(tx, settings, undefined);
    const { prefix } = settings;
    const values = { settings: JSON.stringify(settings), prefix, created_at: context.clock.now() };
    return (await create(context, tx, SELLER, INSTALLATION, values, { prefix })).id;
  });

/**
 * Changes a seller; issued invoices keep what they say. Saving what is stored does nothing.
 * @param version what the caller had read. @throws Refusal `not_found`, `changed_since`, `invalid` as `createSeller`.
 */
export async function changeSeller(
  context: Context,
  id: number,
  settings: SellerSettings,
  version?: number,
): Promise<void> {
  await change(context, SELLER, INSTALLATION, { id, version }, async (before, tx) => {
    await requireOwnNumbers(tx, settings, id);
    const changes = changesBetween({ ...NO_EXCHANGE, ...before.settings }, settings);
    return Object.keys(changes).length === 0
      ? null
      : { set: { settings, prefix: settings.prefix }, action: "changed", changes };
  });
}

/** @throws Refusal `invalid` at `prefix` for that of another seller, at `seller.vat_number` for no such number. */
async function requireOwnNumbers(tx: Tx, { seller, prefix }: SellerSettings, id: number | undefined): Promise<void> {
  requireVatNumber(seller);
  await lockPrefixes(tx);
  await requireOwnPrefix(tx, prefix, id);
}

/** Offers a seller no longer, or again; accounts whose terms name it keep it. @throws Refusal `not_found`. */
export async function archiveSeller(context: Context, id: number, archived: boolean): Promise<void> {
  await change(context, SELLER, INSTALLATION, { id }, (before) =>
    (before.archived_at !== null) === archived
      ? null
      : {
          set: { archived_at: archived ? context.clock.now() : null },
          action: archived ? "archived" : "restored",
          changes: {},
        },
  );
}
