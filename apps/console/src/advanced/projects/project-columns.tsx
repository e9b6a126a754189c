import type { Column } from "@kinora/ui/kit/columns.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { StandingCell } from "../../projects/list/project-cells.tsx";
import { useCommonProjectColumns } from "../../projects/list/project-columns.tsx";
import { countColumn } from "../../shell/lists/columns.tsx";
import type { InstallationProject } from "../queries.ts";

/** The columns of the installation's projects. */
export function useProjectColumns(): Column<InstallationProject>[] {
  const { t } = useTranslation("advanced");
  const { name, domain, videos, livestreams, storage, created } = useCommonProjectColumns<InstallationProject>();
  return [
    { ...name, min: 180 },
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
    { ...domain, optional: true },
    videos,
    livestreams,
    { ...storage, optional: true },
    countColumn({ id: "failures", header: t("failures"), priority: 2 }, ({ failures }) => failures, 150),
    created,
  ];
}
