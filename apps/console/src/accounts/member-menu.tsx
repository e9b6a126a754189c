import { personName } from "@kinora/ui/kit/people.ts";
import { IconUserMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import { membersKey, type AccountMember } from "./queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What an owner does with a person of the account: removing them names the API keys that end with it. */
export function useMemberMenu(accountId: number) {
  const { t } = useTranslation("accounts");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const remove = useAction((id: number) => api.accounts.removeAccountMember({ account_id: accountId, user_id: id }), {
    changes: [membersKey(accountId)],
    failure: t("memberNotRemoved"),
  });
  const look = useAction(
    async (member: AccountMember) => {
      const { data } = await api.accounts.listMemberKeys({ account_id: accountId, user_id: member.id });
      return { message: "", member, keys: data.map(({ name }) => name) };
    },
    { changes: [], silent: true, failure: t("memberNotRemoved"), onDone: ({ member, keys }) => ask(member, keys) },
  );
  const ask = (member: AccountMember, keys: readonly string[]) => {
    const ending = keys.length > 0 ? t("removeMemberKeys", { keys: keys.join(", ") }) : "";
    const question = {
      title: t("removeMemberTitle", { name: personName(member) }),
      text: `${t("removeMemberText")} ${ending}`.trim(),
      yes: t("removeMember"),
      danger: true,
    };
    void remove.mutateAfter(question, member.id);
  };
  return (member: AccountMember) => {
    if (member.id === me) return [];
    return [
      {
        label: t("removeMember"),
        icon: <IconUserMinus {...ICON} />,
        danger: true,
        onChoose: () => look.mutate(member),
      },
    ];
  };
}
