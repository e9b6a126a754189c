import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { decodeCertain } from "@kinora/domain/text-bytes.ts";
import { exportProject, importProject, type ImportResult } from "../as-code/service.ts";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { CommandError, type Command, type CommandContext } from "./command.ts";
import { findNamedProject } from "./named-project.ts";
import { differenceLines } from "./project-difference.ts";

/** Prints a project's settings as YAML, or writes them to a file. */
export const projectExport: Command = {
  usage: "ID [FILE]",
  async run(context, args) {
    const [id, file, ...more] = args;
    if (!id || id.startsWith("-") || more.length > 0) throw new CommandError("Name one project: project export ID.");
    const { operator, grant } = await openProject(await context.services(), id);
    const yaml = await exportProject(operator, grant);
    if (file === undefined) context.print(yaml.trimEnd());
    else await writeFile(file, yaml);
    return 0;
  },
};

/** Prints what a file would change of a project. The exit code is 1 when that is anything, as diff's. */
export const projectDiff: Command = {
  usage: "ID FILE [--prune]",
  async run(context, args) {
    const { changes, ...result } = await runImport(context, args, { dryRun: true });
    printDifference(context, result);
    return changes === 0 ? 0 : 1;
  },
};

/** Prints what a file changes of a project, and changes it with `--yes`. */
export const projectImport: Command = {
  usage: "ID FILE [--prune] [--yes]",
  async run(context, args) {
    const { changes, secrets, apply, ...result } = await runImport(context, args, {});
    printDifference(context, result);
    if (changes === 0) return 0;
    if (!apply) {
      context.print("Nothing was changed. Add --yes to change it.");
      return 1;
    }
    context.print(`The project is changed: ${changes} ${changes === 1 ? "change" : "changes"}.`);
    for (const { kind, name, secret } of secrets)
      context.print(
        `${kind === "webhook_secret" ? "Secret of the webhook" : "Password of the restriction profile"} "${name}", shown this once: ${secret}`,
      );
    return 0;
  },
};

async function runImport(
  context: CommandContext,
  args: string[],
  { dryRun }: { dryRun?: boolean },
): Promise<ImportResult & { prune: boolean; apply: boolean }> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { prune: { type: "boolean", default: false }, yes: { type: "boolean", default: false } },
  });
  const [id, file, ...more] = positionals;
  if (!id || !file || more.length > 0) throw new CommandError("Name the project and the file: ID FILE.");
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new CommandError(`The file ${file} can't be read.`, { cause });
  });
  const text = decodeCertain(bytes)?.text;
  if (text === undefined) throw new CommandError(`The file ${file} is neither UTF-8 nor UTF-16. Save it as UTF-8.`);
  const { operator, grant } = await openProject(await context.services(), id);
  const { prune, yes } = values;
  const apply = yes && dryRun !== true;
  try {
    const request = { text, prune, dryRun: !apply, fingerprint: undefined };
    return { ...(await importProject(operator, grant, request)), prune, apply };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const messages = Object.values(error.fields ?? {}).flat();
    const all = messages.length > 1 ? messages : [error.message];
    throw new CommandError(all.map((message) => `${file}: ${message}`).join("\n"), { cause: error });
  }
}

function printDifference(
  context: CommandContext,
  { differences, prune }: Pick<ImportResult, "differences"> & { prune: boolean },
): void {
  if (differences.length === 0) context.print("The project is as the file says.");
  for (const line of differenceLines(differences, prune)) context.print(line);
}

/** A project by its hash or number, with the rights of the operator. @throws CommandError when there is none. */
export async function openProject(
  services: Services,
  name: string,
): Promise<{ operator: Context; grant: ProjectGrant }> {
  const project = await findNamedProject(services.db, name);
  return {
    operator: { ...services, caller: { kind: "operator" } },
    grant: {
      accountId: project.account_id,
      projectId: project.id,
      owner: true,
      permissions: new Set(PERMISSIONS),
    },
  };
}
