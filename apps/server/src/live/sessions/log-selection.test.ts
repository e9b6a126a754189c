import { LOG_SEVERITIES } from "@kinora/domain/live/stream-log.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { as } from "../../platform/testing.ts";
import { grantOf, sharedProject, addStream } from "../../testing/fixtures.ts";
import { expectRightPages } from "../../testing/log-steps.ts";
import { StatementSteps } from "../../testing/statement-steps.ts";
import type { StreamLogFilter } from "./log-selection.ts";
import { exportStreamLog, listStreamLog } from "./log.ts";

const LINES = 40_000;
const PER_PAGE = 30;

const { services, project: place } = await sharedProject();
let steps: StatementSteps;
const streams: number[] = [];

beforeAll(async () => {
  for (const name of ["Harbour", "Lighthouse"]) streams.push(await aStream(name));
  // What an index of three letters takes for each line it takes once for all when it is made after them.
  const search = await services.db
    .selectFrom(sql<{ indexname: string; indexdef: string }>`pg_indexes`.as("index"))
    .select("indexdef")
    .where("indexname", "=", "stream_log_search")
    .executeTakeFirstOrThrow();
  await sql`drop index stream_log_search`.execute(services.db);
  // One line a minute; one in five hundred is of an encoder that was lost, and only the oldest are errors.
  await sql`
    insert into stream_log (stream_id, project_id, at, type, severity, detail, client_ip)
    select case when n % 1000 = 0 then ${streams[1]}::bigint else ${streams[0]}::bigint end, ${place.projectId},
      '2026-01-01'::timestamptz + n * interval '1 minute', 'connected', case when n < 50 then 'error' else 'info' end,
      'Session ' || n || case when n % 500 = 1 then ' lost its encoder' else ' came in' end, '10.0.' || n / 256 || '.' || n % 256
    from generate_series(1, ${LINES}) as n`.execute(services.db);
  await sql.raw(search.indexdef).execute(services.db);
  await sql`vacuum analyze stream_log`.execute(services.db);
  steps = new StatementSteps(services.config.databaseUrl ?? "");
});
afterAll(() => steps.close());

const grant = () => grantOf(place);

const aStream = async (name: string): Promise<number> => (await addStream(services, place, { name })).id;

/** The same lines, found by looking at every one. */
async function longWay({ search, severity, stream, from, to }: StreamLogFilter, page: number) {
  const likely = `%${search ?? ""}%`;
  const { rows } = await sql<{ id: number; of: number }>`
    select l.id, count(*) over () as of from stream_log l join streams s on s.id = l.stream_id
    where l.project_id = ${place.projectId} and l.severity = any(${severity ?? LOG_SEVERITIES})
      and l.stream_id = any(${stream ?? streams}) and l.at >= ${from ?? "2000-01-01"} and l.at < ${to ?? "3000-01-01"}
      and (s.name ilike ${likely} or l.detail ilike ${likely} or l.client_ip ilike ${likely})
    order by l.at desc, l.id desc offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`.execute(services.db);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.of ?? 0 };
}

const filters: Record<string, () => StreamLogFilter> = {
  nothing: () => ({}),
  "errors, long ago": () => ({ severity: ["error"] }),
  "a stream that says little": () => ({ stream: streams.slice(1) }),
  "days long ago": () => ({ from: "2026-01-02T00:00:00Z", to: "2026-01-03T00:00:00Z" }),
  "words of few lines": () => ({ search: "Lost its" }),
  "a word of every line": () => ({ search: "session" }),
  "words of nobody": () => ({ search: "nothing-like-it" }),
  "a part of an address": () => ({ search: "10.0.77." }),
  "a stream's name": () => ({ search: "lighthouse" }),
  "words and days": () => ({ search: "lost", from: "2026-01-02T00:00:00Z", to: "2026-01-08T00:00:00Z" }),
};

test.each(Object.entries(filters))(
  "the log filtered by %s shows what matches, without a sequential scan",
  (_, filter) =>
    expectRightPages(steps, [1, 2], {
      list: (db, page) =>
        listStreamLog({ ...as(services, place.owner), db }, grant(), { ...filter(), page, per_page: PER_PAGE }),
      longWay: (page) => longWay(filter(), page),
    }),
);

test("two letters, which no index has, are found", async () => {
  const { data } = await listStreamLog(as(services, place.owner), grant(), { search: "39", page: 1, per_page: 30 });
  expect(data.map(({ id }) => id)).toEqual((await longWay({ search: "39" }, 1)).ids);
});

test("an export holds every line once, also those of the same moment", async () => {
  const stream = await aStream("Quay");
  await sql`
    insert into stream_log (stream_id, project_id, at, type, severity, detail)
    select ${stream}::bigint, ${place.projectId}, '2025-01-01 18:00:00.0005+00'::timestamptz + (n * 7 % 3) * interval '1 microsecond',
      'connected', 'info', 'Line ' || n from generate_series(1, 1100) as n`.execute(services.db);
  const exported = await exportStreamLog(as(services, place.owner), grant(), { stream: [stream] });
  const exportedLines = (await new Response(exported.body).text()).match(/Line \d+/g) ?? [];
  expect(new Set(exportedLines).size).toBe(1_100);
  expect(exportedLines).toHaveLength(1_100);
});
