import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { recordingsKey, rereadStream, streamKey, type StreamDetail } from "./queries.ts";

/** Starts and stops the recording of a livestream, and clips its last seconds; the server's words say how it went. */
export function useRecordingActions({ id, project_id: projectId }: StreamDetail) {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  const onError = (error: unknown) => {
    const { status, message } = problemOf(error);
    // A 403 has had its notification already.
    if (status !== 403) toastError(message ?? t("error"));
  };
  const record = useMutation({
    mutationFn: (on: boolean) => (on ? api.recordings.startRecording({ id }) : api.recordings.stopRecording({ id })),
    async onSuccess({ message, data }) {
      toastSuccess(message || t("success"));
      client.setQueryData(streamKey(id), data);
      await rereadStream(client, projectId, id);
    },
    onError,
  });
  const clip = useMutation({
    mutationFn: (seconds: number) => api.recordings.clipStream({ id, seconds }),
    async onSuccess({ message }) {
      toastSuccess(message || t("success"));
      await client.invalidateQueries({ queryKey: recordingsKey(id) });
    },
    onError,
  });
  return { record, clip };
}
