import { STREAM_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { liveCapacityQuery } from "../../platform/live.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAnnounced } from "../../platform/use-announced.ts";

/** How many livestreams of the current project are on air; 0 while it is not known. */
export function useLiveNow(allowed: boolean): number {
  const client = useQueryClient();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const asked = allowed ? projectId : null;
  useAnnounced(asked, STREAM_CHANGED_EVENT, (id) => {
    void client.invalidateQueries({ queryKey: liveCapacityQuery(id).queryKey });
  });
  return useQuery({ ...liveCapacityQuery(asked ?? 0), enabled: asked !== null }).data?.live_now ?? 0;
}
