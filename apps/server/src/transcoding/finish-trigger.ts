import { sql } from "kysely";
import type { Tx } from "@kinora/db/connect.ts";
import type { Services } from "../context.ts";
import { finish } from "./finish.ts";
import type { Transcode } from "./transcode.ts";

/** Sends the finish when the last chunk and the sound are there; whoever comes last sends it, in its own transaction. */
export async function finishWhenComplete(services: Services, tx: Tx, transcode: Transcode): Promise<void> {
  // The lock makes two that finish at once take turns, so that exactly one of them sees everything complete.
  const live = await tx.selectFrom("transcodes").select("id").where("id", "=", transcode.id).where("state", "=", "running").forUpdate().executeTakeFirst();
  if (!live) return;
  const { rows } = await sql<{ complete: boolean }>`
    select not exists (select from transcode_chunks where transcode_id = ${transcode.id} and state <> 'complete')
      and not exists (select from renditions r left join rendition_chunks c on c.rendition_id = r.id
        where r.transcode_id = ${transcode.id} and r.kind = 'audio' and not coalesce(c.complete, false)) as complete`.execute(tx);
  if (rows[0]?.complete) await services.jobs.send(tx, finish, { transcodeId: transcode.id }, { priority: transcode.priority + 2 });
}
