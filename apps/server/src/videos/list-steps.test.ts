import { videoSelection } from "@kinora/contract/videoFilter.ts";
import { VIDEO_SORTS } from "@kinora/domain/library.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aProject, testServices, type TestServices } from "../platform/testing.ts";
import { combinedSamples, filterSamples, type Narrowing } from "../testing/filter-samples.ts";
import { fillProjects, RARE_WORD, type FullProject } from "../testing/full-project.ts";
import { rowsRead, StatementSteps, walksThrough } from "../testing/statement-steps.ts";
import { countMatching } from "./count-matching.ts";
import { ordered, type ListOrder } from "./list-orders.ts";
import { isIndexed, rareWords, readSample } from "./rare-words.ts";
import { findSelectedPage } from "./selected-page.ts";
import { allOf, onShelves, partsOf, type Parts } from "./selection.ts";

const VIDEOS = 100_000;
const PER_PAGE = 30;
/** Rows a page may look at, in tables and indexes together; a walk through the project alone would be more. */
const MOST_ROWS = 30_000;

let services: TestServices;
let project: FullProject;
let recorded: StatementSteps;

beforeAll(async () => {
  services = await testServices();
  const { accountId } = await aProject(services);
  const url = services.config.databaseUrl ?? "";
  const [full] = await fillProjects(url, accountId, [VIDEOS]);
  if (!full) throw new Error("The project was not made.");
  project = full;
  recorded = new StatementSteps(url);
}, 120_000);
afterAll(async () => {
  await recorded.close();
  await services.stop();
});

const partsIn = (type: "completed" | "recent" | "trash", narrowing: Narrowing): Parts =>
  partsOf(videoSelection.parse({ type, ...narrowing }), {
    projectId: project.projectId,
    userId: null,
    trashedAfter: new Date(Date.now() - 30 * 86_400_000),
  });

/** What a page showed, and the steps of every statement it took. */
async function walk(parts: Parts, order: ListOrder, page: number) {
  const { answer, steps } = await recorded.of((db) => findSelectedPage(db, parts, order, { page, perPage: PER_PAGE }));
  return { ...answer, steps };
}

const counted = new Map<string, Promise<number>>();

/** How many videos there are in all, counted the long way, and as a list counts them: the same in every order. */
function countOnce(parts: Parts): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from videos v where ${every(parts)}`;
  const { sql: text, parameters } = query.compile(services.db);
  const key = JSON.stringify([text, parameters]);
  const known = counted.get(key);
  if (known) return known;
  const counting = query.execute(services.db).then(async ({ rows }) => {
    const all = rows[0]?.total ?? 0;
    if (isIndexed(parts))
      expect(await countMatching(services.db, parts)).toEqual({ rows: Math.min(all, 10_000), more: all > 10_000 });
    return all;
  });
  counted.set(key, counting);
  return counting;
}

const every = (parts: Parts) =>
  allOf([onShelves(parts.projectId, parts.shelves), ...parts.always, ...parts.narrowings.map((each) => each.seen)]);

/** The same page read the long way: every video looked at, all that match put in order. */
async function longWay(parts: Parts, order: ListOrder, page: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v where ${every(parts)} order by ${ordered(order)} offset ${(page - 1) * PER_PAGE} limit ${PER_PAGE}`.execute(
    services.db,
  );
  return rows.map(({ id }) => id);
}

async function expectFewSteps(parts: Parts, order: ListOrder, page = 1): Promise<void> {
  const { ids, total, more, steps } = await walk(parts, order, page);
  expect(walksThrough(steps, ["videos", "video_tags"])).toEqual([]);
  expect(rowsRead(steps)).toBeLessThan(MOST_ROWS);
  expect(ids).toEqual(await longWay(parts, order, page));
  const all = await countOnce(parts);
  const single = parts.narrowings.length <= 1 && parts.narrowings.every(({ about }) => about !== "words");
  // What is not counted to its end says so, and shows that there is another page; letters no index knows are looked for no further.
  if (!more) expect(total).toBe(all);
  else if (isIndexed(parts)) {
    const shown = Math.max(page * PER_PAGE + 1, single ? 300 : 0);
    expect(total).toBeGreaterThanOrEqual(Math.min(all, 10_000, shown));
    expect(total).toBeLessThanOrEqual(all);
  }
}

// The names stand in the samples of any project: ids play no part in them.
const nowhere: FullProject = {
  projectId: 0,
  videos: 0,
  days: 1,
  categories: [],
  tags: [],
  people: [],
  headers: { authorization: "" },
};
const names = Object.entries(filterSamples(nowhere)).flatMap(([field, uses]) =>
  Object.keys(uses).map((use) => [field, use] as const),
);
const narrowed = (field: string, use: string): Narrowing =>
  Object.entries(filterSamples(project)).find(([name]) => name === field)?.[1][use] ?? {};

describe.each(VIDEO_SORTS)("in the order %s a page takes a bounded number of steps", (order) => {
  test.each(names)("narrowed by %s: %s", async (field, use) => {
    await expectFewSteps(partsIn("completed", narrowed(field, use)), order);
  });

  test("of a whole list, and of its 200th page", async () => {
    await expectFewSteps(partsIn("completed", {}), order);
    await expectFewSteps(partsIn("completed", {}), order, 200);
  });

  test.each(Object.keys(combinedSamples(nowhere)))("narrowed by %s", async (use) => {
    await expectFewSteps(partsIn("completed", combinedSamples(project)[use] ?? {}), order);
  });
});

describe("lists of several shelves, and the trash, take no more", () => {
  test.each(names)("narrowed by %s: %s", async (field, use) => {
    await expectFewSteps(partsIn("recent", narrowed(field, use)), "-created");
    await expectFewSteps(partsIn("trash", narrowed(field, use)), "-deleted");
  });
});

test("a narrowed list's 100th page takes no more", async () => {
  for (const narrowing of [{ published: "true" as const }, { category: project.categories.slice(0, 1) }])
    for (const order of ["-created", "title"] as const)
      await expectFewSteps(partsIn("completed", narrowing), order, 100);
});

test.each(VIDEO_SORTS)(
  "in the order %s a tag's, a category's and a person's videos are read where they lie",
  async (order) => {
    const [tags, category, user] = [
      project.tags.slice(0, 2),
      project.categories.slice(0, 1),
      project.people.slice(0, 1),
    ];
    for (const narrowing of [
      { tags: tags.slice(0, 1) },
      { tags, tags_mode: "all" as const },
      { category, published: "true" as const },
      { user, captions: "false" as const },
    ]) {
      const { ids, steps } = await walk(partsIn("completed", narrowing), order, 1);
      expect(ids).toHaveLength(PER_PAGE);
      expect(rowsRead(steps)).toBeLessThan(600);
    }
  },
);

test("what two labels have in common is read from an index of both", async () => {
  const [tags, category, user] = [project.tags.slice(0, 1), project.categories.slice(0, 1), project.people.slice(0, 1)];
  for (const [index, narrowing] of [
    ["video_tags_of_uploader", { tags, user, has: ["1080p"] }],
    ["video_tags_of_category", { tags, category }],
    ["videos_of_category_and_uploader", { category, user, captions: "true" }],
  ] as const) {
    const { steps } = await walk(partsIn("completed", narrowing as Narrowing), "title", 1);
    const read = steps.filter((step) => step["Index Name"] === index && step["Actual Loops"] > 0);
    expect(read).not.toEqual([]);
  }
});

test("a range of days that lies at the far end of an order is read month by month", async () => {
  for (const [use, order] of [
    ["published long ago", "-created"],
    ["published long ago", "title"],
    ["added long ago", "-title"],
  ] as const) {
    const narrowing = { ...narrowed("published_to", use), ...narrowed("to", use) };
    const { ids, steps } = await walk(partsIn("completed", narrowing), order, 1);
    expect(ids).toHaveLength(PER_PAGE);
    expect(rowsRead(steps)).toBeLessThan(9_000);
  }
});

test("a word is looked for in one category, or among one person's videos, without a look at all that have it", async () => {
  for (const narrowing of [{ category: project.categories.slice(1, 2) }, { user: project.people.slice(0, 1) }]) {
    const { steps } = await walk(partsIn("completed", { search: "course 123 ", ...narrowing }), "title", 1);
    const asked = steps.filter((step) => step["Index Name"] === "videos_words");
    expect(asked.map((step) => step["Actual Rows"] < 50)).toEqual([true]);
  }
});

test("the index on words is asked for the rare runs of a search only", async () => {
  const askedFor = async (search: string) => {
    const parts = partsIn("completed", { search });
    const { narrowings } = rareWords(parts, await readSample(services.db, parts, "title"));
    return narrowings.flatMap(({ sought }) => sought?.compile(services.db).parameters ?? []).find(Array.isArray);
  };
  expect(await askedFor("course 123")).toEqual(expect.arrayContaining([" 12", "123"]));
  expect(await askedFor("course 123")).not.toContain("our");
  expect(await askedFor(RARE_WORD)).toHaveLength(4);
  // Where all are common, a few of them say nearly as much as all.
  expect(await askedFor("of course")).toHaveLength(4);
});

test("words of any script are found by their index", async () => {
  const places = sql`select id from videos where project_id = ${project.projectId} and shelf = 'completed' order by id`;
  const titles = ["Тридцать первый урок", "第三十一課：配信の始め方", "Überprüfung – ¿qué?", "50 % rabatt_(neu)"];
  await sql`update videos set title = t.title from unnest(${titles}::text[]) with ordinality as t (title, at)
    where videos.id = (${places} offset 50000 + t.at limit 1)`.execute(services.db);
  for (const [title, search] of [
    [titles[0], "первый УРОК"],
    [titles[1], "配信の"],
    // One or two characters are a word where they come from.
    [titles[1], "配信"],
    [titles[1], "課"],
    [titles[2], "überprüf"],
    [titles[2], "– ¿"],
    [titles[3], "% rabatt_("],
  ])
    for (const order of ["title", "-created"] as const) {
      const { ids, steps } = await walk(partsIn("completed", { search: search ?? "" }), order, 1);
      const found = await services.db.selectFrom("videos").select("title").where("id", "in", ids).execute();
      expect(found).toEqual([{ title }]);
      expect(rowsRead(steps)).toBeLessThan(5_000);
    }
});
