import type { EdgeAudience } from "@kinora/domain/playback/audience.ts";
import { z } from "zod";

/** Longest time one report may cover, in seconds; players report every ten. */
const reportedSeconds = z.number().min(0).max(60);
/** As far back as a livestream can be watched. */
const LONGEST_LATENCY_SECONDS = 4 * 3_600;

/** A player's measurements since its last report, and its latency; null after its viewer seeked back. */
export const watchReport = z.object({
  watched_seconds: reportedSeconds,
  stalled_seconds: reportedSeconds,
  latency_seconds: z.number().min(0).max(LONGEST_LATENCY_SECONDS).nullable(),
});

export type WatchReport = z.infer<typeof watchReport>;

const sum = z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER);
const edgeAudience: z.ZodType<EdgeAudience> = z.object({
  viewers: z.coerce.number().int().min(0).max(1_000_000),
  sent_bytes: sum,
  watched_seconds: sum,
  stalled_seconds: sum,
  latency_seconds: z.coerce.number().min(0).max(LONGEST_LATENCY_SECONDS).nullable().default(null),
});

/** Encodes an edge's figures as a header. */
export function writeEdgeAudience({ latency_seconds: latency, ...sums }: EdgeAudience): string {
  const fields = { ...sums, ...(latency === null ? {} : { latency_seconds: latency }) };
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Parses that header; null when it is malformed. */
export function readEdgeAudience(header: string): EdgeAudience | null {
  return edgeAudience.safeParse(Object.fromEntries(new URLSearchParams(header))).data ?? null;
}
