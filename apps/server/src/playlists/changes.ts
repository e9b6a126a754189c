import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { audit, notify } from "../platform/events/events.ts";

interface ChangedPlaylist {
  id: number;
  hash: string;
  name: string;
  project_id: number;
  account_id: number;
}

/** The channel that makes edges read a public id again. */
const PLAYBACK_CHANGED = "playback_changed";

/**
 * Announces a change of a playlist: its event, the audit log and the edges.
 * Whatever happens between its creation and its deletion is the event `playlist.updated`; the audit log has the particular `action`.
 */
export async function announcePlaylist(
  context: Context,
  tx: Tx,
  playlist: ChangedPlaylist,
  action: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const place = { accountId: playlist.account_id, projectId: playlist.project_id, actor: actorOf(context.caller) };
  const type = action === "playlist.created" || action === "playlist.deleted" ? action : "playlist.updated";
  await context.emit(tx, { ...place, type, payload: { playlist_id: playlist.id } });
  await audit(tx, {
    ...place,
    action,
    objectType: "playlist",
    objectId: playlist.id,
    objectTitle: playlist.name,
    changes,
  });
  await notify(tx, PLAYBACK_CHANGED, playlist.hash);
}

/** Notes the moment of a change. */
export const touchPlaylist = (context: Context, tx: Tx, id: number) =>
  tx.updateTable("playlists").set({ updated_at: context.clock.now() }).where("id", "=", id).execute();
