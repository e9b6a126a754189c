import { insertRow } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { addPlaylist, sharedServices } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";

const services = await sharedServices();
const now = new Date();
// The first of 28 days stays that, also when another day begins meanwhile.
services.clock = { now: () => now };
const api = await serveForTests(services);
afterAll(() => api.close());

test("a list of playlists has their plays of the last 28 days, of its own project", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const { id } = await addPlaylist(services, project);
  const { id: unused } = await addPlaylist(services, project);
  const { id: foreign } = await addPlaylist(services, other);
  const add = (owner: TestProject, playlist_id: number, daysAgo: number, plays: number) => {
    const day = new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    return insertRow(services, "playlist_days", { project_id: owner.projectId, day, playlist_id, plays });
  };
  await add(project, id, 0, 3);
  await add(project, id, 27, 2);
  await add(project, id, 28, 50);
  await add(other, foreign, 1, 9);
  const found = operations.find(({ name }) => name === "analytics.getPlaylistPlays");
  if (!found) throw new Error("There is no such operation.");
  const query = [id, foreign, unused, id].map((each) => `ids[]=${each}`).join("&");
  const answer = await api.call(found.operation, { path: { project_id: project.projectId }, query }, project.owner);
  expect(answer.json()).toEqual({
    data: [
      { id, plays: 5 },
      { id: foreign, plays: 0 },
      { id: unused, plays: 0 },
    ],
  });
});
