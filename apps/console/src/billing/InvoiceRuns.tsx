import { formatMonth } from "@kinora/ui/moments.ts";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { invoicesKey, runsKey, runsQuery, type InvoiceRun } from "./queries.ts";

/** The progress of the newest run that issues invoices, or its result; nothing before the first. */
export function InvoiceRuns() {
  const { t } = useTranslation("billing");
  const { data } = useQuery(runsQuery());
  const cancel = useAction((id: number) => api.billing.cancelInvoiceRun({ run_id: id }), {
    changes: [runsKey, invoicesKey],
    failure: t("notIssued"),
  });
  const run = data?.[0];
  const client = useQueryClient();
  const step = run ? `${run.id} ${run.done} ${run.finished_at ?? ""}` : "";
  // Every account that is done may have put an invoice on the list.
  useEffect(() => {
    if (step !== "") void client.invalidateQueries({ queryKey: invoicesKey });
  }, [client, step]);
  if (!run) return null;
  const isRunning = run.finished_at === null;
  return (
    <Stack gap={6} mb="md" role="status" aria-label={t("runs")}>
      <Group gap="md">
        <RunWords run={run} />
        {isRunning ? (
          <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {t("stopRun")}
          </Button>
        ) : null}
      </Group>
      {isRunning ? (
        <Progress
          aria-label={t("runProgress")}
          value={run.accounts === 0 ? 0 : Math.min(100, (run.done / run.accounts) * 100)}
        />
      ) : null}
      {run.failures.map(({ account, reason }) => (
        <Text key={`${account} ${reason}`} size="sm" className="muted">
          {t("runFailed", { account, reason })}
        </Text>
      ))}
    </Stack>
  );
}

function RunWords({ run }: { run: InvoiceRun }) {
  const { t } = useTranslation("billing");
  const { accounts, done, issued } = run;
  const words = { month: formatMonth(run.month), accounts, done, issued };
  const key = run.cancelled_at !== null ? "runCancelled" : run.finished_at === null ? "runInProgress" : "runEnded";
  return <Text size="sm">{t(key, words)}</Text>;
}
