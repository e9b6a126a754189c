import type { Filter } from "@kinora/ui/kit/filters.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { apiInput } from "../platform/api-input.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { withoutNothing } from "../shell/lists/given.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { useMemberMenu } from "./member-menu.tsx";
import { usePersonColumns } from "./person-columns.tsx";
import { membersQuery, type AccountMember } from "./queries.ts";
import { membersView, type MembersAt } from "./views.ts";

const RemoveMemberDialog = lazyPart(async () => (await import("./RemoveMemberDialog.tsx")).RemoveMemberDialog);

/** The people of all projects of the account; for its owners. */
export default function MembersPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Members accountId={accountId} />;
}

function Members({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accounts");
  const at = useListAddress(membersView);
  const { search, project } = at.address;
  const filter = apiInput("accounts.listAccountMembers", withoutNothing({ search, project }));
  const list = useQuery(membersQuery(accountId, { ...membersView.pageOf(at.address), ...filter }));
  const [leaving, setLeaving] = useState<AccountMember | null>(null);
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
        menu={useMemberMenu(accountId, setLeaving)}
      />
      {leaving ? (
        <Suspense fallback={null}>
          <RemoveMemberDialog accountId={accountId} member={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      ) : null}
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
