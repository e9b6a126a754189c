import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Box } from "@mantine/core";
import { IconCopy, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { rolesQuery, type Role } from "../queries.ts";
import { changesEverything, roleAreas, type RoleArea } from "./role-areas.ts";
import type { RoleEdit } from "./RoleDialog.tsx";
import styles from "../UsersPage.module.css";

const RoleDialog = lazyPart(async () => (await import("./RoleDialog.tsx")).RoleDialog);
const DeleteRoleDialog = lazyPart(async () => (await import("./DeleteRoleDialog.tsx")).DeleteRoleDialog);
const ICON = { size: 16, stroke: 1.6 };

/**
 * The roles people of a project can have, and what each may change and see. Owners add, copy, edit and delete them.
 * @param creating whether the dialog of a new role is open.
 */
export function RolesList({
  projectId,
  creating,
  onCreated,
}: {
  projectId: number;
  creating: boolean;
  onCreated: () => void;
}) {
  const { t } = useTranslation(["users", "roles"]);
  const list = useQuery(rolesQuery(projectId));
  const { owner, superuser, permissions } = useViewer();
  const [edit, setEdit] = useState<RoleEdit | null>(null);
  const [deleted, setDeleted] = useState<Role | null>(null);
  const shown = creating ? { role: null, from: null } : edit;
  const menu = useRoleMenu(projectId, owner || superuser, { onEdit: setEdit, onDelete: setDeleted });
  return (
    <>
      <DataTable
        label={t("roles")}
        columns={useRoleColumns()}
        rows={list.data}
        height="tall"
        nameOf={({ title }) => title}
        menu={permissions.users_manage ? menu : undefined}
        actionsWidth={30}
        problem={list.isError ? <ListProblem list={list} /> : null}
        empty={null}
      />
      <Later when={shown !== null}>
        <RoleDialog
          projectId={projectId}
          edit={shown}
          onClose={() => {
            setEdit(null);
            onCreated();
          }}
        />
      </Later>
      <Later when={deleted !== null}>
        <DeleteRoleDialog projectId={projectId} role={deleted} onClose={() => setDeleted(null)} />
      </Later>
    </>
  );
}

/** What can be done with a role: owners change those of the account's own, and those who manage users view as one. */
function useRoleMenu(
  projectId: number,
  mayChange: boolean,
  { onEdit, onDelete }: { onEdit: (edit: RoleEdit) => void; onDelete: (role: Role) => void },
) {
  const { t } = useTranslation("roles");
  const view = useAction(({ id }: Role) => api.session.startViewAs({ project_id: projectId, role_id: id }), {
    changes: [],
    silent: true,
    failure: t("notViewed"),
    // What was read before is not what the role is shown.
    onDone: () => globalThis.location.assign("/dashboard"),
  });
  return (role: Role) => {
    const viewAs = { label: t("viewAs"), icon: <IconEye {...ICON} />, onChoose: () => view.mutate(role) };
    const copy = {
      label: t("duplicate"),
      icon: <IconCopy {...ICON} />,
      onChoose: () => onEdit({ role: null, from: role }),
    };
    if (!mayChange) return [viewAs];
    if (role.system) return [viewAs, copy];
    return [
      { label: t("edit"), icon: <IconPencil {...ICON} />, onChoose: () => onEdit({ role }) },
      viewAs,
      copy,
      { label: t("delete"), icon: <IconTrash {...ICON} />, danger: true, onChoose: () => onDelete(role) },
    ];
  };
}

function useRoleColumns(): Column<Role>[] {
  const { t } = useTranslation("users");
  const words = (areas: readonly RoleArea[]) => areas.map((area) => t(`area_${area}`));
  const changesOf = (role: Role): string => {
    const areas = roleAreas(role.permissions);
    if (changesEverything(areas)) return t("everything");
    return [...words(areas.all), ...words(areas.some).map((area) => t("partOf", { area }))].join(", ");
  };
  const seenOf = (role: Role): string => words(roleAreas(role.permissions).seen).join(", ");
  return [
    {
      id: "role",
      header: t("role"),
      min: 260,
      grow: 1,
      mobile: "title",
      cell: (role, { phone }) => (
        <span className={styles["role"]}>
          <bdi>{role.title}</bdi>
          <Box component="span" className="note" fw={400}>
            {role.description}
          </Box>
          {phone ? (
            <Box component="span" className="note" fw={400}>
              {t("mayChangeIs", { areas: changesOf(role) || "–" })}
            </Box>
          ) : null}
        </span>
      ),
    },
    ...useOwnColumns(),
    {
      id: "changes",
      header: t("mayChange"),
      min: 220,
      grow: 1,
      mobile: "hidden",
      cell: (role) => <span className={styles["areas"]}>{changesOf(role) || "–"}</span>,
    },
    {
      id: "sees",
      header: t("seesOnly"),
      min: 220,
      grow: 1,
      priority: 1,
      mobile: "hidden",
      cell: (role) => <span className={styles["areas"]}>{seenOf(role) || "–"}</span>,
    },
  ];
}

/** How many people have a role, and whether it comes with every account. */
function useOwnColumns(): Column<Role>[] {
  const { t } = useTranslation("roles");
  return [
    {
      id: "people",
      header: t("people"),
      min: 90,
      priority: 2,
      mobile: "meta",
      cell: ({ people }) => t("peopleCount", { count: people }),
    },
    {
      id: "kind",
      header: t("kind"),
      min: 80,
      priority: 1,
      mobile: "hidden",
      cell: ({ system }) => <span className="muted">{t(system ? "builtIn" : "own")}</span>,
    },
  ];
}
