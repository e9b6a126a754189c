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

type Named = "host" | "country";

/** Sums have an empty text where a value is not known. */
const inSums = (name: Named, value: string) => sql`${sql.ref(name)} = ${value}`;

/** Rows of views have null. */
const inViews = (name: Named, value: string) =>
  value === "" ? sql`coalesce(${sql.ref(name)}, '') = ''` : inSums(name, value);

/** Conditions that both kinds of sums have: the project first, and nothing outside it. */
const shared = ({ projectId, video, stream, player, host, country }: ReportFilter, is = inSums) => [
  sql`project_id = ${projectId}`,
  ...(video === undefined ? [] : [sql`item_kind = 'video' and item_id = ${video}`]),
  ...(stream === undefined ? [] : [sql`item_kind = 'stream' and item_id = ${stream}`]),
  ...(player === undefined ? [] : [sql`player_id = ${player}`]),
  ...(host === undefined ? [] : [is("host", host)]),
  ...(country === undefined ? [] : [is("country", country)]),
];

/** Who counts as an audience. */
export const audiencesOf = ({ own, bots }: Pick<ReportFilter, "own" | "bots">): string[] => [
  "viewer",
  ...(own ? ["team"] : []),
  ...(bots ? ["bot"] : []),
];

const viewed = (filter: ReportFilter, is?: typeof inSums): RawBuilder<boolean> =>
  all([
    ...shared(filter, is),
    ...(filter.device === undefined ? [] : [sql`device = ${filter.device}`]),
    sql`audience = any(${audiencesOf(filter)})`,
  ]);

/** The rows of `view_hours` that a report counts. */
export const viewsOf = (filter: ReportFilter): RawBuilder<boolean> => viewed(filter);

/** The rows of `views` that a report counts. */
export const viewRowsOf = (filter: ReportFilter): RawBuilder<boolean> => viewed(filter, inViews);

/** The rows of `delivery_hours` that a report counts; bytes do not know their device or audience. */
export const deliveriesOf = (filter: ReportFilter): RawBuilder<boolean> => all(shared(filter));
