import type { Context } from "../context.ts";
import { internalHeaders } from "../platform/secrets/internal-token.ts";
import type { SnapshotSubject } from "./host/live-snapshots.ts";
import { liveHostUrl } from "./sessions/sessions.ts";
import { missingStream, type OwnProject } from "./streams/rows.ts";

const PATIENCE_MS = 12_000;

/** A small picture of a stream from the live service; `picture` is null when it has none. @throws Refusal `not_found`. */
export async function streamSnapshot(
  { db, log, secrets, tracing }: Context,
  { projectId }: OwnProject,
  id: number,
  of: SnapshotSubject,
): Promise<{ picture: string | null; taken_at: Date | null }> {
  const found = await db
    .selectFrom("streams")
    .select(["hash", "on_air", "ingest"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!found) throw missingStream();
  const hasPicture =
    of === "on_air" ? found.on_air !== "nothing" : found.ingest === "receiving" || found.ingest === "connecting";
  const host = await liveHostUrl(db, id);
  if (!hasPicture || host === null) return { picture: null, taken_at: null };
  try {
    const answer = await fetch(`${host}/live/${found.hash}/picture.jpg?of=${of}`, {
      headers: internalHeaders(secrets, tracing),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) return { picture: null, taken_at: null };
    const takenAt = new Date(answer.headers.get("last-modified") ?? Number.NaN);
    return {
      picture: `data:image/jpeg;base64,${bytes.toString("base64")}`,
      taken_at: Number.isNaN(takenAt.getTime()) ? null : takenAt,
    };
  } catch (error) {
    // The page is shown without a picture.
    log.debug({ err: error, stream: id }, "snapshot not read");
    return { picture: null, taken_at: null };
  }
}
