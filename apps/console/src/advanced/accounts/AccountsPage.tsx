import { ACCOUNT_STATUSES } from "@kinora/domain/people/installation.ts";
import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { formatDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { accountsQuery, type InstallationAccount } from "../queries.ts";
import { accountsView } from "../views.ts";
import { useAccountColumns } from "./account-columns.tsx";
import { useAccountMenu, type Opened } from "./account-menu.tsx";

const NewAccountDialog = lazyPart(async () => (await import("./NewAccountDialog.tsx")).NewAccountDialog);
const AccountDialogs = lazyPart(async () => (await import("./AccountDialogs.tsx")).AccountDialogs);

const ICON = { size: 16, stroke: 1.6 };

/** The accounts of the installation, for superusers (spec §2). */
export default function AccountsPage() {
  const { t } = useTranslation("advanced");
  const at = useListAddress(accountsView);
  const { search, status } = at.address;
  const filter = apiInput("advanced.listAccounts", withoutNothing({ search, status }));
  const list = useQuery(accountsQuery({ ...accountsView.pageOf(at.address), ...filter }));
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
        tools={
          <DownloadButton href={`${apiHost()}/advanced/accounts.csv?${queryOf({ search, status })}`}>
            {t("exportCsv")}
          </DownloadButton>
        }
        noMatch={t("noAccountsMatch")}
        empty={{ icon: <IconBuilding size={22} stroke={1.6} />, title: t("noAccounts"), action: create }}
        actionsWidth={30}
        menu={useAccountMenu(setOpened)}
        note={useStandingNote()}
      />
      <Suspense fallback={null}>
        {creating ? <NewAccountDialog onClose={() => setCreating(false)} /> : null}
        {opened ? <AccountDialogs {...opened} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  );
}

/** Why an account is suspended, or when a closed one is deleted. */
function useStandingNote() {
  const { t } = useTranslation("advanced");
  return ({ status, suspended_reason: reason, purge_at: purgeAt }: InstallationAccount) => {
    if (status === "closing" && purgeAt !== null) return t("deletedOn", { day: formatDay(new Date(purgeAt)) });
    return reason === null ? null : t("suspendedFor", { reason });
  };
}
