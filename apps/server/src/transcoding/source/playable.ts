import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify, publish } from "../../platform/events/events.ts";
import type { Transcode } from "../encoding/transcode.ts";

/**
 * Makes a video playable as soon as one rendition, and its sound if it has any, has a segment. Only for a video without a
 * playable version: a new version takes over when it is complete, not before.
 */
export async function markPlayable(services: Services, transcode: Transcode): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update videos set playable = true, version = ${transcode.version}, updated_at = now()
      where id = ${transcode.video_id} and not playable and deleted_at is null
        and exists (select from renditions r join rendition_chunks c on c.rendition_id = r.id and c.chunk = 0
          where r.transcode_id = ${transcode.id} and r.kind in ('video', 'source') and cardinality(c.sizes) > 0)
        and not exists (select from renditions r left join rendition_chunks c on c.rendition_id = r.id and c.chunk = 0
          where r.transcode_id = ${transcode.id} and r.label = 'audio' and coalesce(cardinality(c.sizes), 0) = 0)
      returning id`.execute(tx);
    if (rows.length === 0) return;
    await services.tracing.traced("video playable", { "kinora.video_id": transcode.video_id }, () =>
      announcePlayable(services, tx, transcode),
    );
  });
}

async function announcePlayable(services: Services, tx: Tx, transcode: Transcode): Promise<void> {
  await tx
    .updateTable("transcodes")
    .set({ playable_at: services.clock.now(), trace_parent: services.tracing.parent() })
    .where("id", "=", transcode.id)
    .execute();
  await services.emit(tx, {
    type: "video.playable",
    accountId: transcode.account_id,
    projectId: transcode.project_id,
    payload: { video_id: transcode.video_id },
    actor: { kind: "system" },
  });
  await notify(tx, "playback_changed", transcode.hash);
  await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
}
