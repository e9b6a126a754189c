import type { Permission } from "@kinora/domain/people/permissions.ts";
import type { Availability } from "@kinora/domain/playback/embed-page.ts";
import type { Services } from "../context.ts";
import { originalPurpose } from "../platform/access/playback-links.ts";
import { RecentValues } from "../platform/process/recent-values.ts";
import { KnownPasses } from "./known-passes.ts";
import { HoldersRights, NO_RIGHTS, type PassRights, type PassVideo } from "./pass-rights.ts";
import { availability, findOriginal, findPlaybackVideo, type Original, type PlaybackVideo } from "./playback-video.ts";
import { choosePlayable, findRenditions, type PlayableRendition, type PlayableSet } from "./renditions.ts";
import { isSuspended } from "./suspended.ts";

/** PostgreSQL channel for the public ids of videos whose playback rules changed. */
export const PLAYBACK_CHANGED = "playback_changed";

const FRESH_MS = 2_000;
const RENDITIONS_FRESH_MS = 1_000;
const PATIENCE_MS = 1_000;
/** How long cached videos keep playing while the database is unavailable; documented in docs/operations/playback.md. */
const AWAY_MS = 3_600_000;
const MAXIMUM_VIDEOS = 20_000;
const MAXIMUM_VERSIONS = 2_000;

/** The result for a public id: no video, or a video and its availability. One that was taken down is none. */
export interface FoundVideo {
  video: PlaybackVideo | null;
  availability: Availability;
  /**
   * Whether whole MP4 files may be read: of published videos by everyone unless the operator switched downloads off, of
   * others by those who may download.
   */
  downloadable: boolean;
  /** The profile that a viewer must pass; null for holders of a member's pass, and where nothing is restricted. */
  profileId: number | null;
  /** What viewers read of a video that was taken down; null for every other one. */
  takenDown: string | null;
}

export const NO_VIDEO: FoundVideo = {
  video: null,
  availability: "missing",
  downloadable: false,
  profileId: null,
  takenDown: null,
};

/** Decides what may be played now. */
export interface PlaybackRules {
  /** Like `find`, from the cache only: undefined when the answer is not cached or too old. */
  known(hash: string, token: string | null): FoundVideo | undefined;
  /** The video of a public id with the data of its pages; `token` is the pass in the URL, if any. */
  find(hash: string, token: string | null): Promise<FoundVideo>;
  /**
   * Whether a pass is one of a member with this permission in the project of a video or livestream. Those who may see a livestream,
   * which is asked unless said, meet no restrictions.
   */
  isMemberOf(
    item: { hash: string } & Omit<PassVideo, "uploaderId">,
    token: string | null,
    permission?: Permission,
  ): Promise<boolean>;
  /** Whether a public id that has nothing to play is of something that a suspended account or project keeps from playing. */
  isSuspended(hash: string): Promise<boolean>;
  /** The uploaded file, for a holder of a pass for it who may still download it; null for everyone else. */
  original(hash: string, token: string | null): Promise<Original | null>;
  /** Every rendition of a version, at most a second old. */
  renditions(video: PlaybackVideo, version: number): Promise<PlayableRendition[]>;
  /** What the master playlist lists, or null when nothing can play yet. */
  playable(video: PlaybackVideo): Promise<PlayableSet | null>;
  /** Whether some video continues to play while the database is away. */
  canStandIn(): boolean;
  close(): void;
}

/** The videos and renditions that were read lately, until a change is announced. */
function openRecent({ db, notifications }: Pick<Services, "db" | "notifications">, now: () => number) {
  const videos = new RecentValues<PlaybackVideo>({
    load: (hash) => findPlaybackVideo(db, hash),
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_VIDEOS,
    now,
  });
  const versions = new RecentValues<PlayableRendition[]>({
    load: (key) => {
      const [videoId, version] = key.split("/").map(Number);
      return findRenditions(db, videoId ?? 0, version ?? 0);
    },
    freshMs: RENDITIONS_FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_VERSIONS,
    now,
  });
  const stopListening = notifications.on(
    PLAYBACK_CHANGED,
    (hash) => {
      videos.forget(hash);
      versions.doubtAll();
    },
    () => {
      videos.doubtAll();
      versions.doubtAll();
    },
  );
  return { videos, versions, close: stopListening };
}

/** The result for a video, or none, and the rights of the pass it was asked with. */
function foundVideo(video: PlaybackVideo | null, held: PassRights): FoundVideo {
  const shown = availability(video, held);
  if (!video || shown === "missing") return NO_VIDEO;
  if (shown === "taken_down") return { ...NO_VIDEO, availability: shown, takenDown: video.takenDown };
  const downloadable = (video.published && video.downloads) || held.download;
  return { video, availability: shown, downloadable, profileId: held.view ? null : video.profileId, takenDown: null };
}

/**
 * Makes the playback rules: answers are cached for at most two seconds and evicted at once when a change is announced.
 * Cached videos keep playing for an hour while the database is unavailable.
 */
export function createPlaybackRules(services: Services): PlaybackRules {
  const { db, secrets, clock } = services;
  const now = () => performance.now();
  const { videos, versions, close } = openRecent(services, now);
  const renditions = async (video: PlaybackVideo, version: number) =>
    (await versions.get(`${video.id}/${version}`)) ?? [];
  const passes = new KnownPasses(secrets.playbackKey);
  const rights = new HoldersRights(db, now);
  const holderOf = (token: string | null, purpose: string) =>
    token === null ? null : passes.holder(token, purpose, clock.now());
  /** Of a video that is open to everyone, its files included, nobody's rights matter. */
  const memberOf = (video: PlaybackVideo, token: string | null) =>
    video.published && video.profileId === null && video.downloads ? null : holderOf(token, video.hash);
  return {
    known(hash, token) {
      const video = videos.fresh(hash);
      if (!video) return undefined;
      const holder = memberOf(video, token);
      const held = holder ? rights.known(holder, video) : NO_RIGHTS;
      return held && foundVideo(video, held);
    },
    async find(hash, token) {
      const video = await videos.get(hash);
      const holder = video && memberOf(video, token);
      return foundVideo(video, video && holder ? await rights.of(holder, video) : NO_RIGHTS);
    },
    async isMemberOf(item, token, permission = "streams_view") {
      const holder = holderOf(token, item.hash);
      return holder !== null && rights.has(holder, { ...item, uploaderId: null }, permission);
    },
    isSuspended: (hash) => isSuspended(db, hash),
    async original(hash, token) {
      const holder = holderOf(token, originalPurpose(hash));
      const original = holder && (await findOriginal(db, hash));
      return original && (await rights.of(holder, original)).download ? original : null;
    },
    renditions,
    playable: async (video) => choosePlayable(await renditions(video, video.version)),
    canStandIn: () => videos.canStandIn(),
    close,
  };
}
