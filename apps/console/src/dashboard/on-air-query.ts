import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";

const SHOWN = 6;
const ASK_EVERY_MS = 15_000;

/** The livestreams of a project that viewers get something of, the last to go live first. */
export const onAirQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["streams", projectId, "on-air"],
    queryFn: async ({ signal }) =>
      (
        await api.streams.listStreams(
          { project_id: projectId, state: ["live", "paused", "loop"], sort: "last_live_at", per_page: 30 },
          { signal },
        )
      ).data.slice(0, SHOWN),
    refetchInterval: ASK_EVERY_MS,
  });
