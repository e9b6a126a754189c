import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "react-i18next";
import { LivestreamsCell, StandingCell, StorageCell } from "../shell/projects/project-cells.tsx";
import type { AccountProject } from "./queries.ts";

/** Whether a project is suspended, and to whom it is offered. */
function StatusCell({ project: { suspended_at: since, transfer } }: { project: AccountProject }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      <StandingCell since={since} />
      {transfer === null ? null : (
        <div className="muted">
          {t("offeredTo", { email: transfer.email, until: formatDay(new Date(transfer.expires_at)) })}
        </div>
      )}
    </>
  );
}

/** The columns of an account's projects. */
export function useProjectColumns(): Column<AccountProject>[] {
  const { t } = useTranslation("accounts");
  const count = (id: "videos" | "members", header: string, priority: number): Column<AccountProject> => ({
    id,
    header,
    min: 80,
    priority,
    align: "end",
    optional: true,
    mobile: "hidden",
    cell: (project) => formatNumber(project[id]),
  });
  return [
    { id: "name", header: t("name"), min: 160, grow: 2, mobile: "title", cell: ({ name }) => name },
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 7,
      mobile: "meta",
      cell: (project) => <StatusCell project={project} />,
    },
    { id: "domain", header: t("domain"), min: 150, grow: 1, priority: 6, mobile: "meta", cell: ({ domain }) => domain },
    count("videos", t("videos"), 4),
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
      priority: 5,
      align: "end",
      mobile: "meta",
      cell: (project) => <StorageCell project={project} />,
    },
    count("members", t("people"), 2),
    {
      id: "created",
      header: t("created"),
      min: 120,
      priority: 1,
      optional: true,
      mobile: "hidden",
      cell: (project) => <Moment at={project.created_at} />,
    },
  ];
}
