import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Services } from "../context.ts";
import { pathDelivery } from "./delivered-kind.ts";

const REMEMBERED = 20_000;

/**
 * Adds the first segment that this edge delivers of a video to the trace of its upload, within an hour after it became playable.
 * No other request for media is traced: viewers send thousands. Undefined where traces are off.
 */
export function traceFirstSegments({
  db,
  log,
  tracing,
}: Pick<Services, "db" | "log" | "tracing">):
  | ((request: IncomingMessage, response: ServerResponse) => void)
  | undefined {
  if (!tracing.isOn) return undefined;
  const seen = new LRUCache<string, true>({ max: REMEMBERED });
  return (request, response) => {
    const found = pathDelivery((request.url ?? "").split("?", 1)[0] ?? "");
    if (request.method !== "GET" || found?.video.kind !== "segment" || seen.has(found.hash)) return;
    const { hash, video } = found;
    const startedAt = new Date();
    response.once("finish", () => {
      if (response.statusCode >= 400 || seen.has(hash)) return;
      seen.set(hash, true);
      const endedAt = new Date();
      freshTrace({ db }, hash).then(
        (fresh) => {
          if (fresh === null) return;
          const facts = { "kinora.video_id": fresh.id, "kinora.height": video.height };
          tracing.begin("first segment", facts, { kind: "server", parent: fresh.trace_parent, startedAt }).end(endedAt);
        },
        (error: unknown) => log.debug({ err: error }, "could not read the trace of a video"),
      );
    });
  };
}

async function freshTrace(
  { db }: Pick<Services, "db">,
  hash: string,
): Promise<{ id: number; trace_parent: string } | null> {
  const { rows } = await sql<{ id: number; trace_parent: string }>`
    select v.id, t.trace_parent from videos v join transcodes t on t.video_id = v.id and t.version = v.version
    where v.hash = ${hash} and t.trace_parent is not null and t.playable_at > now() - interval '1 hour'`.execute(db);
  return rows[0] ?? null;
}
