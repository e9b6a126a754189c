import type { Column } from "@kinora/ui/kit/columns.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { countColumn, createdColumn } from "../../shell/lists/columns.tsx";
import { LivestreamsCell, StatusCell, StorageCell } from "./project-cells.tsx";
import type { ListedProject, ProjectScope } from "./project-queries.ts";

/** Whose a project is. */
const accountColumn = (header: string): Column<ListedProject> => ({
  id: "account",
  header,
  min: 140,
  grow: 1,
  priority: 7,
  optional: true,
  mobile: "meta",
  cell: ({ account }) => account.name,
});

/** The columns of projects: superusers see whose they are and what failed, owners how many people are in them. */
export function useProjectColumns(scope: ProjectScope): Column<ListedProject>[] {
  const { t } = useTranslation("projectList");
  return [
    { id: "name", header: t("name"), min: 180, grow: 2, mobile: "title", cell: ({ name }) => name },
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 8,
      optional: true,
      mobile: "meta",
      cell: (project) => <StatusCell project={project} />,
    },
    ...(scope === null ? [accountColumn(t("account"))] : []),
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
      cell: (project) => <LivestreamsCell livestreams={project.livestreams} onAir={project.on_air} />,
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
    scope === null
      ? countColumn({ id: "failures", header: t("failures"), priority: 2 }, ({ failures }) => failures, 150)
      : countColumn({ id: "members", header: t("members"), priority: 2 }, ({ members }) => members),
    createdColumn(t("created"), 1),
  ];
}
