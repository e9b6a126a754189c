import { formatDuration } from "@kinora/ui/durations.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { useNow } from "../platform/use-now.ts";

/** How long a session runs, second by second. */
export function Uptime({ since }: { since: string | Date }) {
  const seconds = (useNow(true) - new Date(since).getTime()) / 1000;
  return (
    <time dateTime={new Date(since).toISOString()} title={formatMoment(since)}>
      {formatDuration(Math.max(0, Math.floor(seconds)))}
    </time>
  );
}
