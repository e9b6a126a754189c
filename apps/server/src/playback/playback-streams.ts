import type { Database } from "@kinora/db/connect.ts";
import type { Availability, EmbedStatus } from "@kinora/domain/embed-page.ts";
import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { StreamPictureKind } from "@kinora/domain/streamPictures.ts";
import type { StreamState } from "@kinora/domain/streams.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { PLAYBACK_CHANGED } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { RecentValues } from "./recent-values.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** On air goes on while the database is away. */
const AWAY_MS = 3_600_000;
const MAXIMUM_STREAMS = 5_000;

/** What public pages know of a livestream. Deleted ones, those of deleted projects and of accounts that are not active are not found. */
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
  /** What viewers are shown. */
  onAir: OnAirSource;
  createdAt: Date;
  /** When it is announced to begin. */
  startAt: Date | null;
  /** Numbers of its own pictures. */
  pictures: Partial<Record<StreamPictureKind, number>>;
  /** Fades where one source follows another. */
  fades: boolean;
  /** Where its newest media is read; null while no live role runs. */
  hostUrl: string | null;
}

/** The livestreams behind public ids; answers are at most two seconds old and dropped at once when a change is announced. */
export interface PlaybackStreams {
  find(hash: string): Promise<PlaybackStream | null>;
  /** The host may have begun anew elsewhere: asks again next time. */
  doubt(hash: string): void;
  close(): void;
}

/** Looks livestreams up. */
export function createPlaybackStreams({ db, notifications }: Pick<Services, "db" | "notifications">): PlaybackStreams {
  const streams = new RecentValues<PlaybackStream>({
    load: (hash) => findPlaybackStream(db, hash),
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
  return { find: (hash) => streams.get(hash), doubt: (hash) => streams.forget(hash), close: stopListening };
}

async function findPlaybackStream(db: Database, hash: string): Promise<PlaybackStream | null> {
  const row = await db
    .selectFrom("streams as stream")
    .innerJoin("projects as project", "project.id", "stream.project_id")
    .innerJoin("accounts as account", "account.id", "stream.account_id")
    .select((query) => [
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
      sql<PlaybackStream["pictures"]>`coalesce((
        select json_object_agg(p.kind, p.number) from stream_pictures p where p.stream_id = stream.id), '{}')`.as(
        "pictures",
      ),
      query.selectFrom("stream_hosts").select("url").orderBy("seen_at", "desc").limit(1).as("host_url"),
    ])
    .where("stream.hash", "=", hash)
    .where("stream.deleted_at", "is", null)
    .where("project.deleted_at", "is", null)
    .where("account.status", "=", "active")
    .executeTakeFirst();
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
    host_url: hostUrl,
  } = row;
  return {
    id,
    accountId,
    projectId,
    hash: row.hash,
    name,
    description,
    state,
    single: type === "single",
    onAir,
    createdAt,
    startAt,
    pictures,
    fades,
    hostUrl,
  };
}

/** What a livestream's pages have to show. Pure. */
export function streamAvailability(stream: PlaybackStream): Availability {
  const { state, onAir } = stream;
  if (state === "disabled") return "offline";
  // What stands in goes on until the encoder's picture is there.
  if (onAir !== "nothing") return "playable";
  if (state === "processing") return "starting";
  return state === "live" || state === "paused" || state === "ended" ? "playable" : "offline";
}

/** Whether players of a livestream that is not on air may still read that it ended, and play what is listed: not once it was switched off. Pure. */
export const mayEnd = ({ state, single }: PlaybackStream): boolean => state !== "disabled" || single;

/** What a livestream's pages show while it is not on air: what is announced, and a picture of its own. Pure. */
export function waitingFor(
  { hash, startAt, pictures }: PlaybackStream,
  now: Date,
): Pick<EmbedStatus, "start_at" | "picture"> {
  const isAhead = startAt !== null && startAt > now;
  const kind = isAhead && pictures.countdown !== undefined ? "countdown" : "offline";
  const number = pictures[kind];
  return {
    start_at: isAhead ? startAt.toISOString() : null,
    picture: number === undefined ? null : `/hls/${hash}/pictures/${kind}-${number}.jpg`,
  };
}

/** A livestream in the shape pages and previews take. */
export const asVideo = (stream: PlaybackStream, now: Date): PlaybackVideo => ({
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
  picture:
    streamAvailability(stream) === "playable"
      ? `/hls/${stream.hash}/picture.jpg`
      : (waitingFor(stream, now).picture ?? null),
  storyboard: false,
  animatedPreview: false,
  captions: [],
  chapters: [],
  createdAt: stream.createdAt,
  progress: 0,
});
