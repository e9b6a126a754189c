import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { aVideo } from "../../playback/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { listVideos } from "../lists/list.ts";
import { deleteVideo } from "../service.ts";
import { addCaptions, deleteCaptions, updateCaptions } from "./captions.ts";
import { fillPassages } from "./spoken-passages.ts";

const { services, project } = await sharedProject();
const context = as(services, project.owner);
const grant = { ...project, owner: false, permissions: new Set(PERMISSIONS) };

const track = (language: string) => ({ language, label: language, kind: "captions" as const, default: false });
const file = (...lines: string[]) =>
  `WEBVTT\n\n${lines.map((words, at) => `01:0${at}.500 --> 01:0${at}.900\n<v Ada>${words}\n`).join("\n")}`;

/** What a search of a project finds: the titles, and where something is said. */
async function search(text: string, of = grant, who = context) {
  const { data, pagination } = await listVideos(who, of, {
    selection: { type: "completed", tags_mode: "any", search: text },
    ...{ page: 1, per_page: 30, sort: "title", withUser: false },
  });
  expect(pagination.total).toBe(data.length);
  return data.map(({ title, said }) => [title, said ?? null]);
}
const passages = async (captions: number) =>
  (await selectOrdered(services, "spoken_passages", "number", { captions_id: captions }, "text")).map(
    ({ text }) => text,
  );

test("a search finds what is said, with the moment, until it is said no more", async () => {
  const { id } = await aVideo(services, project, { title: "Harbour" });
  const { data } = await addCaptions(context, grant, id, track("en"), file("The old lighthouse", "keeper sleeps"));
  const said = { start: 60.5, text: "The old lighthouse keeper sleeps", language: "en" };
  expect(await search("LIGHTHOUSE  keeper")).toEqual([["Harbour", said]]);
  expect(await search("keeper")).toEqual([["Harbour", { ...said, start: 61.5, text: "keeper sleeps" }]]);
  await updateCaptions(context, grant, id, data.id, track("en"), file("A new lamp"));
  expect(await search("lighthouse")).toEqual([]);
  expect(await search("new lamp")).toMatchObject([["Harbour", { start: 60.5 }]]);
  await deleteCaptions(context, grant, id, data.id);
  expect(await search("new lamp")).toEqual([]);
  expect(await passages(data.id)).toEqual([]);
});

test("a video whose title matches, too, is in the list once; in another language each says its own", async () => {
  const one = await aVideo(services, project, { title: "Regatta" });
  await addCaptions(context, grant, one.id, track("de"), file("Die Regatta beginnt"));
  await aVideo(services, project, { title: "Regatta again" });
  const other = await aVideo(services, project, { title: "Wind" });
  await addCaptions(context, grant, other.id, track("ja"), file("今日は風が強い"));
  expect(await search("regatta")).toEqual([
    ["Regatta", { start: 60.5, text: "Die Regatta beginnt", language: "de" }],
    ["Regatta again", null],
  ]);
  expect(await search("風が強")).toMatchObject([["Wind", { language: "ja" }]]);
  // Fewer than three letters are looked for in titles alone.
  expect(await search("風が")).toEqual([]);
  expect(await search("100%_")).toEqual([]);
});

test("accents and case of what is said do not matter", async () => {
  const { id } = await aVideo(services, project, { title: "Tram" });
  await addCaptions(context, grant, id, track("de"), file("Die lange Straße", "nach Łódź"));
  const said = { start: 60.5, text: "Die lange Straße nach Łódź", language: "de" };
  expect(await search("STRASSE nach")).toEqual([["Tram", said]]);
  expect(await search("lodz")).toEqual([["Tram", { ...said, start: 61.5, text: "nach Łódź" }]]);
});

test("what is said in a deleted video, or one of another project, is not found", async () => {
  const { id } = await aVideo(services, project, { title: "Pier" });
  await addCaptions(context, grant, id, track("en"), file("Seagulls everywhere"));
  const stranger = await aProject(services);
  const theirs = { ...stranger, owner: false, permissions: new Set(PERMISSIONS) };
  expect(await search("seagulls", theirs, as(services, stranger.owner))).toEqual([]);
  await deleteVideo(context, grant, id);
  expect(await search("seagulls")).toEqual([]);
});

test("captions of an earlier release become findable, and those whose file is gone are left", async () => {
  const { id } = await aVideo(services, project, { title: "Dunes" });
  const { data: first } = await addCaptions(context, grant, id, track("en"), file("Marram grass"));
  const { data: lost } = await addCaptions(context, grant, id, track("de"), file("Strandhafer"));
  await services.db.deleteFrom("spoken_passages").where("captions_id", "in", [first.id, lost.id]).execute();
  await services.db
    .updateTable("captions")
    .set({ spoken_revision: 0 })
    .where("id", "in", [first.id, lost.id])
    .execute();
  await services.storage.delete(`assets/${id}/captions/${lost.id}-1.vtt`);
  expect(await search("marram")).toEqual([]);
  await fillPassages.run(services);
  expect(await search("marram")).toMatchObject([["Dunes", { start: 60.5 }]]);
  expect(await passages(lost.id)).toEqual([]);
  const behind = await services.db
    .selectFrom("captions")
    .select("id")
    .whereRef("spoken_revision", "<", "revision")
    .execute();
  expect(behind).toEqual([]);
});
