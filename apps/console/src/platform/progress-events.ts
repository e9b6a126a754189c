import type { ConversionProgress } from "@kinora/domain/transcoding/progress.ts";

/** Reads what was pushed on `transcoding_channel_{id}` (spec §4); null when it is not a progress. */
export function conversionProgress(data: unknown): ConversionProgress | null {
  if (typeof data !== "object" || data === null || !("id" in data) || !("progress" in data)) return null;
  const { id, progress } = data;
  if (typeof id !== "number" || typeof progress !== "number") return null;
  const eta = "eta" in data && typeof data.eta === "number" ? data.eta : null;
  return { id, progress, eta };
}
