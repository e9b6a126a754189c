import { insertRows, selectRow } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as } from "../platform/testing.ts";
import { sharedServices, grantOf, addVideo, addPlaylist } from "../testing/fixtures.ts";
import { assignRestriction } from "./assignments.ts";
import { listEmbedPages, listEmbedPlaces } from "./embed-pages.ts";
import { createProfile } from "./profiles.ts";

let context: Context;
let grant: ProjectGrant;
let video: number;
let playlist: number;
let player: number;

const FIRST = { by: "page", page: 1, per_page: 30 } as const;
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

const services = await sharedServices();
beforeEach(async () => {
  const project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
  const idOf = ({ id }: { id: number }) => id;
  video = await addVideo(services, grant).then(idOf);
  playlist = await addPlaylist(services, grant).then(idOf);
  player = await selectRow(services, "players", { project_id: grant.projectId }, "id").then(idOf);
});

interface Place {
  host: string;
  path: string;
  loads?: number;
  plays?: number;
  last_seen_at?: Date;
  first_seen_at?: Date;
  seen_kind?: "video";
  seen_id?: number;
}

const addPlaces = (kind: "video" | "player" | "playlist", id: number, places: readonly Place[]) =>
  insertRows(
    services,
    "embed_places",
    places.map((place) => ({ project_id: grant.projectId, item_kind: kind, item_id: id, ...place })),
  );

test("the pages that embed a video come last seen first, and each domain sums up its pages", async () => {
  await addPlaces("video", video, [
    { host: "a.test", path: "/one", loads: 5, plays: 2, first_seen_at: daysAgo(9), last_seen_at: daysAgo(3) },
    { host: "a.test", path: "/two", loads: 1, plays: 1, first_seen_at: daysAgo(2), last_seen_at: daysAgo(2) },
    { host: "b.test", path: "/", loads: 4, last_seen_at: daysAgo(1) },
  ]);
  const pages = await listEmbedPages(context, grant, { kind: "video", id: video }, FIRST);
  expect(pages.data.map(({ host, path }) => host + path)).toEqual(["b.test/", "a.test/two", "a.test/one"]);
  expect(pages.data[2]).toMatchObject({ loads: 5, plays: 2, pages: 1, allowed: true, profile: null, item: null });
  const second = await listEmbedPages(context, grant, { kind: "video", id: video }, { ...FIRST, page: 2, per_page: 2 });
  expect(second.data.map(({ path }) => path)).toEqual(["/one"]);
  expect(second.pagination).toMatchObject({ total: 3, max: 2, from: 3, to: 3 });
  const domains = await listEmbedPages(context, grant, { kind: "video", id: video }, { ...FIRST, by: "domain" });
  expect(domains.data).toMatchObject([
    { host: "b.test", pages: 1, loads: 4, plays: 0 },
    { host: "a.test", path: "/two", pages: 2, loads: 6, plays: 3 },
  ]);
  expect(domains.data[1]?.first_seen_at.getTime()).toBe(pages.data[2]?.first_seen_at.getTime());
  expect(domains.pagination.total).toBe(2);
  const found = await listEmbedPages(context, grant, { kind: "video", id: video }, { ...FIRST, search: "TEST/tw" });
  expect(found.data.map(({ path }) => path)).toEqual(["/two"]);
  const literal = await listEmbedPages(context, grant, { kind: "video", id: video }, { ...FIRST, search: "%" });
  expect(literal.data).toEqual([]);
});

test("today's restrictions of what was played last decide about the pages of players and playlists", async () => {
  const policy = { ...OPEN_POLICY, referrers: { mode: "only" as const, entries: ["a.test"], empty: false } };
  const draft = { name: "Partners", policy, message: "", newPassword: undefined };
  const { id: profileId } = await createProfile(context, grant, draft);
  await assignRestriction(context, grant, "video", video, profileId);
  const places = [
    { host: "a.test", path: "/", seen_kind: "video" as const, seen_id: video, last_seen_at: daysAgo(1) },
    { host: "b.test", path: "/", seen_kind: "video" as const, seen_id: video, last_seen_at: daysAgo(2) },
    { host: "c.test", path: "/", last_seen_at: daysAgo(3) },
  ];
  await addPlaces("player", player, places);
  await addPlaces("playlist", playlist, places);
  for (const of of [
    { kind: "player" as const, id: player },
    { kind: "playlist" as const, id: playlist },
  ]) {
    const { data } = await listEmbedPages(context, grant, of, FIRST);
    expect(data).toMatchObject([
      { host: "a.test", allowed: true, profile: { id: profileId, name: "Partners" }, item: { title: "A film" } },
      { host: "b.test", allowed: false, profile: { id: profileId }, item: { kind: "video", id: video } },
      { host: "c.test", allowed: true, profile: null, item: null },
    ]);
    const domains = await listEmbedPages(context, grant, of, { ...FIRST, by: "domain" });
    expect(domains.data.map(({ allowed }) => allowed)).toEqual([true, false, true]);
  }
  // The list of the project has what is embedded, not once more by player and playlist.
  await addPlaces("video", video, [{ host: "a.test", path: "/" }]);
  expect((await listEmbedPlaces(context, grant, {})).data).toHaveLength(1);
});

test("the pages of one playlist among very many are read from an index", async () => {
  await sql`
    insert into embed_places (project_id, item_kind, item_id, host, path, last_seen_at)
    select ${grant.projectId}, 'video', 1000000 + n / 500, 'many.test', '/' || n, now() - make_interval(secs => n)
    from generate_series(1, 50000) as n`.execute(services.db);
  await addPlaces("playlist", playlist, [{ host: "a.test", path: "/" }]);
  await sql`analyze embed_places`.execute(services.db);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain select * from embed_places where project_id = ${grant.projectId} and item_kind = 'playlist'
      and item_id = ${playlist} order by last_seen_at desc, host, path limit 30`.execute(services.db);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index.*embed_places/);
  const { data } = await listEmbedPages(context, grant, { kind: "playlist", id: playlist }, FIRST);
  expect(data.map(({ host }) => host)).toEqual(["a.test"]);
});
