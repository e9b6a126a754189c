import type { Database, Tx } from "@kinora/db/connect.ts";
import { LOOP_ITEMS_MAX, sinceAfterChange } from "@kinora/domain/live/stream-loop.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify } from "../../platform/events/events.ts";
import { LIVE_CONTROL } from "../../platform/events/live-control.ts";
import { Refusal } from "../../platform/refusal.ts";
import { playlistVideoIds } from "../../playlists/smart-query.ts";
import { emitStream, pushState } from "../streams/announce.ts";
import { fitItem, loopSeconds, readLoopItems, type LoopItem } from "../streams/loop-items.ts";
import { writeLoopItems } from "../streams/loop-videos.ts";
import { readStream } from "../streams/rows.ts";

/** A playlist as a loop follows it. */
export interface FollowedPlaylist {
  id: number;
  name: string;
  /** Its published, complete videos in their order. */
  videoIds: number[];
}

/** The field of an operation that names a loop's playlist. */
type PlaylistField = "playlist_id" | "loop_playlist_id";

/** Reads a playlist of the project for a loop; a smart one as its rules say now. @throws Refusal `invalid` at `field` when there is none. */
export async function readFollowedPlaylist(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: number,
  id: number,
  field: PlaylistField = "playlist_id",
): Promise<FollowedPlaylist> {
  const playlist = await db
    .selectFrom("playlists")
    .select(["id", "name", "rules"])
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!playlist) throw missingPlaylist(field);
  const { name, rules } = playlist;
  return {
    id,
    name,
    videoIds: await loopableIds(db, projectId, await playlistVideoIds(db, { id, projectId, rules }, clock.now())),
  };
}

/** Keeps a playlist that was read from being deleted before the transaction ends. @throws Refusal `invalid` at `field` when it was. */
export async function holdPlaylist(tx: Tx, { id }: FollowedPlaylist, field: PlaylistField): Promise<void> {
  const row = await tx.selectFrom("playlists").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();
  if (!row) throw missingPlaylist(field);
}

/** The refusal for a playlist that does not exist and for one of another project. */
function missingPlaylist(field: PlaylistField): Refusal {
  const sentence = "This playlist does not exist or belongs to another project.";
  return new Refusal("invalid", sentence, { fields: { [field]: [sentence] } });
}

async function loopableIds(db: Database, projectId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place) join videos v on v.id = wanted.id
    where v.project_id = ${projectId} and v.deleted_at is null and v.published and v.status = 'complete'
      and v.takedown is null
    order by wanted.place limit ${LOOP_ITEMS_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reads the playlists that loops follow again. @param playlistId the loops of one playlist; left out, all loops. */
export async function refreshPlaylistLoops(services: Services, playlistId?: number): Promise<void> {
  let query = services.db
    .selectFrom("streams")
    .innerJoin("projects", "projects.id", "streams.project_id")
    .select(["streams.id", "streams.project_id", "streams.loop_playlist_id"])
    .where("streams.loop_playlist_id", "is not", null)
    .where("streams.deleted_at", "is", null)
    .where("projects.deleted_at", "is", null);
  if (playlistId !== undefined) query = query.where("streams.loop_playlist_id", "=", playlistId);
  for (const stream of await query.execute()) {
    try {
      await refreshLoop(services, stream);
    } catch (error) {
      // One playlist whose rules take too long must not keep the others from being read.
      services.log.warn({ err: error, stream: stream.id }, "playlist of a loop not read");
    }
  }
}

async function refreshLoop(
  services: Services,
  stream: { id: number; project_id: number; loop_playlist_id: number | null },
): Promise<void> {
  const { id, project_id: projectId, loop_playlist_id: playlistId } = stream;
  if (playlistId === null) return;
  const playlist = await readFollowedPlaylist(services, projectId, playlistId);
  await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("streams")
      .select(["id", "ladder", "loop_since", "loop_shuffle", "loop_playlist_name"])
      .where("id", "=", id)
      .where("loop_playlist_id", "=", playlistId)
      .where("deleted_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const stored = await tx
      .selectFrom("stream_loop_items")
      .select("video_id")
      .where("stream_id", "=", id)
      .orderBy("position")
      .execute();
    const isSame = JSON.stringify(stored.map(({ video_id: videoId }) => videoId)) === JSON.stringify(playlist.videoIds);
    if (isSame && row.loop_playlist_name === playlist.name) return;
    const since = isSame ? {} : { loop_since: await replaceItems(services, tx, { ...row, projectId }, playlist) };
    await tx
      .updateTable("streams")
      .set({ loop_playlist_name: playlist.name, ...since })
      .where("id", "=", id)
      .execute();
    if (isSame) return;
    const changed = await readStream(tx, { projectId }, id);
    await emitStream(services, tx, changed, "stream.loop_changed");
    await pushState(tx, changed);
    await notify(tx, LIVE_CONTROL, String(id));
  });
}

/** Stores the videos of the playlist. Returns when the loop must have begun so that the video on air plays to its end. */
async function replaceItems(
  { clock }: Pick<Services, "clock">,
  tx: Tx,
  loop: {
    id: number;
    projectId: number;
    ladder: Parameters<typeof fitItem>[1];
    loop_since: Date | null;
    loop_shuffle: boolean;
  },
  { videoIds }: FollowedPlaylist,
): Promise<Date> {
  const { id: streamId, projectId, ladder, loop_since: since, loop_shuffle: shuffle } = loop;
  const orderOf = (items: readonly LoopItem[]) => ({
    ids: items.map(({ id }) => id),
    seconds: items.map((item) => (fitItem(item, ladder).fit ? loopSeconds(item) : 0)),
    shuffle,
  });
  const before = orderOf(await readLoopItems(tx, streamId));
  await writeLoopItems(tx, { streamId, projectId }, videoIds);
  const after = orderOf(await readLoopItems(tx, streamId));
  const now = clock.now();
  if (!since) return now;
  return new Date(Math.round(sinceAfterChange({ ...before, sinceMs: since.getTime() }, after, now.getTime())));
}
