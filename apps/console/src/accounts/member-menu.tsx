import { IconUserMinus } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { AccountMember } from "./queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What an owner does with a person of the account. */
export function useMemberMenu(onRemove: (member: AccountMember) => void) {
  const { t } = useTranslation("accounts");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  return (member: AccountMember) =>
    member.id === me
      ? []
      : [
          {
            label: t("removeMember"),
            icon: <IconUserMinus {...ICON} />,
            danger: true,
            onChoose: () => onRemove(member),
          },
        ];
}
