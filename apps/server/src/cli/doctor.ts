import type { Command } from "./command.ts";
import { checkDatabase } from "./doctor/database.ts";
import type { Finding } from "./doctor/finding.ts";
import { checkDisk, checkPorts, checkPrivileges } from "./doctor/machine.ts";
import { checkMedia, checkSandbox } from "./doctor/media.ts";

const marks = { ok: "ok     ", warning: "warning", failed: "FAILED " } as const;

/** Checks this machine's requirements and prints a fix for each problem; exit code 1 when a check fails. */
export const doctor: Command = {
  usage: "",
  async run(context, _args) {
    const findings: Finding[] = [];
    for (const check of [checkDisk, checkPorts, checkPrivileges, checkMedia, checkSandbox, checkDatabase]) {
      for (const finding of await check(context)) {
        findings.push(finding);
        context.print(`${marks[finding.state]}  ${finding.subject}: ${finding.message}`);
        if (finding.fix) context.print(`         → ${finding.fix}`);
      }
    }
    const failed = findings.filter(({ state }) => state === "failed").length;
    const warnings = findings.filter(({ state }) => state === "warning").length;
    context.print(failed + warnings === 0 ? "\nAll checks passed." : `\n${failed} failed, ${warnings} warnings.`);
    return failed > 0 ? 1 : 0;
  },
};
