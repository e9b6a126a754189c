import type { Database } from "@kinora/db/connect.ts";
import { defaultVideoAds, type AdSettings, type VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { adsOfVideo, mayHaveAds, type AdContent, type EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";
import { completeAds } from "../settings.ts";

/** Milliseconds for which a page's ads are answered from memory. */
const FRESH_MS = 2_000;
const REMEMBERED = 10_000;
/** A page is not held up longer by its ads. */
const PATIENCE_MS = 1_000;

/** What decides about the ads of a video or livestream. */
interface AdFacts {
  settings: AdSettings;
  own: VideoAds;
  content: AdContent;
}

/**
 * Answers the ads of a video or livestream by its public ID, under the settings of the player that shows it; null when it has none.
 * Never throws.
 */
export type PageAds = (hash: string, player: Partial<PlayerSettings>) => Promise<EmbedAds | null>;

/** Whether videos of a playlist may have ads, under the settings of the player that shows it. Never throws. */
export type PlaylistAds = (projectId: number, player: Partial<PlayerSettings>) => Promise<boolean>;

/** The ads of embed pages, at most two seconds old. While the database is away, the last answer stands, or there are no ads. */
export function createPageAds({ db, log }: Pick<Services, "db" | "log">): PageAds {
  const read = recently(log, (hash: string) => findFacts(db, hash));
  return async (hash, player) => {
    const facts = await read(hash);
    return facts && adsOfVideo(facts.settings, facts.own, facts.content, player);
  };
}

/** Whether pages of playlists need what plays ads; as old as the ads of embed pages. */
export function createPlaylistAds({ db, log }: Pick<Services, "db" | "log">): PlaylistAds {
  const read = recently(log, (projectId: number) => findProjectFacts(db, projectId));
  return async (projectId, player) => {
    const facts = await read(projectId);
    return facts !== null && (mayHaveAds(facts.settings, player) || (facts.own && !player.ads_off));
  };
}

/** Answers from memory for two seconds, and while the database is away. */
function recently<Key extends string | number, Facts>(
  log: Services["log"],
  find: (key: Key) => Promise<Facts | null>,
): (key: Key) => Promise<Facts | null> {
  const known = new LRUCache<Key, { facts: Facts | null; readAt: number }>({ max: REMEMBERED });
  return async (key) => {
    const last = known.get(key);
    if (last && performance.now() - last.readAt < FRESH_MS) return last.facts;
    const { promise: patience, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), PATIENCE_MS);
    try {
      const facts = await Promise.race([find(key), patience]);
      known.set(key, { facts, readAt: performance.now() });
      return facts;
    } catch (error) {
      log.warn({ err: error, of: key }, "could not read the ads of a page");
      return last?.facts ?? null;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A project's settings, and whether some of its videos have ads of their own. */
async function findProjectFacts(db: Database, projectId: number): Promise<{ settings: AdSettings; own: boolean }> {
  const found = await db
    .selectFrom("projects")
    .leftJoin("project_ads as ads", "ads.project_id", "projects.id")
    .select("ads.settings")
    .select(
      sql<boolean>`exists (select from video_ads v where v.project_id = projects.id and v.settings->>'use' = 'own')`.as(
        "own",
      ),
    )
    .where("projects.id", "=", projectId)
    .executeTakeFirst();
  return { settings: completeAds(found?.settings), own: found?.own ?? false };
}

async function findFacts(db: Database, hash: string): Promise<AdFacts | null> {
  const video = await db
    .selectFrom("videos as item")
    .innerJoin("projects as project", "project.id", "item.project_id")
    .leftJoin("project_ads as ads", "ads.project_id", "item.project_id")
    .leftJoin("video_ads as own", "own.video_id", "item.id")
    .select(["ads.settings", "own.settings as own", "item.category_id", "project.hash as project"])
    .select(sql<number[]>`array(select tag_id from video_tags t where t.video_id = item.id)`.as("tags"))
    .where("item.hash", "=", hash)
    .executeTakeFirst();
  const found =
    video ??
    (await db
      .selectFrom("streams as item")
      .innerJoin("projects as project", "project.id", "item.project_id")
      .leftJoin("project_ads as ads", "ads.project_id", "item.project_id")
      .select(["ads.settings", sql<null>`null`.as("own"), "item.category_id", "project.hash as project"])
      .select(sql<number[]>`array(select tag_id from stream_tags t where t.stream_id = item.id)`.as("tags"))
      .where("item.hash", "=", hash)
      .executeTakeFirst());
  if (!found) return null;
  const content = {
    hash,
    project: found.project,
    categoryId: found.category_id,
    tagIds: found.tags.map(Number),
  };
  return { settings: completeAds(found.settings), own: { ...defaultVideoAds, ...found.own }, content };
}
