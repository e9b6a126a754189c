import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";

export type TranscodingAction = "cancel" | "retry" | "retranscode";

const CALLS = {
  cancel: (id: number) => api.transcoding.cancelTranscode({ id }),
  retry: (id: number) => api.transcoding.retryTranscode({ id }),
  retranscode: (id: number) => api.transcoding.retranscodeVideo({ id }),
} satisfies Record<TranscodingAction, (id: number) => unknown>;

/** Stops, resumes or repeats the work on a video. */
export function useTranscoding() {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, id }: { action: TranscodingAction; id: number }) => CALLS[action](id),
    onSuccess: ({ message }) => toastSuccess(message || t("success")),
    onError: (error) => {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("error"));
    },
    onSettled: async (_data, _error, { id }) => {
      await client.invalidateQueries({ queryKey: ["videos"] });
      await client.invalidateQueries({ queryKey: ["video", id] });
    },
  });
}
