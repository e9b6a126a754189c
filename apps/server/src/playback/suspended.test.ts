import { randomBytes } from "node:crypto";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, type TestProject } from "../platform/testing.ts";
import { sharedServices, ownedBy } from "../testing/fixtures.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

const SAID = "The account or project it belongs to is suspended.";

let project: TestProject;

const services = await sharedServices();
const edge = await anEdge(services);
beforeEach(async () => {
  project = await aProject(services);
});
afterAll(() => edge.app.close());

const place = () => ({ ...ownedBy(project), hash: newHash() });
const suspendAccount = (status: "suspended" | "closed" = "suspended") =>
  updateRows(services, "accounts", { id: project.accountId }, { status });
const suspendProject = () => updateRows(services, "projects", { id: project.projectId }, { suspended_at: new Date() });

async function theVideo() {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  return video;
}

const at = async (path: string) => {
  const response = await fetch(`${edge.url}${path}`);
  return { status: response.status, text: await response.text() };
};
const oembed = (hash: string) => at(`/oembed?url=${encodeURIComponent(`${services.config.urls.edge}/v/${hash}`)}`);

test.each([
  ["account", () => suspendAccount()],
  ["project", suspendProject],
])("pages of a published video say that its %s is suspended, and its media stays refused", async (_of, suspend) => {
  const { hash } = await theVideo();
  await suspend();
  for (const page of [await at(`/embed/${hash}`), await at(`/v/${hash}`)])
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining(SAID) });
  const state = await at(`/embed/${hash}/status.json`);
  expect([state.status, JSON.parse(state.text)]).toMatchObject([403, { availability: "suspended", settled: true }]);
  const preview = await oembed(hash);
  expect([preview.status, JSON.parse(preview.text)]).toMatchObject([403, { code: "forbidden" }]);
  expect(preview.text).toContain(SAID);
  expect((await at(`/hls/${hash}/master.m3u8`)).status).toBe(404);
});

test("so do those of a livestream and of a published playlist", async () => {
  const stream = { ...place(), name: "A show", key_hash: randomBytes(32), key_sealed: randomBytes(32) };
  await services.db.insertInto("streams").values(stream).execute();
  const playlist = { ...place(), name: "A list", type: "manual" as const, published: true };
  await services.db.insertInto("playlists").values(playlist).execute();
  await suspendAccount();
  for (const { hash } of [stream, playlist])
    for (const page of [await at(`/embed/${hash}`), await at(`/v/${hash}`), await oembed(hash)])
      expect(page).toMatchObject({ status: 403, text: expect.stringContaining(SAID) });
});

test("an unpublished video, one of a closed account and one that never was are missing as before", async () => {
  const [hidden, shown] = [await theVideo(), await theVideo()];
  await updateRows(services, "videos", { id: hidden.id }, { published: false });
  await suspendAccount();
  expect((await at(`/embed/${hidden.hash}`)).status).toBe(404);
  expect((await at("/embed/nothing0000")).status).toBe(404);
  await suspendAccount("closed");
  expect(await at(`/embed/${shown.hash}`)).toMatchObject({ status: 404, text: expect.not.stringContaining(SAID) });
});
