import type { Tx } from "@kinora/db/connect.ts";
import { frameOf } from "@kinora/domain/players/frame.ts";
import {
  allSettings,
  changedSettings,
  differingSettings,
  PLAYER_TITLE_MAX,
  PLAYERS_MAX,
  type PlayerSettings,
} from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { audit } from "../platform/events/events.ts";
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
  lockPlayer,
  type PlayerRow,
} from "./queries.ts";

const missing = () => new Refusal("not_found", "This player does not exist or belongs to another project.");

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
  if (!row) throw missing();
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
  change: { title: string; settings: PlayerSettings; draftVersion?: number | undefined },
) {
  await changePlayer(context, grant, id, async (tx, before) => {
    requireVersion({ version: before.draft_version }, change.draftVersion, "player");
    const changed = differingSettings(allSettings(before.draft), change.settings);
    if (before.title === change.title && changed.length === 0) return null;
    await requirePictures(tx, id, change.settings);
    if (changed.includes("ad_schedule_id")) await requireSchedule(tx, grant.projectId, change.settings.ad_schedule_id);
    await tx
      .updateTable("players")
      .set({
        title: change.title,
        draft: JSON.stringify(changedSettings(change.settings)),
        updated_at: context.clock.now(),
      })
      .where("id", "=", id)
      .execute();
    return { what: "saved", title: change.title, changes: { settings: changed } };
  });
  return readPlayer(context, grant.projectId, id);
}

/**
 * Makes the draft the next version. Publishing what is published does nothing.
 * @param draftVersion of the draft that the caller had read. @throws Refusal `not_found`, `changed_since`.
 */
export async function publishPlayer(context: Context, grant: ProjectGrant, id: number, draftVersion?: number) {
  await changePlayer(context, grant, id, async (tx, before) => {
    requireVersion({ version: before.draft_version }, draftVersion, "player");
    if (differingSettings(allSettings(before.draft), allSettings(before.settings)).length === 0) return null;
    const version = before.version + 1;
    const settings = JSON.stringify(before.draft);
    await tx
      .updateTable("players")
      .set({ settings, version, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await insertVersion(context, tx, id, version, settings);
    return { what: "published", title: before.title, changes: { version: [before.version, version] } };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Replaces the draft with a version. @throws Refusal `not_found` when there is no such player or version. */
export async function revertPlayer(context: Context, grant: ProjectGrant, id: number, version: number) {
  await changePlayer(context, grant, id, async (tx, before) => {
    const found = await tx
      .selectFrom("player_versions")
      .select("settings")
      .where("player_id", "=", id)
      .where("number", "=", version)
      .executeTakeFirst();
    if (!found) throw new Refusal("not_found", "This player has no such version.");
    if (differingSettings(allSettings(before.draft), allSettings(found.settings)).length === 0) return null;
    await tx
      .updateTable("players")
      .set({ draft: JSON.stringify(found.settings), updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    return { what: "reverted", title: before.title, changes: { version } };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Adds a player with the draft, the published settings and the pictures of another. @throws Refusal `not_found`, `conflict`. */
export async function duplicatePlayer(context: Context, grant: ProjectGrant, id: number) {
  const copy = await context.db.transaction().execute(async (tx) => {
    const from = await lockPlayer(tx, grant.projectId, id);
    if (!from) throw missing();
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
  await changePlayer(context, grant, id, async (tx, before) => {
    if (before.is_default) return null;
    await tx
      .updateTable("players")
      .set({ is_default: false })
      .where("project_id", "=", grant.projectId)
      .where("is_default", "=", true)
      .execute();
    await tx.updateTable("players").set({ is_default: true }).where("id", "=", id).execute();
    return { what: "made_default", title: before.title };
  });
  return readPlayer(context, grant.projectId, id);
}

/** Deletes a player. @throws Refusal `not_found`, `conflict` when it is the default one. */
export async function deletePlayer(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  await changePlayer(context, grant, id, async (tx, before) => {
    if (before.is_default)
      throw new Refusal("conflict", "This is the default player. Make another one the default, then delete it.");
    await tx.deleteFrom("players").where("id", "=", id).execute();
    return { what: "deleted", title: before.title };
  });
}

interface PlayerChange {
  /** The event: `saved`, `published`, … */
  what: string;
  title: string;
  changes?: Record<string, unknown>;
}

/** Runs a change of a player in a transaction in which the project's players are locked; null: nothing changed. */
async function changePlayer(
  context: Context,
  grant: ProjectGrant,
  id: number,
  change: (tx: Tx, before: NonNullable<Awaited<ReturnType<typeof lockPlayer>>>) => Promise<PlayerChange | null>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockPlayers(tx, grant.projectId);
    const before = await lockPlayer(tx, grant.projectId, id);
    if (!before) throw missing();
    const changed = await change(tx, before);
    if (changed) await announce(context, tx, grant, id, changed);
  });
}

async function insertPlayer(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  player: { title: string; draft?: Partial<PlayerSettings>; settings?: Partial<PlayerSettings> },
): Promise<number> {
  await lockPlayers(tx, grant.projectId);
  const { count } = await tx
    .selectFrom("players")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", grant.projectId)
    .executeTakeFirstOrThrow();
  if (count >= PLAYERS_MAX) throw new Refusal("conflict", `A project can have up to ${PLAYERS_MAX} players.`);
  const settings = JSON.stringify(player.settings ?? {});
  const { id } = await tx
    .insertInto("players")
    .values({
      project_id: grant.projectId,
      account_id: grant.accountId,
      hash: newHash(),
      title: player.title,
      draft: JSON.stringify(player.draft ?? {}),
      settings,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertVersion(context, tx, id, 1, settings);
  await announce(context, tx, grant, id, { what: "created", title: player.title });
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

/** Keeps players from being added and the default from changing until the transaction ends. */
async function lockPlayers(tx: Tx, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

async function announce(context: Context, tx: Tx, grant: ProjectGrant, id: number, change: PlayerChange) {
  const { accountId, projectId } = grant;
  const actor = actorOf(context.caller);
  const { what, title, changes = {} } = change;
  await context.emit(tx, { type: `player.${what}`, accountId, projectId, payload: { player_id: id }, actor });
  await audit(tx, {
    accountId,
    projectId,
    actor,
    action: `player.${what}`,
    objectType: "player",
    objectId: id,
    objectTitle: title,
    changes,
  });
}
