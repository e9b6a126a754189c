import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatDay } from "@kinora/ui/moments.ts";
import { useTranslation } from "../platform/i18n.ts";
import { StandingCell } from "../projects/list/project-cells.tsx";
import { useCommonProjectColumns } from "../projects/list/project-columns.tsx";
import { countColumn } from "../shell/lists/columns.tsx";
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
  const { name, domain, videos, livestreams, storage, created } = useCommonProjectColumns<AccountProject>();
  return [
    name,
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 7,
      mobile: "meta",
      cell: (project) => <StatusCell project={project} />,
    },
    { ...domain, priority: 6 },
    videos,
    livestreams,
    { ...storage, priority: 5 },
    countColumn({ id: "members", header: t("people"), priority: 2 }, ({ members }) => members),
    created,
  ];
}
