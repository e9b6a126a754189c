import type { transcodeFigures } from "@kinora/contract/analytics/reports.ts";
import { HD_LINES_MAX, HD_LINES_MIN } from "@kinora/domain/billing/meters.ts";
import { sql } from "kysely";
import { encodedRenditions } from "../../platform/database/encoded-renditions.ts";
import { readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import type { Reader } from "../sums/reader.ts";
import type { Place } from "../sums/report-sums.ts";
import type { ReportFilter } from "./filter.ts";
import { pointOf, pointsOf, within, type Period } from "./period.ts";

const FINISHED = sql.ref("finished_at");

type TranscodeFigures = RowOf<typeof transcodeFigures>;
type FiguresOfRenditions = Omit<TranscodeFigures, "track_minutes">;

/** Encoded minutes by the lines of the renditions' shorter side. */
const BANDS = ["sd", "hd", "uhd"] as const;
const BAND = sql`case when lines < ${sql.lit(HD_LINES_MIN)} then 'sd' when lines <= ${sql.lit(HD_LINES_MAX)} then 'hd' else 'uhd' end`;
/** A rendition of a record, as `encodedRenditions` has those with pictures. */
const RENDITIONS = sql`jsonb_to_recordset(r.renditions) as rendition (height int, seconds float8, bytes float8, copied boolean)`;

const figures = sql`count(*)::int as jobs, (count(*) filter (where state = 'failed'))::int as failed,
  coalesce(sum(source_seconds) filter (where state = 'complete'), 0) / 60 as source_minutes,
  coalesce(sum(pictures.seconds), 0)::float8 / 60 as encoded_minutes,
  coalesce(sum(made.audio), 0)::float8 / 60 as audio_minutes,
  ${sql.join(BANDS.map((band) => sql`coalesce(sum(pictures.${sql.ref(band)}), 0)::float8 / 60 as ${sql.ref(`${band}_minutes`)}`))},
  percentile_cont(0.5) within group (order by waited_seconds) as waited,
  percentile_cont(0.95) within group (order by waited_seconds) as waited_p95,
  percentile_cont(0.95) within group (order by encode_seconds) filter (where state = 'complete') as encode_p95,
  sum(source_seconds) filter (where state = 'complete') / nullif(sum(encode_seconds) filter (where state = 'complete'), 0) as speed,
  coalesce(sum(made.bytes), 0)::float8 as bytes,
  (count(*) filter (where state = 'complete'))::float8
    / nullif(count(*) filter (where state in ('complete', 'failed')), 0) as success,
  sum(cpu_seconds) / 3600 as cpu_hours`;

const records = ({ projectId, video }: ReportFilter, period: Period) => sql`
  transcode_records r cross join lateral (
    select coalesce(sum(bytes), 0) as bytes,
      sum(seconds) filter (where height = 0 and r.state = 'complete' and not coalesce(copied, false)) as audio
    from ${RENDITIONS}) as made
  cross join lateral (
    select coalesce(sum(seconds), 0) as seconds,
      ${sql.join(BANDS.map((band) => sql`sum(seconds) filter (where ${BAND} = ${sql.lit(band)}) as ${sql.ref(band)}`))}
    from ${encodedRenditions}) as pictures
  where project_id = ${projectId} and ${within(FINISHED, period)} ${video === undefined ? sql`` : sql`and video_id = ${video}`}`;

/** Uploaded audio tracks that were encoded. */
const tracks = ({ projectId, video }: ReportFilter, period: Period) => sql`
  audio_track_records where project_id = ${projectId} and ${within(FINISHED, period)}
    ${video === undefined ? sql`` : sql`and video_id = ${video}`}`;

/** Adds the minutes of uploaded audio tracks, which no transcode has. */
const withTracks = <Figures extends FiguresOfRenditions>(figures: Figures, trackMinutes: number) => ({
  ...figures,
  encoded_minutes: figures.encoded_minutes + trackMinutes,
  track_minutes: trackMinutes,
});

const NOTHING: FiguresOfRenditions = {
  jobs: 0,
  failed: 0,
  source_minutes: 0,
  encoded_minutes: 0,
  audio_minutes: 0,
  sd_minutes: 0,
  hd_minutes: 0,
  uhd_minutes: 0,
  waited: null,
  waited_p95: null,
  encode_p95: null,
  speed: null,
  bytes: 0,
  success: null,
  cpu_hours: null,
};

/** What was encoded in a range. */
export async function transcodeTotals({ db }: Reader, filter: ReportFilter, period: Period): Promise<TranscodeFigures> {
  const { rows } = await sql<FiguresOfRenditions>`select ${figures} from ${records(filter, period)}`.execute(db);
  const encoded = await sql<{ minutes: number }>`
    select coalesce(sum(seconds), 0)::float8 / 60 as minutes from ${tracks(filter, period)}`.execute(db);
  return withTracks(rows[0] ?? NOTHING, encoded.rows[0]?.minutes ?? 0);
}

/** What was encoded at each point of a range. */
export async function transcodeSeries({ db }: Reader, filter: ReportFilter, period: Period) {
  const { rows } = await sql<FiguresOfRenditions & { at: Date; here: boolean | null; track_minutes: number }>`
    with points as (${pointsOf(period)}), sums as (
      select ${pointOf(FINISHED, period)} as at, true as here, ${figures} from ${records(filter, period)} group by 1),
      tracks as (
        select ${pointOf(FINISHED, period)} as at, sum(seconds)::float8 / 60 as minutes from ${tracks(filter, period)} group by 1)
    select points.at, sums.here, coalesce(tracks.minutes, 0) as track_minutes,
      ${sql.join(Object.keys(NOTHING).map((name) => sql.ref(`sums.${name}`)))}
    from points left join sums on sums.at = points.at left join tracks on tracks.at = points.at order by points.at`.execute(
    db,
  );
  return rows.map(({ at, here, track_minutes: minutes, ...sums }) => ({
    at,
    ...withTracks(here ? sums : NOTHING, minutes),
  }));
}

interface TranscodeRow {
  id: number;
  video_id: number;
  title: string;
  state: "complete" | "failed" | "cancelled";
  finished_at: Date;
  source_seconds: number;
  waited_seconds: number;
  encode_seconds: number;
  cpu_seconds: number | null;
  failure: string | null;
  encoded_minutes: number;
  renditions: Made[];
}

interface Made {
  height: number;
  /** Of the shorter side, which names a rendition; 0 for sound. */
  lines: number;
  seconds: number;
  bytes: number;
}

/** A rendition as records have it; those of older releases do not say its shorter side. */
interface RecordedRendition extends Omit<Made, "lines"> {
  short_side?: number | null;
}

/** The transcodes of a range, the newest first. */
export async function listTranscodeRecords(
  { db }: Reader,
  { projectId, video }: ReportFilter,
  period: Period,
  place: Place,
) {
  const list = {
    columns: sql`transcode_id as id, video_id, title, state, finished_at, source_seconds, waited_seconds, encode_seconds,
      cpu_seconds, failure, renditions,
      (select coalesce(sum(seconds), 0)::float8 / 60 from ${encodedRenditions}) as encoded_minutes`,
    from: sql`transcode_records r`,
    where: [sql`project_id = ${projectId}`, within(FINISHED, period), video && sql`video_id = ${video}`],
    order: sql`finished_at desc, transcode_id desc`,
  };
  type Found = Omit<TranscodeRow, "renditions"> & { renditions: RecordedRendition[] };
  const { data, pagination } = await readPage<Found>(db, list, place);
  const rows: TranscodeRow[] = data.map(({ renditions, ...row }) => ({
    ...row,
    renditions: renditions.map((made) => ({ ...made, lines: made.short_side ?? made.height })),
  }));
  return { rows, total: pagination.total };
}
