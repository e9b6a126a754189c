import { FINDING_STATES, type FindingState } from "@kinora/domain/operations/doctor.ts";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { runCommand } from "../command.ts";

const finding = z.object({
  state: z.enum(FINDING_STATES),
  subject: z.string(),
  message: z.string(),
  fix: z.string().nullable().default(null),
});

interface DoctorFinding {
  state: FindingState;
  subject: string;
  message: string;
  fix: string | null;
}

/** The doctor's own checks give up sooner; without an end everyone who asks later would wait with the first. */
const PATIENCE_MS = 120_000;

let running: Promise<DoctorFinding[]> | null = null;

/** What the doctor finds on this host. Who asks while it runs gets the same answer. @throws Refusal `unavailable` when it does not run. */
export function runDoctor({ config, log }: Context): Promise<DoctorFinding[]> {
  running ??= examine(config, (errors) => log.warn({ errors }, "the doctor did not run")).finally(
    () => (running = null),
  );
  return running;
}

async function examine(config: Context["config"], report: (errors: string) => void): Promise<DoctorFinding[]> {
  const { code, output, errors } = await runCommand(config, ["doctor", "--json"], {
    databaseUrl: config.databaseUrl,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // Exit code 1 stands for a failed check as well as for a failed command: only the first one has findings.
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  if (lines.length > 0 && (code === 0 || code === 1)) return lines.map((line) => finding.parse(JSON.parse(line)));
  report(errors);
  throw new Refusal("unavailable", `The doctor does not run: ${errors.trim().split("\n")[0] ?? "it said nothing"}`);
}
