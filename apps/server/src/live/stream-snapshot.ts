import type { Context } from "../context.ts";
import type { PeekSubject } from "./live-peeks.ts";
import { missingStream, type OwnProject } from "./rows.ts";
import { liveHostUrl } from "./sessions.ts";

const PATIENCE_MS = 12_000;

/** A stream as a small picture at this moment, from the host where it is on air; without one where there is nothing to see. @throws Refusal `not_found`. */
export async function streamSnapshot(
  { db, log }: Context,
  { projectId }: OwnProject,
  id: number,
  of: PeekSubject,
): Promise<{ picture: string | null; taken_at: Date | null }> {
  const found = await db
    .selectFrom("streams")
    .select(["hash", "on_air", "ingest"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!found) throw missingStream();
  const isThere =
    of === "on_air" ? found.on_air !== "nothing" : found.ingest === "receiving" || found.ingest === "connecting";
  const host = await liveHostUrl(db);
  if (!isThere || host === null) return { picture: null, taken_at: null };
  try {
    const answer = await fetch(`${host}/live/${found.hash}/picture.jpg?of=${of}`, {
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
    // A page without a picture is better than no page.
    log.debug({ err: error, stream: id }, "a livestream could not be looked at");
    return { picture: null, taken_at: null };
  }
}
