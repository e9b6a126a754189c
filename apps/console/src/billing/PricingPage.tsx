import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconPlus, IconTags } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { isAnswered } from "../platform/answered.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { OtherSellers } from "./OtherSellers.tsx";
import { usePlanColumns } from "./plan-columns.tsx";
import { usePlanMenu } from "./plan-menu.tsx";
import { plansQuery, settingsQuery, type Plan } from "./queries.ts";
import { plansView } from "./views.ts";

const PlanDialog = lazyPart(async () => (await import("./PlanDialog.tsx")).PlanDialog);
const SellerDialog = lazyPart(async () => (await import("./SellerDialog.tsx")).SellerDialog);

const ICON = { size: 16, stroke: 1.6 };

/** The plans of the installation and who sends its invoices, for superusers (spec §2). */
export default function PricingPage() {
  const { t } = useTranslation("billing");
  const at = useListAddress(plansView);
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
      {isAnswered(plans) ? <OtherSellers settings={settings.data} onSettings={() => setOpened("seller")} /> : null}
      <Suspense fallback={null}>
        {opened === "seller" && settings.data ? <SellerDialog settings={settings.data} onClose={close} /> : null}
        {opened === "new" ? <PlanDialog plan={null} onClose={close} /> : null}
        {opened !== null && typeof opened === "object" ? <PlanDialog plan={opened} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
