import { missingOf, type PartyField } from "@kinora/domain/billing/parties.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Text } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { sellersKey, sellersQuery, type BillingSettings, type Seller } from "./queries.ts";
import styles from "./Paper.module.css";

const OtherSellerDialog = lazyPart(async () => (await import("./OtherSellerDialog.tsx")).OtherSellerDialog);

const ICON = { size: 16, stroke: 1.6 };

interface OtherSellersProps {
  /** Undefined until they are read. */
  settings: BillingSettings | undefined;
  onSettings: () => void;
}

/** The companies that send invoices beside that of the settings, for accounts whose terms name them. */
export function OtherSellers({ settings, onSettings }: OtherSellersProps) {
  const { t } = useTranslation("billing");
  const sellers = useQuery(sellersQuery());
  const [opened, setOpened] = useState<"new" | Seller | null>(null);
  const archive = useAction(api.billing.archiveSeller, { changes: [sellersKey], failure: t("sellerNotSaved") });
  const close = () => setOpened(null);
  const lacking = settings ? missingOf(settings.seller) : [];
  const lack = lacking.length === 0 ? null : <SettingsLack fields={lacking} onSettings={onSettings} />;
  return (
    <section aria-label={t("otherSellers")}>
      <div className={styles["sellers"]}>
        <h2 className="heading">{t("otherSellers")}</h2>
        <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setOpened("new")}>
          {t("newSeller")}
        </Button>
      </div>
      {sellers.data?.length ? lack : null}
      <DataTable
        label={t("otherSellers")}
        columns={useSellerColumns()}
        rows={sellers.data}
        nameOf={({ seller }) => seller.name}
        onOpen={setOpened}
        actionsWidth={30}
        menu={(seller) => {
          const archived = seller.archived_at !== null;
          return [
            { label: t("edit"), icon: <IconPencil {...ICON} />, onChoose: () => setOpened(seller) },
            {
              label: t(archived ? "restore" : "archive"),
              icon: archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />,
              onChoose: () => archive.mutate({ seller_id: seller.id, archived: !archived }),
            },
          ];
        }}
        problem={sellers.isError && !sellers.data ? <QueryProblem query={sellers} /> : null}
        empty={
          lack ??
          (settings ? (
            <Text p="md" c="dimmed">
              {t("noOtherSellers")}
            </Text>
          ) : null)
        }
      />
      <Suspense fallback={null}>
        {opened === null ? null : <OtherSellerDialog seller={opened === "new" ? null : opened} onClose={close} />}
      </Suspense>
    </section>
  );
}

/** What invoices of the seller of the settings need and is not there yet. */
function SettingsLack({ fields, onSettings }: { fields: PartyField[]; onSettings: () => void }) {
  const { t } = useTranslation("billing");
  const names = fields.map((field) => t(field === "name" ? "sellerName" : field).toLowerCase());
  return (
    <Text p="md" c="dimmed">
      {t("settingsLack", { fields: new Intl.ListFormat("en").format(names) })}{" "}
      <Button variant="subtle" size="compact-sm" px={0} onClick={onSettings}>
        {t("completeSettings")}
      </Button>
    </Text>
  );
}

/** Smaller than the list of all countries. */
const regions = new Intl.DisplayNames("en", { type: "region" });

function useSellerColumns(): Column<Seller>[] {
  const { t } = useTranslation("billing");
  return [
    { id: "name", header: t("sellerName"), min: 160, grow: 1, mobile: "title", cell: ({ seller }) => seller.name },
    {
      id: "prefix",
      header: t("prefix"),
      min: 130,
      mobile: "meta",
      cell: ({ prefix }) => <span className="mono">{prefix}</span>,
    },
    {
      id: "country",
      header: t("country"),
      min: 130,
      priority: 1,
      mobile: "hidden",
      cell: ({ seller }) => regions.of(seller.country) ?? seller.country,
    },
    {
      id: "accounts",
      header: t("accounts"),
      min: 90,
      priority: 2,
      align: "end",
      mobile: "hidden",
      cell: ({ accounts }) => formatNumber(accounts),
    },
    {
      id: "status",
      header: t("status"),
      min: 110,
      mobile: "meta",
      cell: ({ archived_at: at }) => (
        <StatusDot state={at === null ? "active" : "cancelled"}>{t(at === null ? "offered" : "archived")}</StatusDot>
      ),
    },
  ];
}
