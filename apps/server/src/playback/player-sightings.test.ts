import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { sharedServices, addPlayer } from "../testing/fixtures.ts";
import { PlayerSightings } from "./player-sightings.ts";

const services = await sharedServices();

test("what is embedded with a player is counted once, by its kind, on however many edges and pages", async () => {
  const { id, hash } = await addPlayer(services, await aProject(services));
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
    const rows = await selectOrdered(services, "player_uses", "item_kind", { player_id: id }, "item_kind", "items");
    return rows.map(({ item_kind: kind, items }) => `${items} ${kind}`);
  };
  const hosts = services.db.selectFrom("player_domains").select("host").where("player_id", "=", id).orderBy("host");
  await expect.poll(() => hosts.execute()).toEqual([{ host: "a.example" }, { host: "b.example" }]);
  await expect.poll(uses).toEqual(["1 playlist", "1 stream", "2 video"]);
});
