import { streamSettings, type stream, type streamDetail } from "@kinora/contract/live/streams.ts";
import type { Executor } from "@kinora/db/connect.ts";
import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import { STREAM_LABELS } from "@kinora/domain/live/stream-states.ts";
import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes } from "@kinora/domain/players/frame.ts";
import type { CaptionsMode } from "@kinora/domain/speech/settings.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import { memberLinks } from "../../platform/access/playback-links.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { missing, within } from "../../platform/nouns/noun.ts";
import { defaultFrame } from "../../platform/player-frame.ts";
import { STREAM } from "./announce.ts";

/** The settings that are columns, each by its own name; labels are rows of other tables. */
const { category_id: _category, tags: _tags, ...settingColumns } = streamSettings.shape;

/** What a stream's own page has of its row besides lists. */
type OwnPage = "project_id" | "version" | "start_at" | "time_zone" | "session_id" | "ad_break_until";

/** A stream's row for lists and pages. */
export interface StreamRow extends Omit<RowOf<typeof stream>, "label">, Pick<RowOf<typeof streamDetail>, OwnPage> {
  account_id: number;
  /** Of its project. */
  captions_mode: CaptionsMode;
  /** Numbers of its uploaded pictures. */
  pictures: Partial<Record<StreamPictureKind, number>>;
}

/**
 * Reads streams with what lists and pages show of them.
 * @param found a query for rows of `streams`. @param order of the answer, without `order by`; the join has none of its own.
 */
export async function readStreams(
  on: Executor,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`s.id`,
): Promise<StreamRow[]> {
  const { rows } = await sql<StreamRow>`
    select ${sql.join(Object.keys(settingColumns).map((name) => sql.ref(`s.${name}`)))},
      s.id, s.version, s.project_id, s.account_id, s.hash, s.state, s.enabled, s.paused, s.on_air, s.switched_to, s.start_at,
      (select ends_at from stream_ad_breaks b where b.stream_id = s.id and b.ends_at > now()) as ad_break_until,
      p.timezone as time_zone, p.captions_mode,
      coalesce((select json_object_agg(p.kind, p.number) from stream_pictures p where p.stream_id = s.id), '{}') as pictures,
      exists (select from stream_loop_items i join videos v on v.id = i.video_id
        where i.stream_id = s.id and v.deleted_at is null and v.takedown is null and v.status = 'complete') as can_loop,
      coalesce(s.test_until > now(), false) as testing, s.last_live_at, s.created_at,
      case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as category,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
        from stream_tags st join tags t on t.id = st.tag_id and t.leaving_at is null where st.stream_id = s.id), '[]') as tags,
      open.id as session_id, open.started_at, case when s.ingest in ('connecting', 'receiving') then open.ingest end as ingest,
      coalesce(open.viewers, 0) as viewers, r.id is not null as recording, r.started_at as recording_since,
      (select json_build_object('total', count(*), 'connected', count(*) filter (where r.state = 'connected'))
        from stream_restreams r where r.stream_id = s.id) as restreams
    from (${found}) s
    join projects p on p.id = s.project_id
    left join categories c on c.id = s.category_id and c.leaving_at is null
    left join stream_sessions open on open.stream_id = s.id and open.ended_at is null
    left join stream_recordings r on r.stream_id = s.id and r.state = 'recording'
    order by ${order}`.execute(on);
  return rows;
}

/** One stream of a project. @throws Refusal `not_found`. */
export async function readStream(on: Executor, { projectId }: OwnProject, id: number): Promise<StreamRow> {
  const [row] = await readStreams(on, sql`select * from streams where id = ${id} and ${within(STREAM, { projectId })}`);
  if (!row) throw missingStream();
  return row;
}

/** Checks that a stream belongs to the project, for reads of its details. @throws Refusal `not_found`. */
export async function requireStream(on: Executor, { projectId }: OwnProject, id: number): Promise<void> {
  const row = await on
    .selectFrom("streams")
    .select("id")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw missingStream();
}

/** The project an operation was authorized for; streams of other projects are not found. */
export type OwnProject = Pick<ProjectGrant, "projectId">;

/** The refusal for streams that do not exist and for those of other projects. */
export const missingStream = () => missing(STREAM);

/** A stream in lists of the API. */
export const presentStream = (row: StreamRow) => ({ ...row, label: STREAM_LABELS[row.state] });

/** A stream with details in the API. */
export async function presentStreamDetail(context: Context, row: StreamRow) {
  const { config } = context;
  const { edge, rtmp } = config.urls;
  const [frame, adsOnCue] = await Promise.all([
    defaultFrame(context.db, row.project_id),
    hasAdsOnCue(context.db, row.project_id),
  ]);
  const picture = (kind: StreamPictureKind) => {
    const number = row.pictures[kind];
    return number === undefined ? null : `${edge}/hls/${row.hash}/pictures/${kind}-${number}.jpg`;
  };
  return {
    ...presentStream(row),
    ads_on_cue: adsOnCue,
    captions_available: context.speech !== null && row.captions_mode !== "off",
    pictures: { paused: picture("paused"), offline: picture("offline"), countdown: picture("countdown") },
    rtmp_url: `${rtmp}/live`,
    rtmps_url: config.rtmps && `${config.rtmps.url}/live`,
    srt_url: config.srt?.url ?? null,
    whip_url: config.whip && `${edge}/whip`,
    // Its encoder may send another size each time.
    embed: embedCodes(edge, row.hash, row.name, frameInCodes(frame, null)),
    player_url: `${edge}/embed/${row.hash}`,
    preview_url: memberLinks(context, row.hash).preview(),
    playlist_url: `${edge}/hls/${row.hash}/master.m3u8`,
  };
}

/** Whether any schedule or player of the project has ads that Kinora's player plays on cue. */
async function hasAdsOnCue(on: Executor, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select from ad_schedules where project_id = ${projectId}
      and settings->>'mode' <> 'off' and coalesce(settings->>'live', 'cues') = 'cues'
    union all
    select from players where project_id = ${projectId} and (settings->>'ads_enabled')::boolean
    limit 1`.execute(on);
  return rows.length > 0;
}

/** The changed settings, each as [before, after]. */
export function differences(before: StreamRow, after: StreamRow): Record<string, unknown> {
  const plain = ({ category, tags, version: _version, ...row }: StreamRow) =>
    new Map<string, unknown>([
      ...Object.entries(row).filter(([, value]) => typeof value !== "object"),
      ["category_id", category?.id ?? null],
      ["tags", tags.map((tag) => tag.name).join(", ")],
    ]);
  const old = plain(before);
  return Object.fromEntries(
    [...plain(after)]
      .filter(([name, value]) => old.get(name) !== value)
      .map(([name, value]) => [name, [old.get(name), value]]),
  );
}
