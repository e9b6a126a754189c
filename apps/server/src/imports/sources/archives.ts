import { basename } from "node:path";
import type { Services } from "../../context.ts";
import { namesInUpload } from "../../uploads/import/archive-file.ts";
import { namesInArchive, readLocalFile } from "../../uploads/import/local-file.ts";
import { readSourceFile } from "../../uploads/import/source-file.ts";
import { fileAt, type ImportSource } from "./item-file.ts";
import type { Archive } from "./peertube.ts";

/** An archive on the server's own disk. */
export const localArchive = (path: string): Archive => ({
  fileName: basename(path),
  names: (most) => namesInArchive(path, most),
  read: (entry, maximumBytes) => readLocalFile({ path, entry }, maximumBytes),
});

/** The archive that was uploaded for an import. */
export const uploadedArchive = (services: Services, job: ImportSource, signal: AbortSignal): Archive => ({
  fileName: job.source,
  names: (most) => namesInUpload(services, job.id, most),
  read: (entry, maximumBytes) => readSourceFile(services, fileAt(job, entry), maximumBytes, signal),
});
