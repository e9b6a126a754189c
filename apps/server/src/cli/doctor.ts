import type { Command } from "./command.ts";
import { checkDatabase } from "./doctor/database.ts";
import type { Finding } from "./doctor/finding.ts";
import { checkDisk, checkPorts, checkPrivileges } from "./doctor/machine.ts";
import { checkMedia, checkSandbox } from "./doctor/media.ts";

const marks = { good: "ok     ", uneasy: "warning", bad: "FAILED " } as const;

/** Checks what Kinora needs of this machine and says how to mend what is wrong; exit code 1 when something fails. */
export const doctor: Command = {
  usage: "",
  async run(context, _args) {
    const findings: Finding[] = [];
    for (const check of [checkDisk, checkPorts, checkPrivileges, checkMedia, checkSandbox, checkDatabase]) {
      for (const finding of await check(context)) {
        findings.push(finding);
        context.print(`${marks[finding.state]}  ${finding.subject}: ${finding.words}`);
        if (finding.fix) context.print(`         → ${finding.fix}`);
      }
    }
    const bad = findings.filter(({ state }) => state === "bad").length;
    const uneasy = findings.filter(({ state }) => state === "uneasy").length;
    context.print(bad + uneasy === 0 ? "\nEverything is as it should be." : `\n${bad} failed, ${uneasy} warnings.`);
    return bad > 0 ? 1 : 0;
  },
};
