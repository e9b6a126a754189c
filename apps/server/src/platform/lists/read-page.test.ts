import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPlaylist, sharedProject } from "../../testing/fixtures.ts";
import { INSTALLATION, type OwnPlace } from "../nouns/noun.ts";
import { aProject } from "../testing.ts";
import { ofPlace, readPage, type Wanted } from "./read-page.ts";

const { services, project } = await sharedProject();
const other = await aProject(services);
for (const name of ["Ants", "Bees", "Cats"]) await addPlaylist(services, project, { name });
await addPlaylist(services, other, { name: "Dogs" });

const page = async (place: OwnPlace, where: readonly Wanted[] = [], query = { page: 1, per_page: 30 }) => {
  const list = {
    columns: sql`p.name`,
    from: sql`playlists p`,
    where: [ofPlace(place, "p"), ...where],
    order: sql`p.name, p.id`,
  };
  const { data, pagination } = await readPage<{ name: string }>(services.db, list, query);
  return { names: data.map(({ name }) => name), pagination };
};

test("a list has the rows of a project, of an account, or of the installation, and none of a place that is not known", async () => {
  const { projectId, accountId } = project;
  expect((await page({ projectId, accountId })).names).toEqual(["Ants", "Bees", "Cats"]);
  expect((await page({ projectId: null, accountId })).names).toEqual(["Ants", "Bees", "Cats"]);
  expect((await page(INSTALLATION)).names).toEqual(["Ants", "Bees", "Cats", "Dogs"]);
  expect((await page({})).names).toEqual([]);
  expect((await page({ accountId: null, projectId: null })).names).toEqual([]);
});

test("what is not asked for is no condition", async () => {
  const asked: { search?: string; number?: number } = { search: "" };
  const where = [
    asked.search && sql`false`,
    asked.number && sql`false`,
    asked.number !== undefined && sql`false`,
    null,
    sql`p.name > 'Ants'`,
  ];
  expect((await page(project, where)).names).toEqual(["Bees", "Cats"]);
});

test("every row is on one page, and the pages are counted", async () => {
  const second = await page(project, [], { page: 2, per_page: 2 });
  expect(second).toEqual({
    names: ["Cats"],
    pagination: { page: 2, max: 2, per_page: 2, total: 3, from: 3, to: 3 },
  });
  const beyond = await page(project, [], { page: 3, per_page: 2 });
  expect(beyond).toMatchObject({ names: [], pagination: { total: 3, from: 0, to: 0 } });
});
