import type { Tx } from "@kinora/db/connect.ts";
import { scheduleProblems, type VideoSchedule } from "@kinora/domain/videos/video-schedule.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceByCaller, announceVideo, lockVideo } from "../video-changes.ts";

const BATCH = 100;
const SYSTEM = { kind: "system" };

/** Saves when a video is published and unpublished automatically. @throws Refusal `invalid` for past times and a wrong order. */
export async function saveSchedule(context: Context, grant: ProjectGrant, videoId: number, schedule: VideoSchedule) {
  const problems = scheduleProblems(schedule, context.clock.now());
  const first = Object.values(problems)[0]?.[0];
  if (first !== undefined) throw new Refusal("invalid", first, { fields: problems });
  const kept = {
    publish_at: schedule.publishAt,
    unpublish_at: schedule.unpublishAt,
    publish_when_ready: schedule.publishWhenReady,
  };
  await context.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, grant, videoId);
    await tx
      .updateTable("videos")
      .set({ ...kept, updated_at: context.clock.now() })
      .where("id", "=", videoId)
      .execute();
    await announceByCaller(context, tx, video, "video.scheduled", kept);
    // Ready already: there is nothing to wait for.
    if (schedule.publishWhenReady && video.status === "complete") await carryOut(context, tx, videoId);
  });
  const { publish_at, unpublish_at, publish_when_ready } = await context.db
    .selectFrom("videos")
    .select(["publish_at", "unpublish_at", "publish_when_ready"])
    .where("id", "=", videoId)
    .executeTakeFirstOrThrow();
  return { publish_at, unpublish_at, publish_when_ready };
}

/** Publishes and unpublishes due videos; at most `everySeconds` late while a worker runs. */
export const keepSchedules: Chore = {
  name: "videos.keep_schedules",
  does: "Publishes and unpublishes videos that are due.",
  everySeconds: 15,
  async run(services) {
    const now = services.clock.now();
    const { rows } = await sql<{ id: number }>`
      (select id from videos where publish_at <= ${now} and deleted_at is null and takedown is null order by publish_at limit ${BATCH})
      union (select id from videos where unpublish_at <= ${now} and deleted_at is null order by unpublish_at limit ${BATCH})
      union (select id from videos where publish_when_ready and deleted_at is null and takedown is null and status = 'complete' limit ${BATCH})`.execute(
      services.db,
    );
    for (const { id } of rows) await services.db.transaction().execute((tx) => carryOut(services, tx, id));
  },
};

/** Applies the due times of one video and clears them. Idempotent. */
async function carryOut(services: Services, tx: Tx, videoId: number): Promise<void> {
  const now = services.clock.now();
  const row = await tx
    .selectFrom("videos")
    .select("project_id")
    .where("id", "=", videoId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return;
  const video = await lockVideo(tx, { projectId: row.project_id }, videoId);
  const shows =
    video.takedown === null &&
    ((video.publish_at !== null && video.publish_at <= now) ||
      (video.publish_when_ready && video.status === "complete"));
  const hides = video.unpublish_at !== null && video.unpublish_at <= now;
  if (!shows && !hides) return;
  // After a long pause both are due: the later one decides.
  const published = !hides;
  await tx
    .updateTable("videos")
    .set({
      ...(published === video.published ? {} : { published, published_at: published ? now : null }),
      ...(shows ? { publish_at: null, publish_when_ready: false } : {}),
      ...(hides ? { unpublish_at: null } : {}),
      updated_at: now,
    })
    .where("id", "=", videoId)
    .execute();
  if (published === video.published) return;
  await announceVideo(services, tx, video, {
    type: published ? "video.published" : "video.unpublished",
    actor: SYSTEM,
    changes: { scheduled: true },
  });
}
