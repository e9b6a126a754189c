import { Button } from "@mantine/core";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo, videoQuery } from "../platform/videos.ts";
import type { UploadItem } from "./queue.ts";

/** Publishes everything of the list that is complete and not published yet; one video alone has its switch. */
export function PublishUploaded({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation(["uploads", "videos"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const sent = items.flatMap(({ state, videoId }) => (state === "sent" && videoId !== null ? [videoId] : []));
  // The rows read the same answers, and follow them.
  const waiting = useQueries({ queries: sent.map((id) => videoQuery(id)) })
    .flatMap(({ data }) => data ?? [])
    .filter(({ status, published }) => status === "complete" && !published)
    .map(({ id }) => id);
  const publish = useMutation({
    async mutationFn(ids: readonly number[]) {
      for (const id of ids) {
        const { data } = await api.videos.publishVideo({ id, published: true });
        patchVideo(client, id, { published: data.published });
      }
    },
    onSuccess: (_done, ids) => toastSuccess(t("publishAllDone", { count: ids.length })),
    onError(error) {
      // A 403 has had its notification already.
      if (problemOf(error).status !== 403) toastError(t("videos:publishedFailed"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["videos"] }),
  });
  if (!permissions.video_publish || (waiting.length < 2 && !publish.isPending)) return null;
  return (
    <Button loading={publish.isPending} onClick={() => publish.mutate(waiting)}>
      {t("publishAll", { count: waiting.length })}
    </Button>
  );
}
