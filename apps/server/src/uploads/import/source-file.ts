import type { SourceFile } from "@kinora/domain/uploads/uploads.ts";
import type { Services } from "../../context.ts";
import { openArchiveFile } from "./archive-file.ts";
import { openBucketFile } from "./bucket-file.ts";
import { readWhole, type FetchedUrl } from "./fetch-url.ts";
import { openLocalFile } from "./local-file.ts";

/** Opens what an import names in place of an address. @throws FetchProblem. */
export function openSourceFile(services: Services, file: SourceFile, signal: AbortSignal): Promise<FetchedUrl> {
  if ("import_id" in file) return openBucketFile(services, file, signal);
  return "archive_of" in file ? openArchiveFile(services, file) : openLocalFile(file);
}

/** Reads a small one whole. @throws FetchProblem, also for more than `maximumBytes`. */
export async function readSourceFile(
  services: Services,
  file: SourceFile,
  maximumBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  return readWhole((await openSourceFile(services, file, signal)).body, maximumBytes);
}
