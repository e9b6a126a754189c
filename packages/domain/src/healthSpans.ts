/** How far back a livestream's health is looked at, and how far looks are apart that long ago, in milliseconds; longest last. */
export const HEALTH_SPANS = {
  minutes: { backMs: 300_000, apartMs: 0 },
  hour: { backMs: 3_600_000, apartMs: 10_000 },
  session: { backMs: 86_400_000, apartMs: 120_000 },
} as const;
export type HealthSpan = keyof typeof HEALTH_SPANS;
export const HEALTH_SPAN_NAMES = ["minutes", "hour", "session"] as const satisfies readonly HealthSpan[];

/** Looks, oldest first, of which none is closer to the one before than `apartMs`; the newest is always among them. */
export function thinned<Look extends { at: number }>(looks: readonly Look[], apartMs: number): Look[] {
  const newest = looks.at(-1);
  let shown = -Infinity;
  return looks.filter((look) => {
    if (look !== newest && look.at - shown < apartMs) return false;
    shown = look.at;
    return true;
  });
}
