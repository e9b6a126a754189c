import type { streamSession } from "@kinora/contract/live/stream-sessions.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { within } from "../../platform/lists/list-filter.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { every, readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { HOST_SECONDS } from "../host/placement.ts";

type SessionRow = RowOf<typeof streamSession>;

export type SessionFilter = InputOf<"streams", "exportStreamSessions">;

const EXPORT_PAGE = 500;

const wanted = ({ projectId }: ProjectGrant, filter: SessionFilter) => [
  sql`x.project_id = ${projectId}`,
  filter.stream && filter.stream.length > 0 && sql`x.stream_id = any(${filter.stream})`,
  ...within(sql`x.started_at`, filter),
];

/** One page of the sessions of a project's streams, newest first. */
export function listSessions({ db }: Context, grant: ProjectGrant, query: SessionFilter & PageQuery) {
  const list = { from: sql`stream_sessions x`, where: wanted(grant, query), order: sql`x.id desc` };
  return readPage<SessionRow>(db, list, query, (found) => readSessions(db, found));
}

const COLUMNS = [
  ...["id", "stream_id", "stream", "started_at", "live_at", "ended_at", "seconds", "end_reason", "test"],
  ...["client_ip", "encoder", "picture", "video_codec", "audio_codec", "bytes_in", "average_kbps", "reconnects"],
  ...[
    "peak_viewers",
    "average_viewers",
    "watch_seconds",
    "bytes_out",
    "recording",
    "recording_video_id",
    "recordings",
    "clips",
  ],
];

/** The filtered sessions as a CSV file, latest first; times are in UTC. */
export const exportSessions = (context: Context, grant: ProjectGrant, filter: SessionFilter) =>
  csvDownload(context, grant, {
    fileName: "stream-sessions.csv",
    action: "stream.sessions_exported",
    filter,
    columns: COLUMNS,
    rows: exported(context, grant, filter),
  });

async function* exported({ db, clock }: Context, grant: ProjectGrant, filter: SessionFilter): AsyncGenerator<Cell[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const where = every([...wanted(grant, filter), sql`x.id < ${before}`]);
    const rows = await readSessions(
      db,
      sql`select * from stream_sessions x where ${where} order by x.id desc limit ${EXPORT_PAGE}`,
    );
    const now = clock.now();
    for (const row of rows) yield cells(row, now);
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < EXPORT_PAGE) return;
  }
}

function cells(row: SessionRow, now: Date): Cell[] {
  const { ingest, recording, stream, started_at: start, ended_at: end } = row;
  const seconds = Math.max(0, Math.round(((end ?? now).getTime() - start.getTime()) / 1000));
  const size = ingest && ingest.width !== null && ingest.height !== null ? `${ingest.width}x${ingest.height}` : "";
  return [
    ...[row.id, stream.id, stream.name, start, row.live_at, end, seconds, row.end_reason, row.testing],
    ...[row.client_ip, ingest?.encoder ?? null, size, ingest?.video_codec ?? null, ingest?.audio_codec ?? null],
    ...[row.bytes_in, seconds > 0 ? Math.round(row.bytes_in / 125 / seconds) : null, row.reconnects],
    ...[
      row.peak_viewers,
      row.average_viewers,
      row.watch_seconds,
      row.bytes_out,
      recording.state,
      recording.video?.id ?? null,
    ],
    ...[row.recordings, row.clips],
  ];
}

/** Sessions with what lists say of them, the newest first. @param found a query for rows of `stream_sessions`. */
async function readSessions(on: Executor, found: RawBuilder<unknown>): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select x.id, x.started_at, x.live_at, x.ended_at, x.end_reason, x.client_ip, x.testing, x.ingest, x.bytes_in, x.bytes_out, x.reconnects,
      x.peak_viewers, x.watch_seconds,
      round((x.watch_seconds / greatest(1, extract(epoch from coalesce(x.ended_at, now()) - x.started_at)))::numeric, 1)::float8
        as average_viewers,
      json_build_object('id', s.id, 'name', s.name) as stream,
      json_build_object('state', coalesce(last.state, 'none'), 'video',
        case when v.id is null then null else json_build_object('id', v.id, 'title', v.title) end) as recording,
      kept.recordings, kept.clips
    from (${found}) x join streams s on s.id = x.stream_id
    left join lateral (select state, video_id from stream_recordings r
      where r.session_id = x.id and r.kind = 'recording' order by r.id desc limit 1) last on true
    left join videos v on v.id = last.video_id and v.deleted_at is null
    cross join lateral (select count(*) filter (where r.kind = 'recording') as recordings,
      count(*) filter (where r.kind = 'clip') as clips from stream_recordings r where r.session_id = x.id) kept
    order by x.id desc`.execute(on);
  return rows;
}

/** URL of the live host that has a livestream, without a trailing slash; of any for one that none had yet; null while none runs. */
export async function liveHostUrl(on: Executor, streamId: number): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    select h.url from stream_hosts h join streams s on s.id = ${streamId}
    where h.seen_at > now() - make_interval(secs => ${HOST_SECONDS})
    order by h.host = s.host desc nulls last, h.seen_at desc limit 1`.execute(on);
  return rows[0]?.url ?? null;
}

/** Number of live streams, and the encoding capacity in full ladders, rounded to a tenth. */
export async function liveCapacity({ db }: Context, { projectId }: ProjectGrant) {
  const { rows } = await sql<{ live_now: number }>`
    select count(*) as live_now from streams s
    where s.project_id = ${projectId} and s.ingest in ('connecting', 'receiving')`.execute(db);
  const hosts = await db
    .selectFrom("stream_hosts")
    .select(["ladders", "ladders_used"])
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${HOST_SECONDS})`)
    .execute();
  const measured = hosts.flatMap(({ ladders }) => (ladders === null ? [] : [ladders]));
  return {
    live_now: rows[0]?.live_now ?? 0,
    ladders_running: tenths(hosts.map(({ ladders_used: used }) => used)),
    ladders_possible: measured.length > 0 ? tenths(measured) : null,
    available: hosts.length > 0,
  };
}

const tenths = (shares: readonly number[]): number => Math.round(shares.reduce((sum, each) => sum + each, 0) * 10) / 10;
