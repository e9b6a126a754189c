import { updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject, asUser, aUser } from "../../platform/testing.ts";
import { aRendition, aVideo } from "../../playback/testing.ts";
import { someThings } from "../../testing/access-things.ts";
import { sharedProject, asSuperuser } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";
import { listDemoFormats, listDemoItems } from "./demo-items.ts";

const { services, project } = await sharedProject();

test("an installation without videos has none of the formats", async () => {
  const formats = await listDemoFormats(await asSuperuser(services));
  expect(formats.map(({ format }) => format)).toEqual(["hls", "mp4", "live", "audio", "portrait"]);
  expect(formats.every(({ item }) => item === null)).toBe(true);
});

test("each format has the newest item that plays in it, with addresses that play it for the caller", async () => {
  const root = await asSuperuser(services);
  const wide = await aVideo(services, project);
  await aRendition(services, project, wide, { label: "360p" });
  await aRendition(services, project, wide, { label: "720p" });
  await aRendition(services, project, wide, { label: "audio", kind: "audio" });
  const tall = await aVideo(services, project);
  await updateRows(services, "videos", { id: tall.id }, { width: 720, height: 1280 });
  const things = await someThings(services, project);
  await updateRows(services, "streams", { id: things.stream }, { on_air: "live" });
  const formats = new Map((await listDemoFormats(root)).map(({ format, item }) => [format, item]));
  expect(formats.get("portrait")).toMatchObject({ kind: "video", id: tall.id, mp4_url: null });
  expect(formats.get("live")).toMatchObject({ kind: "stream", id: things.stream });
  expect(formats.get("mp4")).toMatchObject({ id: wide.id });
  expect(formats.get("mp4")?.mp4_url).toMatch(new RegExp(`/hls/~[^/]+/${wide.hash}/v1/mp4/720p\\.mp4$`));
  expect(formats.get("audio")?.audio_url).toMatch(new RegExp(`/${wide.hash}/v1/audio/index\\.m3u8$`));
  expect(formats.get("hls")?.preview_url).toContain("?token=");
});

test("items of any account are found by a part of their title and by their public id", async () => {
  const root = await asSuperuser(services);
  const elsewhere = await aProject(services);
  const video = await aVideo(services, elsewhere);
  await updateRows(services, "videos", { id: video.id }, { title: "Quay at dusk" });
  expect(await listDemoItems(root, "quay AT")).toMatchObject([{ kind: "video", id: video.id, title: "Quay at dusk" }]);
  expect(await listDemoItems(root, video.hash)).toMatchObject([{ id: video.id }]);
  expect(await listDemoItems(root, "no such title")).toEqual([]);
});

test("settings are checked as those of a player that is saved: what is wrong is named, what is left out has its default", async () => {
  const api = await serveForTests(services);
  const check = operations.find(({ name }) => name === "advanced.checkPlayerSettings");
  if (!check) throw new Error("There is no such operation.");
  const root = asUser(await aUser(services, { superuser: true }), true);
  const ask = (settings: object) => api.call(check.operation, { path: {}, body: { settings } }, root);
  expect((await ask({ radius: 24 })).json()).toMatchObject({ data: { radius: 24, loop: false } });
  const refused = await ask({ radius: 400, autostart: "always" });
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json()["errors"] as object).sort()).toEqual(["settings.autostart", "settings.radius"]);
  await api.close();
});
