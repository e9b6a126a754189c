import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";

export type TranscodingAction = "cancel" | "retry" | "retranscode";

const CALLS = {
  cancel: (id: number) => api.transcoding.cancelTranscode({ id }),
  retry: (id: number) => api.transcoding.retryTranscode({ id }),
  retranscode: (id: number) => api.transcoding.retranscodeVideo({ id }),
} satisfies Record<TranscodingAction, (id: number) => unknown>;

/** Stops, resumes or repeats the work on a video. */
export const useTranscoding = () =>
  useAction(({ action, id }: { action: TranscodingAction; id: number }) => CALLS[action](id), {
    changes: [["videos"], ["video"], ["activity"]],
  });
