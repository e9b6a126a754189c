import { parseArgs } from "node:util";
import type { ImportEntry, ImportOptions } from "@kinora/domain/imports/imports.ts";
import type { Services } from "../context.ts";
import { previewLocalImport, readLocalImport, startLocalImport, type LocalImport } from "../imports/local-import.ts";
import { GiveUp, Refusal } from "../platform/refusal.ts";
import { CommandError, type Command, type CommandContext } from "./command.ts";
import { openProject } from "./project-file.ts";

const USAGE = "PROJECT PATH --as EMAIL [--publish yes|no|source] [--playlists] [--no-labels] [--yes]";

/** Lists what a folder of this machine would bring into a project, and imports it with `--yes`. */
export const importFolder: Command = { usage: USAGE, run: (context, args) => importLocal(context, args, "folder") };

/** The same of the archive that PeerTube exports of an account. */
export const importPeertube: Command = { usage: USAGE, run: (context, args) => importLocal(context, args, "peertube") };

async function importLocal(context: CommandContext, args: string[], kind: LocalImport["kind"]): Promise<number> {
  const { project, path, email, options, apply } = readArguments(args);
  const services = await context.services();
  const { projectId } = (await openProject(services, project)).grant;
  const userId = await findUser(services, email);
  try {
    const read = await readLocalImport(kind, path);
    printPreview(context, await previewLocalImport(services, projectId, read));
    if (!apply) {
      context.print("Nothing was imported. Add --yes to import.");
      return 1;
    }
    const id = await startLocalImport(services, { userId, projectId }, read, options);
    context.print(`Import ${id} has started. Its progress is at ${context.config.urls.console}/upload/imports/${id}`);
    return 0;
  } catch (error) {
    if (error instanceof Refusal || error instanceof GiveUp) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

interface Arguments {
  project: string;
  path: string;
  email: string;
  options: ImportOptions;
  apply: boolean;
}

function readArguments(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      as: { type: "string" },
      publish: { type: "string", default: "source" },
      playlists: { type: "boolean", default: false },
      labels: { type: "boolean", default: true },
      yes: { type: "boolean", default: false },
    },
  });
  const [project, path, ...more] = positionals;
  if (!project || !path || more.length > 0) throw new CommandError("Name the project and the path: PROJECT PATH.");
  if (!values.as) throw new CommandError("Name the person who imports, whose permissions apply: --as EMAIL.");
  const { publish } = values;
  if (publish !== "yes" && publish !== "no" && publish !== "source")
    throw new CommandError("Write --publish yes, --publish no or --publish source.");
  const { playlists, labels, yes: apply, as: email } = values;
  return { project, path, email, options: { publish, playlists, labels }, apply };
}

async function findUser({ db }: Services, email: string): Promise<number> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where(({ eb, fn }) => eb(fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("status", "=", "active")
    .executeTakeFirst();
  if (!user) throw new CommandError(`There's no active user with the address ${email}.`);
  return user.id;
}

const REASONS_SHOWN = 20;

function printPreview(context: CommandContext, items: readonly { entry: ImportEntry; reason: string | null }[]): void {
  const wanted = items.filter(({ reason }) => reason === null);
  const skipped = items.filter(({ reason }) => reason !== null);
  const having = (what: string, has: (entry: ImportEntry) => boolean) =>
    `${wanted.filter(({ entry }) => has(entry)).length} with ${what}`;
  context.print(
    [
      `${wanted.length} to import`,
      having("captions", ({ captions }) => captions.length > 0),
      having("chapters", ({ chapters }) => chapters !== null),
      having("a thumbnail", ({ picture }) => picture !== null),
      `${skipped.length} skipped`,
    ].join(", ") + ".",
  );
  for (const { entry, reason } of skipped.slice(0, REASONS_SHOWN)) context.print(`- ${entry.title}: ${reason ?? ""}`);
  if (skipped.length > REASONS_SHOWN) context.print(`- and ${skipped.length - REASONS_SHOWN} more`);
  for (const { entry } of wanted.filter(({ entry: { notes } }) => notes.length > 0).slice(0, REASONS_SHOWN))
    context.print(`! ${entry.title}: ${entry.notes.join(" ")}`);
}
