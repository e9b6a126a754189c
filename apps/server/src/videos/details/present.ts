import { estimateSeconds, observedSpeed } from "@kinora/domain/transcoding/progress.ts";
import type { Context } from "../../context.ts";
import { presentPerson } from "../../platform/access/person.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import type { VideoRow } from "../rows.ts";
import { readQueue, type QueueView } from "./queue-view.ts";

/** A video in the contract's shape, with its place in the queue while it is queued or being transcoded. */
export async function presentVideos(context: Context, rows: readonly VideoRow[], withUser: boolean) {
  const busy = rows.some(({ transcode_state: state }) => state === "queued" || state === "running");
  const queue = busy ? await readQueue(context) : null;
  return rows.map((row) => presentVideo(context, row, queue, withUser));
}

export type PresentedVideo = Awaited<ReturnType<typeof presentVideos>>[number];

function presentVideo(context: Context, row: VideoRow, queue: QueueView | null, withUser: boolean) {
  const links = memberLinks(context, row.hash);
  const place = row.transcode_id === null ? undefined : queue?.places.get(row.transcode_id);
  const working = row.transcode_state === "queued" || row.transcode_state === "running";
  const mediaSeconds = row.transcode_media_seconds ?? 0;
  const progress = row.transcode_progress ?? 0;
  const speed = observedSpeed(progress, mediaSeconds, row.transcode_elapsed ?? 0) ?? queue?.speed ?? null;
  const { user, images, deleted_at, ...video } = row;
  // Nothing of a video that is in the trash or was taken down can be read.
  const readable = deleted_at === null && row.taken_down === null;
  return {
    ...video,
    image_urls: Object.fromEntries(
      Object.entries(readable ? images : {}).map(([label, key]) => [
        label,
        links.file(key.replace(`assets/${row.id}/`, "")),
      ]),
    ),
    upload_progress:
      row.upload_bytes === null
        ? null
        : row.upload_bytes === 0
          ? 0
          : Math.floor((100 * (row.upload_offset ?? 0)) / row.upload_bytes),
    progress: working ? Math.floor(100 * progress) : null,
    eta:
      working && queue && place
        ? estimateSeconds(mediaSeconds * (1 - progress), speed, place.aheadSeconds, queue.workers)
        : null,
    queue_position: row.status === "in_queue" ? (place?.position ?? null) : null,
    storyboard_url:
      row.moves && row.version > 0 && readable ? links.file(`v${row.version}/storyboard/storyboard.vtt`) : null,
    ...(deleted_at ? { deleted_at } : {}),
    ...(withUser ? { user: user ? presentPerson(context, user) : null } : {}),
  };
}
