import type { IncomingMessage, ServerResponse } from "node:http";
import { withSegmentKey } from "@kinora/media/packaging/encrypted-playlist.ts";
import { fileHeaders } from "./media-headers.ts";
import type { EncryptedTarget, MediaTarget, VersionedFile } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import type { PlaylistAnswer } from "./playlist-answer.ts";
import { PLAYLIST_TYPE, writeGrowing } from "./playlists.ts";
import { segmentCipher, segmentKey } from "./segment-encryption.ts";
import type { StoredFiles } from "./stored-files.ts";

const KEY_URI = "key";
const SEGMENT = /\/([0-9]{5,7})\.m4s$/;

interface Cached {
  /** Of files that never change. */
  kept: string;
  /** Of playlists that grow. */
  growing: string;
}

/** Serves a video's renditions with segments that are encrypted while they are sent: nothing is stored twice. */
export class EncryptedMedia {
  readonly #secret: string;
  readonly #rules: PlaybackRules;
  readonly #files: StoredFiles;
  readonly #answer: PlaylistAnswer;

  /** @param secret of the installation, from which keys are derived */
  constructor(secret: string, rules: PlaybackRules, files: StoredFiles, answer: PlaylistAnswer) {
    this.#secret = secret;
    this.#rules = rules;
    this.#files = files;
    this.#answer = answer;
  }

  /** Answers with a key, a playlist, an initialization section or a segment; false when there is no such file. @throws NotStored */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    video: PlaybackVideo,
    { folder, inner }: EncryptedTarget,
    { kept, growing }: Cached,
  ): Promise<boolean> {
    if (inner === null) return this.#sendKey(request, response, segmentKey(this.#secret, video.id, folder));
    if ((inner.version ?? 0) > video.version) return false;
    const text = await this.#playlist(video, inner);
    if (text === null) return false;
    if (text !== undefined) {
      const body = Buffer.from(withSegmentKey(text, KEY_URI));
      await this.#answer.text(request, response, body, fileHeaders(PLAYLIST_TYPE, growing));
      return true;
    }
    if (inner.kind !== "file") return false;
    const key = `assets/${video.id}/${inner.key}`;
    const headers = fileHeaders(inner.contentType, kept);
    const [, index] = SEGMENT.exec(inner.key) ?? [];
    if (index === undefined) await this.#files.send(request, response, key, headers);
    else {
      const cipher = () => segmentCipher(segmentKey(this.#secret, video.id, folder), Number(index));
      await this.#files.sendEncrypted(request, response, key, cipher, headers);
    }
    return true;
  }

  #sendKey(request: IncomingMessage, response: ServerResponse, key: Buffer): true {
    const headers = fileHeaders("application/octet-stream", "private, no-store");
    response.writeHead(200, [...headers, "content-length", String(key.length)]);
    response.end(request.method === "HEAD" ? undefined : key);
    return true;
  }

  /** The text of a playlist; null when there is none, and undefined for any other file. */
  async #playlist(
    video: PlaybackVideo,
    inner: Extract<MediaTarget, { kind: "playlist" }> | VersionedFile,
  ): Promise<string | null | undefined> {
    if (inner.kind === "file") {
      if (inner.contentType !== PLAYLIST_TYPE) return undefined;
      return this.#stored(`assets/${video.id}/${inner.key}`);
    }
    const { version, label } = inner;
    const rendition = (await this.#rules.renditions(video, version)).find((candidate) => candidate.label === label);
    if (!rendition) return null;
    if (rendition.complete) return this.#stored(`assets/${video.id}/v${version}/${label}/index.m3u8`);
    return rendition.grown.length === 0 ? null : writeGrowing(rendition);
  }

  async #stored(key: string): Promise<string> {
    return (await this.#files.read(key)).bytes.toString("utf8");
  }
}

/** Whether a target leads to media that viewers of encrypted segments must not get in the clear. */
export function isClearMedia(target: MediaTarget): boolean {
  if (target.kind === "playlist" || target.kind === "manifest" || target.kind === "progressive") return true;
  if (target.kind !== "file") return false;
  return target.key.includes("/mp4/") || /\.(?:m4s|m3u8)$/.test(target.key);
}
