import { personName } from "@kinora/ui/kit/people.ts";
import { IconBan, IconCrown, IconCrownOff, IconLockOpen, IconLogout, IconUserMinus } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { usersKey, type ProjectUser } from "../queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What can be done with a person of the project: nobody acts on themselves, and owners on owners. */
export function useUserMenu(
  projectId: number,
  { onBlock, onRemove, onEndOwnership }: Record<"onBlock" | "onRemove" | "onEndOwnership", (user: ProjectUser) => void>,
) {
  const { t } = useTranslation("users");
  const { permissions, owner, superuser } = useViewer();
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const makeOwner = useMakeOwner(projectId);
  const unblock = useAction(({ id }: ProjectUser) => api.users.unblockUser({ project_id: projectId, user_id: id }), {
    changes: [usersKey(projectId)],
    failure: t("notUnblocked"),
  });
  const signingOut = useSignOut(projectId);
  const mayOwn = owner || superuser;
  return (user: ProjectUser) => {
    if (user.id === me) return [];
    if (user.owner)
      return mayOwn
        ? [
            {
              label: t("endOwnership"),
              icon: <IconCrownOff {...ICON} />,
              danger: true,
              onChoose: () => onEndOwnership(user),
            },
          ]
        : [];
    if (!permissions.users_manage) return [];
    const blocked = user.blocked_reason !== null;
    return [
      ...(mayOwn && user.status === "active"
        ? [{ label: t("makeOwner"), icon: <IconCrown {...ICON} />, onChoose: () => makeOwner(user) }]
        : []),
      ...(user.status === "invited" ? [] : [signingOut(user)]),
      blocked
        ? { label: t("unblock"), icon: <IconLockOpen {...ICON} />, onChoose: () => unblock.mutate(user) }
        : { label: t("block"), icon: <IconBan {...ICON} />, danger: true, onChoose: () => onBlock(user) },
      { label: t("remove"), icon: <IconUserMinus {...ICON} />, danger: true, onChoose: () => onRemove(user) },
    ];
  };
}

/** Ends the sessions of a person, after a question. */
function useSignOut(projectId: number) {
  const { t } = useTranslation("users");
  const signOut = useAction(({ id }: ProjectUser) => api.users.signOutUser({ project_id: projectId, user_id: id }), {
    changes: [usersKey(projectId)],
    failure: t("notSignedOut"),
  });
  return (user: ProjectUser) => {
    const name = personName(user);
    const question = { title: t("signOutTitle", { name }), text: t("signOutText"), yes: t("signOut"), danger: false };
    return {
      label: t("signOut"),
      icon: <IconLogout {...ICON} />,
      onChoose: () => void signOut.mutateAfter(question, user),
    };
  };
}

/** Makes a person an owner of the account, after a question. */
function useMakeOwner(projectId: number) {
  const { t } = useTranslation("users");
  const accountId = useStore(session, ({ config }) => config?.account_id ?? 0);
  const add = useAction(({ id }: ProjectUser) => api.owners.addOwner({ account_id: accountId, user_id: id }), {
    changes: [usersKey(projectId)],
    failure: t("ownersNotChanged"),
    config: true,
  });
  return (user: ProjectUser) => {
    const name = personName(user);
    const question = { title: t("makeOwnerTitle", { name }), text: t("makeOwnerText", { name }), yes: t("makeOwner") };
    void add.mutateAfter({ ...question, danger: false }, user);
  };
}
