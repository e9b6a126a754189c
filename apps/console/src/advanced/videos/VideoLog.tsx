import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { Box } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { nameOfActivity } from "../../videos/video/activity-names.ts";
import type { InstallationVideoDetail } from "./video-queries.ts";

type Line = InstallationVideoDetail["log"][number];

/** What people and the platform did to a video, the newest first. */
export function VideoLog({ log }: { log: readonly Line[] }) {
  const { t } = useTranslation("installationVideos");
  return (
    <section>
      <Box component="h2" className="heading" my="xs">
        {t("log")}
      </Box>
      <DataTable
        label={t("log")}
        columns={useLogColumns()}
        rows={log}
        nameOf={({ action }) => nameOfActivity(action)}
        empty={<EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t("noLog")} />}
      />
    </section>
  );
}

function useLogColumns(): Column<Line>[] {
  const { t } = useTranslation("installationVideos");
  return [
    {
      id: "action",
      header: t("action"),
      min: 180,
      grow: 1,
      mobile: "title",
      cell: ({ action }) => nameOfActivity(action),
    },
    {
      id: "actor",
      header: t("actor"),
      min: 140,
      grow: 1,
      mobile: "meta",
      cell: ({ actor }) => actor ?? t("system"),
    },
    {
      id: "reason",
      header: t("reason"),
      min: 180,
      grow: 2,
      priority: 1,
      mobile: "meta",
      cell: ({ reason }) => (reason === null ? null : <span title={reason}>{reason}</span>),
    },
    { id: "at", header: t("at"), min: 120, mobile: "meta", cell: ({ at }) => <Moment at={at} /> },
  ];
}
