import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "react-i18next";
import type { QueuedTranscode } from "./queue-queries.ts";

/** The columns of the queue. */
export function useQueueColumns(): Column<QueuedTranscode>[] {
  const { t } = useTranslation("transcoding");
  return [
    { id: "video", header: t("video"), min: 200, grow: 2, mobile: "title", cell: ({ video }) => video.title },
    {
      id: "state",
      header: t("state"),
      min: 150,
      mobile: "meta",
      cell: ({ state, progress, attempts }) => (
        <StatusDot
          state={state}
          detail={
            state === "running"
              ? t("percent", { percent: Math.floor(progress * 100) })
              : attempts > 0
                ? t("attempt", { count: attempts + 1 })
                : null
          }
        >
          {t(state)}
        </StatusDot>
      ),
    },
    {
      id: "account",
      header: t("account"),
      min: 140,
      grow: 1,
      priority: 3,
      optional: true,
      mobile: "meta",
      cell: ({ account }) => account.name,
    },
    {
      id: "project",
      header: t("project"),
      min: 120,
      grow: 1,
      priority: 1,
      optional: true,
      mobile: "hidden",
      cell: ({ project }) => project.name,
    },
    {
      id: "queued",
      header: t("waited"),
      min: 120,
      priority: 2,
      optional: true,
      mobile: "meta",
      cell: ({ queued_at: at }) => <Moment at={at} />,
    },
  ];
}
