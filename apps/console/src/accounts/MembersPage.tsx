import type { Filter } from "@kinora/ui/kit/filters.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { IconUserMinus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { apiInput } from "../platform/api-input.ts";
import { api } from "../platform/client.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { usePersonColumns } from "./person-columns.tsx";
import { membersKey, membersQuery, type AccountMember } from "./queries.ts";
import { membersView, type MembersAt } from "./views.ts";

const ICON = { size: 16, stroke: 1.6 };

/** The people of all projects of the account; for its owners. */
export default function MembersPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Members accountId={accountId} />;
}

function Members({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/account/members" });
  const at = listAddress(membersView, address, (search, replace) => {
    void navigate({ to: "/account/members", search, replace, resetScroll: false });
  });
  const { search, project } = address;
  const filter = apiInput("accounts.listAccountMembers", withoutNothing({ search, project }));
  const list = useQuery(membersQuery(accountId, { ...membersView.pageOf(address), ...filter }));
  const { name, rest } = usePersonColumns<AccountMember>();
  return (
    <AccountFrame>
      <ListPage
        name="account-members"
        label={t("tab_members")}
        at={at}
        list={list}
        columns={[
          name,
          {
            id: "roles",
            header: t("roles"),
            min: 220,
            grow: 2,
            priority: 3,
            mobile: "meta",
            cell: ({ roles }) =>
              roles.map(({ blocked, ...role }) => t(blocked ? "blockedIn" : "roleIn", role)).join(" · "),
          },
          ...rest,
        ]}
        height="tall"
        nameOf={personName}
        searchLabel={t("searchMembers")}
        filters={useProjectFilter(at)}
        noMatch={t("noMatch")}
        empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t("noMembers"), text: t("noMembersText") }}
        actionsWidth={30}
        menu={useMemberMenu(accountId)}
      />
    </AccountFrame>
  );
}

/** By project: those of the account that the console knows. */
function useProjectFilter({ address: { project }, show }: MembersAt): Filter[] {
  const { t } = useTranslation("accounts");
  const projects = useStore(session, ({ config }) => config?.projects) ?? [];
  return [
    {
      kind: "choice",
      id: "project",
      label: t("project"),
      options: projects.map(({ id, name }) => ({ value: String(id), label: name })),
      value: project === undefined ? undefined : String(project),
      onChange: (value) => show({ project: value === undefined ? undefined : Number(value) }),
    },
  ];
}

function useMemberMenu(accountId: number) {
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
