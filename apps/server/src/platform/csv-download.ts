import { Readable } from "node:stream";
import type { Access } from "@kinora/contract/access.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { actorOf } from "./caller.ts";
import { csvLine, type Cell } from "./csv.ts";
import { audit } from "./events.ts";
import { Refusal } from "./refusal.ts";
import { findGround, type Ground } from "./scope.ts";
import type { FindCaller } from "./serve-operations.ts";

export interface CsvDownload<Query> {
  /** Has the project as `:project_id`. */
  path: string;
  access: Access;
  query: z.ZodType<Query>;
  fileName: string;
  /** What the audit log says. */
  action: string;
  columns: readonly string[];
  rows(context: Context, ground: Ground & { projectId: number }, query: Query): AsyncIterable<readonly Cell[]>;
}

/** Serves a project's rows as a CSV that is written while it is read, however many there are. Every download is in the audit log. */
export function serveCsv<Query>(
  app: FastifyInstance,
  services: Services,
  findCaller: FindCaller,
  download: CsvDownload<Query>,
): void {
  app.get<{ Params: { project_id: string } }>(download.path, async (request, reply) => {
    const context: Context = { ...services, caller: await findCaller(services, request, reply) };
    const projectId =
      z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).safeParse(request.params.project_id).data ?? 0;
    const ground = await findGround(context.db, context.caller, download.access, { project_id: projectId });
    if (!ground || ground.projectId === null) throw new Error("A download's access names a project.");
    const query = download.query.safeParse(queryOf(request.url));
    if (!query.success) throw new Refusal("invalid", query.error.issues[0]?.message ?? "Some of this is not right.");
    const entry = { accountId: ground.accountId, projectId, actor: actorOf(context.caller), action: download.action };
    await audit(context.db, {
      ...entry,
      objectType: "project",
      objectId: projectId,
      objectTitle: "",
      changes: { filter: query.data },
    });
    const lines = write(download.columns, download.rows(context, { ...ground, projectId }, query.data));
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${download.fileName}"`)
      .header("cache-control", "no-store")
      .send(Readable.from(lines));
  });
}

async function* write(columns: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  // The mark tells spreadsheets that this is UTF-8.
  yield `\uFEFF${csvLine(columns)}`;
  for await (const row of rows) yield csvLine(row);
}

/** The query as the contract's lists are sent: `name[]` may come several times. */
function queryOf(url: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [key, value] of new URL(url, "http://host").searchParams) {
    const name = /^(.+)\[\d*\]$/.exec(key)?.[1];
    if (name === undefined) values[key] = value;
    else values[name] = [...(Array.isArray(values[name]) ? values[name] : []), value];
  }
  return values;
}
