import type { Database } from "@kinora/db/connect.ts";
import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import type { StreamState } from "@kinora/domain/live/stream-states.ts";
import type { AdCue, Availability, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { RecentValues } from "../platform/process/recent-values.ts";
import { mediaFolder } from "./addresses.ts";
import { appliedProfileId } from "./gate/profiles.ts";
import { PLAYBACK_CHANGED } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** How long livestreams stay on air while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_STREAMS = 5_000;

/** A pass of a livestream lasts this much longer than one of a video of no length. */
export const LIVE_PASS_SECONDS = 6 * 3_600;

/** A livestream as public pages read it. Deleted ones, those of deleted projects and of inactive accounts are not found. */
export interface PlaybackStream {
  id: number;
  accountId: number;
  projectId: number;
  hash: string;
  name: string;
  description: string;
  state: StreamState;
  /** For one session only: disabled by its end. */
  single: boolean;
  /** What is on air. */
  onAir: OnAirSource;
  createdAt: Date;
  /** The announced start. */
  startAt: Date | null;
  /** Its own pictures: the number in their name, and their size in pixels. */
  pictures: Partial<Record<StreamPictureKind, { number: number; width: number; height: number }>>;
  /** Fades where one source follows another. */
  fades: boolean;
  /** Whether viewers may watch over WebRTC. */
  lowDelay: boolean;
  /** The ad break that was asked for last. */
  adBreak: { number: number; endsAt: Date } | null;
  /** URL of its live role; null while none runs. */
  hostUrl: string | null;
  /** The restriction profile that applies; null for none. */
  profileId: number | null;
}

/** Finds livestreams by public id; answers are cached for at most two seconds and evicted at once when a change is announced. */
export interface PlaybackStreams {
  find(hash: string): Promise<PlaybackStream | null>;
  /** Evicts a stream whose live role may have moved to another host. */
  doubt(hash: string): void;
  /** Whether some livestream stays on air while the database is away. */
  canStandIn(): boolean;
  close(): void;
}

/** Makes the lookup of livestreams. */
export function createPlaybackStreams({
  db,
  notifications,
  config,
}: Pick<Services, "db" | "notifications" | "config">): PlaybackStreams {
  const hasWebRtc = config.whip !== null && config.whip.viewers > 0;
  const streams = new RecentValues<PlaybackStream>({
    load: (hash) => findPlaybackStream(db, hash, hasWebRtc),
    freshMs: FRESH_MS,
    staleMs: AWAY_MS,
    patienceMs: PATIENCE_MS,
    maximumValues: MAXIMUM_STREAMS,
    now: () => performance.now(),
  });
  const stopListening = notifications.on(
    PLAYBACK_CHANGED,
    (hash) => streams.forget(hash),
    () => streams.doubtAll(),
  );
  return {
    find: (hash) => streams.get(hash),
    doubt: (hash) => streams.forget(hash),
    canStandIn: () => streams.canStandIn(),
    close: stopListening,
  };
}

/** The columns of a livestream that public pages may show. */
const readStream = (db: Database, hash: string) =>
  db
    .selectFrom("streams as stream")
    .innerJoin("projects as project", "project.id", "stream.project_id")
    .innerJoin("accounts as account", "account.id", "stream.account_id")
    .leftJoin("stream_ad_breaks as ad_break", "ad_break.stream_id", "stream.id")
    .select([
      "stream.id",
      "stream.account_id",
      "stream.project_id",
      "stream.hash",
      "stream.name",
      "stream.description",
      "stream.state",
      "stream.type",
      "stream.on_air",
      "stream.created_at",
      "stream.start_at",
      "stream.loop_fade as fades",
      "stream.low_delay",
      "ad_break.number as ad_break_number",
      "ad_break.ends_at as ad_break_ends_at",
      sql<PlaybackStream["pictures"]>`coalesce((
        select json_object_agg(p.kind, json_build_object('number', p.number, 'width', p.width, 'height', p.height))
        from stream_pictures p where p.stream_id = stream.id), '{}')`.as("pictures"),
      // One that no host had yet may be asked of any.
      sql<string | null>`(select h.url from stream_hosts h
        order by h.host = stream.host desc nulls last, h.seen_at desc limit 1)`.as("host_url"),
      appliedProfileId("stream", "stream").as("profile_id"),
    ])
    .where("stream.hash", "=", hash)
    .where("stream.deleted_at", "is", null)
    .where("project.deleted_at", "is", null)
    .where("project.suspended_at", "is", null)
    .where("account.status", "=", "active")
    .executeTakeFirst();

async function findPlaybackStream(db: Database, hash: string, hasWebRtc: boolean): Promise<PlaybackStream | null> {
  const row = await readStream(db, hash);
  if (!row) return null;
  const {
    id,
    account_id: accountId,
    project_id: projectId,
    name,
    description,
    state,
    type,
    on_air: onAir,
    created_at: createdAt,
    start_at: startAt,
    pictures,
    fades,
    low_delay: wantsLowDelay,
    host_url: hostUrl,
    profile_id: profileId,
    ad_break_number: number,
    ad_break_ends_at: endsAt,
  } = row;
  return {
    ...{ id, accountId, projectId, hash: row.hash, name, description, state },
    single: type === "single",
    ...{ onAir, createdAt, startAt, pictures, fades },
    lowDelay: wantsLowDelay && hasWebRtc,
    adBreak: number === null || endsAt === null ? null : { number, endsAt },
    hostUrl,
    profileId,
  };
}

/** The ad break that players of a livestream should play, while it lasts. Pure. */
export function lastingAdBreak({ adBreak }: PlaybackStream, now: Date): AdCue | null {
  const seconds = adBreak === null ? 0 : (adBreak.endsAt.getTime() - now.getTime()) / 1_000;
  return adBreak === null || seconds <= 0 ? null : { number: adBreak.number, seconds };
}

/** The state of a livestream's pages. Pure. */
export function streamAvailability(stream: PlaybackStream): Availability {
  const { state, onAir } = stream;
  if (state === "disabled") return "offline";
  // The loop or slate is shown until the encoder's picture is ready.
  if (onAir !== "nothing") return "playable";
  if (state === "processing") return "starting";
  return state === "live" || state === "paused" || state === "ended" ? "playable" : "offline";
}

/** Whether viewers may watch over WebRTC now: what is on air besides the publisher comes in segments only. Pure. */
export const isLowDelay = ({ lowDelay, onAir, state }: PlaybackStream): boolean =>
  lowDelay && onAir === "live" && state !== "disabled";

/** Whether players of a livestream that is not on air may still read its end and play the listed media: not once it was switched off. Pure. */
export const mayEnd = ({ state, single }: PlaybackStream): boolean => state !== "disabled" || single;

/** What a livestream's pages show while it is not on air: the announcement and its own picture. Pure. */
export function waitingFor(
  stream: PlaybackStream,
  now: Date,
  token: string | null,
): Pick<EmbedStatus, "start_at" | "picture"> {
  const { hash, startAt } = stream;
  const picture = waitingPicture(stream, now)?.path;
  return {
    start_at: startAt !== null && startAt > now ? startAt.toISOString() : null,
    picture: picture === undefined ? null : mediaFolder(hash, token) + picture,
  };
}

/** That picture: its path in the livestream's folder, and its size in pixels. */
function waitingPicture({ startAt, pictures }: PlaybackStream, now: Date) {
  const kind = startAt !== null && startAt > now && pictures.countdown !== undefined ? "countdown" : "offline";
  const picture = pictures[kind];
  if (!picture) return null;
  const { number, width, height } = picture;
  return { path: `pictures/${kind}-${number}.jpg`, size: { width, height } };
}

/** A livestream in the shape pages and previews take. */
export function asVideo(stream: PlaybackStream, now: Date): PlaybackVideo {
  const onAir = streamAvailability(stream) === "playable";
  const waiting = onAir ? null : waitingPicture(stream, now);
  return {
    ...{ accountId: stream.accountId, projectId: stream.projectId, uploaderId: null },
    ...{ id: stream.id, hash: stream.hash, title: stream.name, description: stream.description },
    status: "complete",
    published: true,
    playable: true,
    version: 0,
    durationSeconds: null,
    width: null,
    height: null,
    images: {},
    picture: onAir ? "picture.jpg" : (waiting?.path ?? null),
    pictureSize: waiting?.size ?? null,
    broadcast: { startsAt: stream.startAt ?? stream.createdAt, onAir },
    storyboard: false,
    animatedPreview: false,
    soundOnly: false,
    captions: [],
    chapters: [],
    createdAt: stream.createdAt,
    progress: 0,
    profileId: stream.profileId,
    downloads: false,
    arriving: null,
    takenDown: null,
  };
}
