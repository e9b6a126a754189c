import { formatSecond } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Group, Stack } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { useTranslation } from "../platform/i18n.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { BirthWaterfall } from "../videos/BirthWaterfall.tsx";
import type { LogEntry } from "./log-columns.tsx";
import { recordBirth } from "./record-birth.ts";
import { recordReport, type UploadRecordData } from "./record-report.ts";
import styles from "./UploadLog.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

/** An upload's flight recorder: how its bytes came, and step by step what became of them. */
export function UploadRecord({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation("imports");
  const [now] = useState(() => Date.now());
  const answer = useQuery({
    queryKey: ["uploads", "record", entry.id, entry.result],
    queryFn: async ({ signal }) => (await api.imports.getUploadRecord({ id: entry.id }, { signal })).data,
  });
  if (answer.isPending) return <SkeletonRows rows={3} label={t("recordLoading")} />;
  if (answer.isError) return <QueryProblem query={answer} />;
  const record = answer.data;
  const facts: [string, string][] = [
    [t("factChunks"), formatNumber(record.chunks)],
    [t("factInterruptions"), formatNumber(record.interruptions)],
    ...(record.sha256 === null ? [] : ([[t("factChecksum"), record.sha256]] satisfies [string, string][])),
    ...(record.entry.error === null ? [] : ([[t("factCode"), record.entry.error.code]] satisfies [string, string][])),
    ...(record.replaces ? ([[t("factReplaces"), t("replacesSource")]] satisfies [string, string][]) : []),
  ];
  const birth = recordBirth(record.steps, now);
  const report = () => recordReport(record, (step) => t(`step_${step}`), facts);
  return (
    <Stack
      gap="sm"
      renderRoot={(props) => <section {...props} />}
      aria-label={t("recordOf", { file: entry.file_name })}
    >
      {birth ? <BirthWaterfall birth={birth} /> : null}
      <dl className={styles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RecordSteps steps={record.steps} />
      <RecordActions entry={entry} report={report} />
    </Stack>
  );
}

/** What happened, in its order. */
function RecordSteps({ steps }: { steps: UploadRecordData["steps"] }) {
  const { t } = useTranslation("imports");
  return (
    <ol className={styles["steps"]}>
      {steps.map((step) => (
        <li key={`${String(step.at)} ${step.type}`}>
          <time dateTime={String(step.at)}>{formatSecond(new Date(step.at))}</time>
          <span>
            <strong>{t(`step_${step.type}`)}</strong>
            {step.facts.length === 0 ? null : (
              <span className={styles["stepFacts"]}>
                {step.facts.map(({ name, value }) => `${name.replaceAll("_", " ")}: ${value}`).join(" · ")}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What can be done with a record: its report is copied, its video opened. */
function RecordActions({ entry, report }: { entry: LogEntry; report: () => string }) {
  const { t } = useTranslation("imports");
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCopy {...icon} />}
        onClick={() => void copyText(t("reportLabel"), report())}
      >
        {t("copyReport")}
      </Button>
      {entry.video ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconExternalLink {...icon} />}
          renderRoot={(props) => <Link to="/video/$videoId" params={{ videoId: String(entry.video?.id) }} {...props} />}
        >
          {t("openVideoButton")}
        </Button>
      ) : null}
    </Group>
  );
}
