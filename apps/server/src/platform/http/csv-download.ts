import type { Context } from "../../context.ts";
import { actorOf } from "../access/caller.ts";
import type { ProjectGrant } from "../access/scope.ts";
import { audit } from "../events/events.ts";
import { csvLine, type Cell } from "../lists/csv.ts";

export interface CsvDownload {
  fileName: string;
  /** The action written to the audit log. */
  action: string;
  /** The filters of the rows; stored in the audit log. */
  filter: object;
  columns: readonly string[];
  rows: AsyncIterable<readonly Cell[]>;
}

/** Streams a project's rows as CSV, however many there are. Every download is in the audit log. */
export async function csvDownload(
  context: Context,
  { accountId, projectId }: ProjectGrant,
  { fileName, action, filter, columns, rows }: CsvDownload,
) {
  const entry = { accountId, projectId, actor: actorOf(context.caller), action };
  const object = { objectType: "project", objectId: projectId, objectTitle: "" };
  await audit(context.db, { ...entry, ...object, changes: { filter } });
  return csvStream(fileName, columns, rows);
}

/** The answer that streams rows as CSV; the caller writes the audit log. */
export const csvStream = (fileName: string, columns: readonly string[], rows: AsyncIterable<readonly Cell[]>) => ({
  headers: {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": "no-store",
  },
  body: ReadableStream.from(write(columns, rows)),
});

async function* write(
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield encoder.encode(`\uFEFF${csvLine(columns)}`);
  for await (const row of rows) yield encoder.encode(csvLine(row));
}
