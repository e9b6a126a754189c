import type { Column } from "@kinora/ui/kit/columns.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { countColumn, factorColumn, personColumn, seenColumn } from "../shell/lists/columns.tsx";
import type { ProjectUser } from "./queries.ts";
import { RoleSelect } from "./RoleSelect.tsx";

/**
 * The columns of the people in a project.
 * @param mayChange whether a person's role may be changed. @param showsFactor whether the caller sees who has a second factor.
 */
export function useUserColumns(
  projectId: number,
  mayChange: (user: ProjectUser) => boolean,
  showsFactor: boolean,
): Column<ProjectUser>[] {
  const { t } = useTranslation("users");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const detailOf = (user: ProjectUser) =>
    [user.first_name === "" && user.last_name === "" ? null : user.email, user.id === me ? t("you") : null]
      .filter((part) => part !== null)
      .join(" · ");
  return [
    personColumn(t("name"), (user, phone) => (phone ? "" : detailOf(user))),
    {
      id: "role",
      header: t("role"),
      min: 140,
      mobile: "meta",
      cell: (user) => (mayChange(user) ? <RoleSelect user={user} projectId={projectId} /> : user.role.title),
    },
    {
      id: "status",
      header: t("status"),
      min: 96,
      priority: 2,
      mobile: "meta",
      optional: true,
      // Beside the control of a role, a phone has room for one more word.
      cell: ({ status }, { phone }) =>
        phone && status === "active" ? null : <StatusDot state={status}>{t(status)}</StatusDot>,
    },
    countColumn({ id: "projects", header: t("projects"), priority: 0.5 }, ({ projects }) => projects),
    ...(showsFactor ? [factorColumn<ProjectUser>(t("secondFactor"), 0.7, (on) => t(on ? "yes" : "no"))] : []),
    seenColumn(t("lastSeen"), 1, t("never")),
  ];
}
