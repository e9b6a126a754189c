import type { Column } from "@kinora/ui/kit/columns.ts";
import { useTranslation } from "react-i18next";
import { LivestreamsCell, StandingCell, StorageCell } from "../../shell/projects/project-cells.tsx";
import { countColumn, createdColumn } from "../columns.tsx";
import type { InstallationProject } from "../queries.ts";

/** The columns of the installation's projects. */
export function useProjectColumns(): Column<InstallationProject>[] {
  const { t } = useTranslation("advanced");
  return [
    { id: "name", header: t("name"), min: 180, grow: 2, mobile: "title", cell: ({ name }) => name },
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 8,
      optional: true,
      mobile: "meta",
      cell: ({ suspended_at: since }) => <StandingCell since={since} />,
    },
    {
      id: "account",
      header: t("account"),
      min: 140,
      grow: 1,
      priority: 7,
      optional: true,
      mobile: "meta",
      cell: ({ account }) => account.name,
    },
    {
      id: "domain",
      header: t("domain"),
      min: 150,
      grow: 1,
      priority: 5,
      optional: true,
      mobile: "meta",
      cell: ({ domain }) => domain,
    },
    countColumn({ id: "videos", header: t("videos"), priority: 4 }, ({ videos }) => videos),
    {
      id: "livestreams",
      header: t("livestreams"),
      min: 110,
      priority: 3,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ livestreams, on_air: onAir }) => <LivestreamsCell livestreams={livestreams} onAir={onAir} />,
    },
    {
      id: "storage",
      header: t("storage"),
      min: 140,
      priority: 6,
      align: "end",
      optional: true,
      mobile: "meta",
      cell: (project) => <StorageCell project={project} />,
    },
    countColumn({ id: "failures", header: t("failures"), priority: 2 }, ({ failures }) => failures, 150),
    createdColumn(t("created"), 1),
  ];
}
