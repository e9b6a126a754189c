import type { Executor } from "@kinora/db/connect.ts";
import { PLAYERS_MAX } from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import type { Noun } from "../platform/nouns/noun.ts";

export const PLAYER: Noun<"players"> = {
  table: "players",
  name: "player",
  title: ({ title }) => title,
  most: PLAYERS_MAX,
};

const COLUMNS = [
  "id",
  "project_id",
  "hash",
  "title",
  "is_default",
  "draft",
  "settings",
  "version",
  "draft_version",
  "created_at",
  "updated_at",
] as const;
const VERSIONS = 50;
const DOMAINS = 20;

/** How many things of a kind were embedded with a player. */
const usesOf = (kind: "video" | "stream" | "playlist") =>
  sql<number>`coalesce((select items from player_uses where player_id = players.id and item_kind = ${kind}), 0)`;

const players = (on: Executor, projectId: number) =>
  on
    .selectFrom("players")
    .select(COLUMNS)
    .select([
      usesOf("video").as("videos"),
      usesOf("stream").as("streams"),
      usesOf("playlist").as("playlists"),
      sql<number>`(select count(*)::int from player_domains where player_id = players.id)`.as("domains"),
    ])
    .where("project_id", "=", projectId);

/** A player with the number of its uses. */
export type PlayerRow = Awaited<ReturnType<ReturnType<typeof players>["executeTakeFirstOrThrow"]>>;

/** The players of a project: the default one first, then by title. */
export const findPlayers = (on: Executor, projectId: number): Promise<PlayerRow[]> =>
  players(on, projectId)
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(title)`)
    .orderBy("id")
    .limit(PLAYERS_MAX)
    .execute();

/** What an embed can name of the players of a project, in the same order. */
export const findPlayerOptions = (on: Executor, projectId: number) =>
  on
    .selectFrom("players")
    .select(["id", "hash", "title", "is_default", "settings"])
    .where("project_id", "=", projectId)
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(title)`)
    .orderBy("id")
    .limit(PLAYERS_MAX)
    .execute();

/** One player of a project, or undefined. */
export const findPlayer = (on: Executor, projectId: number, id: number): Promise<PlayerRow | undefined> =>
  players(on, projectId).where("id", "=", id).executeTakeFirst();

/** The last versions of a player, newest first. */
export const findVersions = (on: Executor, playerId: number) =>
  on
    .selectFrom("player_versions as version")
    .leftJoin("users as person", "person.id", "version.user_id")
    .select(["version.number", "version.settings", "version.created_at", "person.first_name", "person.last_name"])
    .where("version.player_id", "=", playerId)
    .orderBy("version.number", "desc")
    .limit(VERSIONS)
    .execute();

/** The hosts that embedded a player last. */
export const findDomains = (on: Executor, playerId: number) =>
  on
    .selectFrom("player_domains")
    .select("host")
    .where("player_id", "=", playerId)
    .orderBy("seen_at", "desc")
    .limit(DOMAINS)
    .execute();

/** The pictures uploaded for a player, without their bytes. */
/** The ad schedules of a project, by name. */
export const findAdSchedules = (on: Executor, projectId: number) =>
  on
    .selectFrom("ad_schedules")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(name)`)
    .execute();

export const findPictures = (on: Executor, playerId: number) =>
  on
    .selectFrom("player_pictures")
    .select(["number", "width", "height"])
    .where("player_id", "=", playerId)
    .orderBy("number")
    .execute();
