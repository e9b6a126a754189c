import { defaultVideoAds, videoAdsProblems, type VideoAds } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { completeAds, requireNone } from "./settings.ts";

const missing = () => new Refusal("not_found", "This video does not exist.");

/** The ads of a video of the grant's project. @throws Refusal `not_found`. */
export async function describeVideoAds({ db }: Pick<Context, "db">, { projectId }: ProjectGrant, videoId: number) {
  const row = await db
    .selectFrom("videos")
    .leftJoin("video_ads", "video_ads.video_id", "videos.id")
    .leftJoin("project_ads", "project_ads.project_id", "videos.project_id")
    .select(["video_ads.settings as own", "project_ads.settings as project"])
    .where("videos.id", "=", videoId)
    .where("videos.project_id", "=", projectId)
    .executeTakeFirst();
  if (!row) throw missing();
  return { ...defaultVideoAds, ...row.own, project_mode: completeAds(row.project).mode };
}

/**
 * Changes the ads of a video; players that load from now on follow. Cue points are stored ascending, each once.
 * @throws Refusal `not_found`, or `invalid` when its own tag cannot be used.
 */
export async function saveVideoAds(context: Context, grant: ProjectGrant, videoId: number, ads: VideoAds) {
  requireNone(videoAdsProblems(ads));
  const { accountId, projectId } = grant;
  const settings = { ...ads, cue_points: [...new Set(ads.cue_points)].toSorted((one, other) => one - other) };
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .leftJoin("video_ads", "video_ads.video_id", "videos.id")
      .select(["videos.title", "video_ads.settings"])
      .where("videos.id", "=", videoId)
      .where("videos.project_id", "=", projectId)
      .executeTakeFirst();
    if (!video) throw missing();
    const row = { settings: JSON.stringify(settings), updated_at: context.clock.now() };
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
      changes: changesBetween({ ...defaultVideoAds, ...video.settings }, settings),
    });
  });
  return describeVideoAds(context, grant, videoId);
}
