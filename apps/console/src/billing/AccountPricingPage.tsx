import { METERS } from "@kinora/domain/billing/meters.ts";
import { formatMoney } from "@kinora/domain/billing/money.ts";
import { formatAmount, METER_NAMES } from "@kinora/domain/billing/words.ts";
import { formatDate, formatMoment, formatMonth } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { CreditLines } from "./CreditLines.tsx";
import { plansQuery, pricingQuery, sellersQuery, type AccountPricing } from "./queries.ts";
import styles from "./Paper.module.css";

const DecideRequestDialog = lazyPart(async () => (await import("./DecideRequestDialog.tsx")).DecideRequestDialog);
const RecountDialog = lazyPart(async () => (await import("./RecountDialog.tsx")).RecountDialog);
const TermsDialog = lazyPart(async () => (await import("./TermsDialog.tsx")).TermsDialog);

/** What an account used and pays, and what was agreed with it; for superusers (spec §2). */
export default function AccountPricingPage() {
  const { t } = useTranslation("billing");
  const { accountId } = useParams({ from: "/app/advanced/accounts/$accountId/pricing" });
  const pricing = useQuery(pricingQuery(Number(accountId)));
  const plans = useQuery(plansQuery());
  const sellers = useQuery(sellersQuery());
  const [opened, setOpened] = useState<"terms" | "recount" | "accept" | "decline" | null>(null);
  const { data } = pricing;
  if (pricing.isError) return <QueryProblem query={pricing} />;
  if (!data) return <SkeletonRows label={t("loading")} thumb={false} />;
  return (
    <>
      <PageHeader
        title={t("accountPricing", { name: data.account.name })}
        actions={
          <>
            <Button variant="default" onClick={() => setOpened("recount")}>
              {t("recount")}
            </Button>
            <Button disabled={!plans.data || !sellers.data} onClick={() => setOpened("terms")}>
              {t("changePricing")}
            </Button>
          </>
        }
      />
      <Stack gap="lg">
        {data.request ? <Request request={data.request} onDecide={setOpened} /> : null}
        <CreditLines balances={data.balances} />
        <UsageTable pricing={data} />
        <History pricing={data} />
      </Stack>
      <Suspense fallback={null}>
        {opened === "terms" && plans.data && sellers.data ? (
          <TermsDialog pricing={data} plans={plans.data} sellers={sellers.data} onClose={() => setOpened(null)} />
        ) : null}
        {data.request && (opened === "accept" || opened === "decline") ? (
          <DecideRequestDialog
            accountId={data.account.id}
            plan={data.request.plan}
            accepts={opened === "accept"}
            onClose={() => setOpened(null)}
          />
        ) : null}
        {opened === "recount" ? <RecountDialog accountId={data.account.id} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </>
  );
}

interface RequestProps {
  request: NonNullable<AccountPricing["request"]>;
  onDecide: (how: "accept" | "decline") => void;
}

/** The plan that an owner of the account requested. */
function Request({ request: { plan, note, requested_by: person, requested_at: at }, onDecide }: RequestProps) {
  const { t } = useTranslation("billing");
  return (
    <Panel
      title={t("planRequest")}
      action={
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onDecide("decline")}>
            {t("declineRequest")}
          </Button>
          <Button size="xs" onClick={() => onDecide("accept")}>
            {t("acceptRequest")}
          </Button>
        </Group>
      }
    >
      <Text fw={600}>{person === null ? t("requestedByUnknown", { plan }) : t("requestedBy", { person, plan })}</Text>
      <Text size="sm" className="muted">
        {formatMoment(at)}
        {note === "" ? "" : ` · ${note}`}
      </Text>
    </Panel>
  );
}

function UsageTable({ pricing: { months } }: { pricing: AccountPricing }) {
  const { t } = useTranslation("billing");
  return (
    <Panel title={t("usagePrices")}>
      <table className={`${styles["lines"] ?? ""} ${styles["figures"] ?? ""}`}>
        <thead>
          <tr>
            <th scope="col">{t("meter")}</th>
            {months.map(({ month }) => (
              <th scope="col" key={month}>
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {METERS.map((meter) => (
            <tr key={meter}>
              <td>{METER_NAMES[meter]}</td>
              {months.map(({ month, usage }) => (
                <td key={month}>{formatAmount(meter, usage[meter])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t("costs")}</td>
            {months.map(({ month, charges }) => (
              <td key={month}>{charges ? formatMoney(charges.subtotal, charges.currency) : t("none")}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </Panel>
  );
}

function History({ pricing: { terms, current_id: current } }: { pricing: AccountPricing }) {
  const { t } = useTranslation("billing");
  return (
    <Panel title={t("history")}>
      {terms.length === 0 ? <Text className="muted">{t("noPlanText")}</Text> : null}
      <Stack gap="sm">
        {terms.map(({ id, plan, effective_from: from, special, seller, note, author, created_at: at }) => (
          <div key={id}>
            <Text fw={id === current ? 600 : 400}>
              {t("historyOf", { plan: plan?.name ?? t("noPlan"), day: formatDate(from) })}
              {plan ? ` · ${t("perMonth", { price: formatMoney(special.price ?? plan.price, plan.currency) })}` : ""}
              {special.discount > 0 ? ` · ${t("discountOf", { percent: special.discount / 100 })}` : ""}
              {seller === null ? "" : ` · ${t("soldBy", { seller })}`}
              {id === current ? ` · ${t("historyCurrent")}` : ""}
            </Text>
            <Text size="sm" className="muted">
              {author === null
                ? t("historyAt", { moment: formatMoment(at) })
                : t("historyBy", { moment: formatMoment(at), author })}
              {note === "" ? "" : ` · ${note}`}
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
