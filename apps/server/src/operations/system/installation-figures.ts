import type { Database } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import type { Figure, FigureRow } from "../../platform/process/figures.ts";

/** Transcodes whose speed is averaged. */
const LATEST = 100;

interface Definition extends Omit<Figure, "read"> {
  /** Rows with a `value` and a column for each label. */
  rows: RawBuilder<Record<string, string | number | null>>;
}

/**
 * What an operator acts on, of the whole installation: each worker tells the same, so that queries take the greatest and not the sum.
 * Every query reads an index of what is open, or a bounded number of rows.
 */
const DEFINITIONS: readonly Definition[] = [
  {
    name: "kinora_jobs",
    help: "Jobs by task: that run, wait, or wait for another attempt.",
    labels: ["task", "state"],
    rows: sql`select name as task, case state when 'active' then 'running' when 'retry' then 'retry' else 'waiting' end as state,
      count(*) as value from pgboss.job where state < 'completed' group by 1, 2`,
  },
  {
    name: "kinora_oldest_job_seconds",
    help: "For how long the first job of a task could have begun.",
    labels: ["task"],
    rows: sql`select name as task, extract(epoch from now() - min(start_after))::float8 as value from pgboss.job
      where state < 'active' and not blocked and start_after <= now() group by 1`,
  },
  {
    name: "kinora_workers",
    help: "Workers that gave a sign within the last minute.",
    rows: sql`select count(*) as value from workers where seen_at > now() - interval '1 minute'`,
  },
  {
    name: "kinora_transcode_speed_ratio",
    help: `Seconds of video that a second of encoding makes, over the ${LATEST} transcodes finished last.`,
    rows: sql`select sum(source_seconds) / nullif(sum(encode_seconds), 0) as value from (
      select source_seconds, encode_seconds from transcode_records where state = 'complete'
      order by transcode_id desc limit ${sql.lit(LATEST)}) latest`,
  },
  {
    name: "kinora_uploads",
    help: "Uploads that are not at their end.",
    rows: sql`select count(*) as value from uploads where state = 'uploading'`,
  },
  {
    name: "kinora_streams_on_air",
    help: "Livestreams on air, by what they show.",
    labels: ["source"],
    rows: sql`select on_air as source, count(*) as value from streams where on_air <> 'nothing' group by 1`,
  },
  {
    name: "kinora_ingest_reconnects",
    help: "How often the encoders of the livestreams on air connected again.",
    rows: sql`select coalesce(sum(reconnects), 0) as value from stream_sessions where ended_at is null`,
  },
  {
    name: "kinora_live_ladders",
    help: "Ladders that live hosts can encode, and those they do.",
    labels: ["host", "state"],
    rows: sql`select host, state, value from stream_hosts,
      lateral (values ('possible', ladders), ('used', ladders_used)) as counted (state, value)
      where value is not null and seen_at > now() - interval '1 minute'`,
  },
  {
    name: "kinora_viewers",
    help: "Viewers of videos and livestreams who reported within the last 30 s.",
    labels: ["kind"],
    rows: sql`select item_kind as kind, count(*) as value from watching_views
      where at > now() - interval '30 seconds' group by 1`,
  },
  {
    name: "kinora_webhook_deliveries",
    help: "Messages to webhooks that are not delivered yet.",
    rows: sql`select count(*) as value from webhook_deliveries where state = 'pending'`,
  },
  {
    name: "kinora_oldest_webhook_delivery_seconds",
    help: "For how long the first message to a webhook could have been sent.",
    rows: sql`select coalesce(extract(epoch from now() - min(next_at))::float8, 0) as value from webhook_deliveries
      where state = 'pending' and next_at <= now()`,
  },
];

/** The figures of the installation, read from its database. */
export const installationFigures = (db: Database): Figure[] =>
  DEFINITIONS.map(({ rows, ...figure }) => ({
    ...figure,
    read: async () => (await rows.execute(db)).rows.flatMap(rowOf),
  }));

/** Nothing for a value that there is not yet, as the speed before the first transcode. */
function rowOf({ value, ...labels }: Record<string, string | number | null>): FigureRow[] {
  if (value === null || value === undefined) return [];
  return [
    {
      labels: Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, String(text)])),
      value: Number(value),
    },
  ];
}
