import { insertRow, selectOrdered, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { CAPTIONS_MAXIMUM_BYTES, CAPTIONS_VERSIONS_MAX } from "@kinora/domain/videos/captions.ts";
import { afterAll, expect, test } from "vitest";
import { Refusal } from "../../platform/refusal.ts";
import { aProject, as } from "../../platform/testing.ts";
import { anEdge, aRendition, aVideo } from "../../playback/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { listCaptionsVersions } from "../captions/captions-versions.ts";
import { addCaptions, deleteCaptions, readCaptionsFile, updateCaptions } from "../captions/captions.ts";
import { saveChapters } from "../captions/chapters.ts";
import { addVideoTags, removeVideoTags } from "../labels/labels.ts";
import { linkOriginal, deleteOriginal } from "../lifecycle/originals.ts";
import { keepSchedules, saveSchedule } from "../lifecycle/schedule.ts";
import { copyDetails } from "../lists/neighbours.ts";
import { readVideo, updateVideo } from "../service.ts";
import { listActivity } from "./activity.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello <script>x</script>\n";
const META = { language: "en-us", label: "English", kind: "captions", default: true } as const;

const grant = (permissions: readonly Permission[] = PERMISSIONS, of = project) => ({
  accountId: of.accountId,
  projectId: of.projectId,
  owner: false,
  permissions: new Set(permissions),
});
const owner = () => as(services, project.owner);
const get = async (path: string) => {
  const response = await fetch(edge.url + path);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

async function refusal(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; fields: Record<string, string[]> }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, fields: error.fields ?? {} };
    throw error;
  }
  throw new Error("It was not refused.");
}

async function aPlayableVideo(title = "A film") {
  const video = await aVideo(services, project, { title });
  await aRendition(services, project, video, { label: "360p" });
  await updateRows(services, "transcodes", { id: video.transcodeId }, { state: "complete" });
  return video;
}

test("captions that begin after the end of the video are counted, once its length is known", async () => {
  const { id } = await aPlayableVideo();
  const late =
    "WEBVTT\n\n00:59.000 --> 01:02.000\nOne\n\n01:00:00.000 --> 01:00:01.000\nTwo\n\n01:00:02.000 --> 01:00:03.000\nThree\n";
  const lasting = (seconds: number | null) =>
    services.db.updateTable("videos").set({ duration_seconds: seconds }).where("id", "=", id).execute();
  await lasting(null);
  const saved = await addCaptions(owner(), grant(), id, META, late);
  expect(saved.after_end).toBe(0);
  await lasting(60);
  const change = (file: string | null) => updateCaptions(owner(), grant(), id, saved.data.id, META, file);
  expect(await change(late)).toMatchObject({ after_end: 2, data: { cues: 3 } });
  expect(await change(null)).toMatchObject({ after_end: 0 });
  await deleteCaptions(owner(), grant(), id, saved.data.id);
});

test("captions are listed in the master playlist until they are deleted", async () => {
  const { id, hash } = await aPlayableVideo();
  expect((await get(`/hls/${hash}/master.m3u8`)).text).not.toContain("SUBTITLES");
  const { data: caption } = await addCaptions(owner(), grant(), id, META, FILE);
  expect(caption).toMatchObject({ language: "en-US", default: true, cues: 1, format: "vtt" });
  const master = await expect
    .poll(async () => (await get(`/hls/${hash}/master.m3u8`)).text)
    .toContain("TYPE=SUBTITLES")
    .then(() => get(`/hls/${hash}/master.m3u8`));
  expect(master.text).toContain(`URI="captions/${caption.id}-1/index.m3u8"`);
  expect(master.text).toContain('LANGUAGE="en-US"');
  expect((await get(`/hls/${hash}/captions/${caption.id}-1/index.m3u8`)).text).toContain(`../${caption.id}-1.vtt`);
  const file = await get(`/hls/${hash}/captions/${caption.id}-1.vtt`);
  expect(file.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
  expect(file.text).toContain("Hello x");
  expect(file.text).not.toContain("<script");
  expect((await readCaptionsFile(owner(), grant(), id, caption.id)).file).toBe(file.text);

  await updateCaptions(owner(), grant(), id, caption.id, META, FILE.replace("Hello", "Changed"));
  await expect.poll(async () => (await get(`/hls/${hash}/captions/${caption.id}-1.vtt`)).status).toBe(404);
  expect((await get(`/hls/${hash}/captions/${caption.id}-2.vtt`)).text).toContain("Changed");
  await deleteCaptions(owner(), grant(), id, caption.id);
  await expect.poll(async () => (await get(`/hls/${hash}/master.m3u8`)).text).not.toContain("SUBTITLES");
  const stored = await selectRow(services, "videos", { id }, "stored_bytes", "extra_bytes");
  expect(stored).toEqual({ stored_bytes: 0, extra_bytes: 0 });
});

test("one of a video's captions is the default", async () => {
  const { id } = await aPlayableVideo();
  await addCaptions(owner(), grant(), id, META, FILE);
  await addCaptions(owner(), grant(), id, { ...META, label: "German", language: "de" }, FILE);
  const { captions } = await readVideo(owner(), grant(), id);
  expect(captions.map(({ label, default: byDefault }) => [label, byDefault])).toEqual([
    ["English", false],
    ["German", true],
  ]);
});

test.each([
  ["a file with a broken time", META, "WEBVTT\n\n00:01.000 --> x\nA\n", "file", "Line 3:"],
  ["a file above 1 MiB", META, `WEBVTT\n\n${"x".repeat(CAPTIONS_MAXIMUM_BYTES)}`, "file", "1 MiB"],
  ["no language", { ...META, language: "no language" }, FILE, "language", "not a language"],
])("captions are refused for %s", async (_what, meta, file, field, words) => {
  const { id } = await aPlayableVideo();
  const refused = await refusal(addCaptions(owner(), grant(), id, meta, file));
  expect(refused.code).toBe("invalid");
  expect(refused.fields[field]?.[0]).toContain(words);
});

test("what cannot be read of captions is left out and named", async () => {
  const { id } = await aPlayableVideo();
  const { data, skipped } = await addCaptions(
    owner(),
    grant(),
    id,
    META,
    `${FILE}\nlost\n\n00:03.000 --> 00:03.000\nA\n`,
  );
  expect([data.cues, skipped.count, skipped.lines.map(({ line }) => line)]).toEqual([1, 2, [6, 8]]);
  const changed = await updateCaptions(owner(), grant(), id, data.id, META, null);
  expect(changed).toMatchObject({ data: { cues: 1 }, skipped: { count: 0, lines: [] } });
});

test("a file that someone else saved since it was read is not replaced", async () => {
  const { id } = await aPlayableVideo();
  const { data } = await addCaptions(owner(), grant(), id, META, FILE);
  const save = (words: string, version?: number) =>
    updateCaptions(owner(), grant(), id, data.id, META, FILE.replace("Hello", words), version);
  expect(data.version).toBe(1);
  // How they are named is no other file.
  const renamed = await updateCaptions(owner(), grant(), id, data.id, { ...META, label: "Spoken" }, null, 1);
  expect(renamed.data).toMatchObject({ version: 1, label: "Spoken" });
  expect((await save("One", 1)).data.version).toBe(2);
  expect((await refusal(save("Two", 1))).code).toBe("changed_since");
  expect((await readCaptionsFile(owner(), grant(), id, data.id)).file).toContain("One");
  expect((await save("Two")).data.version).toBe(3);
});

test("files before the present one are kept up to a number, count as storage, and go with the captions", async () => {
  const { id } = await aPlayableVideo();
  const { data } = await addCaptions(owner(), grant(), id, META, FILE);
  const sizes = [data.size_bytes];
  for (let version = 2; version <= CAPTIONS_VERSIONS_MAX + 3; version += 1) {
    const saved = await updateCaptions(owner(), grant(), id, data.id, META, FILE.replace("Hello", "x".repeat(version)));
    sizes.push(saved.data.size_bytes);
  }
  const versions = await listCaptionsVersions(owner(), grant(), id, data.id);
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: CAPTIONS_VERSIONS_MAX + 1 }, (_, at) => CAPTIONS_VERSIONS_MAX + 3 - at),
  );
  expect(versions[0]).toMatchObject({ cues: 1, saved_by: { id: project.ownerId } });
  const kept = sizes.slice(-versions.length).reduce((sum, bytes) => sum + bytes, 0);
  const stored = async () => selectRow(services, "videos", { id }, "extra_bytes");
  expect((await stored()).extra_bytes).toBe(kept);
  expect((await readCaptionsFile(owner(), grant(), id, data.id, 4)).file).toContain("xxxx ");
  expect((await refusal(readCaptionsFile(owner(), grant(), id, data.id, 2))).code).toBe("not_found");
  const other = await aPlayableVideo();
  expect((await refusal(listCaptionsVersions(owner(), grant(), other.id, data.id))).code).toBe("not_found");
  await deleteCaptions(owner(), grant(), id, data.id);
  expect((await stored()).extra_bytes).toBe(0);
});

test("a label is used once, and captions of another video are not found", async () => {
  const { id } = await aPlayableVideo();
  const other = await aPlayableVideo();
  const { data } = await addCaptions(owner(), grant(), id, META, FILE);
  expect((await refusal(addCaptions(owner(), grant(), id, META, FILE))).fields["label"]).toBeDefined();
  expect((await refusal(deleteCaptions(owner(), grant(), other.id, data.id))).code).toBe("not_found");
  const stranger = await aProject(services);
  expect(
    (await refusal(addCaptions(as(services, stranger.owner), grant(PERMISSIONS, stranger), id, META, FILE))).code,
  ).toBe("not_found");
});

test("chapters are served as WebVTT and refused out of order", async () => {
  const { id, hash } = await aPlayableVideo();
  await saveChapters(owner(), grant(), id, [
    { start_seconds: 0, title: "Intro" },
    { start_seconds: 4, title: "Rest" },
  ]);
  await expect
    .poll(async () => (await get(`/hls/${hash}/chapters.vtt`)).text)
    .toContain("00:00:04.000 --> 00:00:08.000\nRest");
  const refused = await refusal(
    saveChapters(owner(), grant(), id, [
      { start_seconds: 4, title: "A" },
      { start_seconds: 2, title: "" },
    ]),
  );
  expect(Object.keys(refused.fields)).toEqual(["chapters.1.title", "chapters.1.start_seconds"]);
});

test("a schedule publishes and unpublishes at its times, once", async () => {
  const { id } = await aVideo(services, project, { published: false });
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await saveSchedule(owner(), grant(), id, { publishAt: later(1), unpublishAt: later(3), publishWhenReady: false });
  const at = (hours: number) => keepSchedules.run({ ...services, clock: { now: () => later(hours) } });
  const published = async () => (await readVideo(owner(), grant(), id)).published;
  await at(0.5);
  expect(await published()).toBe(false);
  await at(2);
  await at(2);
  expect(await published()).toBe(true);
  await at(4);
  expect(await published()).toBe(false);
  expect((await readVideo(owner(), grant(), id)).schedule).toEqual({
    publish_at: null,
    unpublish_at: null,
    publish_when_ready: false,
  });
  const events = await selectOrdered(services, "events", "id", {}, "type", "payload");
  expect(events.filter(({ payload }) => payload["video_id"] === id).map(({ type }) => type)).toEqual([
    "video.scheduled",
    "video.published",
    "video.unpublished",
  ]);
});

test("publishing when ready waits for the renditions", async () => {
  const { id } = await aVideo(services, project, { published: false, status: "processing" });
  await saveSchedule(owner(), grant(), id, { publishAt: null, unpublishAt: null, publishWhenReady: true });
  await keepSchedules.run(services);
  expect((await readVideo(owner(), grant(), id)).published).toBe(false);
  await updateRows(services, "videos", { id }, { status: "complete" });
  await keepSchedules.run(services);
  expect((await readVideo(owner(), grant(), id)).published).toBe(true);
});

test.each([
  [{ publishAt: -1, unpublishAt: null }, "publish_at"],
  [{ publishAt: 2, unpublishAt: 1 }, "unpublish_at"],
])("a schedule of %j hours is refused", async ({ publishAt, unpublishAt }, field) => {
  const { id } = await aPlayableVideo();
  const moment = (hours: number | null) => (hours === null ? null : new Date(Date.now() + hours * 3_600_000));
  const refused = await refusal(
    saveSchedule(owner(), grant(), id, {
      publishAt: moment(publishAt),
      unpublishAt: moment(unpublishAt),
      publishWhenReady: false,
    }),
  );
  expect(Object.keys(refused.fields)).toEqual([field]);
});

test("metadata, language, reference id and tags are saved with the rest", async () => {
  const { id } = await aPlayableVideo();
  const change = { title: "T", description: "", category_id: null };
  await updateVideo(owner(), grant(), id, {
    ...change,
    tags: ["News", "news", "Sea"],
    reference_id: "ref-1",
    language: "pt-br",
    metadata: [
      { key: "b", value: "1" },
      { key: "a", value: "2" },
    ],
  });
  const video = await readVideo(owner(), grant(), id);
  expect(video).toMatchObject({ reference_id: "ref-1", language: "pt-BR", metadata: [{ key: "b" }, { key: "a" }] });
  expect(video.tags.map(({ name }) => name.toLowerCase()).toSorted()).toEqual(["news", "sea"]);
  await updateVideo(owner(), grant(), id, { ...change, tags: ["SEA"] });
  const after = await readVideo(owner(), grant(), id);
  expect([after.tags.map(({ name }) => name), after.reference_id]).toEqual([["Sea"], "ref-1"]);

  const other = await aPlayableVideo();
  expect(
    (await refusal(updateVideo(owner(), grant(), other.id, { ...change, reference_id: "ref-1" }))).fields[
      "reference_id"
    ],
  ).toBeDefined();
  expect(
    (await refusal(updateVideo(owner(), grant(["video_edit"]), id, { ...change, tags: ["Brand new"] }))).fields[
      "tags"
    ]?.[0],
  ).toContain("tags_manage");
  const twice = [
    { key: "a", value: "1" },
    { key: "a", value: "2" },
  ];
  expect(
    (await refusal(updateVideo(owner(), grant(), id, { ...change, metadata: twice }))).fields["metadata.1.key"],
  ).toBeDefined();
});

test("details are copied from a video of the same project", async () => {
  const from = await aPlayableVideo("Zebra one");
  const to = await aPlayableVideo("Zebra two");
  await updateVideo(owner(), grant(), from.id, {
    title: "Zebra one",
    description: "About",
    category_id: null,
    tags: ["copied"],
    language: "de",
  });
  await copyDetails(owner(), grant(), to.id, from.id);
  expect(await readVideo(owner(), grant(), to.id)).toMatchObject({
    title: "Zebra two",
    description: "About",
    language: "de",
    tags: [{ name: "copied" }],
  });
  const stranger = await aProject(services);
  expect(
    (await refusal(copyDetails(as(services, stranger.owner), grant(PERMISSIONS, stranger), to.id, from.id))).code,
  ).toBe("not_found");
});

test("the original can be downloaded with its own pass only, until it is deleted", async () => {
  const { id, hash } = await aPlayableVideo();
  const key = `assets/${id}/source/film.mov`;
  await services.storage.put(key, Buffer.from("film"));
  await updateRows(
    services,
    "videos",
    { id },
    { source_key: key, source_bytes: 4, stored_bytes: 10, file_name: "Mein Film ü.mov" },
  );
  const { url } = await linkOriginal(owner(), grant(), id);
  const { pathname } = new URL(url);
  const file = await get(pathname);
  expect([file.status, file.text]).toEqual([200, "film"]);
  expect(file.headers.get("content-disposition")).toContain("filename*=UTF-8''Mein%20Film%20%C3%BC.mov");
  expect((await get(`/hls/${hash}/original`)).status).toBe(404);
  expect((await get(pathname.replace(/original$/, "v1/360p/index.m3u8"))).status).toBe(404);
  await deleteOriginal(owner(), grant(), id);
  expect((await get(pathname)).status).toBe(404);
  expect((await readVideo(owner(), grant(), id)).size_bytes).toBe(6);
  expect((await refusal(linkOriginal(owner(), grant(), id))).code).toBe("conflict");
});

test("activity merges actions of people and events of the platform, newest first, page by page", async () => {
  const { id } = await aPlayableVideo();
  await addCaptions(owner(), grant(), id, META, FILE);
  await saveChapters(owner(), grant(), id, []);
  // The transcode's own steps say so.
  await insertRow(services, "events", {
    ...{ account_id: project.accountId, project_id: project.projectId, type: "video.playable" },
    ...{ payload: JSON.stringify({ video_id: id }), actor: JSON.stringify({ kind: "system" }) },
  });
  const first = await listActivity(owner(), grant(), id, { before: undefined, per_page: 2 });
  expect(first.data.map(({ type }) => type)).toEqual(["video.chapters_changed", "video.captions_added"]);
  expect(first.data[0]?.actor).toBe("Test Person");
  expect(first.more).toBe(true);
  const second = await listActivity(owner(), grant(), id, { before: first.data[1]?.cursor, per_page: 2 });
  expect(second.data.map(({ type }) => type)).toEqual(["transcode.queued"]);
  expect(second.more).toBe(false);
});

test("tags that someone else adds or removes are not undone by who saves what was read before", async () => {
  const { id } = await aPlayableVideo();
  const place = { project_id: project.projectId, account_id: project.accountId };
  const tag = await insertRow(services, "tags", { ...place, name: "Theirs" });
  for (const change of [addVideoTags, removeVideoTags]) {
    const { details_version, title } = await readVideo(owner(), grant(), id);
    await change(owner(), grant(), id, [tag.id]);
    const save = updateVideo(owner(), grant(), id, {
      ...{ details_version, title, description: "", tags: [] },
    });
    expect(await refusal(save)).toMatchObject({ code: "changed_since" });
  }
});
