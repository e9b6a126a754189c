import { formatMoney } from "@kinora/domain/billing/money.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconEye, IconEyeOff, IconPencil, IconPlus, IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { listAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { plansKey, plansQuery, settingsQuery, type Plan } from "./queries.ts";
import { plansView } from "./views.ts";

const PlanDialog = lazyPart(async () => (await import("./PlanDialog.tsx")).PlanDialog);
const SellerDialog = lazyPart(async () => (await import("./SellerDialog.tsx")).SellerDialog);

const ICON = { size: 16, stroke: 1.6 };

/** The plans of the installation and who sends its invoices, for superusers (spec §2). */
export default function PricingPage() {
  const { t } = useTranslation("billing");
  const navigate = useNavigate();
  const address = useSearch({ from: "/app/advanced/pricing" });
  const at = listAddress(plansView, address, (search, replace) => {
    void navigate({ to: "/advanced/pricing", search, replace, resetScroll: false });
  });
  const plans = useQuery(plansQuery());
  const settings = useQuery(settingsQuery());
  const [opened, setOpened] = useState<"new" | "seller" | Plan | null>(null);
  const create = (
    <Button leftSection={<IconPlus {...ICON} />} onClick={() => setOpened("new")}>
      {t("newPlan")}
    </Button>
  );
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title={t("pricing")}
        count={plans.data ? formatNumber(plans.data.length) : null}
        actions={
          <>
            <Button variant="default" disabled={!settings.data} onClick={() => setOpened("seller")}>
              {t("sellerSettings")}
            </Button>
            {create}
          </>
        }
      />
      <ListPage
        name="plans"
        label={t("plans")}
        at={at}
        list={{ ...plans, data: plans.data && { data: plans.data } }}
        columns={usePlanColumns()}
        nameOf={({ name }) => name}
        height="plain"
        bar={false}
        noMatch={t("noPlansMatch")}
        empty={{
          icon: <IconTags size={22} stroke={1.6} />,
          title: t("noPlans"),
          text: t("noPlansText"),
          action: create,
        }}
        onOpen={setOpened}
        actionsWidth={30}
        menu={usePlanMenu(setOpened)}
      />
      <Suspense fallback={null}>
        {opened === "seller" && settings.data ? <SellerDialog settings={settings.data} onClose={close} /> : null}
        {opened === "new" ? <PlanDialog plan={null} onClose={close} /> : null}
        {opened !== null && typeof opened === "object" ? <PlanDialog plan={opened} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function usePlanMenu(open: (plan: Plan) => void) {
  const { t } = useTranslation("billing");
  const archive = useAction(api.billing.archivePlan, { changes: [plansKey], failure: t("planNotChanged") });
  const show = useAction(api.billing.setPlanRequestable, { changes: [plansKey], failure: t("planNotChanged") });
  return (plan: Plan) => {
    const archived = plan.archived_at !== null;
    return [
      { label: t("edit"), icon: <IconPencil {...ICON} />, onChoose: () => open(plan) },
      {
        label: t(archived ? "restore" : "archive"),
        icon: archived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />,
        onChoose: () => archive.mutate({ plan_id: plan.id, archived: !archived }),
      },
      {
        label: t(plan.requestable ? "hideFromOwners" : "showToOwners"),
        icon: plan.requestable ? <IconEyeOff {...ICON} /> : <IconEye {...ICON} />,
        onChoose: () => show.mutate({ plan_id: plan.id, requestable: !plan.requestable }),
      },
    ];
  };
}

function usePlanColumns(): Column<Plan>[] {
  const { t } = useTranslation("billing");
  return [
    { id: "name", header: t("name"), min: 160, grow: 1, mobile: "title", cell: ({ name }) => name },
    {
      id: "code",
      header: t("code"),
      min: 130,
      priority: 2,
      optional: true,
      mobile: "hidden",
      cell: ({ code }) => <span className="mono">{code}</span>,
    },
    {
      id: "price",
      header: t("price"),
      min: 130,
      align: "end",
      mobile: "meta",
      cell: ({ price, currency }) => formatMoney(price, currency),
    },
    {
      id: "version",
      header: t("version"),
      min: 80,
      priority: 1,
      align: "end",
      optional: true,
      mobile: "hidden",
      cell: ({ version }) => String(version),
    },
    {
      id: "accounts",
      header: t("accounts"),
      min: 90,
      priority: 4,
      align: "end",
      mobile: "hidden",
      cell: ({ accounts }) => formatNumber(accounts),
    },
    {
      id: "status",
      header: t("status"),
      min: 110,
      priority: 3,
      mobile: "meta",
      cell: (plan) =>
        plan.archived_at !== null ? (
          <StatusDot state="cancelled">{t("archived")}</StatusDot>
        ) : (
          <StatusDot state="active">{t(plan.requestable ? "forOwners" : "offered")}</StatusDot>
        ),
    },
  ];
}
