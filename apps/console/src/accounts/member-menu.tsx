import { personName } from "@kinora/ui/kit/people.ts";
import { IconLogout, IconUserMinus } from "@tabler/icons-react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import type { AccountMember } from "./queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What an owner does with a person of the account. */
export function useMemberMenu(accountId: number, onRemove: (member: AccountMember) => void) {
  const { t } = useTranslation("accounts");
  const signOut = useAction((id: number) => api.accounts.signOutMember({ account_id: accountId, user_id: id }), {
    changes: [],
    failure: t("notSignedOut"),
  });
  const questionOf = (name: string) => ({
    title: t("signOutTitle", { name }),
    text: t("signOutText"),
    yes: t("signOut"),
    danger: false,
  });
  const me = useStore(session, ({ user }) => user?.id ?? null);
  return (member: AccountMember) =>
    member.id === me
      ? []
      : [
          {
            label: t("signOut"),
            icon: <IconLogout {...ICON} />,
            onChoose: () => void signOut.mutateAfter(questionOf(personName(member)), member.id),
          },
          {
            label: t("removeMember"),
            icon: <IconUserMinus {...ICON} />,
            danger: true,
            onChoose: () => onRemove(member),
          },
        ];
}
