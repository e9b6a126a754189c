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
  return {
    id: row.id,
    hash: row.hash,
    title: row.title,
    description: row.description,
    status: row.status,
    error: row.failure,
    published: row.published,
    taken_down: row.takedown,
    playable: row.playable,
    image_urls: Object.fromEntries(
      // Nothing of a video that was taken down can be read.
      Object.entries(row.takedown ? {} : row.images).map(([label, key]) => [
        label,
        links.file(key.replace(`assets/${row.id}/`, "")),
      ]),
    ),
    category: row.category,
    tags: row.tags,
    file_id: row.file_id,
    file_name: row.file_name,
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
    duration_seconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    size_bytes: row.stored_bytes,
    resolutions: row.resolutions,
    storyboard_url:
      row.moves && row.version > 0 && !row.takedown ? links.file(`v${row.version}/storyboard/storyboard.vtt`) : null,
    ...(row.facts ? { facts: presentFacts(row.facts) } : {}),
    ...(withUser ? { user: row.user ? presentPerson(context, row.user) : null } : {}),
    created_at: row.created_at,
    updated_at: row.updated_at,
    published_at: row.published_at,
    completed_at: row.completed_at,
  };
}

function presentFacts({ codec, fps, source }: NonNullable<VideoRow["facts"]>) {
  return { codec, frame_rate: fps === null ? null : fps.numerator / fps.denominator, source };
}
