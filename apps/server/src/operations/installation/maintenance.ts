import { maintenanceProblems, NO_MAINTENANCE, type Maintenance } from "@kinora/domain/operations/maintenance.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { saveInstallation } from "./settings.ts";

/**
 * Announces maintenance, switches it on or off; off forgets the times and the message.
 * @throws Refusal `invalid` at `starts_at` or `ends_at`.
 */
export async function setMaintenance(context: Context, maintenance: Maintenance): Promise<void> {
  const fields = maintenanceProblems(maintenance, context.clock.now());
  const [first] = Object.values(fields);
  if (first) throw new Refusal("invalid", first[0] ?? "", { fields });
  await saveInstallation(context, { maintenance: maintenance.mode === "off" ? NO_MAINTENANCE : maintenance });
}
