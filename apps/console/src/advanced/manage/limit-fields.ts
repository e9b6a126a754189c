import { MAXIMUM_UPLOAD_BYTES, OPEN_UPLOADS } from "@kinora/domain/operations/installation-settings.ts";

const GIGABYTE = 1000 ** 3;
const LEAST_BYTES = 1_000_000;

/** Typed gigabytes as bytes: null for nothing typed, undefined for what is no limit. */
export function bytesOfLimit(typed: string): number | null | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const bytes = Math.round(Number(text) * GIGABYTE);
  return bytes >= LEAST_BYTES && bytes <= MAXIMUM_UPLOAD_BYTES ? bytes : undefined;
}

/** A typed number of uploads: null for nothing typed, undefined for what is no limit. */
export function countOfLimit(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const count = Number(typed);
  return Number.isInteger(count) && count >= 1 && count <= OPEN_UPLOADS ? count : undefined;
}

/** The limits as their fields show them. */
export const typedBytes = (bytes: number | null): string => (bytes === null ? "" : String(bytes / GIGABYTE));
export const typedCount = (count: number | null): string => (count === null ? "" : String(count));
