import { FRONT_PRIORITY } from "@kinora/domain/operations/queue.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
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
      cell: (transcode) => <TranscodeState transcode={transcode} />,
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
      id: "priority",
      header: t("priority"),
      min: 80,
      priority: 1,
      optional: true,
      mobile: "hidden",
      cell: ({ priority }) => t(priorityName(priority)),
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

/** Where a transcode stands: how far it is, whether it stands still, and which attempt it is. */
function TranscodeState({ transcode: { state, progress, attempts, stuck } }: { transcode: QueuedTranscode }) {
  const { t } = useTranslation("transcoding");
  if (stuck)
    return (
      <StatusDot state="warning" detail={t("stuckText")}>
        {t("stuck")}
      </StatusDot>
    );
  const again = attempts > 0 ? t("attempt", { count: attempts + 1 }) : null;
  return (
    <StatusDot
      state={state}
      detail={state === "running" ? t("percent", { percent: Math.floor(progress * 100) }) : again}
    >
      {t(state)}
    </StatusDot>
  );
}

/** A priority in a word: libraries that are made again come after uploads, what was moved to the front before them. */
const priorityName = (priority: number) =>
  priority < 0
    ? "priority_low"
    : priority === 0
      ? "priority_normal"
      : priority < FRONT_PRIORITY
        ? "priority_high"
        : "priority_front";
