import type { Database } from "@kinora/db/connect.ts";
import type { PlaylistLayout, PlaylistType } from "@kinora/domain/playlists/playlists.ts";
import type { Podcast } from "@kinora/domain/playlists/podcast.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { restoreCaller } from "../../platform/access/acting.ts";
import { signPlaybackToken } from "../../platform/access/playback-token.ts";
import { findGrant } from "../../platform/access/scope.ts";
import { RecentValues } from "../../platform/process/recent-values.ts";
import { playlistVideoIds } from "../../playlists/smart-query.ts";
import { appliedProfileId, playlistProfileId } from "../gate/profiles.ts";
import { KnownPasses } from "../known-passes.ts";
import { PLAYBACK_CHANGED } from "../playback-rules.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** How long playlists stay on their pages while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_PLAYLISTS = 1_000;

/** A video of a playlist as its pages read it: published and playable. */
export interface ListedVideo {
  id: number;
  hash: string;
  title: string;
  duration_seconds: number | null;
  images: Record<string, string>;
  /** Pixels. */
  width: number | null;
  height: number | null;
  created_at: Date;
  /** The restriction profile that applies to it; null without one. */
  profile_id: number | null;
}

/** A playlist as public pages read it. Those of deleted projects and of inactive accounts are not found. */
export interface PlaybackPlaylist {
  id: number;
  hash: string;
  account_id: number;
  project_id: number;
  name: string;
  description: string;
  type: PlaylistType;
  published: boolean;
  autoplay_next: boolean;
  loop: boolean;
  shuffle: boolean;
  layout: PlaylistLayout;
  feed: boolean;
  podcast: Podcast;
  start_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** The restriction profile that applies to its page; null without one. */
  profile_id: number | null;
  /** What viewers get, in order: what is unpublished, deleted or not playable is left out. */
  videos: ListedVideo[];
}

/** A member who looks at a playlist. Members meet no restrictions. */
export interface PlaylistMember {
  /** Whether they may see the videos of its project as well. */
  seesVideos: boolean;
  /** A pass of theirs for a video of the playlist, which ends with the one for the playlist. */
  passFor(video: string): string;
}

/** Finds playlists by public id; answers are cached for two seconds and evicted at once when a change is announced. */
export interface PlaybackPlaylists {
  /** A published playlist, or one that the holder of the pass `token` may see; null otherwise. */
  find(hash: string, token: string | null): Promise<PlaybackPlaylist | null>;
  /** The member whom the pass `token` was made for; null when it is no member's, or its holder may not see the playlist. */
  memberOf(playlist: PlaybackPlaylist, token: string | null): Promise<PlaylistMember | null>;
  /** Whether a playlist lists a video, both by public id. */
  lists(playlist: string, video: string): Promise<boolean>;
  close(): void;
}

/** Makes the lookup of playlists. */
export function createPlaybackPlaylists({ db, notifications, secrets, clock }: Services): PlaybackPlaylists {
  const playlists = new RecentValues<PlaybackPlaylist>({
    load: (hash) => findPlaybackPlaylist(db, hash, clock.now()),
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_PLAYLISTS,
    now: () => performance.now(),
  });
  const passes = new KnownPasses(secrets.playbackKey);
  const stopListening = notifications.on(
    PLAYBACK_CHANGED,
    (hash) => playlists.forget(hash),
    () => playlists.doubtAll(),
  );
  const memberOf = async (playlist: PlaybackPlaylist, token: string | null): Promise<PlaylistMember | null> => {
    const pass = token === null ? null : passes.find(token, playlist.hash, clock.now());
    if (!pass) return null;
    const { holder, expiresAt } = pass;
    const caller = await restoreCaller(db, {
      user_id: holder.kind === "user" ? holder.id : null,
      api_key_id: holder.kind === "api_key" ? holder.id : null,
    });
    const grant = await findGrant(db, caller, playlist);
    if (!grant?.permissions.has("player_view") && !grant?.permissions.has("playlist_manage")) return null;
    return {
      seesVideos: grant.permissions.has("video_view"),
      passFor: (video) => signPlaybackToken(secrets.playbackKey, video, holder, new Date(expiresAt)),
    };
  };
  return {
    async find(hash, token) {
      const playlist = await playlists.get(hash);
      if (!playlist || playlist.published) return playlist;
      return (await memberOf(playlist, token)) ? playlist : null;
    },
    memberOf,
    async lists(playlist, video) {
      return (await playlists.get(playlist))?.videos.some(({ hash }) => hash === video) ?? false;
    },
    close: stopListening,
  };
}

async function findPlaybackPlaylist(db: Database, hash: string, now: Date): Promise<PlaybackPlaylist | null> {
  const row = await db
    .selectFrom("playlists")
    .innerJoin("projects", "projects.id", "playlists.project_id")
    .innerJoin("accounts", "accounts.id", "playlists.account_id")
    .selectAll("playlists")
    .select(playlistProfileId("playlists").as("profile_id"))
    .where("playlists.hash", "=", hash)
    .where("projects.deleted_at", "is", null)
    .where("projects.suspended_at", "is", null)
    .where("accounts.status", "=", "active")
    .executeTakeFirst();
  if (!row) return null;
  const { rules, ...playlist } = row;
  const { id, project_id: projectId } = row;
  const videos = await listedVideos(db, projectId, await playlistVideoIds(db, { id, projectId, rules }, now));
  return { ...playlist, videos };
}

async function listedVideos(db: Database, projectId: number, ids: readonly number[]): Promise<ListedVideo[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedVideo>`
    select v.id, v.hash, v.title, v.duration_seconds, v.images, v.width, v.height, v.created_at,
      ${appliedProfileId("video", "v")} as profile_id
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place) join videos v on v.id = wanted.id
    where v.project_id = ${projectId} and v.deleted_at is null and v.published and v.playable and v.version > 0
      and v.takedown is null
    order by wanted.place`.execute(db);
  return rows;
}
