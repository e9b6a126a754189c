import type { StreamPictureKind } from "@kinora/domain/streamPictures.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { readAsBase64 } from "../platform/base64.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { rereadStream, streamKey, type StreamDetail } from "./queries.ts";

/** What a livestream shows while it is not on air: one of its pictures (null removes it), or when it is announced to begin. */
export type WaitingWish = { kind: StreamPictureKind; file: File | null } | { startAt: string | null };

/** Changes what a livestream shows while it is not on air; the server's words say how it went. */
export function useWaitingChange({ id, project_id: projectId }: StreamDetail) {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  return useMutation({
    async mutationFn(wish: WaitingWish) {
      if ("startAt" in wish) return api.streams.setStreamStart({ id, start_at: wish.startAt });
      const { kind, file } = wish;
      if (!file) return api.streams.deleteStreamPicture({ id, kind });
      return api.streams.uploadStreamPicture({ id, kind, picture: await readAsBase64(file) });
    },
    async onSuccess({ message, data }) {
      toastSuccess(message || t("success"));
      client.setQueryData(streamKey(id), data);
      await rereadStream(client, projectId, id);
    },
    onError(error) {
      const { status, message, fields } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(Object.values(fields).flat()[0] ?? message ?? t("error"));
    },
  });
}
