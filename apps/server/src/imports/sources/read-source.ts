import type { ImportKind } from "@kinora/domain/imports/imports.ts";
import type { Services } from "../../context.ts";
import { localArchive, uploadedArchive } from "./archives.ts";
import type { FoundItems } from "./found-items.ts";
import type { ImportSource } from "./item-file.ts";
import type { Archive } from "./peertube.ts";
import { tidyEntry } from "./tidy-entry.ts";

/** Kinds of sources on the server's own disk. */
export type LocalKind = Extract<ImportKind, "folder" | "peertube">;

/** Reads the source of an import; its reader is loaded when one is read. @throws FetchProblem, GiveUp when it is none of its kind. */
export async function readSource(services: Services, job: ImportSource, signal: AbortSignal): Promise<FoundItems> {
  const { kind, source } = job;
  if (kind === "feed") return tidied(await (await import("./feed-address.ts")).readFeedAt(services, source, signal));
  if (kind === "bucket") return tidied(await (await import("./bucket.ts")).readBucket(services, job, signal));
  if (kind === "archive") return tidied(await readPeertube(uploadedArchive(services, job, signal)));
  return readLocalSource(kind, source);
}

/** Reads a folder or an archive. @throws GiveUp when it is none. */
export async function readLocalSource(kind: LocalKind, path: string): Promise<FoundItems> {
  if (kind === "folder") return tidied(await (await import("./folder.ts")).readFolder(path));
  return tidied(await readPeertube(localArchive(path)));
}

const readPeertube = async (archive: Archive) => (await import("./peertube.ts")).readPeertubeExport(archive);

const tidied = ({ name, entries }: FoundItems): FoundItems => ({
  name: name.slice(0, 300).toWellFormed(),
  entries: entries.map(tidyEntry),
});
