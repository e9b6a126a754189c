import { join, normalize, sep } from "node:path";
import { readBucketAddress } from "@kinora/domain/imports/bucket-address.ts";
import type { ImportFile } from "@kinora/domain/imports/imports.ts";
import type { SourceFile } from "@kinora/domain/uploads/uploads.ts";
import type { Services } from "../../context.ts";
import { FetchProblem, readUrl } from "../../uploads/import/fetch-url.ts";
import { readSourceFile } from "../../uploads/import/source-file.ts";
import type { ImportJob } from "../job.ts";

/** Where an import reads. */
export type ImportSource = Pick<ImportJob, "id" | "kind" | "source">;

/**
 * The file that a path names in the folder, the bucket or the archive of an import.
 * @throws FetchProblem for a path that leads out of the folder, and in imports that have none.
 */
export function fileAt({ id, kind, source }: ImportSource, path: string): SourceFile {
  if (kind === "peertube") return { path: source, entry: path };
  if (kind === "archive") return { archive_of: id, entry: path };
  if (kind === "bucket") return { import_id: id, key: `${readBucketAddress(source)?.prefix ?? ""}${path}` };
  const inside = normalize(join(source, path));
  if (kind !== "folder" || !inside.startsWith(source.endsWith(sep) ? source : source + sep))
    throw new FetchProblem("url_unreachable", "This file is not in the folder of the import.");
  return { path: inside, entry: null };
}

/** Reads a small file of an item whole: captions, chapters or a picture. @throws FetchProblem. */
export async function readItemFile(
  { context, job, signal }: { context: Services; job: ImportSource; signal: AbortSignal },
  file: ImportFile,
  maximumBytes: number,
): Promise<Buffer> {
  if ("path" in file) return readSourceFile(context, fileAt(job, file.path), maximumBytes, signal);
  const { bytes } = await readUrl(file.url, { maximumBytes, allowPrivate: context.config.allowPrivateUrls, signal });
  return bytes;
}
