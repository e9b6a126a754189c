import { personName } from "@kinora/ui/kit/people.ts";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { LeaveDialog } from "../users/leaving/LeaveDialog.tsx";
import { memberKeysQuery, membersKey, type AccountMember } from "./queries.ts";

/** Asks before a person leaves all projects of the account. */
export function RemoveMemberDialog({
  accountId,
  member,
  onClose,
}: {
  accountId: number;
  member: AccountMember;
  onClose: () => void;
}) {
  const { t } = useTranslation("accounts");
  return (
    <LeaveDialog
      accountId={accountId}
      userId={member.id}
      title={t("removeMemberTitle", { name: personName(member) })}
      text={t("removeMemberText")}
      submit={t("removeMember")}
      keys={memberKeysQuery(accountId, member.id)}
      leave={(keysTo) => api.accounts.removeAccountMember({ account_id: accountId, user_id: member.id, ...keysTo })}
      changes={[membersKey(accountId)]}
      failure={t("memberNotRemoved")}
      onClose={onClose}
    />
  );
}
