import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesEtag, readRange } from "./byte-ranges.ts";
import { MEDIA_HEADERS, type FlatHeaders } from "./media-headers.ts";

/** The bytes of a file that a request is about. */
export interface RequestedPart {
  kind: "whole" | "part";
  start: number;
  lengthBytes: number;
}

/** Reads which bytes are requested; null when the answer is complete without any: not modified, or no such range. */
export function requestedPart(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  etag: string,
  headers: FlatHeaders,
): RequestedPart | null {
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
  if (wanted.kind === "whole") return { kind: "whole", start: 0, lengthBytes: sizeBytes };
  return { kind: "part", start: wanted.start, lengthBytes: wanted.end - wanted.start + 1 };
}

/** Writes status and headers of a part; false when the answer is complete without a body. */
export function writePart(
  request: IncomingMessage,
  response: ServerResponse,
  { kind, start, lengthBytes }: RequestedPart,
  sizeBytes: number,
  etag: string,
  headers: FlatHeaders,
): boolean {
  const common = [...headers, "etag", etag, "accept-ranges", "bytes", "content-length", String(lengthBytes)];
  if (kind === "part") common.push("content-range", `bytes ${start}-${start + lengthBytes - 1}/${sizeBytes}`);
  response.writeHead(kind === "part" ? 206 : 200, common);
  if (request.method !== "HEAD") return true;
  response.end();
  return false;
}

/** Writes a file's status and headers; returns the bytes to send as the body, or null when the answer is complete. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sizeBytes: number,
  etag: string,
  headers: FlatHeaders,
): RequestedPart | null {
  const part = requestedPart(request, response, sizeBytes, etag, headers);
  return part && writePart(request, response, part, sizeBytes, etag, headers) ? part : null;
}
