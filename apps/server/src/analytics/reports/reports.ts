import type { Executor } from "@kinora/db/connect.ts";
import { rangeBefore, type Granularity } from "@kinora/domain/analytics/reports.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { readerOf, type Reader } from "../sums/reader.ts";
import type { Place, Rows } from "../sums/report-sums.ts";
import type { ReportFilter } from "./filter.ts";
import type { Period } from "./period.ts";

/** How long one statement of a report may take. */
export const REPORT_PATIENCE_MS = 10_000;

/** What every report is narrowed to, as the contract has it. */
export interface RangeInput {
  from: string;
  to: string;
  video?: number | undefined;
  stream?: number | undefined;
  player?: number | undefined;
  host?: string | undefined;
  country?: string | undefined;
  device?: string | undefined;
  own?: "true" | "false" | undefined;
  bots?: "true" | "false" | undefined;
}

/** The common part of every report's input. */
export interface ReportInput extends RangeInput {
  granularity: Granularity;
  compare?: "true" | "false" | undefined;
  page: number;
  per_page: number;
}

interface Parts<Totals, Point, Row> {
  totals: (reader: Reader, filter: ReportFilter, period: Period) => Promise<Totals>;
  series: (reader: Reader, filter: ReportFilter, period: Period) => Promise<Point[]>;
  /** @param before the range before it, when it is compared. */
  rows: (
    reader: Reader,
    filter: ReportFilter,
    period: Period,
    place: Place,
    before: Period | null,
  ) => Promise<Rows<Row>>;
  /** When the first row of what it counts was made. */
  since: "views" | "deliveries" | "transcode_records";
}

/** What a report on a project counts. */
export const filterOf = (projectId: number, input: RangeInput): ReportFilter => ({
  projectId,
  video: input.video,
  stream: input.stream,
  player: input.player,
  host: input.host,
  country: input.country,
  device: input.device,
  own: input.own === "true",
  bots: input.bots === "true",
});

/** The range of a report in the project's time zone. */
export async function periodOf(
  db: Executor,
  projectId: number,
  { from, to }: RangeInput,
  granularity: Granularity,
): Promise<Period> {
  const { timezone: zone } = await db
    .selectFrom("projects")
    .select("timezone")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { from, to, zone, granularity };
}

/**
 * Reads a report on the caller's project: its figures, those of the range before when asked for, the chart and one page of
 * the table. @throws Refusal `unavailable` when a statement takes longer than 10 s.
 */
export async function readReport<Totals, Point, Row>(
  context: Context,
  { projectId }: ProjectGrant,
  input: ReportInput,
  parts: Parts<Totals, Point, Row>,
) {
  const filter = filterOf(projectId, input);
  return bounded(
    context.db,
    async (tx) => {
      const reader = readerOf(tx);
      const period = await periodOf(tx, projectId, input, input.granularity);
      const before: Period | null = input.compare === "true" ? { ...period, ...rangeBefore(period) } : null;
      const { rows, total: found } = await parts.rows(reader, filter, period, input, before);
      // A page beyond the last one has no rows that say how many there are.
      const first = { page: 1, per_page: 1 };
      const total =
        rows.length > 0 || input.page === 1 ? found : (await parts.rows(reader, filter, period, first, null)).total;
      return {
        data: {
          totals: await parts.totals(reader, filter, period),
          previous: before ? await parts.totals(reader, filter, before) : null,
          series: await parts.series(reader, filter, period),
          previous_series: before ? await parts.series(reader, filter, before) : null,
          rows,
          collecting_since: await firstMoment(reader, projectId, parts.since),
        },
        pagination: pagination(input.page, input.per_page, total),
      };
    },
    { patienceMs: REPORT_PATIENCE_MS },
  );
}

async function firstMoment(
  { db, sums }: Reader,
  projectId: number,
  table: Parts<0, 0, 0>["since"],
): Promise<Date | null> {
  if (table !== "transcode_records") return sums.firstHour(projectId, table);
  const { rows } = await sql<{ at: Date | null }>`
    select min(finished_at) as at from transcode_records where project_id = ${projectId}`.execute(db);
  return rows[0]?.at ?? null;
}
