import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesEtag, readRange } from "./byte-ranges.ts";
import { MEDIA_HEADERS, type FlatHeaders } from "./media-headers.ts";

/** Writes a file's status and headers; returns the bytes to send as the body, or null when the answer is complete. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  etag: string,
  headers: FlatHeaders,
): { start: number; lengthBytes: number } | null {
  const { range, "if-none-match": noneMatch, "if-range": ifRange } = request.headers;
  if (matchesEtag(noneMatch, etag)) {
    response.writeHead(304, [...headers, "etag", etag, "accept-ranges", "bytes"]).end();
    return null;
  }
  const wanted = readRange(ifRange === undefined || ifRange === etag ? range : undefined, sizeBytes);
  if (wanted.kind === "unsatisfiable") {
    const size = ["content-range", `bytes */${sizeBytes}`, "content-length", "0", "cache-control", "no-store"];
    response.writeHead(416, [...MEDIA_HEADERS, "etag", etag, "accept-ranges", "bytes", ...size]).end();
    return null;
  }
  const start = wanted.kind === "part" ? wanted.start : 0;
  const lengthBytes = wanted.kind === "part" ? wanted.end - wanted.start + 1 : sizeBytes;
  const common = [...headers, "etag", etag, "accept-ranges", "bytes", "content-length", String(lengthBytes)];
  if (wanted.kind === "part") common.push("content-range", `bytes ${start}-${wanted.end}/${sizeBytes}`);
  response.writeHead(wanted.kind === "part" ? 206 : 200, common);
  if (request.method === "HEAD") {
    response.end();
    return null;
  }
  return { start, lengthBytes };
}
