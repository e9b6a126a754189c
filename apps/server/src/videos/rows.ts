import type { Executor } from "@kinora/db/connect.ts";
import type { UploadSource } from "@kinora/domain/uploads/uploads.ts";
import type { Takedown } from "@kinora/domain/videos/takedown.ts";
import type { VideoFailure, VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { PersonRow } from "../platform/access/person.ts";

/** A video as lists and pages show it, with storage keys instead of links. */
export interface VideoRow {
  id: number;
  project_id: number;
  account_id: number;
  hash: string;
  title: string;
  description: string;
  status: VideoStatus;
  failure: VideoFailure | null;
  published: boolean;
  playable: boolean;
  plays_upload: boolean;
  version: number;
  images: Record<string, string>;
  /** Whether lists show an animated preview: it has a storyboard and the preview is not switched off. */
  moves: boolean;
  category: { id: number; name: string } | null;
  tags: { id: number; name: string }[];
  file_id: string | null;
  file_name: string;
  source_bytes: number | null;
  source_sha256: Buffer | null;
  stored_bytes: number;
  upload_bytes: number | null;
  upload_offset: number | null;
  transcode_id: number | null;
  transcode_state: string | null;
  transcode_progress: number | null;
  transcode_media_seconds: number | null;
  /** Seconds since its first chunk began. */
  transcode_elapsed: number | null;
  resolutions: string[];
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  sound_only: boolean;
  user: PersonRow | null;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  takedown: Takedown | null;
  completed_at: Date | null;
  /** Read on request. */
  facts?: { codec: string | null; fps: { numerator: number; denominator: number } | null; source: UploadSource | null };
}

/** A transcode's plan is long and therefore read on request only. */
const FACTS = sql`json_build_object('codec', coalesce(tr.plan #> '{sound,codec}', tr.plan #> '{facts,video,codec}'),
  'fps', case when not v.sound_only then tr.plan #> '{facts,video,fps}' end,
  'source', (select source from uploads where uploads.id = v.file_id)) as facts,`;

/** Reads videos by id, in the order of `ids`; unknown ids are omitted, and deleted videos unless `deleted` is set. */
export async function readVideos(
  db: Executor,
  ids: readonly number[],
  { deleted = false, facts = false }: { deleted?: boolean; facts?: boolean } = {},
): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<VideoRow>`
    select v.id, v.project_id, v.account_id, v.hash, v.title, v.description, v.status, v.failure, v.published, v.playable,
      not v.playable and v.status not in ('failed', 'cancelled') and exists (select from uploads
        where uploads.id = v.file_id and uploads.state in ('uploading', 'complete') and uploads.progressive is not null) as plays_upload,
      v.version, v.images, v.storyboard and v.animated_preview as moves, v.file_id, v.file_name, v.source_bytes, v.source_sha256, v.stored_bytes, v.duration_seconds, v.width, v.height, v.sound_only,
      v.created_at, v.updated_at, v.published_at, v.completed_at, v.takedown, ${facts ? FACTS : sql``}
      case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as category,
      case when u.id is null then null else json_build_object('id', u.id, 'first_name', u.first_name,
        'last_name', u.last_name, 'avatar_key', u.avatar_key) end as "user",
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
        from video_tags vt join tags t on t.id = vt.tag_id where vt.video_id = v.id), '[]') as tags,
      coalesce((select array_agg(r.label order by r.height) from renditions r
        where r.video_id = v.id and r.kind = 'video' and r.further_codec is null and r.state = 'complete'
          and r.version = greatest(v.version, 1)), '{}') as resolutions,
      up.size_bytes as upload_bytes, up.offset_bytes as upload_offset,
      tr.id as transcode_id, tr.state as transcode_state, tr.progress as transcode_progress,
      tr.media_seconds as transcode_media_seconds,
      extract(epoch from now() - tr.started_at)::float8 as transcode_elapsed
    from videos v
    left join categories c on c.id = v.category_id
    left join users u on u.id = v.user_id
    left join uploads up on up.id = v.file_id and up.state = 'uploading'
    left join lateral (select * from transcodes where transcodes.video_id = v.id order by version desc limit 1) tr on true
    where v.id = any(${ids}) and (v.deleted_at is not null) = ${deleted}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
