import type { streamRecording } from "@kinora/contract/live/recordings.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { PageQuery } from "../../platform/lists/list-page.ts";
import { readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { requireStream, type OwnProject } from "../streams/rows.ts";

/** A row of a list of recordings and clips. */
export type RecordingRow = RowOf<typeof streamRecording>;

/** One page of the recordings and clips of a stream, newest first. @throws Refusal `not_found`. */
export async function listRecordings({ db }: Context, grant: OwnProject, query: PageQuery & { id: number }) {
  await requireStream(db, grant, query.id);
  const where = [sql`r.stream_id = ${query.id}`];
  return readPage<RecordingRow>(db, { columns: COLUMNS, from: FROM, where, order: sql`r.id desc` }, query);
}

/** One recording, clip or trim as in lists. */
export async function readRecordingRow(on: Executor, { projectId }: OwnProject, id: number): Promise<RecordingRow> {
  const { rows } = await sql<RecordingRow>`
    select ${COLUMNS} from ${FROM} where r.id = ${id} and r.project_id = ${projectId}`.execute(on);
  const [row] = rows;
  if (!row) throw new Error(`Recording ${id} does not exist.`);
  return row;
}

const COLUMNS = sql`r.id, r.kind, r.state, r.started_at, r.ended_at, r.problem,
  case when r.trim is null then null else
    json_build_object('from_seconds', r.trim -> 'from', 'to_seconds', r.trim -> 'to') end as trim,
  coalesce(v.duration_seconds, r.seconds, extract(epoch from r.ended_at - r.started_at)::float8) as seconds,
  case when v.id is null then null else
    json_build_object('id', v.id, 'title', v.title, 'status', v.status, 'published', v.published) end as video`;

const FROM = sql`stream_recordings r left join videos v on v.id = r.video_id and v.deleted_at is null`;
