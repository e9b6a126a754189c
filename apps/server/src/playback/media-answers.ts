import type { IncomingMessage, ServerResponse } from "node:http";
import { fileHeaders, KEPT, type FlatHeaders } from "./media-headers.ts";
import type { MediaPath } from "./paths.ts";
import { PLAYLIST_TYPE } from "./playlists.ts";

/** Who may store an answer: those to requests with a pass must not be stored by shared caches. */
export const audience = ({ token }: MediaPath) => (token === null ? "public" : "private");
/** The cache directives of a file that never changes. */
export const kept = ({ token }: MediaPath) => KEPT[token === null ? "public" : "private"];

/** Answers with a text that was written for this request. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  cacheControl: string,
  contentType = PLAYLIST_TYPE,
): void {
  const body = Buffer.from(text, "utf8");
  response.writeHead(200, [...fileHeaders(contentType, cacheControl), "content-length", String(body.length)]);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Answers without media, with the reason as JSON. */
export function refuse(response: ServerResponse, status: number, message: string, headers: FlatHeaders = []): void {
  const body = JSON.stringify({ message });
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, [
    ...fileHeaders("application/json; charset=utf-8", "no-store"),
    ...headers,
    "content-length",
    length,
  ]);
  response.end(body);
}
