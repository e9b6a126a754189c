import { videoSelection } from "@kinora/contract/videos/video-filter.ts";
import { deleteRows, insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { VideoSort } from "@kinora/domain/videos/library.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvLine } from "../../platform/lists/csv.ts";
import { aMember, aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedProject, ownedBy } from "../../testing/fixtures.ts";
import { aLibraryVideo, type LibraryVideo } from "../../testing/library-videos.ts";
import { exportedVideos } from "./export.ts";
import { countVideos, deletionImpact, listUploaders } from "./library.ts";
import { listVideos } from "./list.ts";

let memberId: number;
const ids: Record<string, number> = {};
const labels: Record<string, number> = {};

const make = (place: TestProject, video: LibraryVideo) => aLibraryVideo(services, labels, place, video);

const { services, project, context, grant } = await sharedProject();
const other = await aProject(services);

beforeAll(async () => {
  const { db } = services;
  await updateRows(db, "projects", { id: project.projectId }, { trash_days: 30 });
  const label = (name: string) => ({ ...ownedBy(project), name });
  for (const name of ["news", "sport"]) {
    const row = await insertRow(db, "categories", { ...label(name), slug: name });
    labels[name] = row.id;
  }
  for (const name of ["red", "blue"]) {
    labels[name] = (await db.insertInto("tags").values(label(name)).returning("id").executeTakeFirstOrThrow()).id;
  }
  memberId = (await aMember(services, project, ["video_add"])).userId;
  const on = (day: string) => new Date(`${day}T12:00:00Z`);
  const videos: Record<string, LibraryVideo> = {
    a: {
      title: "Apple",
      published: true,
      category: "news",
      tags: ["red"],
      duration_seconds: 10,
      stored_bytes: 300,
      created_at: on("2030-01-01"),
      has: ["360p", "1080p"],
    },
    b: {
      title: "banana",
      category: "sport",
      tags: ["red", "blue"],
      duration_seconds: 100,
      stored_bytes: 200,
      created_at: on("2030-01-02"),
      has: ["360p"],
    },
    c: {
      title: "Cherry 100%",
      published: true,
      description: "a fruit",
      file_name: "IMG_0001.mov",
      duration_seconds: 50,
      stored_bytes: 100,
      created_at: on("2030-01-03"),
      user_id: memberId,
    },
    d: { title: "Date", status: "failed", tags: ["blue"], created_at: on("2030-01-04") },
    e: { title: "Elder", status: "processing", category: "news", created_at: on("2030-01-05"), user_id: memberId },
    f: { title: "Fig", deleted_at: new Date() },
    g: { title: "Grape", status: "failed", deleted_at: new Date() },
    h: { title: "Honey", deleted_at: new Date(Date.now() - 31 * 86_400_000) },
  };
  for (const [name, video] of Object.entries(videos)) ids[name] = await make(project, video);
  await make(other, { title: "Apple of another tenant", published: true });
  const place = ownedBy(project);
  const banana = { ...place, video_id: ids["b"] ?? 0 };
  await insertRow(db, "captions", {
    ...banana,
    language: "en",
    label: "English",
    kind: "captions",
    format: "vtt",
    size_bytes: 1,
    cues: 1,
  });
  const facts = { video: { codec: "hevc", fps: { numerator: 50, denominator: 1 } } };
  await updateRows(db, "transcodes", { video_id: banana.video_id }, { plan: JSON.stringify({ facts }) });
  await updateRows(db, "videos", { id: banana.video_id }, { storyboard: true });
  await updateRows(db, "videos", { id: ids["c"] ?? 0 }, { published_at: on("2030-01-05") });
});

type FilterInput = z.input<typeof videoSelection>;

async function shown(filter: FilterInput, sort: VideoSort | null = "created"): Promise<string> {
  const request = { selection: videoSelection.parse(filter), page: 1, per_page: 100, sort, withUser: false };
  const { data, pagination } = await listVideos(context, grant, request);
  expect(pagination).toMatchObject({ total: data.length, more: false });
  const names = Object.entries(ids);
  return data.map(({ id }) => names.find(([, known]) => known === id)?.[0] ?? "?").join("");
}

const lists: [FilterInput["type"], string][] = [
  ["completed", "abc"],
  ["inprogress", "de"],
  ["recent", "abcde"],
  ["failed", "d"],
  ["trash", "f"],
];
test.each(lists)("the list %s shows its videos and no others", async (type, expected) => {
  expect(await shown({ type })).toBe(expected);
});

const filters: [string, () => FilterInput, string][] = [
  ["a part of the title, whatever its case", () => ({ search: "APP" }), "a"],
  ["two letters that a word begins with", () => ({ search: "Ap" }), "a"],
  ["no two letters within a word", () => ({ search: "pp" }), ""],
  ["a per cent sign as itself", () => ({ search: "100%" }), "c"],
  ["a part of the description", () => ({ search: "fruit" }), "c"],
  ["a part of the file's name", () => ({ search: "img_0001" }), "c"],
  ["published ones", () => ({ published: "true" }), "ac"],
  ["unpublished ones", () => ({ published: "false" }), "bde"],
  ["one status", () => ({ status: ["failed"] }), "d"],
  ["several statuses", () => ({ status: ["failed", "processing"] }), "de"],
  ["a category", () => ({ category: [labels["news"] ?? 0] }), "ae"],
  ["one of two categories", () => ({ category: [labels["news"] ?? 0, labels["sport"] ?? 0] }), "abe"],
  ["no category", () => ({ category: ["none"] }), "cd"],
  ["a category or none", () => ({ category: ["none", labels["sport"] ?? 0] }), "bcd"],
  ["any of two tags", () => ({ tags: [labels["red"] ?? 0, labels["blue"] ?? 0] }), "abd"],
  ["both of two tags", () => ({ tags: [labels["red"] ?? 0, labels["blue"] ?? 0], tags_mode: "all" }), "b"],
  ["no tag", () => ({ untagged: "true" }), "ce"],
  ["any tag at all", () => ({ untagged: "false" }), "abd"],
  ["an uploader", () => ({ user: [memberId] }), "ce"],
  ["a first day", () => ({ from: "2030-01-03" }), "cde"],
  ["a last day, which is included", () => ({ to: "2030-01-02" }), "ab"],
  ["a range of moments", () => ({ from: "2030-01-02T00:00:00Z", to: "2030-01-03T12:00:00Z" }), "b"],
  ["a shortest length", () => ({ duration_min: 50 }), "bc"],
  ["a longest length", () => ({ duration_max: 50 }), "ac"],
  ["a range of lengths", () => ({ duration_min: 20, duration_max: 60 }), "c"],
  ["a resolution it has", () => ({ has: ["1080p"] }), "a"],
  ["a resolution it lacks", () => ({ missing: ["1080p"] }), "bcde"],
  ["one it has and one it lacks", () => ({ has: ["360p"], missing: ["1080p"] }), "b"],
  ["a smallest size", () => ({ size_min: 200 }), "ab"],
  ["captions", () => ({ captions: "true" }), "b"],
  ["no captions", () => ({ captions: "false" }), "acde"],
  ["days of publishing", () => ({ published_from: "2030-01-05", published_to: "2030-01-05" }), "c"],
  [
    "all of it at once",
    () => ({
      published: "true",
      category: [labels["news"] ?? 0],
      tags: [labels["red"] ?? 0],
      duration_max: 20,
      has: ["360p"],
      search: "apple",
    }),
    "a",
  ],
  ["what nothing has", () => ({ published: "true", status: ["failed"] }), ""],
];
test.each(filters)("a list can be filtered by %s", async (_name, filter, expected) => {
  expect(await shown({ type: "recent", ...filter() })).toBe(expected);
});

const orders: [VideoSort | null, string][] = [
  ["created", "abc"],
  ["-created", "cba"],
  [null, "cba"],
  ["title", "abc"],
  ["-title", "cba"],
  ["duration", "acb"],
  ["-duration", "bca"],
  ["size", "cba"],
  ["-size", "abc"],
];
test.each(orders)("in the order %s", async (sort, expected) => {
  expect(await shown({ type: "completed" }, sort)).toBe(expected);
  expect(await shown({ type: "completed", duration_min: 1 }, sort)).toBe(expected);
});

describe("who sees only their own", () => {
  test("finds only their own, counts only their own, exports only their own", async () => {
    const theirs = as(services, { kind: "user", userId: memberId, superuser: false, sessionId: Buffer.alloc(32) });
    const narrow: ProjectGrant = { ...grant, owner: false, permissions: new Set(["video_add"]) };
    const request = {
      selection: videoSelection.parse({ type: "recent" }),
      page: 1,
      per_page: 30,
      sort: null,
      withUser: false,
    };
    const { data } = await listVideos(theirs, narrow, request);
    expect(data.map(({ title }) => title)).toEqual(["Elder", "Cherry 100%"]);
    expect(await countVideos(theirs, narrow)).toMatchObject({
      completed: { rows: 1 },
      inprogress: { rows: 1 },
      failed: { rows: 0 },
      trash: { rows: 0 },
    });
  });
});

test("a list says of each video what its file is and where its small pictures are, to those who ask", async () => {
  const request = { selection: videoSelection.parse({ search: "banana" }), page: 1, per_page: 30, sort: null };
  const ask = async (withFacts: boolean) =>
    (await listVideos(context, grant, { ...request, withUser: false, withFacts })).data[0];
  expect(await ask(true)).toMatchObject({ facts: { codec: "hevc", frame_rate: 50, source: null } });
  expect(await ask(false)).not.toHaveProperty("facts");
  expect((await ask(false))?.storyboard_url).toMatch(/\/hls\/~[^/]+\/[^/]+\/v1\/storyboard\/storyboard\.vtt$/);
});

test("every tab says how much is in it", async () => {
  const rows = (count: number) => ({ rows: count, more: false });
  expect(await countVideos(context, grant)).toEqual({
    completed: rows(3),
    inprogress: rows(1),
    failed: rows(1),
    trash: rows(1),
    trash_days: 30,
  });
});

test("a video in the trash says when it was deleted and when it goes", async () => {
  const request = {
    selection: videoSelection.parse({ type: "trash" }),
    page: 1,
    per_page: 30,
    sort: null,
    withUser: false,
  };
  const [video] = (await listVideos(context, grant, request)).data;
  const { deleted_at: deletedAt, purge_at: purgeAt } = { deleted_at: new Date(0), purge_at: new Date(0), ...video };
  expect(purgeAt.getTime() - deletedAt.getTime()).toBe(30 * 86_400_000);
});

test("what a deletion takes with it is said before, and other tenants' videos count as nothing", async () => {
  const [foreign] = await selectRows(services, "videos", { project_id: other.projectId }, "id");
  const impact = await deletionImpact(context, grant, [ids["a"] ?? 0, ids["b"] ?? 0, ids["d"] ?? 0, foreign?.id ?? 0]);
  expect(impact).toEqual({ videos: 3, published: 1, renditions: 3, storage_bytes: 500, trash_days: 30, to_trash: 2 });
});

test("the people of a project can be chosen as uploaders, nobody else", async () => {
  const people = (await listUploaders(context, grant)).map(({ id }) => id);
  expect(new Set(people)).toEqual(new Set([project.ownerId, memberId]));
});

test("an export holds what the filter shows, in UTC, and nothing in it is a formula", async () => {
  const id = await make(project, {
    title: '=HYPERLINK("http://x","y")',
    description: "+1\n2",
    file_name: "-a.mp4",
    created_at: new Date("2031-01-01T01:02:03+02:00"),
  });
  const rows: string[] = [];
  for await (const cells of exportedVideos(
    context,
    grant,
    videoSelection.parse({ type: "completed", from: "2030-06-01" }),
  ))
    rows.push(csvLine(cells));
  await deleteRows(services, "videos", { id });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(rows[0]).toContain(`"'+1\n2"`);
  expect(rows[0]).toContain(",'-a.mp4,");
  expect(rows[0]).toContain("2030-12-31T23:02:03.000Z");
});
