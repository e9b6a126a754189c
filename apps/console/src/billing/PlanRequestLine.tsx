import { formatMoment } from "@kinora/ui/moments.ts";
import { Button, Group, Text } from "@mantine/core";
import { Suspense, useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { accountPlanKey, type AccountPlan } from "./queries.ts";

const RequestPlanDialog = lazyPart(async () => (await import("./RequestPlanDialog.tsx")).RequestPlanDialog);

/** What the account's owners requested, and the button to request another plan. */
export function PlanRequestLine({ accountId, plan }: { accountId: number; plan: AccountPlan }) {
  const { t } = useTranslation("billing");
  const [opened, setOpened] = useState(false);
  const withdraw = useAction(api.billing.withdrawPlanRequest, {
    changes: [accountPlanKey(accountId)],
    failure: t("requestNotChanged"),
  });
  const { request, requestable } = plan;
  const open = request?.state === "open";
  if (!open && request?.state !== "declined" && requestable.length === 0) return null;
  return (
    <Group mt="sm" gap="sm">
      {open ? (
        <>
          <Text size="sm">{t("requestedPlan", { plan: request.plan, day: formatMoment(request.requested_at) })}</Text>
          <Button
            variant="default"
            size="xs"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ account_id: accountId })}
          >
            {t("withdrawRequest")}
          </Button>
        </>
      ) : null}
      {request?.state === "declined" ? (
        <Text size="sm">
          {t("declinedPlan", { plan: request.plan, day: formatMoment(request.decided_at ?? request.requested_at) })}{" "}
          {request.answer}
        </Text>
      ) : null}
      {requestable.length > 0 ? (
        <Button variant="default" size="xs" onClick={() => setOpened(true)}>
          {t("requestPlan")}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {opened ? (
          <RequestPlanDialog accountId={accountId} plans={requestable} onClose={() => setOpened(false)} />
        ) : null}
      </Suspense>
    </Group>
  );
}
