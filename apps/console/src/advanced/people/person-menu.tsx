import { personName } from "@kinora/ui/kit/people.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconBan,
  IconCrown,
  IconCrownOff,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconUserShield,
} from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { peopleKey, type InstallationPerson } from "../queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What a superuser does with a person; nobody changes their own standing. */
export function usePersonMenu({
  onBlock,
  onActAs,
}: Record<"onBlock" | "onActAs", (person: InstallationPerson) => void>) {
  const { t } = useTranslation("advanced");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const options = { changes: [peopleKey], failure: t("userNotChanged") };
  const unblock = useAction((id: number) => api.advanced.unblockPerson({ user_id: id }), options);
  const signOut = useAction((id: number) => api.advanced.signOutPerson({ user_id: id }), options);
  const grant = useAction((id: number) => api.advanced.setSuperuser({ user_id: id, superuser: true }), options);
  const revoke = useAction((id: number) => api.advanced.setSuperuser({ user_id: id, superuser: false }), options);
  const mailLink = useMailAction();
  return (person: InstallationPerson): RowAction[] => {
    const { id, status } = person;
    if (id === me) return [];
    const name = personName(person);
    const ask = (what: "makeSuperuser" | "endSuperuser" | "signOut", danger: boolean) => ({
      title: t(`${what}Title`, { name }),
      text: t(`${what}Text`),
      yes: t(what),
      danger,
    });
    const signingOut = {
      label: t("signOut"),
      icon: <IconLogout {...ICON} />,
      onChoose: () => void signOut.mutateAfter(ask("signOut", false), id),
    };
    if (person.superuser)
      return [
        ...(status === "blocked" ? [] : [mailLink(person)]),
        signingOut,
        {
          label: t("endSuperuser"),
          icon: <IconCrownOff {...ICON} />,
          danger: true,
          onChoose: () => void revoke.mutateAfter(ask("endSuperuser", true), id),
        },
      ];
    if (status === "blocked")
      return [{ label: t("unblock"), icon: <IconLockOpen {...ICON} />, onChoose: () => unblock.mutate(id) }];
    return [
      ...(status === "active"
        ? [
            { label: t("actAs"), icon: <IconUserShield {...ICON} />, onChoose: () => onActAs(person) },
            mailLink(person),
            signingOut,
            {
              label: t("makeSuperuser"),
              icon: <IconCrown {...ICON} />,
              onChoose: () => void grant.mutateAfter(ask("makeSuperuser", true), id),
            },
          ]
        : [mailLink(person)]),
      { label: t("block"), icon: <IconBan {...ICON} />, danger: true, onChoose: () => onBlock(person) },
    ];
  };
}

/** Mails the link to a new password, or that of the invitation to people who have not activated their sign-in yet. */
function useMailAction() {
  const { t } = useTranslation("advanced");
  const send = useAction((id: number) => api.advanced.mailSignInLink({ user_id: id }), {
    changes: [],
    failure: t("mailNotSent"),
  });
  return (person: InstallationPerson): RowAction => {
    const what = person.status === "invited" ? "mailActivation" : "mailReset";
    const question = {
      title: t(`${what}Title`, { name: personName(person) }),
      text: t(`${what}Text`, { email: person.email }),
      yes: t(what),
      danger: false,
    };
    return {
      label: t(what),
      icon: <IconMail {...ICON} />,
      onChoose: () => void send.mutateAfter(question, person.id),
    };
  };
}
