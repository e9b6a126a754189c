import type { LoopTimes } from "@kinora/domain/onAir.ts";
import type { Context } from "../context.ts";
import { memberLinks } from "../platform/playback-links.ts";
import { announceChange } from "./announce.ts";
import { fitItem, loopSeconds, readLoopItems, type LoopItem } from "./loop-items.ts";
import { fillLoop } from "./loop-videos.ts";
import { missingStream, readStream, type OwnProject } from "./rows.ts";
import { lockStream } from "./service.ts";

/** What people set on a stream's loop. */
export interface LoopSettings extends LoopTimes {
  /** In the order they play. */
  video_ids: readonly number[];
  /** Every round has an order of its own. */
  shuffle: boolean;
  /** The picture fades where one source follows another. */
  fade: boolean;
}

const CHOICES = ["loop_shuffle", "loop_fade", "loop_before_live", "loop_on_disconnect", "loop_when_paused"] as const;
/** The smallest picture that is sharp beside a title. */
const SMALL = ["360p", "720p", "1080p", "1440p"] as const;

/** What a stream's loop plays and when, and how each video fits the stream. */
export async function readLoop(context: Context, { projectId }: OwnProject, id: number) {
  const { db } = context;
  const stream = await db
    .selectFrom("streams")
    .select(["ladder", ...CHOICES, "loop_since"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!stream) throw missingStream();
  const items = await readLoopItems(db, id);
  return {
    items: items.map((item) => {
      const { fit, problem } = fitItem(item, stream.ladder);
      return {
        video_id: item.id,
        hash: item.hash,
        title: item.title,
        image_url: pictureOf(context, item),
        // As long as it takes on the clock, so that what comes next is told as it is played.
        duration_seconds: loopSeconds(item) || null,
        problem,
        missing: fit?.missing ?? [],
        has_sound: item.renditions.some(({ kind }) => kind === "audio"),
      };
    }),
    shuffle: stream.loop_shuffle,
    fade: stream.loop_fade,
    before_live: stream.loop_before_live,
    on_disconnect: stream.loop_on_disconnect,
    when_paused: stream.loop_when_paused,
    since: items.length === 0 ? null : stream.loop_since,
  };
}

/**
 * Sets a stream's loop; the first of other videos begins now. Nothing changed is nothing announced.
 * @throws Refusal `invalid` with a sentence per video that can not be played.
 */
export async function setLoop(
  context: Context,
  ground: OwnProject,
  id: number,
  { video_ids: videoIds, shuffle, fade, ...times }: LoopSettings,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readLoopItems(tx, id);
    const old = await tx
      .selectFrom("streams")
      .select(["ladder", ...CHOICES])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const isSameList = JSON.stringify(before.map((item) => item.id)) === JSON.stringify(videoIds);
    // Another order is another programme: it begins now.
    const isSameProgramme = isSameList && old.loop_shuffle === shuffle;
    const isSame =
      isSameProgramme &&
      old.loop_fade === fade &&
      old.loop_before_live === times.before_live &&
      old.loop_on_disconnect === times.on_disconnect &&
      old.loop_when_paused === times.when_paused;
    if (isSame) return;
    const loop = { streamId: id, projectId: ground.projectId, ladder: old.ladder, before };
    const after = isSameList ? before : await fillLoop(tx, loop, videoIds, "video_ids");
    await tx
      .updateTable("streams")
      .set({
        loop_shuffle: shuffle,
        loop_fade: fade,
        loop_before_live: times.before_live,
        loop_on_disconnect: times.on_disconnect,
        loop_when_paused: times.when_paused,
        ...(isSameProgramme ? {} : { loop_since: context.clock.now() }),
        // What is not there any more can not stay on air.
        ...(videoIds.length === 0 ? { switched_to: "live" as const } : {}),
        updated_at: context.clock.now(),
      })
      .where("id", "=", id)
      .execute();
    const titles = (items: readonly LoopItem[]) => items.map(({ title }) => title).join(", ");
    await announceChange(context, tx, await readStream(tx, ground, id), "stream.loop_changed", {
      ...(isSameList ? {} : { videos: [titles(before), titles(after)] }),
      ...difference("shuffle", old.loop_shuffle, shuffle),
      ...difference("fade", old.loop_fade, fade),
      ...difference("before_live", old.loop_before_live, times.before_live),
      ...difference("on_disconnect", old.loop_on_disconnect, times.on_disconnect),
      ...difference("when_paused", old.loop_when_paused, times.when_paused),
    });
  });
}

const difference = (name: string, before: boolean, after: boolean) =>
  before === after ? {} : { [name]: [before, after] };

function pictureOf(context: Context, { id, hash, images }: LoopItem): string | null {
  const label = SMALL.find((one) => images[one] !== undefined);
  const key = label && images[label];
  return key ? memberLinks(context, hash).file(key.replace(`assets/${id}/`, "")) : null;
}
