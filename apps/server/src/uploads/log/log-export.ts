import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import type { LogFilter } from "./log-selection.ts";
import { readWholeLog } from "./log.ts";

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

/** The upload log a filter shows as a CSV file, the latest first; moments are in UTC. */
export const exportLog = (context: Context, grant: ProjectGrant, filter: LogFilter) =>
  csvDownload(context, grant, {
    fileName: "uploads.csv",
    action: "upload.log_exported",
    filter,
    columns: COLUMNS,
    rows: exportedLog(context, grant, filter),
  });

/** Every row of the log as cells of CSV. */
async function* exportedLog(context: Context, grant: ProjectGrant, filter: LogFilter): AsyncGenerator<Cell[]> {
  for await (const row of readWholeLog(context, grant, filter)) {
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
