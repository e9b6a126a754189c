import { insertRow } from "@kinora/db/testing-rows.ts";
import { afterAll, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { aProject, type TestProject } from "../../platform/testing.ts";
import { sharedServices, ownedBy } from "../../testing/fixtures.ts";
import { operations, serveForTests } from "../../testing/operations.ts";

const services = await sharedServices();
const now = new Date();
// The first of 28 days stays that, also when another day begins meanwhile.
services.clock = { now: () => now };
const api = await serveForTests(services);
afterAll(() => api.close());

test("a list of players has their plays of the last 28 days, of its own project", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const playerOf = ({ projectId }: TestProject) =>
    services.db.selectFrom("players").select("id").where("project_id", "=", projectId).executeTakeFirstOrThrow();
  const [{ id }, { id: foreign }] = [await playerOf(project), await playerOf(other)];
  const { id: unused } = await insertRow(services, "players", {
    ...ownedBy(project),
    hash: newHash(),
    title: "Unused",
  });
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const add = (owner: TestProject, player_id: number, days: number, plays: number) =>
    insertRow(services, "player_days", { project_id: owner.projectId, day: daysAgo(days), player_id, plays });
  await add(project, id, 0, 3);
  await add(project, id, 27, 2);
  await add(project, id, 28, 50);
  // As of a player that was deleted.
  await add(project, foreign, 1, 7);
  await add(other, foreign, 1, 9);
  const found = operations.find(({ name }) => name === "analytics.getPlayerPlays");
  if (!found) throw new Error("There is no such operation.");
  const answer = await api.call(found.operation, { path: { project_id: project.projectId } }, project.owner);
  expect(answer.json()).toEqual({
    data: [
      { id, plays: 5 },
      { id: unused, plays: 0 },
    ],
  });
});
