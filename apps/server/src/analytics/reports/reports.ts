import type { Executor } from "@kinora/db/connect.ts";
import { rangeBefore, type Granularity } from "@kinora/domain/analytics/reports.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import type { ReportFilter } from "./filter.ts";
import type { Period } from "./period.ts";
import type { Place, Rows } from "./view-reports.ts";

/** How long one statement of a report may take. */
const PATIENCE_MS = 10_000;

/** The common part of every report's input, as the contract has it. */
export interface ReportInput {
  from: string;
  to: string;
  granularity: Granularity;
  compare?: "true" | "false" | undefined;
  video?: number | undefined;
  stream?: number | undefined;
  player?: number | undefined;
  host?: string | undefined;
  country?: string | undefined;
  device?: string | undefined;
  own?: "true" | "false" | undefined;
  bots?: "true" | "false" | undefined;
  page: number;
  per_page: number;
}

interface Parts<Totals, Point, Row> {
  totals: (db: Executor, filter: ReportFilter, period: Period) => Promise<Totals>;
  series: (db: Executor, filter: ReportFilter, period: Period) => Promise<Point[]>;
  rows: (db: Executor, filter: ReportFilter, period: Period, place: Place) => Promise<Rows<Row>>;
  /** When the first row of what it counts was made. */
  since: "view_hours" | "delivery_hours" | "transcode_records";
}

/**
 * Reads a report on the caller's project: its figures, those of the range before when asked for, the chart and one page of
 * the table. @throws Refusal `unavailable` when a statement takes longer than 10 s.
 */
export async function readReport<Totals, Point, Row>(
  { db }: Context,
  { projectId }: ProjectGrant,
  input: ReportInput,
  parts: Parts<Totals, Point, Row>,
) {
  const filter: ReportFilter = {
    projectId,
    video: input.video,
    stream: input.stream,
    player: input.player,
    host: input.host,
    country: input.country,
    device: input.device,
    own: input.own === "true",
    bots: input.bots === "true",
  };
  return bounded(
    db,
    async (tx) => {
      const { timezone: zone } = await tx
        .selectFrom("projects")
        .select("timezone")
        .where("id", "=", projectId)
        .executeTakeFirstOrThrow();
      const period: Period = { from: input.from, to: input.to, zone, granularity: input.granularity };
      const before: Period | null = input.compare === "true" ? { ...period, ...rangeBefore(period) } : null;
      const place = { page: input.page, perPage: input.per_page };
      const { rows, total: found } = await parts.rows(tx, filter, period, place);
      // A page beyond the last one has no rows that say how many there are.
      const first = { page: 1, perPage: 1 };
      const total = rows.length > 0 || place.page === 1 ? found : (await parts.rows(tx, filter, period, first)).total;
      return {
        data: {
          totals: await parts.totals(tx, filter, period),
          previous: before ? await parts.totals(tx, filter, before) : null,
          series: await parts.series(tx, filter, period),
          previous_series: before ? await parts.series(tx, filter, before) : null,
          rows,
          collecting_since: await firstMoment(tx, projectId, parts.since),
        },
        pagination: pagination(place.page, place.perPage, total),
      };
    },
    { patienceMs: PATIENCE_MS },
  );
}

async function firstMoment(db: Executor, projectId: number, table: Parts<0, 0, 0>["since"]): Promise<Date | null> {
  const column = sql.ref(table === "transcode_records" ? "finished_at" : "hour");
  const { rows } = await sql<{ at: Date | null }>`
    select min(${column}) as at from ${sql.table(table)} where project_id = ${projectId}`.execute(db);
  return rows[0]?.at ?? null;
}
