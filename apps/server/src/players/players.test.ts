import { holds } from "@kinora/contract/access.ts";
import { deleteRows, insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { DEFAULT_PLAYER_SETTINGS, PLAYERS_MAX, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { authorize } from "../platform/access/scope.ts";
import { aProject, as, type TestProject } from "../platform/testing.ts";
import { sharedProject } from "../testing/fixtures.ts";
import {
  createPlayer,
  deletePlayer,
  duplicatePlayer,
  listPlayerOptions,
  listPlayers,
  publishPlayer,
  readPlayer,
  revertPlayer,
  savePlayer,
  setDefaultPlayer,
} from "./service.ts";

const { services, project } = await sharedProject();

const context = () => as(services, project.owner);
async function grant() {
  const found = await authorize(services.db, project.owner, holds("player_manage", "project"), project.projectId);
  if (!found || found.projectId === null) throw new Error("A project's grant is itself.");
  return { ...found, projectId: found.projectId };
}
const usual = DEFAULT_PLAYER_SETTINGS;

test("a new project has a default player", async () => {
  const [player] = await listPlayers(services, project.projectId);
  expect(player).toMatchObject({ title: "Default player", is_default: true, version: 1, settings: usual });
  expect(player?.hash).toMatch(/^[0-9a-z]{16}$/);
});

test("a draft is saved apart from what viewers get, published once, and reverted", async () => {
  const { id } = await createPlayer(context(), await grant(), "Shop");
  const settings = { ...usual, loop: true };
  const saved = await savePlayer(context(), await grant(), id, { title: "Shop window", settings });
  expect(saved).toMatchObject({ title: "Shop window", draft: settings, settings: usual, has_draft: true, version: 1 });

  await publishPlayer(context(), await grant(), id);
  const published = await publishPlayer(context(), await grant(), id);
  expect(published).toMatchObject({ settings, has_draft: false, version: 2 });
  expect(published.versions.map(({ number }) => number)).toEqual([2, 1]);

  const reverted = await revertPlayer(context(), await grant(), id, 1);
  expect(reverted).toMatchObject({ draft: usual, settings, has_draft: true });
  await expect(revertPlayer(context(), await grant(), id, 9)).rejects.toMatchObject({ code: "not_found" });
});

test("a draft that someone else saved since it was read is not published", async () => {
  const { id, draft_version } = await createPlayer(context(), await grant(), "Window");
  const change = { title: "Window", settings: { ...usual, loop: true } };
  const saved = await savePlayer(context(), await grant(), id, { ...change, draftVersion: draft_version });
  await expect(publishPlayer(context(), await grant(), id, draft_version)).rejects.toMatchObject({
    code: "changed_since",
  });
  expect(await publishPlayer(context(), await grant(), id, saved.draft_version)).toMatchObject({ version: 2 });
  await deletePlayer(context(), await grant(), id);
});

test("a list of players says how many things of each kind are embedded with them", async () => {
  const { id } = await createPlayer(context(), await grant(), "Counted");
  await insertRows(services, "player_uses", [
    { player_id: id, item_kind: "video", items: 1_000_000 },
    { player_id: id, item_kind: "playlist", items: 2 },
  ]);
  const found = (await listPlayers(services, project.projectId)).find((player) => player.id === id);
  expect(found).toMatchObject({ videos: 1_000_000, streams: 0, playlists: 2, domains: 0 });
  await deletePlayer(context(), await grant(), id);
});

test("what an embed can name has the frame that viewers' codes get, not the draft's", async () => {
  const { id } = await createPlayer(context(), await grant(), "Square");
  const framed = async () =>
    (await listPlayerOptions(services, project.projectId)).find((each) => each.id === id)?.frame;
  await savePlayer(context(), await grant(), id, { title: "Square", settings: { ...usual, aspect: "1:1" } });
  const sides = { fixed_size: false, frame_width: 640, frame_height: 360 };
  expect(await framed()).toEqual({ aspect: "16:9", ...sides });
  await publishPlayer(context(), await grant(), id);
  expect(await framed()).toEqual({ aspect: "1:1", ...sides });
  await deletePlayer(context(), await grant(), id);
});

test("a copy has the settings of its original and a public id of its own", async () => {
  const original = await createPlayer(context(), await grant(), "Original");
  await savePlayer(context(), await grant(), original.id, { title: "Original", settings: { ...usual, radius: 12 } });
  const copy = await duplicatePlayer(context(), await grant(), original.id);
  expect(copy).toMatchObject({ title: "Original (copy)", is_default: false, draft: { ...usual, radius: 12 } });
  expect(copy.hash).not.toBe(original.hash);
});

test("one player is the default, and that one cannot be deleted", async () => {
  const { id } = await createPlayer(context(), await grant(), "Next default");
  await setDefaultPlayer(context(), await grant(), id);
  await setDefaultPlayer(context(), await grant(), id);
  const players = await listPlayers(services, project.projectId);
  expect(players.filter(({ is_default: isDefault }) => isDefault).map((player) => player.id)).toEqual([id]);
  await expect(deletePlayer(context(), await grant(), id)).rejects.toMatchObject({ code: "conflict" });
});

test("a deleted player is gone, with its versions", async () => {
  const { id } = await createPlayer(context(), await grant(), "Short-lived");
  await deletePlayer(context(), await grant(), id);
  await expect(readPlayer(context(), project.projectId, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(deletePlayer(context(), await grant(), id)).rejects.toMatchObject({ code: "not_found" });
});

async function aSchedule({ projectId, accountId }: TestProject, name: string): Promise<number> {
  const row = { project_id: projectId, account_id: accountId, name, settings: JSON.stringify(defaultAdSettings) };
  return (await insertRow(services, "ad_schedules", row)).id;
}

test("an ad schedule must be one of the project, and stays chosen when it was deleted", async () => {
  const { id } = await createPlayer(context(), await grant(), "With a schedule");
  const [own, foreign] = [await aSchedule(project, "Sport"), await aSchedule(await aProject(services), "Sport")];
  const save = async (ad_schedule_id: number | null, more: Partial<PlayerSettings> = {}) =>
    savePlayer(context(), await grant(), id, {
      title: "With a schedule",
      settings: { ...usual, ...more, ad_schedule_id },
    });
  await expect(save(foreign)).rejects.toMatchObject({
    code: "invalid",
    fields: { "settings.ad_schedule_id": ["Choose an ad schedule of this project."] },
  });
  const saved = await save(own);
  expect(saved.draft.ad_schedule_id).toBe(own);
  expect(saved.ad_schedules).toEqual([{ id: own, name: "Sport" }]);
  await deleteRows(services, "ad_schedules", { id: own });
  expect((await save(own, { radius: 8 })).draft).toMatchObject({ ad_schedule_id: own, radius: 8 });
});

test("a logo must be a picture of the same player", async () => {
  const { id } = await createPlayer(context(), await grant(), "With a logo");
  const logo = { picture: 3, link: "", corner: "top-left" as const, opacity: 100, margin: 8, size: 32 };
  const saved = savePlayer(context(), await grant(), id, { title: "With a logo", settings: { ...usual, logo } });
  await expect(saved).rejects.toMatchObject({
    code: "invalid",
    fields: { "settings.logo": ["Upload the picture first."] },
  });
});

test("the number of a project's players is bounded", async () => {
  await sql`
    insert into players (project_id, account_id, hash, title)
    select ${project.projectId}, ${project.accountId}, new_public_id(), 'Filler ' || n
    from generate_series(1, ${PLAYERS_MAX}) as n`.execute(services.db);
  await expect(createPlayer(context(), await grant(), "One too many")).rejects.toMatchObject({ code: "conflict" });
});
