import { Button } from "@mantine/core";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { patchVideo, videoQuery } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
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
  const publish = useAction(
    async (ids: readonly number[]) => {
      for (const id of ids) {
        const { data } = await api.videos.publishVideo({ id, published: true });
        patchVideo(client, id, { published: data.published });
      }
      return { message: t("publishAllDone", { count: ids.length }) };
    },
    { changes: [["videos"]], failure: t("videos:publishedFailed") },
  );
  if (!permissions.video_publish || (waiting.length < 2 && !publish.isPending)) return null;
  return (
    <Button loading={publish.isPending} onClick={() => publish.mutate(waiting)}>
      {t("publishAll", { count: waiting.length })}
    </Button>
  );
}
