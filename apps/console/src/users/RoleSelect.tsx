import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SelectLater } from "../layout/SelectLater.tsx";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { personName, rolesQuery, usersKey, type ProjectUser } from "./queries.ts";

/** A member's role, to be changed at once. */
export function RoleSelect({ user, projectId }: { user: ProjectUser; projectId: number }) {
  const { t } = useTranslation("users");
  const client = useQueryClient();
  const roles = useQuery(rolesQuery(projectId));
  const change = useMutation({
    mutationFn: (roleId: number) => api.users.setRole({ project_id: projectId, user_id: user.id, role_id: roleId }),
    onSuccess: ({ message }) => toastSuccess(message || t("roleChanged")),
    onError: (error) => {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("roleNotChanged"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey(projectId) }),
  });
  const own = { value: String(user.role.id), label: user.role.title };
  return (
    <SelectLater
      aria-label={t("roleOf", { name: personName(user) })}
      allowDeselect={false}
      disabled={change.isPending}
      data={roles.data?.map(({ id, title }) => ({ value: String(id), label: title })) ?? [own]}
      value={String(change.isPending ? change.variables : user.role.id)}
      onChange={(value) => {
        if (value !== null && value !== own.value) change.mutate(Number(value));
      }}
    />
  );
}
