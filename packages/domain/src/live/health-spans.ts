/** Spans of a livestream's health, and the distance between samples of that age, in milliseconds; longest last. */
export const HEALTH_SPANS = {
  minutes: { backMs: 300_000, apartMs: 0 },
  hour: { backMs: 3_600_000, apartMs: 10_000 },
  session: { backMs: 86_400_000, apartMs: 120_000 },
} as const;
export type HealthSpan = keyof typeof HEALTH_SPANS;
export const HEALTH_SPAN_NAMES = ["minutes", "hour", "session"] as const satisfies readonly HealthSpan[];

/** The samples of a span, oldest first; a session shorter than the longest span has them closer together. */
export function samplesOfSpan<Look extends { at: number }>(looks: readonly Look[], span: HealthSpan): Look[] {
  const { backMs, apartMs } = HEALTH_SPANS[span];
  const last = looks.at(-1)?.at ?? 0;
  const within = looks.filter(({ at }) => last - at < backMs);
  const share = span === "session" ? (last - (within[0]?.at ?? last)) / backMs : 1;
  return thinned(within, apartMs * share);
}

/** Thins samples, oldest first, to a distance of at least `apartMs`; always keeps the newest. */
export function thinned<Look extends { at: number }>(looks: readonly Look[], apartMs: number): Look[] {
  const newest = looks.at(-1);
  let shown = -Infinity;
  return looks.filter((look) => {
    if (look !== newest && look.at - shown < apartMs) return false;
    shown = look.at;
    return true;
  });
}
