import { Migrator, type Migration } from "kysely/migration";
import { connect } from "./connect.ts";
import * as accounts from "./migrations/0001-accounts.ts";
import * as login from "./migrations/0002-login.ts";
import * as videos from "./migrations/0003-videos.ts";
import * as platform from "./migrations/0004-platform.ts";
import * as signIn from "./migrations/0005-sign-in.ts";
import * as projectSettings from "./migrations/0006-project-settings.ts";
import * as videoDetail from "./migrations/0007-video-detail.ts";
import * as library from "./migrations/0008-library.ts";
import * as categoryColours from "./migrations/0009-category-colours.ts";
import * as renditionSteering from "./migrations/0010-rendition-steering.ts";
import * as uploadRecord from "./migrations/0011-upload-record.ts";
import * as narrowedLists from "./migrations/0012-narrowed-lists.ts";
import * as streams from "./migrations/0013-streams.ts";
import * as sampleVideos from "./migrations/0014-sample-videos.ts";
import * as listIndexes from "./migrations/0015-list-indexes.ts";
import * as publishedUrl from "./migrations/0016-published-url.ts";
import * as liveCapacity from "./migrations/0017-live-capacity.ts";
import * as uploadChoices from "./migrations/0018-upload-choices.ts";
import * as streamLoops from "./migrations/0019-stream-loops.ts";
import * as listCopies from "./migrations/0020-list-copies.ts";
import * as logIndexes from "./migrations/0021-log-indexes.ts";
import * as copiedRenditions from "./migrations/0024-copied-renditions.ts";
import * as watermarks from "./migrations/0025-watermarks.ts";
import * as streamRecordings from "./migrations/0026-stream-recordings.ts";
import * as labelsOfStreams from "./migrations/0027-labels-of-streams.ts";
import * as loopShuffle from "./migrations/0028-loop-shuffle.ts";
import * as tagsInOrder from "./migrations/0029-tags-in-order.ts";
import * as wordsWithFilters from "./migrations/0030-words-with-filters.ts";
import * as trims from "./migrations/0031-trims.ts";
import * as restreamSent from "./migrations/0032-restream-sent.ts";
import * as restreamLog from "./migrations/0033-restream-log.ts";
import * as restreamProfile from "./migrations/0034-restream-profile.ts";
import * as sessionBytesOut from "./migrations/0035-session-bytes-out.ts";
import * as loopFade from "./migrations/0036-loop-fade.ts";
import * as labelsInEveryOrder from "./migrations/0037-labels-in-every-order.ts";
import * as wordsOfAnyScript from "./migrations/0038-words-of-any-script.ts";
import * as wordsOfOneCharacter from "./migrations/0039-words-of-one-character.ts";
import * as logsInFewSteps from "./migrations/0040-logs-in-few-steps.ts";
import * as guesses from "./migrations/0041-guesses.ts";
import * as invitations from "./migrations/0042-invitations.ts";
import * as presetLadders from "./migrations/0050-preset-ladders.ts";
import * as keyFramePlaylists from "./migrations/0051-key-frame-playlists.ts";
import * as trashByDefault from "./migrations/0052-trash-by-default.ts";
import * as projectEmbeds from "./migrations/0053-project-embeds.ts";

/** In the order they are applied; a name never changes once released. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-accounts": accounts,
  "0002-login": login,
  "0003-videos": videos,
  "0004-platform": platform,
  "0005-sign-in": signIn,
  "0006-project-settings": projectSettings,
  "0007-video-detail": videoDetail,
  "0008-library": library,
  "0009-category-colours": categoryColours,
  "0010-rendition-steering": renditionSteering,
  "0011-upload-record": uploadRecord,
  "0012-narrowed-lists": narrowedLists,
  "0013-streams": streams,
  "0014-sample-videos": sampleVideos,
  "0015-list-indexes": listIndexes,
  "0016-published-url": publishedUrl,
  "0017-live-capacity": liveCapacity,
  "0018-upload-choices": uploadChoices,
  "0019-stream-loops": streamLoops,
  "0020-list-copies": listCopies,
  "0021-log-indexes": logIndexes,
  "0024-copied-renditions": copiedRenditions,
  "0025-watermarks": watermarks,
  "0026-stream-recordings": streamRecordings,
  "0027-labels-of-streams": labelsOfStreams,
  "0028-loop-shuffle": loopShuffle,
  "0029-tags-in-order": tagsInOrder,
  "0030-words-with-filters": wordsWithFilters,
  "0031-trims": trims,
  "0032-restream-sent": restreamSent,
  "0033-restream-log": restreamLog,
  "0034-restream-profile": restreamProfile,
  "0035-session-bytes-out": sessionBytesOut,
  "0036-loop-fade": loopFade,
  "0037-labels-in-every-order": labelsInEveryOrder,
  "0038-words-of-any-script": wordsOfAnyScript,
  "0039-words-of-one-character": wordsOfOneCharacter,
  "0040-logs-in-few-steps": logsInFewSteps,
  "0041-guesses": guesses,
  "0042-invitations": invitations,
  "0050-preset-ladders": presetLadders,
  "0051-key-frame-playlists": keyFramePlaylists,
  "0052-trash-by-default": trashByDefault,
  "0053-project-embeds": projectEmbeds,
};

/**
 * Brings the database to the newest schema, or to that of the migration `to`; safe when several processes call it at once.
 * @throws the first migration's error; nothing of that migration stays.
 */
export async function migrate(databaseUrl: string, to?: string): Promise<void> {
  const db = connect(databaseUrl, { maximumConnections: 2 });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
    const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
    if (error) throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
  } finally {
    await db.destroy();
  }
}
