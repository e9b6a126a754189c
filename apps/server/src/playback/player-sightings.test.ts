import { expect, test } from "vitest";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject } from "../platform/testing.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { PlayerSightings } from "./player-sightings.ts";

const services = await sharedServices();

test("what is embedded with a player is counted once, by its kind, on however many edges and pages", async () => {
  const { projectId: project_id, accountId: account_id } = await aProject(services);
  const hash = newHash();
  const { id } = await services.db
    .insertInto("players")
    .values({ project_id, account_id, hash, title: "A player" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const edges = [new PlayerSightings(services), new PlayerSightings(services)];
  for (const edge of edges)
    for (const page of ["https://a.example/", "https://b.example/"])
      for (const [kind, item] of [
        ["video", "one"],
        ["video", "two"],
        ["stream", "three"],
        ["playlist", "four"],
      ] as const)
        edge.note(hash, { kind, hash: item }, page);
  edges[0]?.note("nobody0123456789", { kind: "video", hash: "five" }, undefined);
  const uses = async () => {
    const rows = await services.db
      .selectFrom("player_uses")
      .select(["item_kind", "items"])
      .where("player_id", "=", id)
      .orderBy("item_kind")
      .execute();
    return rows.map(({ item_kind: kind, items }) => `${items} ${kind}`);
  };
  const hosts = services.db.selectFrom("player_domains").select("host").where("player_id", "=", id).orderBy("host");
  await expect.poll(() => hosts.execute()).toEqual([{ host: "a.example" }, { host: "b.example" }]);
  await expect.poll(uses).toEqual(["1 playlist", "1 stream", "2 video"]);
});
