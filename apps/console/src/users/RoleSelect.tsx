import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { usePhone } from "@kinora/ui/kit/use-width.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import type { MadeKey } from "./leaving/leaving-queries.ts";
import { rolesQuery, usersKey, type ProjectUser } from "./queries.ts";

const RoleKeysDialog = lazyPart(async () => (await import("./people/RoleKeysDialog.tsx")).RoleKeysDialog);

/** A member's role, to be changed at once; with a question where they made API keys that the role may not have. */
export function RoleSelect({ user, projectId }: { user: ProjectUser; projectId: number }) {
  const { t } = useTranslation("users");
  // Fields of a phone have larger letters, and names of roles are read whole.
  const phone = usePhone();
  const roles = useQuery(rolesQuery(projectId));
  const [asked, setAsked] = useState<{ roleId: number; keys: readonly MadeKey[] } | null>(null);
  const member = { project_id: projectId, user_id: user.id };
  const change = useAction((roleId: number) => api.users.setRole({ ...member, role_id: roleId }), {
    changes: [usersKey(projectId)],
    success: t("roleChanged"),
    failure: t("roleNotChanged"),
  });
  const look = useAction(
    async (roleId: number) => {
      const { data: keys } = await api.users.listUserKeys({ ...member, role_id: roleId });
      return { message: "", roleId, keys };
    },
    {
      changes: [],
      silent: true,
      failure: t("roleNotChanged"),
      onDone: ({ roleId, keys }) => (keys.length > 0 ? setAsked({ roleId, keys }) : change.mutate(roleId)),
    },
  );
  const own = { value: String(user.role.id), label: user.role.title };
  return (
    <>
      <Select
        aria-label={t("roleOf", { name: personName(user) })}
        allowDeselect={false}
        w={phone ? 168 : 132}
        disabled={look.isPending || change.isPending}
        data={roles.data?.map(({ id, title }) => ({ value: String(id), label: title })) ?? [own]}
        value={String(change.isPending ? change.variables : user.role.id)}
        onChange={(value) => {
          if (value !== null && value !== own.value) look.mutate(Number(value));
        }}
      />
      {asked ? (
        <Suspense fallback={null}>
          <RoleKeysDialog projectId={projectId} user={user} {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
