import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Transcode } from "../encoding/transcode.ts";
import { finish } from "./finish.ts";

/**
 * Enqueues the finish when every chunk, the sound and the copied rung are complete. Call it after completing a part, in the
 * same transaction and after `lockLive`.
 */
export async function finishWhenComplete(
  services: Pick<Services, "jobs">,
  tx: Tx,
  transcode: Pick<Transcode, "id" | "attempt" | "priority">,
): Promise<void> {
  const { rows } = await sql<{ complete: boolean }>`
    select not exists (select from transcode_chunks where transcode_id = ${transcode.id} and state <> 'complete')
      and not exists (select from renditions where transcode_id = ${transcode.id} and copied and state <> 'complete')
      and not exists (select from renditions r left join rendition_chunks c on c.rendition_id = r.id
        where r.transcode_id = ${transcode.id} and r.kind = 'audio' and r.state <> 'complete' and not coalesce(c.complete, false)) as complete`.execute(
    tx,
  );
  if (rows[0]?.complete)
    await services.jobs.send(
      tx,
      finish,
      { transcodeId: transcode.id, attempt: transcode.attempt },
      { priority: transcode.priority + 2 },
    );
}
