import { holds } from "@kinora/contract/access.ts";
import type { ImportEntry, ImportOptions } from "@kinora/domain/imports/imports.ts";
import { sql } from "kysely";
import type { Context, Services } from "../context.ts";
import { restoreCaller } from "../platform/access/acting.ts";
import { authorize, type ProjectGrant } from "../platform/access/scope.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { importedBefore } from "./imported-before.ts";
import { storeItems } from "./read.ts";
import { insertJob, startImportJob } from "./service.ts";
import { resolveLocalSource } from "./sources/folder.ts";
import type { FoundItems } from "./sources/found-items.ts";
import { readLocalSource, type LocalKind } from "./sources/read-source.ts";

/** An import from the server's own disk, which only operators begin: no operation of the API takes a path. */
export interface LocalImport extends FoundItems {
  kind: LocalKind;
  /** In full, without links. */
  path: string;
}

/** Reads a folder or an archive. @throws GiveUp when it cannot be read. */
export async function readLocalImport(kind: LocalKind, path: string): Promise<LocalImport> {
  const whole = await resolveLocalSource(path, kind);
  return { kind, path: whole, ...(await readLocalSource(kind, whole)) };
}

/** The items that would be imported, and those that would not with the reason. */
export async function previewLocalImport({ db }: Services, projectId: number, { entries }: LocalImport) {
  const { rows } = await sql<{ source_key: string }>`${importedBefore(projectId)}`.execute(db);
  const before = new Set(rows.map(({ source_key: key }) => key));
  const reasonOf = ({ key, problem }: ImportEntry) => problem ?? (before.has(key) ? "It was imported before." : null);
  return entries.map((entry) => ({ entry, reason: reasonOf(entry) }));
}

/**
 * Starts an import that was read, in the name of a person, whose permissions apply; the workers run it.
 * @returns its id. @throws Refusal when the person may not upload to the project.
 */
export async function startLocalImport(
  services: Services,
  { userId, projectId }: { userId: number; projectId: number },
  { kind, path, name, entries }: LocalImport,
  options: ImportOptions,
): Promise<number> {
  const { context, grant } = await actAs(services, userId, projectId);
  const id = await context.db.transaction().execute(async (tx) => {
    const job = await insertJob(context, tx, grant, { kind, source: path, options });
    await storeItems(tx, job, { name, entries });
    return job.id;
  });
  await startImportJob(context, grant, id);
  return id;
}

async function actAs(
  services: Services,
  userId: number,
  projectId: number,
): Promise<{ context: Context; grant: ProjectGrant }> {
  const caller = await restoreCaller(services.db, { user_id: userId, api_key_id: null });
  const grant = await authorize(services.db, caller, holds("video_add", "project"), projectId);
  if (!grant) throw new Error("The grant of a project is missing.");
  await requireFeature(services, grant.accountId, "imports");
  return { context: { ...services, caller }, grant: { ...grant, projectId } };
}
