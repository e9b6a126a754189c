import type { IncomingMessage, ServerResponse } from "node:http";
import { writeChapters } from "@kinora/domain/videos/chapters.ts";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";
import { subtitlePlaylist } from "@kinora/media/packaging/playlist.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import type { Services } from "../context.ts";
import { progressiveName, type ArrivingUploads } from "./arriving-uploads.ts";
import { videoDelivery } from "./delivered-kind.ts";
import type { Deliveries } from "./deliveries.ts";
import { attachment } from "./download-name.ts";
import { EncryptedMedia, isClearMedia } from "./encrypted-media.ts";
import type { Gate } from "./gate/gate.ts";
import { mayReadMedia } from "./gate/media-gate.ts";
import { MANIFEST_TYPE, VideoManifests } from "./manifests.ts";
import { audience, kept, refuse, sendText } from "./media-answers.ts";
import { fileHeaders, MEDIA_HEADERS } from "./media-headers.ts";
import {
  parseMediaPath,
  type CaptionsTarget,
  type EncryptedTarget,
  type MediaPath,
  type VersionedFile,
} from "./paths.ts";
import type { FoundVideo, PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE, writeGrowing, writeMaster } from "./playlists.ts";
import { encryptedSet } from "./segment-encryption.ts";
import type { StoredFiles } from "./stored-files.ts";
import { serveArriving, serveOriginal } from "./uploaded-file.ts";

const VTT_TYPE = "text/vtt; charset=utf-8";
const LOG_EVERY_MS = 1_000;

/** What writes and sends the texts that list a video's media. */
interface Playlists {
  answer: PlaylistAnswer;
  manifests: VideoManifests;
  encrypted: EncryptedMedia;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Handles everything under /hls directly on Node's server, without a framework. */
export function createMediaHandler(
  rules: PlaybackRules,
  gate: Gate,
  files: StoredFiles,
  arriving: ArrivingUploads,
  deliveries: Deliveries,
  { log, secrets }: Pick<Services, "log" | "secrets">,
): Handler {
  const answer = new PlaylistAnswer();
  const encrypted = new EncryptedMedia(secrets.playbackKey, rules, files, answer);
  const playlists = { answer, manifests: new VideoManifests(files), encrypted };
  let loggedAt = -Infinity;
  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    // A file may also be deleted after its headers were sent.
    if (error instanceof NotStored && !response.headersSent) return refuse(response, 404, "There is no such file.");
    // When the database or the storage is unavailable every request fails alike: one line a second is enough.
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now();
      log.error({ err: error, path: request.url?.replace(/~[^/]+/, "~") }, "could not serve media");
    }
    if (response.headersSent) response.destroy();
    else refuse(response, 503, "This cannot be played right now.", ["retry-after", "2"]);
  };
  return (request, response) => {
    try {
      serve(rules, gate, files, arriving, deliveries, playlists, request, response)?.catch((error: unknown) =>
        fail(request, response, error),
      );
    } catch (error) {
      fail(request, response, error);
    }
  };
}

/** Answers from memory synchronously where possible: an await costs as much as signing a pass. */
function serve(
  rules: PlaybackRules,
  gate: Gate,
  files: StoredFiles,
  arriving: ArrivingUploads,
  deliveries: Deliveries,
  playlists: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  if (request.method === "OPTIONS") {
    response.writeHead(204, [
      ...MEDIA_HEADERS,
      "access-control-allow-methods",
      "GET, HEAD",
      "access-control-allow-headers",
      "Range, If-None-Match",
      "access-control-max-age",
      "86400",
    ]);
    response.end();
    return;
  }
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(response, 405, "Media can only be read.", ["allow", "GET, HEAD, OPTIONS"]);

  const url = request.url ?? "";
  const asks = url.indexOf("?");
  const path = parseMediaPath(asks < 0 ? url : url.slice(0, asks));
  const query = asks < 0 ? "" : url.slice(asks + 1);
  if (!path) return refuse(response, 404, "There is no such file.");
  if (path.target.kind === "original") return serveOriginal(rules, files, deliveries, request, response, path);
  const known = rules.known(path.hash, path.token);
  const serveKnown = (found: FoundVideo, encrypts: boolean) => {
    noteDelivery(deliveries, request, response, path, found.video);
    if (encrypts && isClearMedia(path.target))
      return refuse(response, 404, "This video's segments are encrypted. Its playlist lists them.");
    return serveFound(rules, files, arriving, playlists, request, response, path, found, query, encrypts);
  };
  if (known?.profileId === null) return serveKnown(known, false);
  const askGate = async () => {
    const found = known ?? (await rules.find(path.hash, path.token));
    const { video, profileId } = found;
    if (video && profileId !== null) {
      const asked = { pass: path.token, rest: path.rest, query };
      if (!(await mayReadMedia(gate, { ...video, kind: "video", profileId }, request, response, asked))) return;
    }
    await serveKnown(found, await gate.encrypts(profileId));
  };
  return askGate();
}

function serveFound(
  rules: PlaybackRules,
  files: StoredFiles,
  arriving: ArrivingUploads,
  playlists: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  { video, availability, downloadable, takenDown }: FoundVideo,
  query: string,
  encrypts: boolean,
): Promise<void> | void {
  if (takenDown !== null) return refuse(response, TAKEN_DOWN_STATUS, takenDown);
  if (!video) return refuse(response, 404, "There is no such file.");
  const { target } = path;
  if (target.kind === "file" && !downloadable && target.key.includes("/mp4/"))
    return refuse(response, 404, "There is no such file.");
  if (target.kind === "file") return serveFile(files, request, response, path, video, target, query);
  if (target.kind === "poster") return servePoster(files, request, response, path, video, target.key);
  if (target.kind === "progressive") {
    const isOffered =
      availability === "processing" && video.arriving && progressiveName(video.arriving) === target.name;
    return serveArriving(rules, arriving, request, response, path, isOffered ? video.arriving : null);
  }
  if (availability !== "playable") return refuse(response, 404, "There is no such file.");
  if (target.kind === "master") return serveMaster(rules, playlists, request, response, path, video, encrypts);
  if (target.kind === "encrypted") return serveEncrypted(playlists, request, response, path, video, target);
  if (target.kind === "manifest") return serveManifest(rules, playlists, request, response, path, video);
  if (target.kind === "chapters") {
    const text = writeChapters(video.chapters, video.durationSeconds);
    return sendText(request, response, text, `${audience(path)}, max-age=2`, VTT_TYPE);
  }
  if (target.kind === "captions") return serveCaptions(files, request, response, path, video, target);
  if (target.kind === "playlist") return servePlaylist(rules, files, playlists, request, response, path, video, target);
  return refuse(response, 404, "There is no such file.");
}

function noteDelivery(
  deliveries: Deliveries,
  request: IncomingMessage,
  response: ServerResponse,
  { hash, token, target }: MediaPath,
  video: { id: number; projectId: number } | null,
): void {
  if (!video) return;
  const item = { kind: "video" as const, id: video.id, projectId: video.projectId };
  deliveries.note(request, response, item, { hash, pass: token }, videoDelivery(target));
}

function serveFile(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  file: VersionedFile,
  query: string,
): Promise<void> | void {
  // Posters are made before the first version can play, and shown while it is prepared.
  if (file.version > video.version && !file.key.includes("/posters/"))
    return refuse(response, 404, "There is no such file.");
  const download = file.key.includes("/mp4/") && /(?:^|&)download=1(?:&|$)/.test(query);
  const headers = fileHeaders(file.contentType, kept(path));
  const key = `assets/${video.id}/${file.key}`;
  if (!download) return files.send(request, response, key, headers);
  const label = file.key.slice(file.key.lastIndexOf("/") + 1);
  const disposition = attachment(`${video.title || video.hash} ${label}`);
  return files.send(request, response, key, [...headers, "content-disposition", disposition]);
}

/** A poster chosen by hand; its URL is never used for another picture. */
function servePoster(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  key: string,
): Promise<void> | void {
  return files.send(request, response, `assets/${video.id}/${key}`, fileHeaders("image/jpeg", kept(path)));
}

/** Captions the video has now; deleted and replaced ones are not served. */
function serveCaptions(
  files: StoredFiles,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  { name, playlist }: CaptionsTarget,
): Promise<void> | void {
  if (!video.captions.some(({ id, revision }) => `${id}-${revision}` === name))
    return refuse(response, 404, "There is no such file.");
  if (playlist) {
    const text = subtitlePlaylist(`../${name}.vtt`, Math.max(1, video.durationSeconds ?? 1));
    return sendText(request, response, text, `${audience(path)}, max-age=2`);
  }
  const headers = fileHeaders(VTT_TYPE, kept(path));
  return files.send(request, response, `assets/${video.id}/captions/${name}.vtt`, headers);
}

async function serveMaster(
  rules: PlaybackRules,
  playlists: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  encrypts: boolean,
): Promise<void> {
  const set = await rules.playable(video);
  if (!set) return refuse(response, 404, "There is no such file.");
  const master = Buffer.from(writeMaster(encrypts ? encryptedSet(set) : set, video.captions));
  await playlists.answer.text(request, response, master, fileHeaders(PLAYLIST_TYPE, `${audience(path)}, max-age=2`));
}

async function serveEncrypted(
  { encrypted }: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  target: EncryptedTarget,
): Promise<void> {
  const cached = { kept: kept(path), growing: `${audience(path)}, max-age=1` };
  if (!(await encrypted.send(request, response, video, target, cached)))
    refuse(response, 404, "There is no such file.");
}

async function serveManifest(
  rules: PlaybackRules,
  { answer, manifests }: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
): Promise<void> {
  const set = await rules.playable(video);
  const manifest = set && (await manifests.write(video, set));
  if (!manifest) return refuse(response, 404, "There is no such file.");
  await answer.text(
    request,
    response,
    Buffer.from(manifest),
    fileHeaders(MANIFEST_TYPE, `${audience(path)}, max-age=2`),
  );
}

async function servePlaylist(
  rules: PlaybackRules,
  files: StoredFiles,
  playlists: Playlists,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  video: PlaybackVideo,
  { version, label }: { version: number; label: string },
): Promise<void> {
  if (version > video.version) return refuse(response, 404, "There is no such file.");
  const rendition = (await rules.renditions(video, version)).find((candidate) => candidate.label === label);
  if (!rendition) return refuse(response, 404, "There is no such file.");
  if (rendition.complete) {
    const headers = fileHeaders(PLAYLIST_TYPE, kept(path));
    return playlists.answer.stored(
      request,
      response,
      files,
      `assets/${video.id}/v${version}/${label}/index.m3u8`,
      headers,
    );
  }
  if (rendition.grown.length === 0) return refuse(response, 404, "There is no such file.");
  const playlist = Buffer.from(writeGrowing(rendition));
  await playlists.answer.text(request, response, playlist, fileHeaders(PLAYLIST_TYPE, `${audience(path)}, max-age=1`));
}
