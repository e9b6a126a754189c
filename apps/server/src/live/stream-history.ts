import { pastLook, type PastLook } from "@kinora/contract/streamHistory.ts";
import type { HealthSpan } from "@kinora/domain/healthSpans.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import { missingStream, type OwnProject } from "./rows.ts";
import { liveHostUrl } from "./sessions.ts";

const PATIENCE_MS = 5_000;
const answered = z.array(pastLook);

/** How the session that is on did, oldest first, from the host where it is; nothing where that one does not answer. @throws Refusal `not_found`. */
export async function streamHistory(
  { db, log }: Context,
  { projectId }: OwnProject,
  id: number,
  span: HealthSpan,
): Promise<PastLook[]> {
  const found = await db
    .selectFrom("streams")
    .select(["hash", "ingest"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!found) throw missingStream();
  const host = await liveHostUrl(db);
  if (found.ingest === "none" || host === null) return [];
  try {
    const answer = await fetch(`${host}/live/${found.hash}/history.json?span=${span}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.status === 200 ? answered.parse(await answer.json()) : [];
  } catch (error) {
    // Charts that begin now are better than no page.
    log.debug({ err: error, stream: id }, "the health of a livestream until now could not be read");
    return [];
  }
}
