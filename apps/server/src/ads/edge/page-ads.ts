import type { Database } from "@kinora/db/connect.ts";
import { defaultVideoAds, type AdSettings, type VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { adsInPlayer, chosenSchedule, mayHaveAds, type AdFacts, type EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { RecentValues } from "../../platform/process/recent-values.ts";
import { completeAds } from "../schedule-rows.ts";

/** Milliseconds for which a page's ads are answered from memory. */
const FRESH_MS = 2_000;
const REMEMBERED = 10_000;
/** A page is not held up longer by its ads: it gets the last answer, or where there is none, no ads. */
const PATIENCE_MS = { lastAnswer: 800, none: 1_000 };

/**
 * Answers the ads of a video or livestream by its public ID, under the settings of the player that shows it; null when it has none.
 * Never throws.
 */
export type PageAds = (hash: string, player: Partial<PlayerSettings>) => Promise<EmbedAds | null>;

/** Whether videos of a playlist may have ads, under the settings of the player that shows it. Never throws. */
export type PlaylistAds = (projectId: number, player: Partial<PlayerSettings>) => Promise<boolean>;

/** Answers what decides about the ads of a video or livestream by its public ID; null when there is none. Never throws. */
export type AdFactsOf = (hash: string) => Promise<AdFacts | null>;

/** As old as the ads of embed pages. */
export const createAdFacts = ({ db, log }: Pick<Services, "db" | "log">): AdFactsOf =>
  recently(log, (hash) => findFacts(db, hash));

/** The ads of embed pages, at most two seconds old. While the database is away, the last answer stands, or there are no ads. */
export function createPageAds(services: Pick<Services, "db" | "log">, read = createAdFacts(services)): PageAds {
  const { db, log } = services;
  const readSchedule = recently(log, (id) => findSchedule(db, Number(id)));
  return async (hash, player) => {
    const facts = await read(hash);
    const id = chosenSchedule(player);
    if (!facts || id === null) return facts && adsInPlayer(facts, player);
    const schedule = await readSchedule(String(id));
    const isOfProject = schedule?.project === facts.content.project;
    return adsInPlayer({ ...facts, schedules: isOfProject ? { [id]: schedule.settings } : {} }, player);
  };
}

/** What decides about the ads of drafts of players, with every schedule that they may choose. */
export function createDraftFacts({ db, log }: Pick<Services, "db" | "log">, read: AdFactsOf): AdFactsOf {
  const readSchedules = recently(log, (project) => findSchedules(db, project));
  return async (hash) => {
    const facts = await read(hash);
    return facts && { ...facts, schedules: (await readSchedules(facts.content.project)) ?? {} };
  };
}

/** Whether pages of playlists need what plays ads; as old as the ads of embed pages. */
export function createPlaylistAds({ db, log }: Pick<Services, "db" | "log">): PlaylistAds {
  const read = recently(log, (projectId) => findProjectFacts(db, Number(projectId)));
  return async (projectId, player) => {
    const facts = await read(String(projectId));
    return (
      facts !== null &&
      (facts.settings.some((settings) => mayHaveAds(settings, player)) || (facts.own && !player.ads_off))
    );
  };
}

/** Answers from memory for two seconds, and while the database is away. Askers of the same key share one question. */
function recently<Facts>(
  log: Services["log"],
  load: (key: string) => Promise<Facts | null>,
): (key: string) => Promise<Facts | null> {
  const known = new RecentValues<Facts>({
    load,
    freshMs: FRESH_MS,
    staleMs: Number.POSITIVE_INFINITY,
    patienceMs: PATIENCE_MS.lastAnswer,
    maximumValues: REMEMBERED,
    now: () => performance.now(),
  });
  return async (key) => {
    const { promise: patience, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), PATIENCE_MS.none);
    try {
      return await Promise.race([known.get(key), patience]);
    } catch (error) {
      log.warn({ err: error, of: key }, "could not read the ads of a page");
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The settings of a project's schedules, and whether some of its videos have ads of their own. */
async function findProjectFacts(db: Database, projectId: number): Promise<{ settings: AdSettings[]; own: boolean }> {
  const schedules = await db
    .selectFrom("ad_schedules")
    .select("settings")
    .where("project_id", "=", projectId)
    .execute();
  const found = await sql<{ own: boolean }>`
    select exists (select from video_ads v where v.project_id = ${projectId} and v.settings->>'use' = 'own') as own`.execute(
    db,
  );
  const settings = schedules.map((schedule) => completeAds(schedule.settings));
  // A player's own tag plays in a project that has saved none.
  return { settings: settings.length > 0 ? settings : [completeAds(null)], own: found.rows[0]?.own ?? false };
}

/** A schedule with the public ID of its project. */
async function findSchedule(db: Database, id: number): Promise<{ project: string; settings: AdSettings } | null> {
  const row = await db
    .selectFrom("ad_schedules")
    .innerJoin("projects", "projects.id", "ad_schedules.project_id")
    .select(["projects.hash", "ad_schedules.settings"])
    .where("ad_schedules.id", "=", id)
    .executeTakeFirst();
  return row ? { project: row.hash, settings: completeAds(row.settings) } : null;
}

async function findSchedules(db: Database, project: string): Promise<Record<string, AdSettings>> {
  const rows = await db
    .selectFrom("ad_schedules")
    .innerJoin("projects", "projects.id", "ad_schedules.project_id")
    .select(["ad_schedules.id", "ad_schedules.settings"])
    .where("projects.hash", "=", project)
    .execute();
  return Object.fromEntries(rows.map(({ id, settings }) => [id, completeAds(settings)]));
}

interface FoundAds {
  settings: Partial<AdSettings> | null;
  own: Partial<VideoAds> | null;
  category_id: number | null;
  project: string;
  tags: number[];
}

/** A video's schedule is its own, or that of its category, or the default one. */
async function findVideo(db: Database, hash: string): Promise<FoundAds | undefined> {
  const { rows } = await sql<FoundAds>`
    select schedule.settings, own.settings as own, item.category_id, project.hash as project,
      array(select tag_id from video_tags t where t.video_id = item.id) as tags
    from videos item
    join projects project on project.id = item.project_id
    left join video_ads own on own.video_id = item.id
    left join category_ad_schedules category on category.category_id = item.category_id
    left join ad_schedules usual on usual.project_id = item.project_id and usual.is_default
    left join ad_schedules schedule on schedule.id = coalesce(own.schedule_id, category.schedule_id, usual.id)
    where item.hash = ${hash}`.execute(db);
  return rows[0];
}

async function findStream(db: Database, hash: string): Promise<FoundAds | undefined> {
  const { rows } = await sql<FoundAds>`
    select schedule.settings, null as own, item.category_id, project.hash as project,
      array(select tag_id from stream_tags t where t.stream_id = item.id) as tags
    from streams item
    join projects project on project.id = item.project_id
    left join category_ad_schedules category on category.category_id = item.category_id
    left join ad_schedules usual on usual.project_id = item.project_id and usual.is_default
    left join ad_schedules schedule on schedule.id = coalesce(category.schedule_id, usual.id)
    where item.hash = ${hash}`.execute(db);
  return rows[0];
}

async function findFacts(db: Database, hash: string): Promise<AdFacts | null> {
  const found = (await findVideo(db, hash)) ?? (await findStream(db, hash));
  if (!found) return null;
  const content = {
    hash,
    project: found.project,
    categoryId: found.category_id,
    tagIds: found.tags.map(Number),
  };
  return { settings: completeAds(found.settings), own: { ...defaultVideoAds, ...found.own }, content };
}
