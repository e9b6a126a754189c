import { parseArgs } from "node:util";
import { setMaintenance } from "../operations/installation/maintenance.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command } from "./command.ts";

/** Switches maintenance on or off, for scripts (docs/operations/maintenance.md). */
export const maintenance: Command = {
  usage: "on|off [--until 2030-01-31T18:00Z] [--message TEXT]",
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { until: { type: "string" }, message: { type: "string" } },
    });
    const [mode, ...more] = positionals;
    if ((mode !== "on" && mode !== "off") || more.length > 0)
      throw new CommandError("Say whether to switch maintenance on or off.");
    const services = await context.services();
    try {
      await setMaintenance(
        { ...services, caller: { kind: "operator" } },
        { mode, starts_at: null, ends_at: momentOf(values.until), message: values.message?.trim() ?? "" },
      );
    } catch (error) {
      if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
      throw error;
    }
    context.print(mode === "on" ? "Maintenance is on. Only superusers change anything." : "Maintenance is off.");
    return 0;
  },
};

function momentOf(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const moment = new Date(typed);
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(typed) || Number.isNaN(moment.getTime()))
    throw new CommandError("Write the end with its time zone, such as 2030-01-31T18:00Z or 2030-01-31T18:00+01:00.");
  return moment.toISOString();
}
