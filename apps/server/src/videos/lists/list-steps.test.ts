import { videoSelection, type VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import { COUNTED_ROWS, VIDEO_SORTS } from "@kinora/domain/videos/library.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bounded } from "../../platform/lists/bounded-read.ts";
import { allOf, findListPage, type List } from "../../platform/lists/list-page.ts";
import { aProject } from "../../platform/testing.ts";
import { combinedSamples, filterSamples, type FilterInput } from "../../testing/filter-samples.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { fillProjects, type FullProject } from "../../testing/full-project.ts";
import { rowsRead, StatementSteps, walksThrough } from "../../testing/statement-steps.ts";
import { FILTERS } from "./filters.ts";
import { videoList, type ListOrder } from "./selection.ts";

const VIDEOS = 100_000;
const PER_PAGE = 30;
/** A machine that is busy with other tests refuses nothing. */
const UNHURRIED = { patienceMs: 60_000 };

/**
 * How many of the videos a page and its count may read, where it is more than a tenth. What matches days, a tag or a file
 * name can lie at the far end of another order.
 */
const SHARE_READ: Record<string, number> = {
  "added lately": 1,
  "added in a month long ago": 1,
  "published lately": 1,
  "published long ago": 1,
  "a part of a file name": 1,
  "a tag": 1,
  "one of two tags": 1,
};

let project: FullProject;
let recorded: StatementSteps;
let samples: Record<string, Record<string, FilterInput>>;
/** One moment for all lists: what is found once is the same in every order. */
const now = Date.now();

const services = await sharedServices();
const { accountId } = await aProject(services);
const url = services.config.databaseUrl ?? "";
const [full] = await fillProjects(url, accountId, [VIDEOS]);

beforeAll(async () => {
  if (!full) throw new Error("The project was not made.");
  project = full;
  samples = { ...filterSamples(full), combined: combinedSamples(full) };
  recorded = new StatementSteps(url);
});
afterAll(() => recorded.close());

const listIn = (type: VideoSelection["type"], filter: FilterInput, order: ListOrder): List =>
  videoList(
    videoSelection.parse({ type, ...filter }),
    { projectId: project.projectId, userId: null, trashDays: 30, trashedAfter: new Date(now - 30 * 86_400_000) },
    order,
  );

type Numbered = { id: number };

/** Ids of all videos of the project, by each key from the least on. */
const sorted = new Map<string, Promise<number[]>>();

/** Ids in the order of a list, from a query without a condition: what is on the list is kept of them. */
async function inOrder({ key, order }: List): Promise<number[]> {
  const sorting =
    sorted.get(key) ??
    sql<Numbered>`select v.id, ${sql.raw(key)} as key from videos v where v.project_id = ${project.projectId} order by key, id`
      .execute(services.db)
      .then(({ rows }) => rows.map(({ id }) => id));
  sorted.set(key, sorting);
  const ids = await sorting;
  return order === "key, id" ? ids : ids.toReversed();
}

const found = new Map<string, Promise<Set<number>>>();

/** Ids of everything on a list, found once for all orders by reading every video: no index is asked for what is more than a comparison. */
function everything({ sources }: List): Promise<Set<number>> {
  const each = sources.map(({ from, where }) => sql`select v.id from ${from} where (${allOf(where)}) is true`);
  const query = sql<Numbered>`${sql.join(each, sql` union all `)}`;
  const { sql: text, parameters } = query.compile(services.db);
  const name = JSON.stringify([text, parameters]);
  const finding = found.get(name) ?? query.execute(services.db).then(({ rows }) => new Set(rows.map(({ id }) => id)));
  found.set(name, finding);
  return finding;
}

async function longWay(list: List, page: number) {
  const all = await everything(list);
  const ids: number[] = [];
  for (const id of await inOrder(list)) {
    if (ids.length === page * PER_PAGE) break;
    if (all.has(id)) ids.push(id);
  }
  return {
    ids: ids.slice((page - 1) * PER_PAGE),
    total: Math.min(all.size, COUNTED_ROWS),
    more: all.size > COUNTED_ROWS,
  };
}

async function expectRightPage(list: List, page = 1): Promise<number> {
  const { answer, steps } = await recorded.of((db) =>
    bounded(db, (tx) => findListPage(tx, list, { page, per_page: PER_PAGE }), UNHURRIED),
  );
  expect(walksThrough(steps, ["videos", "video_tags", "renditions", "captions", "spoken_passages"])).toEqual([]);
  expect({ ...answer, ids: answer.ids.map(Number) }).toEqual(await longWay(list, page));
  return rowsRead(steps, "videos");
}

// The samples of any project name them: ids play no part in them.
const nowhere: FullProject = {
  projectId: 0,
  videos: 0,
  days: 1,
  categories: [],
  tags: [],
  people: [],
  headers: { authorization: "" },
};
const names = [
  ...(Object.keys(FILTERS) as (keyof typeof FILTERS)[]).flatMap((field) =>
    Object.keys(filterSamples(nowhere)[field]).map((use) => [field, use] as const),
  ),
  ...Object.keys(combinedSamples(nowhere)).map((use) => ["combined", use] as const),
];

describe.each(VIDEO_SORTS)("in the order %s a page shows what matches, without a sequential scan", (order) => {
  test.each(names)("filtered by %s: %s", async (field, use) => {
    const read = await expectRightPage(listIn("completed", samples[field]?.[use] ?? {}, order));
    expect(read).toBeLessThanOrEqual(VIDEOS * (SHARE_READ[use] ?? 0.1));
  });

  test("of a whole list, and of its 20th page", async () => {
    await expectRightPage(listIn("completed", {}, order));
    await expectRightPage(listIn("completed", {}, order), 20);
  });
});

test.each(names)("lists of several shelves, and the trash, filtered by %s: %s", async (field, use) => {
  const filter = samples[field]?.[use] ?? {};
  await expectRightPage(listIn("recent", filter, "-created"));
  await expectRightPage(listIn("trash", filter, "-deleted"));
});

test("a filtered list ends with the rows that are counted, a list of known length does not", async () => {
  const list = listIn("completed", { published: "true" }, "title");
  const last = { page: 34, per_page: PER_PAGE };
  expect((await findListPage(services.db, list, last)).ids).toHaveLength(10);
  expect((await findListPage(services.db, list, { ...last, page: 35 })).ids).toEqual([]);
  const known = await findListPage(services.db, list, { ...last, page: 35 }, 50_000);
  expect(known).toMatchObject({ total: 50_000, more: false });
  expect(known.ids).toHaveLength(PER_PAGE);
});

test("words of any script are found by their index", async () => {
  const places = sql`select id from videos where project_id = ${project.projectId} and shelf = 'completed' order by id`;
  const titles = [
    ...["Тридцать первый урок", "第三十一課：配信の始め方", "Überprüfung – ¿qué?", "50 % rabatt_(neu)"],
    ...["Łódź, ulica Świętojańska", "Die Straße nach Hà Nội"],
  ];
  await sql`update videos set title = t.title from unnest(${titles}::text[]) with ordinality as t (title, at)
    where videos.id = (${places} offset 50000 + t.at limit 1)`.execute(services.db);
  for (const [title, search, indexed] of [
    [titles[0], "первый УРОК", true],
    [titles[1], "三十一", true],
    [titles[1], "配信の", true],
    // One or two characters are a word where they come from, and pg_trgm has no run for them.
    [titles[1], "配信", false],
    [titles[1], "課", false],
    [titles[2], "überprüf", true],
    [titles[2], "– ¿", false],
    [titles[3], "% rabatt_(", true],
    // Without accents and case, whichever of both sides has them.
    [titles[2], "uberpru", true],
    [titles[2], "QUÉ?", true],
    [titles[4], "lodz", true],
    [titles[4], "SWIETOJAŃSKA", true],
    [titles[5], "strasse", true],
    [titles[5], "ha noi", true],
    [titles[5], "Hà Nội", true],
  ] as const)
    for (const order of ["title", "-created"] as const) {
      const list = listIn("completed", { search }, order);
      const { answer, steps } = await recorded.of((db) =>
        bounded(db, (tx) => findListPage(tx, list, { page: 1, per_page: PER_PAGE }), UNHURRIED),
      );
      const found = await services.db
        .selectFrom("videos")
        .select("title")
        .where("id", "in", answer.ids.map(Number))
        .execute();
      expect(found).toEqual([{ title }]);
      expect(walksThrough(steps, ["videos"])).toEqual([]);
      if (indexed) expect(steps.some((step) => step["Index Name"] === "videos_search")).toBe(true);
    }
});
