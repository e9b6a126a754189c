import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import type { ConsolePlace } from "./console-people.ts";
import { addImport } from "./listed-import.ts";

/** Where the lists of a filled project are. */
export interface ListedProject {
  /** A video with renditions and captions. */
  videoId: number;
  /** A failed video. */
  failedId: number;
  streamId: number;
  /** An import that ended. */
  importId: number;
}

const hash = () => randomBytes(8).toString("hex");
const TITLE = "Interview with the harbour master about the storm of last winter";
const FAILURE = {
  code: "corrupt_file",
  message: "This file is damaged: it ends in the middle of a picture. Export it again and replace the file.",
  retryable: false,
};

/** Writes rows of usual lengths into every list of a project: videos, uploads, labels, livestreams with their logs, imports. */
export async function fillLists(db: Database, place: ConsolePlace): Promise<ListedProject> {
  const owner = { project_id: place.projectId, account_id: place.accountId };
  const { id: categoryId } = await insertRow(db, "categories", {
    ...owner,
    name: "Documentaries of the coast",
    slug: "documentaries-of-the-coast",
  });
  await insertRows(
    db,
    "tags",
    ["harbour", "a tag of several words"].map((name) => ({ ...owner, name })),
  );
  const video = (status: VideoStatus, more: { deleted_at?: Date; failure?: string } = {}) => ({
    ...owner,
    hash: hash(),
    title: TITLE,
    status,
    playable: status === "complete",
    version: status === "complete" ? 1 : 0,
    file_name: "Interview-with-the-harbour-master-final.mp4",
    duration_seconds: 3_725,
    stored_bytes: 1_234_567_890,
    category_id: categoryId,
    user_id: place.owner.id,
    ...more,
  });
  const videos = await insertRows(db, "videos", [
    video("complete"),
    video("in_queue"),
    video("processing"),
    video("failed", { failure: JSON.stringify(FAILURE) }),
    video("complete", { deleted_at: new Date() }),
  ]);
  const idOf = (status: VideoStatus) => videos.find((row) => row.status === status)?.id ?? 0;
  const [videoId, failedId] = [idOf("complete"), idOf("failed")];
  await addRenditions(db, place, videoId);
  await addCaptions(db, place, videoId);
  await addUploads(db, place, { videoId, failedId });
  return {
    videoId,
    failedId,
    streamId: await addStream(db, place, videoId),
    importId: await addImport(db, place),
  };
}

async function addCaptions(db: Database, { projectId, accountId }: ConsolePlace, videoId: number): Promise<void> {
  await insertRow(db, "captions", {
    project_id: projectId,
    account_id: accountId,
    video_id: videoId,
    language: "de",
    label: "Deutsch für Hörgeschädigte",
    kind: "captions",
    format: "vtt",
    size_bytes: 1,
    cues: 1,
  });
}

/** Uploads that ended in each way. */
async function addUploads(
  db: Database,
  { projectId, accountId, owner }: ConsolePlace,
  { videoId, failedId }: Pick<ListedProject, "videoId" | "failedId">,
): Promise<void> {
  const upload = (id: number, state: "complete" | "failed" | "cancelled") => ({
    project_id: projectId,
    account_id: accountId,
    id: randomUUID(),
    video_id: id,
    user_id: owner.id,
    file_name: "Browser Ada Lovelace interview-with-the-harbour-master.mp4",
    size_bytes: 123_456_789,
    state,
    finished_at: new Date(),
    expires_at: new Date(),
  });
  await insertRows(db, "uploads", [
    upload(videoId, "complete"),
    upload(failedId, "failed"),
    upload(videoId, "cancelled"),
  ]);
}

async function addRenditions(db: Database, { projectId, accountId }: ConsolePlace, videoId: number): Promise<void> {
  const own = { video_id: videoId, account_id: accountId, version: 1, state: "complete" as const };
  const { id: transcodeId } = await insertRow(db, "transcodes", { ...own, project_id: projectId });
  const picture = {
    ...own,
    transcode_id: transcodeId,
    kind: "video" as const,
    codecs: "avc1.640028",
    frame_rate: 29.97,
  };
  const made = { bitrate_average: 12_345_678, size_bytes: 1_234_567_890, ssim: 0.987, encode_seconds: 754 };
  await insertRows(db, "renditions", [
    { ...picture, ...made, label: "1440p", width: 2560, height: 1440 },
    { ...own, ...made, transcode_id: transcodeId, kind: "audio", label: "audio", codecs: "mp4a.40.2", ssim: null },
  ]);
}

async function addStream(db: Database, place: ConsolePlace, videoId: number): Promise<number> {
  const owner = { project_id: place.projectId, account_id: place.accountId };
  const { id: streamId } = await insertRow(db, "streams", {
    ...owner,
    hash: hash(),
    name: "Harbour camera at the northern quay",
    key_hash: randomBytes(32),
    key_sealed: randomBytes(60),
    created_by: place.owner.id,
  });
  const sessionId = await addSession(db, place, { streamId, videoId });
  await insertRow(db, "stream_log", {
    project_id: place.projectId,
    stream_id: streamId,
    session_id: sessionId,
    type: "degraded",
    severity: "warning",
    detail: "The host encodes at 0.83 times the speed of the stream; the highest rendition was left out.",
    client_ip: "2001:db8:1234:5678:9abc:def0:1234:5678",
    user_id: place.owner.id,
  });
  return streamId;
}

/** A session that ended just now, with its recording; answers its id. */
async function addSession(
  db: Database,
  { projectId, accountId }: ConsolePlace,
  { streamId, videoId }: Pick<ListedProject, "streamId" | "videoId">,
): Promise<number> {
  const owner = { project_id: projectId, account_id: accountId };
  const [started, ended] = [new Date(Date.now() - 3_700_000), new Date(Date.now() - 10_000)];
  const { id: sessionId } = await insertRow(db, "stream_sessions", {
    ...owner,
    stream_id: streamId,
    started_at: started,
    ended_at: ended,
    end_reason: "publisher_left",
    client_ip: "192.0.2.117",
    bytes_in: 12_345_678_901,
    bytes_out: 123_456_789_012,
    viewers: 1_234,
    peak_viewers: 12_345,
    watch_seconds: 123_456,
    reconnects: 3,
  });
  await insertRow(db, "stream_recordings", {
    ...owner,
    stream_id: streamId,
    session_id: sessionId,
    kind: "recording",
    state: "ready",
    started_at: started,
    ended_at: ended,
    seconds: 3_690,
    video_id: videoId,
  });
  return sessionId;
}
