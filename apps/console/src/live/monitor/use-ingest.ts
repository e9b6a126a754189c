import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { useStore, type Store } from "../../platform/store.ts";
import type { Ingest, StreamDetail } from "../queries.ts";
import type { LiveFigures } from "../stream/use-live-stream.ts";

/** What is received at this moment: as it was pushed last, else as it was read; null without a publisher. */
export function useIngest(
  stream: StreamDetail,
  figures: Store<LiveFigures>,
): { ingest: Ingest | null; viewers: number } {
  const stats = useStore(figures, (value) => value.stats);
  if (!hasSession(stream.state) || stream.state === "ended" || (stats === null && stream.ingest === null))
    return { ingest: null, viewers: stream.viewers };
  return stats === null
    ? { ingest: stream.ingest, viewers: stream.viewers }
    : { ingest: stats, viewers: stats.viewers };
}
