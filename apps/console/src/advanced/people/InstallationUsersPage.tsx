import { INSTALLATION_PEOPLE } from "@kinora/domain/people/installation.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import {
  IconBan,
  IconCrown,
  IconCrownOff,
  IconLockOpen,
  IconLogout,
  IconUsers,
  IconUserShield,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { peopleKey, peopleQuery, type InstallationPerson } from "../queries.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { peopleView } from "../views.ts";
import { useInstallationPeopleColumns } from "./people-columns.tsx";

const ActAsDialog = lazyPart(async () => (await import("./ActAsDialog.tsx")).ActAsDialog);

const ICON = { size: 16, stroke: 1.6 };

/** The people of the installation, for superusers (spec §2). */
export default function InstallationUsersPage() {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/users" });
  const at = listAddress(peopleView, address, (search, replace) => {
    void navigate({ to: "/advanced/users", search, replace, resetScroll: false });
  });
  const { search, show, account } = address;
  const list = useQuery(peopleQuery({ ...peopleView.pageOf(address), ...withoutNothing({ search, show, account }) }));
  const [blocked, setBlocked] = useState<InstallationPerson | null>(null);
  const [acted, setActed] = useState<InstallationPerson | null>(null);
  return (
    <>
      <PageHeader title={t("users")} count={list.data ? formatNumber(list.data.pagination.total) : null} />
      <ListPage
        name="advanced-users"
        label={t("users")}
        at={at}
        list={list}
        columns={useInstallationPeopleColumns()}
        height="tall"
        nameOf={personName}
        searchLabel={t("searchUsers")}
        filters={[
          {
            kind: "choice",
            id: "show",
            label: t("status"),
            options: useStandings(),
            value: show,
            onChange: (value) => at.show({ show: INSTALLATION_PEOPLE.find((known) => known === value) }),
          },
          ...accountFilter(t("account"), account, (chosen) => at.show({ account: chosen })),
        ]}
        noMatch={t("noUsersMatch")}
        empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t("noUsers") }}
        actionsWidth={30}
        menu={usePersonMenu({ onBlock: setBlocked, onActAs: setActed })}
      />
      {acted ? (
        <Suspense fallback={null}>
          <ActAsDialog person={acted} onClose={() => setActed(null)} />
        </Suspense>
      ) : null}
      {blocked ? (
        <ReasonDialog
          title={t("blockTitle", { name: personName(blocked) })}
          text={t("blockText")}
          submit={t("block")}
          failure={t("userNotChanged")}
          changes={[peopleKey]}
          call={(reason) => api.advanced.blockPerson({ user_id: blocked.id, reason })}
          onClose={() => setBlocked(null)}
        />
      ) : null}
    </>
  );
}

/** The standings of people that the list can be narrowed to. */
function useStandings() {
  const { t } = useTranslation("advanced");
  return INSTALLATION_PEOPLE.map((value) => ({ value, label: value === "superuser" ? t("superusers") : t(value) }));
}

/** Shows whose people they are, and takes the filter away; nothing without it. */
const accountFilter = (label: string, account: number | undefined, show: (account: number | undefined) => void) =>
  account === undefined
    ? []
    : [
        {
          kind: "choice" as const,
          id: "account",
          label,
          options: [{ value: String(account), label: `#${String(account)}` }],
          value: String(account),
          onChange: (value: string | undefined) => show(value === undefined ? undefined : Number(value)),
        },
      ];

/** What a superuser does with a person; nobody changes their own standing. */
function usePersonMenu({ onBlock, onActAs }: Record<"onBlock" | "onActAs", (person: InstallationPerson) => void>) {
  const { t } = useTranslation("advanced");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  const options = { changes: [peopleKey], failure: t("userNotChanged") };
  const unblock = useAction((id: number) => api.advanced.unblockPerson({ user_id: id }), options);
  const signOut = useAction((id: number) => api.advanced.signOutPerson({ user_id: id }), options);
  const grant = useAction((id: number) => api.advanced.setSuperuser({ user_id: id, superuser: true }), options);
  const revoke = useAction((id: number) => api.advanced.setSuperuser({ user_id: id, superuser: false }), options);
  return (person: InstallationPerson) => {
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
            signingOut,
            {
              label: t("makeSuperuser"),
              icon: <IconCrown {...ICON} />,
              onChoose: () => void grant.mutateAfter(ask("makeSuperuser", true), id),
            },
          ]
        : []),
      { label: t("block"), icon: <IconBan {...ICON} />, danger: true, onChoose: () => onBlock(person) },
    ];
  };
}
