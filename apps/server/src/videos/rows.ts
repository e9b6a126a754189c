import type { installationVideo } from "@kinora/contract/advanced/videos.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { PersonRow } from "../platform/access/person.ts";
import type { RowOf } from "../platform/lists/row-of.ts";

/** What is answered of a video and is no column of its row: `presentVideos` and the lists compute it. */
type Computed =
  | "image_urls"
  | "upload_progress"
  | "progress"
  | "eta"
  | "queue_position"
  | "storyboard_url"
  | "said"
  | "purge_at";

/** A video as lists and pages show it, with storage keys instead of links. */
export interface VideoRow extends Omit<RowOf<typeof installationVideo>, Computed | "user" | "deleted_at"> {
  project_id: number;
  account_id: number;
  version: number;
  images: Record<string, string>;
  /** Whether lists show an animated preview: it has a storyboard and the preview is not switched off. */
  moves: boolean;
  source_bytes: number | null;
  source_sha256: Buffer | null;
  upload_bytes: number | null;
  upload_offset: number | null;
  transcode_id: number | null;
  transcode_state: string | null;
  transcode_progress: number | null;
  transcode_media_seconds: number | null;
  /** Seconds since its first chunk began. */
  transcode_elapsed: number | null;
  user: PersonRow | null;
  deleted_at: Date | null;
}

/** A transcode's plan is long and therefore read on request only. */
const FACTS = sql`json_build_object('codec', coalesce(tr.plan #> '{sound,codec}', tr.plan #> '{facts,video,codec}'),
  'frame_rate', case when not v.sound_only
    then (tr.plan #>> '{facts,video,fps,numerator}')::float8 / (tr.plan #>> '{facts,video,fps,denominator}')::float8 end,
  'source', (select source from uploads where uploads.id = v.file_id)) as facts,`;

interface Wanted {
  /** Whether those in the trash are read instead of the others; null for both. */
  deleted?: boolean | null;
  facts?: boolean;
}

/** Reads videos by id, in the order of `ids`; unknown ids are omitted, and those deleted for good. */
export async function readVideos(
  db: Executor,
  ids: readonly number[],
  { deleted = false, facts = false }: Wanted = {},
): Promise<VideoRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<VideoRow>`
    select v.id, v.project_id, v.account_id, v.hash, v.title, v.description, v.status, v.failure as error, v.published, v.playable,
      not v.playable and v.status not in ('failed', 'cancelled') and exists (select from uploads
        where uploads.id = v.file_id and uploads.state in ('uploading', 'complete') and uploads.progressive is not null) as plays_upload,
      v.version, v.images, v.storyboard and v.animated_preview as moves, v.file_id, v.file_name, v.source_bytes, v.source_sha256,
      v.stored_bytes as size_bytes, v.duration_seconds, v.width, v.height, v.sound_only, v.shelf as state,
      v.created_at, v.updated_at, v.published_at, v.completed_at, v.deleted_at, v.takedown as taken_down, ${facts ? FACTS : sql``}
      json_build_object('id', a.id, 'name', a.name) as account, json_build_object('id', p.id, 'name', p.name) as project,
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
    join accounts a on a.id = v.account_id
    join projects p on p.id = v.project_id
    left join categories c on c.id = v.category_id
    left join users u on u.id = v.user_id
    left join uploads up on up.id = v.file_id and up.state = 'uploading'
    left join lateral (select * from transcodes where transcodes.video_id = v.id order by version desc limit 1) tr on true
    where v.id = any(${ids}) and ${deleted === null ? sql`true` : sql`(v.deleted_at is not null) = ${deleted}`}
      and v.shelf <> 'gone'`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
