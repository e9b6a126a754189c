import type { Executor } from "@kinora/db/connect.ts";
import { RESTREAM_LOG_TYPES, type RestreamLogType } from "@kinora/domain/streams.ts";
import type { Context } from "../context.ts";
import { logStream } from "./announce.ts";
import { readSavedTarget } from "./restreams.ts";
import type { OwnProject } from "./rows.ts";
import type { LiveStream } from "./session-records.ts";

const LINES = 30;

/** Writes into the stream's log what happened to a target; `reason` never holds a key. */
export function logRestream(
  { db }: { db: Executor },
  stream: Pick<LiveStream, "id" | "project_id">,
  { id, name }: { id: number; name: string },
  type: RestreamLogType,
  reason = "",
): Promise<void> {
  const severity = type === "restream_up" || type === "restream_off" ? "info" : "warning";
  return logStream(db, stream, { type, severity, detail: reason ? `${name}: ${reason}` : name, restreamId: id });
}

/** Tries that fail are told ever more rarely, or a server that is gone for a day would fill the log. */
export const isTold = (tries: number): boolean => Number.isInteger(Math.log2(tries));

/** What happened to a target, newest first: up to 30 lines. @throws Refusal `not_found` */
export async function listRestreamLog(context: Pick<Context, "db">, ground: OwnProject, streamId: number, id: number) {
  const { db } = context;
  const target = await readSavedTarget(context, ground, streamId, id);
  const rows = await db
    .selectFrom("stream_log")
    .select(["id", "at", "type", "detail"])
    .where("restream_id", "=", id)
    .where("project_id", "=", ground.projectId)
    .where("type", "in", RESTREAM_LOG_TYPES)
    .$narrowType<{ type: RestreamLogType }>()
    .orderBy("id", "desc")
    .limit(LINES)
    .execute();
  return rows.map(({ detail, ...row }) => ({ ...row, reason: withoutName(detail, target.name) }));
}

/** The stream's log names the target; its own has no need to. */
function withoutName(detail: string, name: string): string {
  if (detail === name) return "";
  return detail.startsWith(`${name}: `) ? detail.slice(name.length + 2) : detail;
}
