import { sql, type RawBuilder } from "kysely";

/** What a report is narrowed to; undefined for everything. */
export interface ReportFilter {
  projectId: number;
  video: number | undefined;
  stream: number | undefined;
  player: number | undefined;
  host: string | undefined;
  country: string | undefined;
  device: string | undefined;
  /** With the views of the project's own people, and of automatic clients. */
  own: boolean;
  bots: boolean;
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Conditions that both kinds of sums have: the project first, and nothing outside it. */
const shared = ({ projectId, video, stream, player, host, country }: ReportFilter) => [
  sql`project_id = ${projectId}`,
  ...(video === undefined ? [] : [sql`item_kind = 'video' and item_id = ${video}`]),
  ...(stream === undefined ? [] : [sql`item_kind = 'stream' and item_id = ${stream}`]),
  ...(player === undefined ? [] : [sql`player_id = ${player}`]),
  ...(host === undefined ? [] : [sql`host = ${host}`]),
  ...(country === undefined ? [] : [sql`country = ${country}`]),
];

/** Who counts as an audience. */
export const audiencesOf = ({ own, bots }: Pick<ReportFilter, "own" | "bots">): string[] => [
  "viewer",
  ...(own ? ["team"] : []),
  ...(bots ? ["bot"] : []),
];

/** The rows of `view_hours` that a report counts. */
export const viewsOf = (filter: ReportFilter): RawBuilder<boolean> =>
  all([
    ...shared(filter),
    ...(filter.device === undefined ? [] : [sql`device = ${filter.device}`]),
    sql`audience = any(${audiencesOf(filter)})`,
  ]);

/** The rows of `delivery_hours` that a report counts; bytes do not know their device or audience. */
export const deliveriesOf = (filter: ReportFilter): RawBuilder<boolean> => all(shared(filter));
