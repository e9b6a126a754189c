import type { Tx } from "@kinora/db/connect.ts";
import type { LoopTimes } from "@kinora/domain/live/on-air.ts";
import type { Context } from "../../context.ts";
import { smallPoster } from "../../platform/access/playback-links.ts";
import { announceChange } from "../streams/announce.ts";
import { fitItem, loopSeconds, readLoopItems, type LoopItem } from "../streams/loop-items.ts";
import { replaceLoopItems, writeLoopItems } from "../streams/loop-videos.ts";
import { missingStream, readStream, type OwnProject } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";
import { holdPlaylist, readFollowedPlaylist, type FollowedPlaylist } from "./loop-playlist.ts";

/** A stream's loop settings. */
export interface LoopSettings extends LoopTimes {
  /** In playing order; empty where the loop follows a playlist. */
  video_ids: readonly number[];
  playlist_id?: number | null | undefined;
  /** Every round has its own random order. */
  shuffle: boolean;
  /** The video fades between sources. */
  fade: boolean;
}

const CHOICES = ["loop_shuffle", "loop_fade", "loop_before_live", "loop_on_disconnect", "loop_when_paused"] as const;
const PLAYLIST = ["loop_playlist_id", "loop_playlist_name"] as const;
const TITLES_LOGGED = 50;

/** A stream's loop, its settings and how each video fits the stream's ladder. */
export async function readLoop(context: Context, { projectId }: OwnProject, id: number) {
  const { db } = context;
  const stream = await db
    .selectFrom("streams")
    .select(["ladder", ...CHOICES, "loop_since", ...PLAYLIST])
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
        image_url: smallPoster(context, item),
        // The duration on the loop's clock, so that the console shows the right next video.
        duration_seconds: loopSeconds(item) || null,
        problem,
        missing: fit?.missing ?? [],
        has_sound: item.renditions.some(({ kind }) => kind === "audio"),
      };
    }),
    playlist: playlistOf(stream),
    shuffle: stream.loop_shuffle,
    fade: stream.loop_fade,
    before_live: stream.loop_before_live,
    on_disconnect: stream.loop_on_disconnect,
    when_paused: stream.loop_when_paused,
    since: items.length === 0 ? null : stream.loop_since,
  };
}

/**
 * Sets a stream's loop, or the playlist it follows; a changed list of videos and another playlist start now. A playlist is read
 * again by `refreshPlaylistLoops`. No change emits no event.
 * @throws Refusal `invalid` with a sentence per video that cannot be played, or for a playlist that does not exist.
 */
export async function setLoop(
  context: Context,
  grant: OwnProject,
  id: number,
  { video_ids: videoIds, playlist_id: playlistId = null, shuffle, fade, ...times }: LoopSettings,
): Promise<void> {
  const playlist = playlistId === null ? null : await readFollowedPlaylist(context, grant.projectId, playlistId);
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await readLoopItems(tx, id);
    const old = await tx
      .selectFrom("streams")
      .select(["ladder", ...CHOICES, ...PLAYLIST])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const isSameList = playlist
      ? old.loop_playlist_id === playlist.id
      : old.loop_playlist_name === null && JSON.stringify(before.map((item) => item.id)) === JSON.stringify(videoIds);
    // A changed order restarts the loop.
    const isSameProgramme = isSameList && old.loop_shuffle === shuffle;
    const choices = {
      loop_shuffle: shuffle,
      loop_fade: fade,
      loop_before_live: times.before_live,
      loop_on_disconnect: times.on_disconnect,
      loop_when_paused: times.when_paused,
    };
    if (isSameList && CHOICES.every((name) => old[name] === choices[name])) return;
    const loop = { streamId: id, projectId: grant.projectId, ladder: old.ladder, before };
    const after = isSameList ? before : await replaceItems(tx, loop, playlist, videoIds);
    await tx
      .updateTable("streams")
      .set({
        ...choices,
        loop_playlist_id: playlist?.id ?? null,
        loop_playlist_name: playlist?.name ?? null,
        ...(isSameProgramme ? {} : { loop_since: context.clock.now() }),
        // An empty loop cannot stay on air.
        ...(after.length === 0 ? { switched_to: "live" as const } : {}),
        updated_at: context.clock.now(),
      })
      .where("id", "=", id)
      .execute();
    await announceChange(context, tx, await readStream(tx, grant, id), "stream.loop_changed", {
      ...(isSameList ? {} : { videos: [titlesOf(before), titlesOf(after)] }),
      ...difference("playlist", old.loop_playlist_name, playlist?.name ?? null),
      ...difference("shuffle", old.loop_shuffle, shuffle),
      ...difference("fade", old.loop_fade, fade),
      ...difference("before_live", old.loop_before_live, times.before_live),
      ...difference("on_disconnect", old.loop_on_disconnect, times.on_disconnect),
      ...difference("when_paused", old.loop_when_paused, times.when_paused),
    });
  });
}

/** Stores the videos of a playlist, those that cannot be played among them, or of a list of its own, which has none of those. */
async function replaceItems(
  tx: Tx,
  loop: Parameters<typeof replaceLoopItems>[1],
  playlist: FollowedPlaylist | null,
  videoIds: readonly number[],
): Promise<LoopItem[]> {
  if (!playlist) return replaceLoopItems(tx, loop, videoIds, "video_ids");
  await holdPlaylist(tx, playlist, "playlist_id");
  await writeLoopItems(tx, loop, playlist.videoIds);
  return readLoopItems(tx, loop.streamId);
}

/** The playlist a loop follows; one that was deleted has its name only. */
const playlistOf = ({ loop_playlist_id: id, loop_playlist_name: name }: FollowedColumns) =>
  name === null ? null : { id, name };

interface FollowedColumns {
  loop_playlist_id: number | null;
  loop_playlist_name: string | null;
}

/** Titles for the audit log, which keeps the first of many. */
function titlesOf(items: readonly LoopItem[]): string {
  const named = items.slice(0, TITLES_LOGGED).map(({ title }) => title);
  return [...named, ...(items.length > TITLES_LOGGED ? [`and ${items.length - TITLES_LOGGED} more`] : [])].join(", ");
}

const difference = (name: string, before: boolean | string | null, after: boolean | string | null) =>
  before === after ? {} : { [name]: [before, after] };
