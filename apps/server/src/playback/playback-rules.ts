import type { Availability } from "@kinora/domain/embed-page.ts";
import type { Services } from "../context.ts";
import { originalPurpose } from "../platform/playback-links.ts";
import { KnownPasses } from "./known-passes.ts";
import { HoldersRights, NO_RIGHTS, type PassRights } from "./pass-rights.ts";
import { availability, findOriginal, findPlaybackVideo, type Original, type PlaybackVideo } from "./playback-video.ts";
import { RecentValues } from "./recent-values.ts";
import { choosePlayable, findRenditions, type PlayableRendition, type PlayableSet } from "./renditions.ts";

/** PostgreSQL channel on which the public id of a video is announced when what may be played of it changed. */
export const PLAYBACK_CHANGED = "playback_changed";

const FRESH_MS = 2_000;
const RENDITIONS_FRESH_MS = 1_000;
const PATIENCE_MS = 1_000;
/** How long videos that played keep playing while the database is away; documented in docs/operations/playback.md. */
const AWAY_MS = 3_600_000;
const MAXIMUM_VIDEOS = 20_000;
const MAXIMUM_VERSIONS = 2_000;

/** What an address may have: no video, or one and how it stands. */
export interface FoundVideo {
  video: PlaybackVideo | null;
  availability: Availability;
  /** Whether whole MP4 files may be read: of published videos by everyone, of others by those who may download. */
  downloadable: boolean;
}

/** What may be played right now by whoever holds an address. */
export interface PlaybackRules {
  /** As `find`, without asking anyone: undefined when the answer is not at hand or not young enough. */
  known(hash: string, token: string | null): FoundVideo | undefined;
  /** The video behind a public id and what its pages have to show; `token` is the pass in the address, if any. */
  find(hash: string, token: string | null): Promise<FoundVideo>;
  /** The uploaded file, for a holder of a pass for it who may still download it; null for everyone else. */
  original(hash: string, token: string | null): Promise<Original | null>;
  /** Every rendition of a version, at most a second old. */
  renditions(video: PlaybackVideo, version: number): Promise<PlayableRendition[]>;
  /** What the master playlist lists, or null when nothing can play yet. */
  playable(video: PlaybackVideo): Promise<PlayableSet | null>;
  close(): void;
}

/**
 * The rules on every byte that leaves: answers are at most two seconds old and are dropped at once when a change is
 * announced. Videos known from before go on playing for an hour while the database is away.
 */
export function createPlaybackRules({ db, notifications, secrets, clock }: Services): PlaybackRules {
  const now = () => performance.now();
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

  const renditions = async (video: PlaybackVideo, version: number) =>
    (await versions.get(`${video.id}/${version}`)) ?? [];
  const passes = new KnownPasses(secrets.playbackKey);
  const rights = new HoldersRights(db, now);
  const holderOf = (token: string | null, purpose: string) =>
    token === null ? null : passes.holder(token, purpose, clock.now());
  const found = (video: PlaybackVideo | null, held: PassRights): FoundVideo => {
    const shown = availability(video, held);
    if (!video || shown === "missing") return { video: null, availability: "missing", downloadable: false };
    return { video, availability: shown, downloadable: video.published || held.download };
  };
  return {
    known(hash, token) {
      const video = videos.fresh(hash);
      if (!video) return undefined;
      const holder = video.published ? null : holderOf(token, hash);
      const held = holder ? rights.known(holder, video) : NO_RIGHTS;
      return held && found(video, held);
    },
    async find(hash, token) {
      const video = await videos.get(hash);
      const holder = !video || video.published ? null : holderOf(token, hash);
      return found(video, video && holder ? await rights.of(holder, video) : NO_RIGHTS);
    },
    async original(hash, token) {
      const holder = holderOf(token, originalPurpose(hash));
      const original = holder && (await findOriginal(db, hash));
      return original && (await rights.of(holder, original)).download ? original : null;
    },
    renditions,
    playable: async (video) => choosePlayable(await renditions(video, video.version)),
    close: stopListening,
  };
}
