import { REASONS } from "@kinora/domain/restrictions/reasons.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import type { DryRunResult, Policy } from "../queries.ts";
import styles from "../Restrictions.module.css";

/** Replays the last seven days against the rules in the form. */
export function DryRun({ projectId, profileId, policy }: { projectId: number; profileId: number; policy: Policy }) {
  const { t } = useTranslation("restrictions");
  const run = useMutation({
    mutationFn: async () =>
      (await api.restrictions.dryRunRestriction({ project_id: projectId, id: profileId, policy })).data,
  });
  return (
    <Panel title={t("dryRun")}>
      <p className="note">{t("dryRunText")}</p>
      <Button variant="default" fullWidth mt={12} loading={run.isPending} onClick={() => run.mutate()}>
        {t("runDry")}
      </Button>
      <div role="status">
        {run.data ? <Outcome result={run.data} /> : null}
        {run.isError ? <Text mt="sm">{reasonOf(run.error)}</Text> : null}
      </div>
    </Panel>
  );
}

function Outcome({ result: { loads, denied, sampled, reasons, pages } }: { result: DryRunResult }) {
  const { t } = useTranslation("restrictions");
  if (loads === 0) return <Text mt="sm">{t("dryNone")}</Text>;
  return (
    <>
      <Text mt="sm">
        {t("dryResult", { denied: formatNumber(denied), loads: formatNumber(loads) })}{" "}
        {sampled ? t("drySampled", { loads: formatNumber(loads) }) : null}
      </Text>
      <ul className={styles["list"]}>
        {reasons.map(({ reason, loads: count }) => (
          <li key={reason}>
            <span>{REASONS[reason].text}</span>
            <span>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
      <ul className={styles["list"]}>
        {pages.map(({ page, loads: count }) => (
          <li key={page ?? ""}>
            <span>{page ?? t("noPage")}</span>
            <span>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
