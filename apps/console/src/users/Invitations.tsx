import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import { ActionIcon } from "@mantine/core";
import { IconCopy, IconMailForward, IconMailX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { invitationsKey, invitationsQuery, type Invitation } from "./queries.ts";
import styles from "./UsersPage.module.css";

const ICON = { size: 16, stroke: 1.6 };

/** Who is invited and has not accepted yet, with the way to remind or to withdraw. Nothing where nobody is. */
export function Invitations({ projectId }: { projectId: number }) {
  const { t } = useTranslation("users");
  const list = useQuery(invitationsQuery(projectId));
  if (!list.data || list.data.length === 0) return null;
  return (
    <section aria-labelledby="invitations-title" className={styles["invitations"]}>
      <h2 id="invitations-title">{t("invitations")}</h2>
      <div className={styles["frame"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th>{t("email")}</th>
              <th className={styles["wide"]}>{t("role")}</th>
              <th className={styles["wide"]}>{t("expires")}</th>
              <th className={styles["three"]}>
                <span className={styles["hidden"]}>{t("actionsColumn")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} projectId={projectId} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function InvitationRow({ invitation, projectId }: { invitation: Invitation; projectId: number }) {
  const { t } = useTranslation("users");
  const client = useQueryClient();
  const { id, email, link, role, expires_at: expires } = invitation;
  const told = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (error: unknown) => {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("invitationNotChanged"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey(projectId) }),
  };
  const which = { project_id: projectId, invitation_id: id };
  const resend = useMutation({ mutationFn: () => api.users.resendInvitation(which), ...told });
  const withdraw = useMutation({ mutationFn: () => api.users.withdrawInvitation(which), ...told });
  const askToWithdraw = async () => {
    const yes = await confirm({
      title: t("withdrawTitle"),
      text: t("withdrawText", { email }),
      yes: t("withdraw"),
      danger: true,
    });
    if (yes) withdraw.mutate();
  };
  return (
    <tr>
      <td>
        <span className="truncate">{email}</span>
      </td>
      <td className={styles["wide"]}>{role.title}</td>
      <td className={styles["wide"]}>
        <time dateTime={expires} title={formatMoment(expires)}>
          {formatAgo(expires)}
        </time>
      </td>
      <td className={styles["end"]}>
        <RowButton
          label={t("copyLinkFor", { email })}
          tip={t("copyLink")}
          onClick={() => void copyText(t("link"), link)}
        >
          <IconCopy {...ICON} />
        </RowButton>
        <RowButton
          label={t("resendTo", { email })}
          tip={t("resend")}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          <IconMailForward {...ICON} />
        </RowButton>
        <RowButton
          label={t("withdrawFrom", { email })}
          tip={t("withdraw")}
          loading={withdraw.isPending}
          onClick={() => void askToWithdraw()}
        >
          <IconMailX {...ICON} />
        </RowButton>
      </td>
    </tr>
  );
}

function RowButton({
  label,
  tip,
  loading = false,
  onClick,
  children,
}: {
  label: string;
  tip: string;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <TooltipLater label={tip}>
      <ActionIcon aria-label={label} loading={loading} onClick={onClick}>
        {children}
      </ActionIcon>
    </TooltipLater>
  );
}
