import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { Button } from "@mantine/core";
import { IconCrownOff, IconPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { ownersKey, ownersQuery } from "../users/leaving/leaving-queries.ts";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { usePersonColumns } from "./person-columns.tsx";
import type { AccountOwner } from "./queries.ts";
import { ownersView } from "./views.ts";

const AddOwnerDialog = lazyPart(async () => (await import("./AddOwnerDialog.tsx")).AddOwnerDialog);
const EndOwnershipDialog = lazyPart(
  async () => (await import("../users/leaving/EndOwnershipDialog.tsx")).EndOwnershipDialog,
);

const ICON = { size: 16, stroke: 1.6 };

/** The owners of the account; for them. */
export default function OwnersPage() {
  const accountId = useAccountId();
  return accountId === null ? null : <Owners accountId={accountId} />;
}

function Owners({ accountId }: { accountId: number }) {
  const { t } = useTranslation("accounts");
  const at = useListAddress(ownersView);
  const list = useQuery(ownersQuery(accountId));
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<AccountOwner | null>(null);
  const { name, rest } = usePersonColumns<AccountOwner>();
  return (
    <AccountFrame
      actions={
        <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAdding(true)}>
          {t("addOwner")}
        </Button>
      }
    >
      <ListPage
        name="account-owners"
        label={t("tab_owners")}
        at={at}
        list={list}
        columns={[
          name,
          {
            id: "since",
            header: t("since"),
            min: 120,
            priority: 3,
            mobile: "hidden",
            cell: ({ since }) => <Moment at={since} />,
          },
          ...rest,
        ]}
        height="tall"
        nameOf={personName}
        bar={false}
        noMatch={t("noMatch")}
        empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t("noOwners") }}
        actionsWidth={30}
        menu={useOwnerMenu(setEnding)}
      />
      <Suspense fallback={null}>
        {adding ? <AddOwnerDialog accountId={accountId} onClose={() => setAdding(false)} /> : null}
        {ending ? (
          <EndOwnershipDialog
            accountId={accountId}
            owner={ending}
            changes={[ownersKey(accountId)]}
            onClose={() => setEnding(null)}
          />
        ) : null}
      </Suspense>
    </AccountFrame>
  );
}

/** Owners end the ownership of others; one always stays. */
function useOwnerMenu(onEnd: (owner: AccountOwner) => void) {
  const { t } = useTranslation("accounts");
  const me = useStore(session, ({ user }) => user?.id ?? null);
  return (owner: AccountOwner) =>
    owner.id === me
      ? []
      : [
          {
            label: t("endOwnership"),
            icon: <IconCrownOff {...ICON} />,
            danger: true,
            onChoose: () => onEnd(owner),
          },
        ];
}
