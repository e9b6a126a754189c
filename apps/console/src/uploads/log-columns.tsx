import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import type { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";

export type LogEntry = Awaited<ReturnType<typeof api.imports.listUploadLog>>["data"][number];

/** Seconds from the first byte to the end; null while it is under way. */
const tookSeconds = ({ created_at, finished_at }: LogEntry): number | null =>
  finished_at === null ? null : Math.round((Date.parse(finished_at) - Date.parse(created_at)) / 1000);

/** The columns of the upload log. */
export const useLogColumns = (): Column<LogEntry>[] => [...useMainColumns(), ...useFactColumns()];

function useMainColumns(): Column<LogEntry>[] {
  const { t } = useTranslation("imports");
  return [
    {
      id: "result",
      header: t("columnResult"),
      min: 104,
      mobile: "meta",
      cell: ({ result }) => <StatusDot state={result}>{t(`result_${result}`)}</StatusDot>,
    },
    {
      id: "file",
      header: t("columnFile"),
      min: 180,
      grow: 3,
      mobile: "title",
      cell: ({ file_name, source_url }) => <bdi title={source_url ?? file_name}>{file_name}</bdi>,
    },
    {
      id: "time",
      header: t("columnTime"),
      min: 84,
      priority: 6,
      mobile: "meta",
      cell: ({ created_at }) => <Moment at={created_at} as="time" />,
    },
    {
      id: "video",
      header: t("columnVideo"),
      min: 130,
      grow: 2,
      priority: 5,
      mobile: "hidden",
      optional: true,
      cell: ({ video }) =>
        video ? (
          <Link
            to="/video/$videoId"
            params={{ videoId: String(video.id) }}
            aria-label={t("openVideo", { title: video.title })}
            dir="auto"
          >
            {video.title}
          </Link>
        ) : null,
    },
  ];
}

/** What else is known of an upload. */
function useFactColumns(): Column<LogEntry>[] {
  const { t } = useTranslation("imports");
  return [
    {
      id: "user",
      header: t("columnUser"),
      min: 110,
      grow: 1,
      priority: 3,
      mobile: "meta",
      optional: true,
      cell: ({ user, api_key: key, upload_token: token }) => {
        if (user) return personName(user);
        if (token !== null) return t("byToken", { name: token });
        return key === null ? null : t("byKey", { name: key });
      },
    },
    {
      id: "source",
      header: t("columnSource"),
      min: 64,
      priority: 2,
      mobile: "hidden",
      optional: true,
      cell: ({ source }) => <span className="muted">{t(`source_${source}`)}</span>,
    },
    {
      id: "size",
      header: t("columnSize"),
      min: 72,
      align: "end",
      priority: 4,
      mobile: "meta",
      optional: true,
      cell: ({ size_bytes }) => (size_bytes === null ? null : formatBytes(size_bytes)),
    },
    {
      id: "took",
      header: t("columnDuration"),
      min: 56,
      align: "end",
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: (entry) => {
        const seconds = tookSeconds(entry);
        return seconds === null ? null : formatDuration(seconds);
      },
    },
  ];
}
