import { personName } from "@kinora/ui/kit/people.ts";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { useAction } from "../platform/use-action.ts";
import { rolesQuery, usersKey, type ProjectUser } from "./queries.ts";

/** A member's role, to be changed at once. */
export function RoleSelect({ user, projectId }: { user: ProjectUser; projectId: number }) {
  const { t } = useTranslation("users");
  const roles = useQuery(rolesQuery(projectId));
  const change = useAction(
    (roleId: number) => api.users.setRole({ project_id: projectId, user_id: user.id, role_id: roleId }),
    { changes: [usersKey(projectId)], success: t("roleChanged"), failure: t("roleNotChanged") },
  );
  const own = { value: String(user.role.id), label: user.role.title };
  return (
    <Select
      aria-label={t("roleOf", { name: personName(user) })}
      allowDeselect={false}
      w={132}
      disabled={change.isPending}
      data={roles.data?.map(({ id, title }) => ({ value: String(id), label: title })) ?? [own]}
      value={String(change.isPending ? change.variables : user.role.id)}
      onChange={(value) => {
        if (value !== null && value !== own.value) change.mutate(Number(value));
      }}
    />
  );
}
