import { healthSample, type HealthSample } from "@kinora/contract/live/stream-history.ts";
import type { HealthSpan } from "@kinora/domain/live/health-spans.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import { internalHeaders } from "../platform/secrets/internal-token.ts";
import { liveHostUrl } from "./sessions/sessions.ts";
import { missingStream, type OwnProject } from "./streams/rows.ts";

const PATIENCE_MS = 5_000;
const answered = z.array(healthSample);

/** Health samples of the current session, oldest first, from the live service; empty when it does not answer. @throws Refusal `not_found`. */
export async function streamHistory(
  { db, log, secrets, tracing }: Context,
  { projectId }: OwnProject,
  id: number,
  span: HealthSpan,
): Promise<HealthSample[]> {
  const found = await db
    .selectFrom("streams")
    .select(["hash", "ingest"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!found) throw missingStream();
  const host = await liveHostUrl(db, id);
  if (found.ingest === "none" || host === null) return [];
  try {
    const answer = await fetch(`${host}/live/${found.hash}/history.json?span=${span}`, {
      headers: internalHeaders(secrets, tracing),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.status === 200 ? answered.parse(await answer.json()) : [];
  } catch (error) {
    // The charts start now.
    log.debug({ err: error, stream: id }, "health history not read");
    return [];
  }
}
