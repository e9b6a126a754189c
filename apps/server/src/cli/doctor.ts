import type { Command, CommandContext } from "./command.ts";
import { checkCertificate } from "./doctor/certificate.ts";
import { checkDatabase } from "./doctor/database.ts";
import type { Finding } from "./doctor/finding.ts";
import { checkDisk, checkMemory, checkOpenFiles, checkPorts, checkPrivileges } from "./doctor/machine.ts";
import { checkMedia, checkSandbox } from "./doctor/media.ts";
import { checkPublicAddresses } from "./doctor/public-addresses.ts";
import { checkSignIn } from "./doctor/sign-in.ts";

const marks = { ok: "ok     ", warning: "warning", failed: "FAILED " } as const;
const checks = [
  checkDisk,
  checkMemory,
  checkOpenFiles,
  checkPorts,
  checkPrivileges,
  checkMedia,
  checkSandbox,
  checkDatabase,
  checkCertificate,
  checkSignIn,
  checkPublicAddresses,
];

/**
 * Checks this machine's requirements and prints a fix for each problem; exit code 1 when a check fails. With --json every
 * finding is a line of JSON.
 */
export const doctor: Command = {
  usage: "[--json]",
  async run(context, args) {
    const print = args.includes("--json") ? printJson : printLine;
    const findings: Finding[] = [];
    for (const check of checks) {
      for (const finding of await check(context)) {
        findings.push(finding);
        print(context, finding);
      }
    }
    const failed = findings.filter(({ state }) => state === "failed").length;
    if (print === printLine) printSum(context, findings, failed);
    return failed > 0 ? 1 : 0;
  },
};

const printJson = (context: CommandContext, finding: Finding) => context.print(JSON.stringify(finding));

function printLine(context: CommandContext, { state, subject, message, fix }: Finding): void {
  context.print(`${marks[state]}  ${subject}: ${message}`);
  if (fix) context.print(`         → ${fix}`);
}

function printSum(context: CommandContext, findings: readonly Finding[], failed: number): void {
  const warnings = findings.filter(({ state }) => state === "warning").length;
  context.print(
    failed + warnings === 0
      ? "\nAll checks passed."
      : `\n${failed} failed, ${warnings} ${warnings === 1 ? "warning" : "warnings"}.`,
  );
}
