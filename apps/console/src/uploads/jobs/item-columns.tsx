import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatDate } from "@kinora/ui/moments.ts";
import type { StatusState } from "@kinora/ui/status-marks.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { ImportItem } from "./job-queries.ts";

const MARKS: Record<ImportItem["state"], StatusState> = {
  waiting: "waiting",
  running: "receiving",
  done: "complete",
  skipped: "none",
  failed: "failed",
  cancelled: "cancelled",
};

/** The columns of an import's items. What no item has, such as a video before the import starts, has no column. */
export function useItemColumns(items: readonly ImportItem[]): Column<ImportItem>[] {
  const { t } = useTranslation("importJobs");
  const parts = usePartWords();
  const columns: Column<ImportItem>[] = [
    {
      id: "result",
      header: t("itemResult"),
      min: 110,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={MARKS[state]}>{t(`item_${state}`)}</StatusDot>,
    },
    {
      id: "title",
      header: t("itemTitle"),
      min: 200,
      grow: 3,
      mobile: "title",
      cell: ({ title }) => (
        <span dir="auto" title={title}>
          {title}
        </span>
      ),
    },
    {
      id: "date",
      header: t("itemDate"),
      min: 100,
      priority: 3,
      mobile: "meta",
      cell: ({ date }) => (date === null ? null : formatDate(date.slice(0, 10))),
    },
    {
      id: "has",
      header: t("itemHas"),
      min: 180,
      grow: 2,
      priority: 2,
      mobile: "hidden",
      cell: (item) => <span className="muted">{parts(item)}</span>,
    },
    {
      id: "video",
      header: t("itemVideo"),
      min: 140,
      grow: 2,
      priority: 4,
      mobile: "hidden",
      cell: ({ video }) => (video ? <VideoLink video={video} /> : null),
    },
  ];
  const has: Partial<Record<string, (item: ImportItem) => boolean>> = {
    date: ({ date }) => date !== null,
    has: (item) => parts(item) !== "",
    video: ({ video }) => video !== null,
  };
  return items.length === 0 ? columns : columns.filter(({ id }) => !has[id] || items.some(has[id]));
}

/** Names what comes with an item beside its file. */
function usePartWords(): (item: ImportItem) => string {
  const { t } = useTranslation("importJobs");
  return ({ captions, chapters, picture, tags }) =>
    [
      ...(captions.length > 0 ? [t("hasCaptions", { languages: captions.join(", ") })] : []),
      ...(chapters ? [t("hasChapters")] : []),
      ...(picture ? [t("hasPicture")] : []),
      ...(tags.length > 0 ? [t("hasTags", { count: tags.length })] : []),
    ].join(" · ");
}

function VideoLink({ video: { id, title } }: { video: NonNullable<ImportItem["video"]> }) {
  const { t } = useTranslation("importJobs");
  return (
    <Link
      to="/video/$videoId"
      params={{ videoId: String(id) }}
      aria-label={t("openVideo", { title })}
      dir="auto"
      onClick={(event) => event.stopPropagation()}
    >
      {title}
    </Link>
  );
}
