import type { Tx } from "@kinora/db/connect.ts";
import { installationSettings, type InstallationSettings } from "@kinora/domain/operations/installation-settings.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { auditInstallation } from "../../platform/events/record.ts";

type Part = keyof InstallationSettings;

/** What the audit log calls the change of each part. */
const CHANGED: Record<Part, string> = {
  registration: "registration_changed",
  maintenance: "maintenance_changed",
  features: "features_changed",
  limits: "limits_changed",
  backups: "backups_changed",
  countries: "countries_changed",
};

/**
 * Stores these parts of the installation's settings, each with what it was before and after in the audit log. What is so
 * already changes nothing.
 */
export async function saveInstallation(
  context: Context,
  parts: Partial<InstallationSettings>,
): Promise<InstallationSettings> {
  const { db, installation } = context;
  const replaced = await db.transaction().execute(async (tx) => {
    // Settings that were never saved have no row to lock.
    await sql`lock table installation_settings in share row exclusive mode`.execute(tx);
    const rows = await tx.selectFrom("installation_settings").select(["name", "value"]).execute();
    const before = installationSettings(rows);
    for (const name of Object.keys(parts) as Part[]) {
      const value = parts[name];
      if (value !== undefined) await savePart(context, tx, { name, before: before[name], value });
    }
    return before;
  });
  installation.forget();
  return replaced;
}

async function savePart(
  context: Context,
  tx: Tx,
  { name, before, value }: { name: Part; before: object; value: object },
): Promise<void> {
  const changes = changesBetween(before, value);
  if (Object.keys(changes).length === 0) return;
  const row = { name, value: JSON.stringify(value), updated_at: context.clock.now() };
  await tx
    .insertInto("installation_settings")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
  await auditInstallation(context, tx, { action: `installation.${CHANGED[name]}`, title: name, changes });
}
