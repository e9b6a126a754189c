import type { Executor } from "@kinora/db/connect.ts";
import { RESTREAM_LOG_TYPES, type RestreamLogType } from "@kinora/domain/live/stream-log.ts";
import type { Context } from "../../context.ts";
import type { LiveStream } from "../sessions/session-records.ts";
import { logStream } from "../streams/announce.ts";
import type { OwnProject } from "../streams/rows.ts";
import { readSavedTarget } from "./restreams.ts";

const LINES = 30;

/** Logs an event of a restream target; `reason` must not contain a key. */
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

/** Whether to log a failed attempt: attempts 1, 2, 4, 8, …, so that an unreachable server does not fill the log. */
export const isLogged = (tries: number): boolean => Number.isInteger(Math.log2(tries));

/** A target's log, newest first, up to 30 lines. @throws Refusal `not_found` */
export async function listRestreamLog(context: Pick<Context, "db">, grant: OwnProject, streamId: number, id: number) {
  const { db } = context;
  const target = await readSavedTarget(context, grant, streamId, id);
  const rows = await db
    .selectFrom("stream_log")
    .select(["id", "at", "type", "detail"])
    .where("restream_id", "=", id)
    .where("project_id", "=", grant.projectId)
    .where("type", "in", RESTREAM_LOG_TYPES)
    .$narrowType<{ type: RestreamLogType }>()
    .orderBy("id", "desc")
    .limit(LINES)
    .execute();
  return rows.map(({ detail, ...row }) => ({ ...row, reason: withoutName(detail, target.name) }));
}

/** Removes the target's name, which the stream's log has and the target's own log does not need. */
function withoutName(detail: string, name: string): string {
  if (detail === name) return "";
  return detail.startsWith(`${name}: `) ? detail.slice(name.length + 2) : detail;
}
