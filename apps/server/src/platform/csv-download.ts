import type { Context } from "../context.ts";
import { actorOf } from "./caller.ts";
import { csvLine, type Cell } from "./csv.ts";
import { audit } from "./events.ts";
import type { ProjectGround } from "./scope.ts";

export interface CsvDownload {
  fileName: string;
  /** What the audit log says. */
  action: string;
  /** What narrows the rows; the audit log keeps it. */
  filter: object;
  columns: readonly string[];
  rows: AsyncIterable<readonly Cell[]>;
}

/** A project's rows as a CSV that is written while it is read, however many there are. Every download is in the audit log. */
export async function csvDownload(
  context: Context,
  { accountId, projectId }: ProjectGround,
  { fileName, action, filter, columns, rows }: CsvDownload,
) {
  const entry = { accountId, projectId, actor: actorOf(context.caller), action };
  const object = { objectType: "project", objectId: projectId, objectTitle: "" };
  await audit(context.db, { ...entry, ...object, changes: { filter } });
  return {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
    body: ReadableStream.from(write(columns, rows)),
  };
}

async function* write(
  columns: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // The mark tells spreadsheets that this is UTF-8.
  yield encoder.encode(`\uFEFF${csvLine(columns)}`);
  for await (const row of rows) yield encoder.encode(csvLine(row));
}
