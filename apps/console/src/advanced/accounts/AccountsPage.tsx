import { ACCOUNT_STATUSES } from "@kinora/domain/people/installation.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconBuilding, IconFolders, IconGauge, IconLockOpen, IconPlayerPause, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { accountsKey, accountsQuery, type InstallationAccount } from "../queries.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { accountsView } from "../views.ts";
import { useAccountColumns } from "./account-columns.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";
import { NewAccountDialog } from "./NewAccountDialog.tsx";

const ICON = { size: 16, stroke: 1.6 };

interface Opened {
  what: "suspend" | "limits";
  account: InstallationAccount;
}

/** The accounts of the installation, for superusers (spec §2). */
export default function AccountsPage() {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/accounts" });
  const at = listAddress(accountsView, address, (search, replace) => {
    void navigate({ to: "/advanced/accounts", search, replace, resetScroll: false });
  });
  const { search, status } = address;
  const list = useQuery(accountsQuery({ ...accountsView.pageOf(address), ...withoutNothing({ search, status }) }));
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const create = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setCreating(true)}>
      {t("newAccount")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("accounts")}
        count={list.data ? formatNumber(list.data.pagination.total) : null}
        actions={create}
      />
      <ListPage
        name="advanced-accounts"
        label={t("accounts")}
        at={at}
        list={list}
        columns={useAccountColumns()}
        nameOf={({ name }) => name}
        searchLabel={t("searchAccounts")}
        filters={[
          {
            kind: "choice",
            id: "status",
            label: t("status"),
            options: ACCOUNT_STATUSES.map((value) => ({ value, label: t(value) })),
            value: status,
            onChange: (value) => at.show({ status: ACCOUNT_STATUSES.find((known) => known === value) }),
          },
        ]}
        noMatch={t("noAccountsMatch")}
        empty={{ icon: <IconBuilding size={22} stroke={1.6} />, title: t("noAccounts"), action: create }}
        actionsWidth={30}
        menu={useAccountMenu(setOpened)}
        note={({ suspended_reason: reason }) => (reason === null ? null : t("suspendedFor", { reason }))}
      />
      {creating ? <NewAccountDialog onClose={() => setCreating(false)} /> : null}
      {opened ? <Dialog {...opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function Dialog({ what, account, onClose }: Opened & { onClose: () => void }) {
  const { t } = useTranslation("advanced");
  if (what === "limits") return <LimitsDialog account={account} onClose={onClose} />;
  return (
    <ReasonDialog
      title={t("suspendTitle", { name: account.name })}
      text={t("suspendText")}
      submit={t("suspend")}
      failure={t("accountNotChanged")}
      changes={[accountsKey]}
      call={(reason) => api.advanced.suspendAccount({ account_id: account.id, reason })}
      onClose={onClose}
    />
  );
}

/** What a superuser does with an account. */
function useAccountMenu(open: (opened: Opened) => void) {
  const { t } = useTranslation("advanced");
  const navigate = useNavigate();
  const reopen = useAction((id: number) => api.advanced.reopenAccount({ account_id: id }), {
    changes: [accountsKey],
    failure: t("accountNotChanged"),
  });
  return (account: InstallationAccount) => [
    {
      label: t("showProjects"),
      icon: <IconFolders {...ICON} />,
      onChoose: () => void navigate({ to: "/advanced/projects", search: { account: account.id } }),
    },
    { label: t("limits"), icon: <IconGauge {...ICON} />, onChoose: () => open({ what: "limits", account }) },
    ...(account.status === "suspended"
      ? [{ label: t("reopen"), icon: <IconLockOpen {...ICON} />, onChoose: () => reopen.mutate(account.id) }]
      : []),
    ...(account.status === "active"
      ? [
          {
            label: t("suspend"),
            icon: <IconPlayerPause {...ICON} />,
            danger: true,
            onChoose: () => open({ what: "suspend", account }),
          },
        ]
      : []),
  ];
}
