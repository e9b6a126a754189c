import { loopSchedule } from "../live/stream-loop.ts";

/** The programme of a channel. */
export interface ChannelClock {
  /** How long each video is, in order; 0 for one that is passed over. */
  seconds: readonly number[];
  /** When the first one begins, in milliseconds since 1970. */
  startsAtMs: number;
  loop: boolean;
  /** Every round has an order of its own. */
  shuffle: boolean;
}

/** What a channel plays at a moment. */
export type ChannelPlace =
  | { state: "on_air"; item: number; offsetSeconds: number }
  | { state: "before"; waitMs: number }
  | { state: "over" };

/** What a channel plays at `nowMs`: the same for everyone. One without duration is over. Pure. */
export function channelPlace({ seconds, startsAtMs, loop, shuffle }: ChannelClock, nowMs: number): ChannelPlace {
  if (nowMs < startsAtMs) return { state: "before", waitMs: startsAtMs - nowMs };
  const lengthMs = seconds.reduce((sum, one) => sum + one, 0) * 1_000;
  if (!loop && nowMs >= startsAtMs + lengthMs) return { state: "over" };
  const clock = { seconds, sinceMs: startsAtMs, shuffle };
  const [slot] = loopSchedule(clock, { nowMs, untilMs: Infinity, most: 1 });
  if (!slot) return { state: "over" };
  return { state: "on_air", item: slot.item, offsetSeconds: (nowMs - slot.startsAtMs) / 1_000 };
}
