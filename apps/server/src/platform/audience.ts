import type { EdgeAudience } from "@kinora/domain/audience.ts";
import { z } from "zod";

/** Nothing a player tells may cover more: they tell every ten seconds. */
const told = z.number().min(0).max(60);
/** As far back as a livestream can be watched. */
const LONGEST_LATENCY_SECONDS = 4 * 3_600;

/** What a player tells of the time since it told last, and how far it is behind; null where its viewer went back. */
export const watchReport = z.object({
  watched_seconds: told,
  stalled_seconds: told,
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

/** How an edge says it in a header. */
export function writeEdgeAudience({ latency_seconds: latency, ...sums }: EdgeAudience): string {
  const fields = { ...sums, ...(latency === null ? {} : { latency_seconds: latency }) };
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Reads that header; null when it makes no sense. */
export function readEdgeAudience(header: string): EdgeAudience | null {
  return edgeAudience.safeParse(Object.fromEntries(new URLSearchParams(header))).data ?? null;
}
