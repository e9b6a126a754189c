import { holds } from "@kinora/contract/access.ts";
import { uploadLogFilter } from "@kinora/contract/imports.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { serveCsv } from "../platform/csv-download.ts";
import type { Cell } from "../platform/csv.ts";
import type { Ground } from "../platform/scope.ts";
import type { FindCaller } from "../platform/serve-operations.ts";
import { readWholeLog, type LogFilter } from "./log.ts";

const COLUMNS = [
  "time",
  "finished",
  "file",
  "source",
  "source_url",
  "size_bytes",
  "user",
  "duration_seconds",
  "result",
  "error_code",
  "error",
  "video_id",
  "video",
];

/** The upload log a filter shows as CSV, the latest first; moments are in UTC. */
export function serveLogExport(app: FastifyInstance, services: Services, findCaller: FindCaller): void {
  serveCsv(app, services, findCaller, {
    path: "/projects/:project_id/uploads/log.csv",
    access: holds("video_add", "project"),
    query: z.object(uploadLogFilter),
    fileName: "uploads.csv",
    action: "upload.log_exported",
    columns: COLUMNS,
    rows: exportedLog,
  });
}

/** Every row of the log as cells of CSV. */
export async function* exportedLog(
  context: Context,
  ground: Ground & { projectId: number },
  filter: LogFilter,
): AsyncGenerator<Cell[]> {
  for await (const row of readWholeLog(context, ground, filter)) {
    yield [
      row.created_at,
      row.finished_at,
      row.file_name,
      row.source,
      row.source_url,
      row.size_bytes,
      row.user ? `${row.user.first_name} ${row.user.last_name}`.trim() : "",
      row.finished_at ? Math.round((row.finished_at.getTime() - row.created_at.getTime()) / 1000) : null,
      row.result,
      row.error?.code ?? "",
      row.error?.message ?? "",
      row.video?.id ?? null,
      row.video?.title ?? "",
    ];
  }
}
