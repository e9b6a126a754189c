import type { Services } from "../../context.ts";
import type { ImportJob } from "../job.ts";
import type { FoundItems } from "./found-items.ts";
import { tidyEntry } from "./tidy-entry.ts";

/** Reads the source of an import; its reader is loaded when one is read. @throws FetchProblem, GiveUp when it is none of its kind. */
export async function readSource(
  services: Services,
  place: Pick<ImportJob, "kind" | "source">,
  signal: AbortSignal,
): Promise<FoundItems> {
  const { name, entries } = await readKind(services, place, signal);
  return { name: name.slice(0, 300).toWellFormed(), entries: entries.map(tidyEntry) };
}

async function readKind(
  services: Services,
  { kind, source }: Pick<ImportJob, "kind" | "source">,
  signal: AbortSignal,
): Promise<FoundItems> {
  if (kind === "folder") return (await import("./folder.ts")).readFolder(source);
  if (kind === "peertube") return (await import("./peertube.ts")).readPeertubeExport(source);
  return (await import("./feed-address.ts")).readFeedAt(services, source, signal);
}
