import { createHash } from "node:crypto";
import { isChecking } from "@kinora/domain/videos/source-check.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { z } from "zod";
import type { Context, Services } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { Refusal } from "../../platform/refusal.ts";
import { missingVideo } from "../video-changes.ts";

/** Bytes between two notes of how far a comparison is. */
const NOTE_EVERY = 32 * 1024 * 1024;

type Ending = "matches" | "differs" | "missing" | "failed";

/** Compares a video's original with the checksum it had when it arrived. */
export const checkSource = task({
  name: "videos.check_source",
  payload: z.object({ videoId: z.number() }),
  async run(services, { videoId }, { signal }) {
    const video = await services.db
      .selectFrom("videos")
      .select(["source_key", "source_sha256"])
      .where("id", "=", videoId)
      .executeTakeFirst();
    if (!video) return;
    const { source_key: key, source_sha256: expected } = video;
    if (!key || !expected) return finish(services, videoId, "missing");
    const sha256 = await hashSource(services, videoId, key, signal);
    if (sha256 === null) return finish(services, videoId, "missing");
    await finish(services, videoId, sha256.equals(expected) ? "matches" : "differs");
  },
  gaveUp: (services, { videoId }) => finish(services, videoId, "failed"),
});

/** Queues a comparison. @throws Refusal `not_found`, `conflict` without an original or a checksum, and while one is under way. */
export const verifySource = (context: Context, videoId: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["account_id", "project_id", "title", "source_key", "source_sha256", "source_bytes"])
      .where("id", "=", videoId)
      .where("shelf", "<>", "gone")
      .forUpdate()
      .executeTakeFirst();
    if (!video) throw missingVideo();
    if (!video.source_key) throw new Refusal("conflict", "The original of this video is not stored any more.");
    if (!video.source_sha256) throw new Refusal("conflict", "The checksum of this original is not known yet.");
    const before = await tx
      .selectFrom("source_checks")
      .select("state")
      .where("video_id", "=", videoId)
      .executeTakeFirst();
    if (before && isChecking(before.state)) throw new Refusal("conflict", "The original is being checked already.");
    const begun = {
      state: "waiting" as const,
      checked_bytes: 0,
      total_bytes: video.source_bytes ?? 0,
      requested_at: context.clock.now(),
      finished_at: null,
    };
    await tx
      .insertInto("source_checks")
      .values({ video_id: videoId, ...begun })
      .onConflict((conflict) => conflict.column("video_id").doUpdateSet(begun))
      .execute();
    await context.jobs.send(tx, checkSource, { videoId });
    await audit(tx, {
      accountId: video.account_id,
      projectId: video.project_id,
      actor: actorOf(context.caller),
      action: "video.source_checked",
      objectType: "video",
      objectId: videoId,
      objectTitle: video.title,
    });
  });

/** The SHA-256 of a stored file, noting how far it is; null when it is not stored. */
async function hashSource(services: Services, videoId: number, key: string, signal: AbortSignal) {
  const hash = createHash("sha256");
  let checked = 0;
  let noted = 0;
  await note(services, videoId, 0);
  try {
    const { stream } = await services.storage.get(key);
    for await (const chunk of stream) {
      signal.throwIfAborted();
      const bytes = chunk as Buffer;
      hash.update(bytes);
      checked += bytes.length;
      if (checked - noted < NOTE_EVERY) continue;
      noted = checked;
      await note(services, videoId, checked);
    }
  } catch (error) {
    if (error instanceof NotStored) return null;
    throw error;
  }
  await note(services, videoId, checked);
  return hash.digest();
}

const note = ({ db }: Services, videoId: number, checkedBytes: number) =>
  db
    .updateTable("source_checks")
    .set({ state: "running", checked_bytes: checkedBytes })
    .where("video_id", "=", videoId)
    .execute();

async function finish({ db, clock }: Services, videoId: number, state: Ending): Promise<void> {
  await db
    .updateTable("source_checks")
    .set({ state, finished_at: clock.now() })
    .where("video_id", "=", videoId)
    .execute();
}
