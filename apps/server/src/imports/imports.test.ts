import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteRows, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Context, Services } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aMember, aProject, as, type TestProject } from "../platform/testing.ts";
import { grantOf, RUN, sharedServices } from "../testing/fixtures.ts";
import { fetchFiles, readSourceOf, runOf as dueRun, runToEnd } from "../testing/imports.ts";
import { listImportItems } from "./items.ts";
import { readImport } from "./read.ts";
import { readImportJob } from "./rows.ts";
import { runImport } from "./run.ts";
import { cancelImportJob, createImportJob, retryImportJob, startImportJob } from "./service.ts";

const plain = await sharedServices();
const services: Services = { ...plain, config: { ...plain.config, allowPrivateUrls: true } };
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
let project: TestProject;
let context: Context;
let grant: ProjectGrant;
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  grant = grantOf(project);
  answer = feedServer(["a", "b", "c", "d"]);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";
const item = (name: string) => `<item><title>Episode ${name}</title><guid>${name}</guid>
  <pubDate>Tue, 03 Mar 2020 07:30:00 GMT</pubDate><category>Talks</category><itunes:keywords>one,two</itunes:keywords>
  <podcast:transcript url="/${name}.vtt" type="text/vtt" language="de"/>
  <podcast:chapters url="/${name}.json"/><enclosure url="/${name}.mp4" type="video/mp4" length="1"/></item>`;

/** A feed with an item for each name, and the files of all of them but those that are missing. */
function feedServer(names: readonly string[], missing: ReadonlySet<string> = new Set()): RequestListener {
  return ({ url = "/" }, response) => {
    if (url === "/feed")
      return void response.end(`<rss><channel><title>Evening talks</title>${names.map(item).join("")}</channel></rss>`);
    if (missing.has(url)) return void response.writeHead(404).end();
    if (url.endsWith(".vtt")) return void response.end(VTT);
    if (url.endsWith(".json")) return void response.end(`{"chapters":[{"startTime":0,"title":"Beginning"}]}`);
    response.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.alloc(100, url));
  };
}

const OPTIONS = { publish: "yes", playlists: true, labels: true } as const;

async function begun(options: Parameters<typeof createImportJob>[2]["options"] = OPTIONS): Promise<number> {
  const { id } = await createImportJob(context, grant, { kind: "feed", source: `${base}/feed`, options });
  await readSourceOf(services, id);
  return id;
}

const worked = (id: number) => runToEnd(services, id);
const runOf = (id: number) => dueRun(services, id);
const fetchAll = () => fetchFiles(services, project.projectId);
/** Events about ends of imports. */
const ends = () =>
  services.db
    .selectFrom("events")
    .select(["type", "payload"])
    .where("project_id", "=", project.projectId)
    .where("type", "like", "import.%")
    .execute();
const itemsOf = async (id: number) => (await listImportItems(context, grant, id, { page: 1, per_page: 30 })).data;
const videos = () => selectOrdered(services, "videos", "id", { project_id: project.projectId, deleted_at: null });

test("a feed becomes videos with their texts, labels, captions, chapters, dates and a playlist", async () => {
  const id = await begun();
  expect(await readImportJob(context, grant, id)).toMatchObject({
    state: "ready",
    name: "Evening talks",
    items: { waiting: 4, done: 0 },
  });
  expect(await videos()).toEqual([]);
  await startImportJob(context, grant, id);
  await worked(id);
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "complete", items: { done: 4, waiting: 0 } });
  expect((await itemsOf(id)).map(({ notes, reason }) => [notes, reason])).toEqual(Array(4).fill([[], null]));
  expect(await ends()).toEqual([{ type: "import.complete", payload: { import_id: id } }]);
  const made = await videos();
  expect(made).toMatchObject(
    ["a", "b", "c", "d"].map((name) => ({
      title: `Episode ${name}`,
      status: "in_queue",
      published: true,
      published_at: new Date("2020-03-03T07:30:00Z"),
      chapters: [{ start_seconds: 0, title: "Beginning" }],
    })),
  );
  const ids = made.map((video) => video.id);
  const captions = await services.db.selectFrom("captions").selectAll().where("video_id", "in", ids).execute();
  expect(captions.map(({ language, label }) => [language, label])).toEqual(Array(4).fill(["de", "German"]));
  const listed = await services.db
    .selectFrom("playlist_items")
    .innerJoin("playlists", "playlists.id", "playlist_items.playlist_id")
    .select(["name", "video_id"])
    .where("playlists.project_id", "=", project.projectId)
    .orderBy("position")
    .execute();
  expect(listed).toEqual(ids.map((video_id) => ({ name: "Evening talks", video_id })));
  const tags = await services.db.selectFrom("video_tags").select("tag_id").where("video_id", "in", ids).execute();
  expect(tags).toHaveLength(8);
  expect(new Set(made.map(({ category_id: category }) => category)).size).toBe(1);
});

test("a second import of the feed makes nothing twice, but what is new and what was deleted", async () => {
  const first = await begun();
  await startImportJob(context, grant, first);
  await worked(first);
  const second = await begun();
  expect(await readImportJob(context, grant, second)).toMatchObject({ items: { skipped: 4, waiting: 0 } });
  const [made] = await videos();
  expect((await itemsOf(second))[0]).toMatchObject({
    state: "skipped",
    reason: "It was imported before.",
    video: { id: made?.id },
  });
  await startImportJob(context, grant, second);
  await worked(second);
  expect(await videos()).toHaveLength(4);
  await updateRows(services, "videos", { id: made?.id ?? 0 }, { deleted_at: new Date() });
  answer = feedServer(["a", "b", "c", "d", "e"]);
  const third = await begun();
  expect(await readImportJob(context, grant, third)).toMatchObject({ items: { skipped: 3, waiting: 2 } });
});

test("an item whose guid others begin to share, and end to share, is imported once", async () => {
  const files = feedServer([]);
  const feedOf = (...items: (readonly [guid: string, file: string])[]): RequestListener => {
    const written = items
      .map(([guid, file]) => item(file).replace(/<guid>.*<\/guid>/, `<guid>${guid}</guid>`))
      .join("");
    return (request, response) =>
      request.url === "/feed"
        ? void response.end(`<rss><channel><title>Evening talks</title>${written}</channel></rss>`)
        : files(request, response);
  };
  const imported = async () => {
    const id = await begun();
    const { items } = await readImportJob(context, grant, id);
    await startImportJob(context, grant, id);
    await worked(id);
    return items;
  };
  answer = feedOf(["7", "a"]);
  expect(await imported()).toMatchObject({ waiting: 1, skipped: 0 });
  answer = feedOf(["7", "b"], ["7", "a"]);
  expect(await imported()).toMatchObject({ waiting: 1, skipped: 1 });
  answer = feedOf(["7", "b"]);
  expect(await imported()).toMatchObject({ waiting: 0, skipped: 1 });
  expect(await videos()).toHaveLength(2);
});

test("two imports of the same items that were read before either started make each video once", async () => {
  const [first, second] = [await begun(), await begun()];
  await startImportJob(context, grant, first);
  await startImportJob(context, grant, second);
  await worked(second);
  await worked(first);
  expect(await videos()).toHaveLength(4);
  expect(await readImportJob(context, grant, first)).toMatchObject({ state: "complete", items: { skipped: 4 } });
});

test("a run that dies continues where it was, and a repeated run of it does nothing", async () => {
  const id = await begun();
  await startImportJob(context, grant, id);
  const run = await runOf(id);
  const dying = new AbortController();
  let made = 0;
  const mortal: Services = {
    ...services,
    async emit(tx, event) {
      await services.emit(tx, event);
      if (event.type === "video.created") made += 1;
      if (made === 2) dying.abort(new Error("killed"));
    },
  };
  await expect(runImport.run(mortal, run, { ...RUN, signal: dying.signal })).rejects.toThrow("killed");
  expect(await readImportJob(context, grant, id)).toMatchObject({ items: { running: 2, waiting: 2 } });
  await runImport.run(services, run, RUN);
  // The queue starts it again, although its next run is queued already.
  await runImport.run(services, run, RUN);
  expect(await readImportJob(context, grant, id)).toMatchObject({ items: { running: 3, waiting: 1 } });
  await worked(id);
  expect(await videos()).toHaveLength(4);
});

test("failed items say why, keep the others going, and can be retried into the same videos", async () => {
  answer = feedServer(["a", "b"], new Set(["/a.mp4", "/b.vtt"]));
  const id = await begun();
  await startImportJob(context, grant, id);
  await worked(id);
  expect(await itemsOf(id)).toMatchObject([
    { state: "failed", reason: "The server answered with HTTP 404." },
    { state: "done", notes: ["Captions (German): The server answered with HTTP 404."] },
  ]);
  answer = feedServer(["a", "b"]);
  await retryImportJob(context, grant, id);
  await worked(id);
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "complete", items: { done: 2, failed: 0 } });
  expect(await videos()).toHaveLength(2);
  await expect(retryImportJob(context, grant, id)).rejects.toMatchObject({ code: "conflict" });
});

test("a cancelled import fetches what it has begun and nothing more", async () => {
  const id = await begun();
  await startImportJob(context, grant, id);
  await runImport.run(services, await runOf(id), RUN);
  await cancelImportJob(context, grant, id);
  await cancelImportJob(context, grant, id);
  await fetchAll();
  await runImport.run(services, await runOf(id), RUN);
  expect(await readImportJob(context, grant, id)).toMatchObject({
    state: "cancelled",
    items: { done: 3, cancelled: 1, running: 0 },
  });
  await expect(startImportJob(context, grant, id)).rejects.toMatchObject({ code: "conflict" });
});

test("an address that leads to this machine is refused, and a page that is no feed is named", async () => {
  const { id } = await createImportJob(context, grant, { kind: "feed", source: `${base}/feed`, options: OPTIONS });
  const run = await runOf(id);
  const refusal: unknown = await readImport.run(plain, run, RUN).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ message: "This address is not on the public web." });
  await readImport.gaveUp?.(plain, run, { code: "url_unreachable", message: "Not public.", retryable: false });
  expect(await readImportJob(context, grant, id)).toMatchObject({ state: "failed", message: "Not public." });
  expect(await ends()).toEqual([{ type: "import.failed", payload: { import_id: id } }]);
  answer = (_request, response) => void response.end("<html></html>");
  await retryImportJob(context, grant, id);
  await expect(readImport.run(services, await runOf(id), RUN)).rejects.toThrow(
    "There is no feed in RSS or Atom at this address.",
  );
});

test("permissions are those of the owner of the import at each step", async () => {
  const editor = await aMember(services, project, ["video_add", "video_view"]);
  context = as(services, editor);
  grant = grantOf(project, ["video_add", "video_view"]);
  const id = await begun();
  await startImportJob(context, grant, id);
  await runImport.run(services, await runOf(id), RUN);
  const [made] = await videos();
  expect(made).toMatchObject({ published: false, category_id: null });
  const [first] = await itemsOf(id);
  expect(first?.notes.join(" ")).toMatch(/Publish videos.*|categor/);
  expect(first?.notes.join(" ")).toContain("playlist");
  await deleteRows(services, "project_members", { user_id: editor.userId });
  await runImport.run(services, await runOf(id), RUN);
  expect(await readImportJob(as(services, project.owner), grantOf(project), id)).toMatchObject({ state: "failed" });
});
