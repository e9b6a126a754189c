import type { Executor } from "@kinora/db/connect.ts";
import { NO_SELLER, type BillingSettings } from "@kinora/domain/billing/parties.ts";
import type { Context } from "../../context.ts";
import { requireVersion } from "../../platform/database/version.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { Refusal } from "../../platform/refusal.ts";
import { vatNumberProblem } from "../../platform/vat-number.ts";
import { auditBilling } from "../audit-billing.ts";
import { lockPrefixes, requireOwnPrefix } from "../sellers/prefixes.ts";

/** The same with their version, 0 while nothing was saved. */
export async function describeBillingSettings(on: Executor): Promise<BillingSettings & { version: number }> {
  const saved = await on.selectFrom("billing_settings").select(["settings", "version"]).executeTakeFirst();
  return { ...NO_SELLER, ...saved?.settings, version: saved?.version ?? 0 };
}

/** Who sends invoices; the empty settings while nothing was saved. */
export async function readBillingSettings(on: Executor): Promise<BillingSettings> {
  const saved = await on.selectFrom("billing_settings").select("settings").executeTakeFirst();
  return { ...NO_SELLER, ...saved?.settings };
}

/**
 * Saves them. @param version what the caller had read.
 * @throws Refusal `changed_since`, `invalid` at `seller.vat_number` for one that its country's numbers do not look like, at
 *   `prefix` for that of another seller.
 */
export async function saveBillingSettings(
  context: Context,
  settings: BillingSettings,
  version?: number,
): Promise<void> {
  requireVatNumber(settings.seller);
  await store(context, settings, version);
}

/** @throws Refusal `invalid` at `seller.vat_number` for one that its country's numbers do not look like. */
export function requireVatNumber({ vat_number: number, country }: BillingSettings["seller"]): void {
  const wrong = vatNumberProblem(number, country);
  if (wrong !== null) throw new Refusal("invalid", wrong, { fields: { "seller.vat_number": [wrong] } });
}

const store = (context: Context, settings: BillingSettings, version: number | undefined): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockPrefixes(tx);
    await requireOwnPrefix(tx, settings.prefix, null);
    const { version: last, ...before } = await describeBillingSettings(tx);
    requireVersion({ version: last }, version, "seller");
    const now = context.clock.now();
    const [was, is] = [before.automatic_day !== null, settings.automatic_day !== null];
    const since = was === is ? {} : { automatic_since: is ? now : null };
    const row = { settings: JSON.stringify(settings), updated_at: now, ...since };
    await tx
      .insertInto("billing_settings")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    const changes = changesBetween(before, settings);
    if (Object.keys(changes).length === 0) return;
    await auditBilling(tx, context, {
      accountId: null,
      action: "billing.settings_changed",
      objectType: "billing",
      objectId: null,
      objectTitle: settings.seller.name,
      changes,
    });
  });
