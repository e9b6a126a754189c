import { insertRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { projectOfEachTest, ownedBy } from "../../testing/fixtures.ts";
import { recordStatements } from "../../testing/recorded-statements.ts";
import { EmbedPlaces } from "./embed-places.ts";

let places: EmbedPlaces;

const { services, project } = await projectOfEachTest();
beforeEach(() => {
  places = new EmbedPlaces(services.config.urls.console);
});

const item = { kind: "video", id: 7 } as const;
const load = (path: string, of = project) =>
  places.add({ projectId: of.projectId, page: `https://example.org/${path}`, item }, "loads");

const stored = () =>
  services.db
    .selectFrom("embed_places")
    .select(["path", "loads"])
    .where("project_id", "=", project.projectId)
    .orderBy("path")
    .orderBy("loads", "desc")
    .execute();

test("the pages of a round are written in one statement", async () => {
  const player = { hash: newHash(), title: "A player", draft: "{}", settings: "{}" };
  await insertRow(services, "players", { ...player, ...ownedBy(project) });
  for (const path of ["a", "b", "a"]) load(path);
  places.add({ projectId: project.projectId, page: "https://example.org/a", item, player: player.hash }, "plays");
  const statements: string[] = [];
  await places.write(recordStatements(services.db, statements));
  expect(statements.filter((text) => text.includes("insert into embed_places"))).toHaveLength(1);
  expect(await stored()).toEqual([
    { path: "/a", loads: 2 },
    { path: "/a", loads: 0 },
    { path: "/b", loads: 1 },
  ]);
  load("b");
  await places.write(services.db);
  expect((await stored()).at(-1)).toEqual({ path: "/b", loads: 2 });
});

test("what could not be written is written with the next pages", async () => {
  load("a");
  await sql`alter table embed_places rename to embed_places_elsewhere`.execute(services.db);
  await expect(places.write(services.db)).rejects.toThrow("embed_places");
  await sql`alter table embed_places_elsewhere rename to embed_places`.execute(services.db);
  load("a");
  load("b");
  await places.write(services.db);
  expect(await stored()).toEqual([
    { path: "/a", loads: 2 },
    { path: "/b", loads: 1 },
  ]);
});

test("of a video five hundred pages are kept, and those that are known are counted on", async () => {
  for (let page = 0; page < 499; page += 1) load(`old-${page}`);
  await places.write(services.db);
  for (const path of ["new-1", "new-2", "old-3"]) load(path);
  await places.write(services.db);
  const rows = await stored();
  expect(rows).toHaveLength(500);
  expect(rows.filter(({ path }) => path.startsWith("/new"))).toEqual([{ path: "/new-1", loads: 1 }]);
  expect(rows.find(({ path }) => path === "/old-3")).toEqual({ path: "/old-3", loads: 2 });
});

test("a project that was deleted meanwhile does not hold back the pages of the others", async () => {
  load("gone", { ...project, projectId: 9e9 });
  load("a");
  await places.write(services.db);
  expect(await stored()).toEqual([{ path: "/a", loads: 1 }]);
});
