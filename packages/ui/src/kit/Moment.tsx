import { formatAgo, formatMoment, formatTimeOfDay } from "../moments.ts";
import { Hint } from "./Hint.tsx";

const FORMATS = {
  ago: (at: string) => formatAgo(at),
  time: formatTimeOfDay,
} as const;

/**
 * When something was: how long ago, or its time of day in lists that are divided by days. The exact time is its tooltip.
 * What never was is said by `never`.
 */
export function Moment({
  at,
  as = "ago",
  never = "",
}: {
  at: string | null | undefined;
  as?: "ago" | "time";
  never?: string;
}) {
  if (at === null || at === undefined) return <span className="muted">{never}</span>;
  return (
    <Hint label={formatMoment(at)}>
      <time dateTime={at}>{FORMATS[as](at)}</time>
    </Hint>
  );
}
