import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconPlus, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { Later } from "../shell/menus/Later.tsx";
import { TabRow } from "../shell/tabs/TabRow.tsx";
import { PeopleList } from "./people/PeopleList.tsx";
import { usersQuery } from "./queries.ts";
import { peopleFilterOf, USERS_TABS, usersView, type UsersAt } from "./users-view.ts";
import tabs from "../shell/tabs/PageTabs.module.css";

const InvitationList = lazyPart(async () => (await import("./invitations/InvitationList.tsx")).InvitationList);
const RolesList = lazyPart(async () => (await import("./roles/RolesList.tsx")).RolesList);
const AuditList = lazyPart(async () => (await import("./audit/AuditList.tsx")).AuditList);
const InviteDialog = lazyPart(async () => (await import("./invitations/InviteDialog.tsx")).InviteDialog);

/** The people of this project, and the way to add or remove them. */
export default function UsersPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <Users projectId={projectId} />;
}

function Users({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["users", "audit", "roles"]);
  const at = useListAddress(usersView);
  const mayManage = useViewer().permissions.users_manage;
  const list = useQuery(usersQuery(projectId, { ...usersView.pageOf(at.address), ...peopleFilterOf(at.address) }));
  const [inviting, setInviting] = useState(false);
  const [creatingRole, setCreatingRole] = useState(false);
  const { owner, superuser } = useViewer();
  const invite = mayManage ? (
    <Button leftSection={<IconUserPlus size={16} stroke={1.6} />} onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? formatNumber(list.data.pagination.total) : null}
        actions={
          at.address.tab === "roles" ? (
            owner || superuser ? (
              <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreatingRole(true)}>
                {t("roles:create")}
              </Button>
            ) : undefined
          ) : (
            invite
          )
        }
      />
      <UsersTabs at={at} />
      {at.address.tab === "roles" ? (
        <Suspense fallback={<SkeletonRows label={t("roles")} />}>
          <RolesList projectId={projectId} creating={creatingRole} onCreated={() => setCreatingRole(false)} />
        </Suspense>
      ) : at.address.tab === "invitations" ? (
        <Suspense fallback={<SkeletonRows label={t("invitations")} />}>
          <InvitationList projectId={projectId} at={at} invite={invite} />
        </Suspense>
      ) : at.address.tab === "audit" ? (
        <Suspense fallback={<SkeletonRows label={t("audit:audit")} />}>
          <AuditList projectId={projectId} at={at} />
        </Suspense>
      ) : (
        <PeopleList projectId={projectId} at={at} list={list} invite={invite} />
      )}
      <Later when={inviting}>
        <InviteDialog opened={inviting} onClose={() => setInviting(false)} projectId={projectId} />
      </Later>
    </>
  );
}

/** Who belongs to the project, and what its roles are. */
function UsersTabs({ at }: { at: UsersAt }) {
  const { t } = useTranslation(["users", "audit"]);
  const { tab: open = "users" } = at.address;
  const mayManage = useViewer().permissions.users_manage;
  const names = { users: t("title"), invitations: t("invitations"), roles: t("roles"), audit: t("audit:audit") };
  return (
    <TabRow as="tabs" label={t("tabs")} open={open}>
      {USERS_TABS.filter((tab) => mayManage || (tab !== "audit" && tab !== "invitations")).map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={open === tab}
          className={tabs["tab"]}
          onClick={() => at.open({ tab })}
        >
          {names[tab]}
        </button>
      ))}
    </TabRow>
  );
}
