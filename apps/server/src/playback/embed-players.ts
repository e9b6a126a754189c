import type { Database } from "@kinora/db/connect.ts";
import type { EmbedPlayer } from "@kinora/domain/playback/embed-page.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database/database-away.ts";
import { RecentValues } from "../platform/process/recent-values.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** How long embeds keep their look while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_PLAYERS = 5_000;

/** What an embed shows when a project has no player at all. */
const USUAL_PLAYER: EmbedPlayer = { hash: "", settings: {} };

/** Finds the published settings of the players that embeds name. */
export interface EmbedPlayers {
  /** The player of that public id if it is the project's, the project's default one otherwise. At most two seconds old; while the database is away and none is known, the usual one. */
  find(projectId: number, hash: string | null): Promise<EmbedPlayer>;
}

/** Makes the lookup of players. */
export function createEmbedPlayers({ db }: Pick<Services, "db">): EmbedPlayers {
  const players = new RecentValues<EmbedPlayer>({
    load: (key) => {
      const [projectId = "", hash = ""] = key.split("/");
      return findPlayer(db, Number(projectId), hash);
    },
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_PLAYERS,
    now: () => performance.now(),
  });
  /** A video that plays from memory has a player, also where nobody asked for that one before. */
  const known = (key: string) =>
    players.get(key).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      return null;
    });
  return {
    async find(projectId, hash) {
      const named = hash === null ? null : await known(`${projectId}/${hash}`);
      return named ?? (await known(`${projectId}/`)) ?? USUAL_PLAYER;
    },
  };
}

async function findPlayer(db: Database, projectId: number, hash: string): Promise<EmbedPlayer | null> {
  const row = await db
    .selectFrom("players")
    .select(["hash", "settings"])
    .where("project_id", "=", projectId)
    .where((where) => (hash === "" ? where("is_default", "=", true) : where("hash", "=", hash)))
    .executeTakeFirst();
  return row ?? null;
}
