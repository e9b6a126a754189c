import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import { ActionIcon } from "@mantine/core";
import { IconUserMinus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { personName, usersKey, type ProjectUser } from "./queries.ts";

/** Takes one person out of the project, after asking. */
export function RemoveUser({ user, projectId }: { user: ProjectUser; projectId: number }) {
  const { t } = useTranslation(["users", "layout"]);
  const client = useQueryClient();
  const name = personName(user);
  const remove = useMutation({
    mutationFn: () => api.users.removeUser({ project_id: projectId, user_id: user.id }),
    onSuccess: ({ message }) => toastSuccess(message || t("removed")),
    onError: (error) => {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("notRemoved"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(projectId) }),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t("removeTitle", { name }),
      text: `${t("layout:confirmPermanently", { action: t("removeAction"), item: t("removeItem") })} ${t("removeText", { name })}`,
      yes: t("remove"),
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <TooltipLater label={t("remove")}>
      <ActionIcon aria-label={t("removeTitle", { name })} loading={remove.isPending} onClick={() => void ask()}>
        <IconUserMinus size={16} stroke={1.6} />
      </ActionIcon>
    </TooltipLater>
  );
}
