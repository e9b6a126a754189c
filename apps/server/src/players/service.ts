import type { Tx } from "@kinora/db/connect.ts";
import { frameOf } from "@kinora/domain/players/frame.ts";
import {
  allSettings,
  changedSettings,
  differingSettings,
  PLAYER_TITLE_MAX,
  type PlayerSettings,
} from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { change, endDefault, remove } from "../platform/nouns/change.ts";
import { create, lockProject } from "../platform/nouns/create.ts";
import { lockRow, missing } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { newHash } from "../platform/secrets/hash.ts";
import {
  findAdSchedules,
  findDomains,
  findPictures,
  findPlayer,
  findPlayerOptions,
  findPlayers,
  findVersions,
  PLAYER,
  type PlayerRow,
} from "./queries.ts";

/** The players of a project: the default one first, then by title. */
export const listPlayers = async ({ db }: Pick<Context, "db">, projectId: number) =>
  (await findPlayers(db, projectId)).map(presentPlayer);

/** What an embed can name of them, in the same order, with the frames that codes give them. */
export const listPlayerOptions = async ({ db }: Pick<Context, "db">, projectId: number) =>
  (await findPlayerOptions(db, projectId)).map(({ settings, ...row }) => ({
    ...row,
    frame: frameOf(allSettings(settings)),
  }));

/** One player with its draft, versions and uses. @throws Refusal `not_found`. */
export async function readPlayer({ db, config }: Pick<Context, "db" | "config">, projectId: number, id: number) {
  const row = await findPlayer(db, projectId, id);
  if (!row) throw missing(PLAYER);
  const [versions, domains, pictures, schedules] = await Promise.all([
    findVersions(db, id),
    findDomains(db, id),
    findPictures(db, id),
    findAdSchedules(db, projectId),
  ]);
  return {
    ...presentPlayer(row),
    project_id: row.project_id,
    draft: allSettings(row.draft),
    versions: versions.map(({ first_name: first, last_name: last, settings, ...version }) => ({
      ...version,
      settings: allSettings(settings),
      by: first === null && last === null ? null : `${first ?? ""} ${last ?? ""}`.trim(),
    })),
    pictures: pictures.map((picture) => ({
      ...picture,
      url: `${config.urls.edge}/players/${row.hash}/${picture.number}.png`,
    })),
    ad_schedules: schedules,
    domain_names: domains.map(({ host }) => host),
  };
}

const presentPlayer = ({ draft, settings, ...row }: PlayerRow) => ({
  ...row,
  settings: allSettings(settings),
  has_draft: differingSettings(allSettings(draft), allSettings(settings)).length > 0,
});

/** Adds a player with the usual settings. @throws Refusal `conflict` at `PLAYERS_MAX` players. */
export async function createPlayer(context: Context, grant: ProjectGrant, title: string) {
  const id = await context.db.transaction().execute(async (tx) => insertPlayer(context, tx, grant, { title }));
  return readPlayer(context, grant.projectId, id);
}

/**
 * Saves the title and the draft; viewers keep the published version.
 * @throws Refusal `not_found`, `changed_since`, `invalid` for a picture or an ad schedule that it cannot have.
 */
export async function savePlayer(
  context: Context,
  grant: ProjectGrant,
  id: number,
  wanted: { title: string; settings: PlayerSettings; draftVersion?: number | undefined },
) {
  await change(context, PLAYER, grant, { id, alone: true }, async (before, tx) => {
    requireVersion({ version: before.draft_version }, wanted.draftVersion, "player");
    const { title } = wanted;
    const settings = differingSettings(allSettings(before.draft), wanted.settings);
    if (before.title === title && settings.length === 0) return null;
    await requirePictures(tx, id, wanted.settings);
    if (settings.includes("ad_schedule_id")) await requireSchedule(tx, grant.projectId, wanted.settings.ad_schedule_id);
    return { set: { title, draft: changedSettings(wanted.settings) }, action: "saved", changes: { settings } };
  });
  return readPlayer(context, grant.projectId, id);
}

/**
 * Makes the draft the next version. Publishing what is published does nothing.
 * @param draftVersion of the draft that the caller had read. @throws Refusal `not_found`, `changed_since`.
 */
export async function publishPlayer(context: Context, grant: ProjectGrant, id: number, draftVersion?: number) {
  await change(context, PLAYER, grant, { id, alone: true }, async (before, tx) => {
    requireVersion({ version: before.draft_version }, draftVersion, "player");
    if (differingSettings(allSettings(before.draft), allSettings(before.settings)).length === 0) return null;
    const version = before.version + 1;
    await insertVersion(context, tx, id, version, JSON.stringify(before.draft));
    const changes = { version: [before.version, version] };
    return { set: { settings: before.draft, version }, action: "published", changes };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Replaces the draft with a version. @throws Refusal `not_found` when there is no such player or version. */
export async function revertPlayer(context: Context, grant: ProjectGrant, id: number, version: number) {
  await change(context, PLAYER, grant, { id, alone: true }, async (before, tx) => {
    const found = await tx
      .selectFrom("player_versions")
      .select("settings")
      .where("player_id", "=", id)
      .where("number", "=", version)
      .executeTakeFirst();
    if (!found) throw new Refusal("not_found", "This player has no such version.");
    if (differingSettings(allSettings(before.draft), allSettings(found.settings)).length === 0) return null;
    return { set: { draft: found.settings }, action: "reverted", changes: { version } };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Adds a player with the draft, the published settings and the pictures of another. @throws Refusal `not_found`, `conflict`. */
export async function duplicatePlayer(context: Context, grant: ProjectGrant, id: number) {
  const copy = await context.db.transaction().execute(async (tx) => {
    await lockProject(tx, grant.projectId);
    const from = await lockRow(tx, PLAYER, grant, id);
    const title = `${from.title.slice(0, PLAYER_TITLE_MAX - 7)} (copy)`;
    const copyId = await insertPlayer(context, tx, grant, { title, draft: from.draft, settings: from.settings });
    await sql`
      insert into player_pictures (player_id, number, width, height, picture)
      select ${copyId}, number, width, height, picture from player_pictures where player_id = ${id}`.execute(tx);
    return copyId;
  });
  return readPlayer(context, grant.projectId, copy);
}

/** Makes a player its project's default. @throws Refusal `not_found`. */
export async function setDefaultPlayer(context: Context, grant: ProjectGrant, id: number) {
  await change(context, PLAYER, grant, { id, alone: true }, async (before, tx) => {
    if (before.is_default) return null;
    await endDefault(tx, PLAYER, grant);
    return { set: { is_default: true }, action: "made_default", changes: {} };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Deletes a player. @throws Refusal `not_found`, `conflict` when it is the default one. */
export const deletePlayer = (context: Context, grant: ProjectGrant, id: number): Promise<void> =>
  remove(context, PLAYER, grant, { id, alone: true }, (before) => {
    if (before.is_default)
      throw new Refusal("conflict", "This is the default player. Make another one the default, then delete it.");
    return {};
  });

async function insertPlayer(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  player: { title: string; draft?: Partial<PlayerSettings>; settings?: Partial<PlayerSettings> },
): Promise<number> {
  const settings = JSON.stringify(player.settings ?? {});
  const { id } = await create(context, tx, PLAYER, grant, {
    hash: newHash(),
    title: player.title,
    draft: JSON.stringify(player.draft ?? {}),
    settings,
  });
  await insertVersion(context, tx, id, 1, settings);
  return id;
}

async function insertVersion({ caller }: Context, tx: Tx, id: number, number: number, settings: string) {
  const userId = caller.kind === "user" ? caller.userId : null;
  await tx.insertInto("player_versions").values({ player_id: id, number, settings, user_id: userId }).execute();
}

/** Refuses a logo or watermark that is no picture of the player. */
async function requirePictures(tx: Tx, id: number, { logo, watermark }: PlayerSettings): Promise<void> {
  for (const [name, used] of Object.entries({ logo, watermark })) {
    if (used === null) continue;
    const found = await tx
      .selectFrom("player_pictures")
      .select("number")
      .where("player_id", "=", id)
      .where("number", "=", used.picture)
      .executeTakeFirst();
    if (found) continue;
    const message = "Upload the picture first.";
    throw new Refusal("invalid", message, { fields: { [`settings.${name}`]: [message] } });
  }
}

async function requireSchedule(tx: Tx, projectId: number, id: number | null): Promise<void> {
  if (id === null || (await findAdSchedules(tx, projectId)).some((schedule) => schedule.id === id)) return;
  const message = "Choose an ad schedule of this project.";
  throw new Refusal("invalid", message, { fields: { "settings.ad_schedule_id": [message] } });
}
