import { METERS, type Meter } from "@kinora/domain/billing/meters.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import { agreedPrices, type PlanLimits } from "@kinora/domain/billing/plans.ts";
import { formatQuantity, METER_NAMES, UNIT_NAMES } from "@kinora/domain/billing/words.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { AccountInvoices } from "./AccountInvoices.tsx";
import { CreditLines } from "./CreditLines.tsx";
import { DraftPaper } from "./InvoicePaper.tsx";
import { PlanRequestLine } from "./PlanRequestLine.tsx";
import { limitNames, limitUnit } from "./price-form.ts";
import { accountPlanQuery, type AccountPlan } from "./queries.ts";
import styles from "./Paper.module.css";

/** The plan of the account with what of it is used, the invoice of this month so far, and the ones before. */
export default function AccountBillingPage() {
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  if (accountId === null) return null;
  return (
    <Stack gap="lg" mt="lg">
      <PlanPanel accountId={accountId} />
      <AccountInvoices accountId={accountId} />
    </Stack>
  );
}

function PlanPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation("billing");
  const plan = useQuery(accountPlanQuery(accountId));
  const [shown, setShown] = useState(false);
  const { data } = plan;
  return (
    <Panel
      title={t("plan")}
      action={
        data?.charges ? (
          <Button variant="default" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t("showUpcoming")}
          </Button>
        ) : null
      }
    >
      {data ? (
        <>
          <PlanFacts plan={data} />
          <CreditLines balances={data.balances} />
          <PlanRequestLine accountId={accountId} plan={data} />
        </>
      ) : plan.isError ? (
        <QueryProblem query={plan} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
      {shown && data?.charges ? <DraftPaper charges={data.charges} /> : null}
    </Panel>
  );
}

function PlanFacts({ plan: { plan, special, usage, charges } }: { plan: AccountPlan }) {
  const { t } = useTranslation("billing");
  if (!plan || !special)
    return (
      <>
        <Text fw={600}>{t("noPlan")}</Text>
        <Text className="muted">{t("noPlanText")}</Text>
      </>
    );
  const { price, meters } = agreedPrices(plan, special);
  const facts = METERS.flatMap((meter) => {
    const included = meters[meter]?.included;
    return included === undefined
      ? []
      : [{ label: METER_NAMES[meter], value: <UsedOf meter={meter} used={usage[meter]} included={included} /> }];
  });
  return (
    <>
      <Text fw={600}>
        {plan.name} · {t("perMonth", { price: formatMoney(price, plan.currency) })}
        {special.discount > 0 ? ` · ${t("discountOf", { percent: special.discount / 100 })}` : ""}
      </Text>
      <dl className={styles["used"]} aria-label={t("thisMonth")}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt className="muted">{t("upcoming")}</dt>
          <dd>{charges ? formatMoney(charges.subtotal, charges.currency) : t("none")}</dd>
        </div>
      </dl>
      <LimitFacts limits={plan.limits} />
      <Text size="sm" className="muted" mt="xs">
        {t("planText")}
      </Text>
    </>
  );
}

/** What the plan allows at most; nothing where it has no limits. */
function LimitFacts({ limits }: { limits: PlanLimits }) {
  const { t } = useTranslation("billing");
  const facts = limitNames.flatMap((name) => {
    const limit = limits[name];
    return limit === null ? [] : [{ name, value: `${formatNumber(limit)}${limitUnit(name)}` }];
  });
  if (facts.length === 0) return null;
  return (
    <dl className={styles["used"]} aria-label={t("limits")}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="muted">{t(`limit_${name}`)}</dt>
          <dd>{t("limitOf", { limit: value })}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was used this month, of what is included; a bar where something is. */
function UsedOf({ meter, used, included }: { meter: Meter; used: number; included: number }) {
  const { t } = useTranslation("billing");
  const words = { used: formatQuantity(used), included: formatQuantity(included * 1_000), unit: UNIT_NAMES[meter] };
  if (included === 0) return t("used", words);
  const share = used / (included * 1_000);
  return (
    <>
      {t("usedOfIncluded", words)}
      <Progress
        aria-label={METER_NAMES[meter]}
        value={Math.min(100, share * 100)}
        color={share >= 1 ? "red" : "cobalt"}
        size="xs"
      />
    </>
  );
}
