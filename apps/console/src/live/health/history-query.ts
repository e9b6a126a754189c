import type { HealthSpan } from "@kinora/domain/live/health-spans.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import type { StreamDetail } from "../queries.ts";
import { sampleOf } from "./health-samples.ts";

/** How a livestream's session did until now, by this browser's clock; what its channel tells comes on top. */
export const historyQuery = (
  { id, session_id: sessionId }: Pick<StreamDetail, "id" | "session_id">,
  span: HealthSpan,
) =>
  queryOptions({
    queryKey: ["stream-history", id, sessionId, span],
    queryFn: async ({ signal }) => {
      const { data } = await api.streams.getStreamHistory({ id, span }, { signal });
      const now = Date.now();
      return data.map((look) => sampleOf(look, now - look.ago_ms));
    },
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
