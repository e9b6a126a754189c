import { pageLinks } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Pager } from "@kinora/ui/Pager.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { Avatar, Button } from "@mantine/core";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Later } from "../layout/Later.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { Invitations } from "./Invitations.tsx";
import { personName, usersQuery, type ProjectUser } from "./queries.ts";
import { RemoveUser } from "./RemoveUser.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import styles from "./UsersPage.module.css";

const InviteDialog = lazyPart(async () => (await import("./InviteDialog.tsx")).InviteDialog);

const TONES: Record<ProjectUser["status"], StatusTone> = {
  invited: "processing",
  active: "published",
  blocked: "failed",
};

/** Who works in this project, and the way to add or remove someone. */
export default function UsersPage() {
  const { t } = useTranslation(["users", "layout"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const [page, setPage] = useState(1);
  const [inviting, setInviting] = useState(false);
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const list = useQuery({ ...usersQuery(projectId ?? 0, page), enabled: projectId !== null });
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, setPage);
  if (projectId === null) return null;

  const mayInvite = permissions.users_manage;
  const invite = mayInvite ? (
    <Button leftSection={<IconUserPlus size={16} stroke={1.6} />} onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={list.data ? formatNumber(list.data.pagination.total) : null}
        actions={invite}
      />
      <div className={styles["frame"]}>
        {list.data === undefined || leaving ? (
          list.isError ? (
            <ErrorState
              message={problemOf(list.error).message ?? t("layout:pageFailed")}
              retryLabel={t("layout:retry")}
              onRetry={() => void list.refetch()}
            />
          ) : (
            <SkeletonRows label={t("loading")} />
          )
        ) : list.data.data.length === 0 ? (
          <EmptyState icon={<IconUsers size={22} stroke={1.6} />} title={t("empty")} action={invite}>
            {t("emptyText")}
          </EmptyState>
        ) : (
          <UserTable users={list.data.data} projectId={projectId} mayManage={mayInvite} />
        )}
      </div>
      {list.data && list.data.data.length > 0 ? (
        <Pager
          page={list.data.pagination.page}
          max={list.data.pagination.max}
          links={pageLinks(list.data.pagination.page, list.data.pagination.max, links)}
          onPage={setPage}
          summary={t("layout:pageRange", {
            from: list.data.pagination.from,
            to: list.data.pagination.to,
            total: formatNumber(list.data.pagination.total),
          })}
          labels={{
            pages: t("layout:pages"),
            previous: t("layout:previousPage"),
            next: t("layout:nextPage"),
            page: (number) => t("layout:pageNumber", { page: number }),
          }}
        />
      ) : null}
      {mayInvite ? <Invitations projectId={projectId} /> : null}
      <Later when={inviting}>
        <InviteDialog opened={inviting} onClose={() => setInviting(false)} projectId={projectId} />
      </Later>
    </>
  );
}

function UserTable({
  users,
  projectId,
  mayManage,
}: {
  users: readonly ProjectUser[];
  projectId: number;
  mayManage: boolean;
}) {
  const { t } = useTranslation("users");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const mayChange = (user: ProjectUser) => mayManage && !user.owner && user.id !== me;
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th>{t("name")}</th>
          <th>{t("role")}</th>
          <th className={styles["wide"]}>{t("status")}</th>
          <th className={styles["wide"]}>{t("lastSeen")}</th>
          <th>
            <span className={styles["hidden"]}>{t("remove")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <div className={styles["person"]}>
                <Avatar size={30} radius="xl" src={user.avatar_url} alt="" color="cobalt">
                  {(user.first_name.slice(0, 1) + user.last_name.slice(0, 1)).toUpperCase() ||
                    user.email.slice(0, 1).toUpperCase()}
                </Avatar>
                <div className={styles["names"]}>
                  <span className="truncate">{personName(user)}</span>
                  <span className={styles["mail"]}>
                    {[
                      user.first_name === "" && user.last_name === "" ? null : user.email,
                      user.id === me ? t("you") : null,
                    ]
                      .filter((part) => part !== null)
                      .join(" · ")}
                  </span>
                </div>
              </div>
            </td>
            <td>{mayChange(user) ? <RoleSelect user={user} projectId={projectId} /> : user.role.title}</td>
            <td className={styles["wide"]}>
              <StatusDot tone={TONES[user.status]}>{t(user.status)}</StatusDot>
            </td>
            <td className={styles["wide"]}>
              {user.last_seen_at === null ? (
                t("never")
              ) : (
                <time dateTime={user.last_seen_at} title={formatMoment(user.last_seen_at)}>
                  {formatAgo(user.last_seen_at)}
                </time>
              )}
            </td>
            <td className={styles["end"]}>
              {mayChange(user) ? <RemoveUser user={user} projectId={projectId} /> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
