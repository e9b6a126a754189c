import type { Tx } from "@kinora/db/connect.ts";
import {
  DEFAULT_AD_SCHEDULE,
  defaultVideoAds,
  videoAdsProblems,
  type VideoAds,
} from "@kinora/domain/ads/ad-settings.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { completeAds, schedulesToChoose } from "./schedule-rows.ts";
import { requireNone } from "./settings.ts";

const missing = () => new Refusal("not_found", "This video does not exist.");

/** The ads of a video of the grant's project. @throws Refusal `not_found`. */
export async function describeVideoAds({ db }: Pick<Context, "db">, { projectId }: ProjectGrant, videoId: number) {
  const row = await db
    .selectFrom("videos")
    .leftJoin("video_ads", "video_ads.video_id", "videos.id")
    .leftJoin("category_ad_schedules as chosen", "chosen.category_id", "videos.category_id")
    .leftJoin("ad_schedules as schedule", (join) =>
      join
        .onRef("schedule.project_id", "=", "videos.project_id")
        .on(
          sql<boolean>`case when chosen.schedule_id is null then schedule.is_default else schedule.id = chosen.schedule_id end`,
        ),
    )
    .select(["video_ads.settings as own", "video_ads.schedule_id", "schedule.settings as project", "schedule.name"])
    .where("videos.id", "=", videoId)
    .where("videos.project_id", "=", projectId)
    .executeTakeFirst();
  if (!row) throw missing();
  return {
    ...defaultVideoAds,
    ...row.own,
    schedule_id: row.schedule_id,
    project_schedule: row.name ?? DEFAULT_AD_SCHEDULE,
    project_mode: completeAds(row.project).mode,
    schedules: await schedulesToChoose(db, projectId),
  };
}

/**
 * Changes the ads of a video; players that load from now on follow. Cue points are stored ascending, each once. Without a schedule it
 * has that of its category, else the default one.
 * @throws Refusal `not_found`, or `invalid` when its own tag cannot be used or the schedule is not one of the project.
 */
export async function saveVideoAds(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  ads: VideoAds,
  scheduleId: number | null = null,
) {
  requireNone(videoAdsProblems(ads));
  const { accountId, projectId } = grant;
  const settings = { ...ads, cue_points: [...new Set(ads.cue_points)].toSorted((one, other) => one - other) };
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .leftJoin("video_ads", "video_ads.video_id", "videos.id")
      .leftJoin("ad_schedules", "ad_schedules.id", "video_ads.schedule_id")
      .select(["videos.title", "video_ads.settings", "ad_schedules.name as schedule"])
      .where("videos.id", "=", videoId)
      .where("videos.project_id", "=", projectId)
      .executeTakeFirst();
    if (!video) throw missing();
    const schedule = scheduleId === null ? null : await scheduleName(tx, projectId, scheduleId);
    const row = { settings: JSON.stringify(settings), schedule_id: scheduleId, updated_at: context.clock.now() };
    await tx
      .insertInto("video_ads")
      .values({ video_id: videoId, project_id: projectId, ...row })
      .onConflict((conflict) => conflict.column("video_id").doUpdateSet(row))
      .execute();
    await audit(tx, {
      accountId,
      projectId,
      actor,
      action: "video.ads_change",
      objectType: "video",
      objectId: videoId,
      objectTitle: video.title,
      changes: changesBetween(
        { ...defaultVideoAds, ...video.settings, schedule: video.schedule },
        { ...settings, schedule },
      ),
    });
  });
  return describeVideoAds(context, grant, videoId);
}

/** The name of a schedule, which stays until the transaction ends. @throws Refusal `invalid` unless the project has it. */
async function scheduleName(tx: Tx, projectId: number, id: number): Promise<string> {
  const schedule = await tx
    .selectFrom("ad_schedules")
    .select("name")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .forKeyShare()
    .executeTakeFirst();
  if (schedule) return schedule.name;
  const message = "Choose an ad schedule of this project.";
  throw new Refusal("invalid", message, { fields: { schedule_id: [message] } });
}
