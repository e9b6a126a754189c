import type { Filter } from "@kinora/ui/kit/filters.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListPage, type ListQuery } from "../../shell/lists/ListPage.tsx";
import { useSelectedRows } from "../../shell/lists/use-selected-rows.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { rolesQuery, usersKey, type ProjectUser } from "../queries.ts";
import { useUserColumns } from "../user-columns.tsx";
import type { UsersAt } from "../users-view.ts";
import { useUserMenu } from "./use-user-menu.tsx";

const BulkBar = lazyPart(async () => (await import("./PeopleBulkBar.tsx")).PeopleBulkBar);
const BlockDialog = lazyPart(async () => (await import("./BlockDialog.tsx")).BlockDialog);
const RemoveDialog = lazyPart(async () => (await import("./RemoveDialog.tsx")).RemoveDialog);
const EndOwnershipDialog = lazyPart(async () => (await import("../leaving/EndOwnershipDialog.tsx")).EndOwnershipDialog);

interface PeopleListProps {
  projectId: number;
  at: UsersAt;
  list: ListQuery<ProjectUser>;
  invite: ReactNode;
}

/** The people of the project, and what can be done with each. */
export function PeopleList({ projectId, at, list, invite }: PeopleListProps) {
  const { t } = useTranslation("users");
  const mayManage = useViewer().permissions.users_manage;
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const columns = useUserColumns(
    projectId,
    (user) => mayManage && !user.owner && user.id !== me && user.blocked_reason === null,
    mayManage,
  );
  const [blocked, setBlocked] = useState<ProjectUser | null>(null);
  const [removed, setRemoved] = useState<ProjectUser | null>(null);
  const [ending, setEnding] = useState<ProjectUser | null>(null);
  const rows = useSelectedRows(list.data?.data ?? []);
  const clear = () => rows.setSelected(new Set());
  return (
    <>
      <Later when={rows.selected.size > 0}>
        <BulkBar
          projectId={projectId}
          people={(list.data?.data ?? []).filter(({ id }) => rows.selected.has(id))}
          onClear={clear}
        />
      </Later>
      <ListPage
        name="users"
        label={t("title")}
        at={at}
        list={list}
        columns={columns}
        height="tall"
        nameOf={personName}
        searchLabel={t("search")}
        filters={usePeopleFilters(projectId, at)}
        permission="users_view"
        noMatch={t("noMatch")}
        empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t("empty"), text: t("emptyText"), action: invite }}
        actionsWidth={30}
        selection={
          mayManage
            ? { selected: rows.selected, onChange: (ids) => rows.setSelected(new Set([...ids].map(Number))) }
            : undefined
        }
        selecting={rows.selected.size > 0}
        menu={useUserMenu(projectId, { onBlock: setBlocked, onRemove: setRemoved, onEndOwnership: setEnding })}
        note={({ blocked_reason: reason }) => (reason === null ? null : t("blockedFor", { reason }))}
      />
      <Later when={blocked !== null}>
        <BlockDialog projectId={projectId} user={blocked} onClose={() => setBlocked(null)} />
      </Later>
      <Later when={removed !== null}>
        <RemoveDialog projectId={projectId} user={removed} onClose={() => setRemoved(null)} />
      </Later>
      {ending ? <EndOwnership projectId={projectId} owner={ending} onClose={() => setEnding(null)} /> : null}
    </>
  );
}

interface EndOwnershipProps {
  projectId: number;
  owner: ProjectUser;
  onClose: () => void;
}

/** Of the account that the project belongs to. */
function EndOwnership({ projectId, owner, onClose }: EndOwnershipProps) {
  const accountId = useStore(session, ({ config }) => config?.account_id ?? 0);
  return <EndOwnershipDialog accountId={accountId} owner={owner} changes={[usersKey(projectId)]} onClose={onClose} />;
}

/** By role and by status. */
function usePeopleFilters(projectId: number, { address: { role, status }, show }: UsersAt): Filter[] {
  const { t } = useTranslation("users");
  const roles = useQuery(rolesQuery(projectId)).data ?? [];
  return [
    {
      kind: "choice",
      id: "role",
      label: t("role"),
      options: roles.map(({ id, title }) => ({ value: String(id), label: title })),
      value: role === undefined ? undefined : String(role),
      onChange: (value) => show({ role: value === undefined ? undefined : Number(value) }),
    },
    {
      kind: "choice",
      id: "status",
      label: t("status"),
      options: (["active", "blocked"] as const).map((value) => ({ value, label: t(value) })),
      value: status,
      onChange: (value) => show({ status: value === "active" || value === "blocked" ? value : undefined }),
    },
  ];
}
