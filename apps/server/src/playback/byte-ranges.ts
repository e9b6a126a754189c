/** The part of a file to send; both ends inclusive, from 0. */
export type RangeAnswer = { kind: "whole" } | { kind: "part"; start: number; end: number } | { kind: "unsatisfiable" };

/** Units are compared in any case (RFC 9110 §14.1); the end may be any number, as that of 64 bits which stands for all. */
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,20})\s*$/i;

/**
 * Parses a Range header for a file of `sizeBytes` (RFC 9110 §14.2). Anything but one well-formed byte range is ignored, as
 * the RFC allows, multiple ranges included: players request one.
 */
export function readRange(header: string | undefined, sizeBytes: number): RangeAnswer {
  const range = header === undefined ? null : RANGE.exec(header);
  if (!range) return { kind: "whole" };
  const [, first = "", last = ""] = range;
  if (first === "" && last === "") return { kind: "whole" };
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? { kind: "unsatisfiable" } : { kind: "part", start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return { kind: "whole" };
  if (start >= sizeBytes) return { kind: "unsatisfiable" };
  return { kind: "part", start, end: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}

/** Whether an If-None-Match header names this entity tag (weak comparison, RFC 9110 §13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, "");
  return (
    header.trim() === "*" || header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque)
  );
}
