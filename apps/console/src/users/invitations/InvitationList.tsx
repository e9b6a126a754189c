import { INVITATION_STATES } from "@kinora/domain/people/invitations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconCopy, IconMail, IconMailForward, IconMailX } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { invitationsKey, invitationsQuery, type Invitation } from "../queries.ts";
import type { UsersAt } from "../users-view.ts";

const ICON = { size: 16, stroke: 1.6 };
const STATES = { pending: "invited", accepted: "active", expired: "warning", revoked: "disabled" } as const;

/** The invitations to the project and what has become of them. */
export function InvitationList({ projectId, at, invite }: { projectId: number; at: UsersAt; invite: ReactNode }) {
  const { t } = useTranslation("users");
  const { invitation: state } = at.address;
  const pages = useInfiniteQuery(invitationsQuery(projectId, state));
  const invitations = pages.data?.pages.flatMap(({ data }) => data);
  const menu = useInvitationMenu(projectId);
  const segments = {
    id: "state",
    label: t("status"),
    all: t("allInvitations"),
    options: INVITATION_STATES.map((value) => ({ value, label: t(`invitation_${value}`) })),
    value: state,
    onChange: (value: string | undefined) =>
      at.show({ invitation: INVITATION_STATES.find((known) => known === value) }),
  };
  return (
    <>
      <ListPage
        name="invitations"
        label={t("invitations")}
        at={at}
        list={{ ...pages, data: invitations && { data: invitations } }}
        columns={useInvitationColumns()}
        nameOf={({ email }) => email}
        segments={segments}
        permission="users_manage"
        noMatch={t("noInvitationsMatch")}
        empty={{
          icon: <IconMail {...ICON} size={22} />,
          title: t("noInvitations"),
          text: t("emptyText"),
          action: invite,
        }}
        actionsWidth={30}
        menu={menu}
      />
      {pages.hasNextPage ? (
        <Button variant="default" mt="sm" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("moreInvitations")}
        </Button>
      ) : null}
    </>
  );
}

function useInvitationColumns(): Column<Invitation>[] {
  const { t } = useTranslation("users");
  return [
    { id: "email", header: t("email"), min: 180, grow: 1, mobile: "title", cell: ({ email }) => email },
    {
      id: "state",
      header: t("status"),
      min: 110,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={STATES[state]}>{t(`invitation_${state}`)}</StatusDot>,
    },
    { id: "role", header: t("role"), min: 120, mobile: "meta", priority: 2, cell: ({ role }) => role.title },
    {
      id: "sent",
      header: t("sent"),
      min: 110,
      mobile: "hidden",
      priority: 1,
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
    {
      id: "expires",
      header: t("expires"),
      min: 110,
      mobile: "meta",
      priority: 1,
      cell: ({ expires_at: at, state }) => (state === "pending" || state === "expired" ? <Moment at={at} /> : null),
    },
  ];
}

/** Copies an open invitation's link, sends it again, or revokes it after a question. */
function useInvitationMenu(projectId: number) {
  const { t } = useTranslation("users");
  const changes = { changes: [invitationsKey(projectId)], failure: t("invitationNotChanged") };
  const which = ({ id }: Invitation) => ({ project_id: projectId, invitation_id: id });
  const resend = useAction((one: Invitation) => api.users.resendInvitation(which(one)), changes);
  const revoke = useAction((one: Invitation) => api.users.withdrawInvitation(which(one)), changes);
  return (invitation: Invitation) => {
    const { email, link, state } = invitation;
    if (state === "accepted" || state === "revoked") return [];
    const question = {
      title: t("revokeTitle"),
      text: t("revokeText", { email }),
      yes: t("revoke"),
      danger: true,
    };
    return [
      ...(state === "pending"
        ? [{ label: t("copyLink"), icon: <IconCopy {...ICON} />, onChoose: () => void copyText(t("link"), link) }]
        : []),
      { label: t("resend"), icon: <IconMailForward {...ICON} />, onChoose: () => resend.mutate(invitation) },
      {
        label: t("revoke"),
        icon: <IconMailX {...ICON} />,
        danger: true,
        onChoose: () => void revoke.mutateAfter(question, invitation),
      },
    ];
  };
}
