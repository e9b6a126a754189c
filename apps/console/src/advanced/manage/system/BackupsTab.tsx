import { formatBytes } from "@kinora/ui/bytes.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Progress, Stack, Text } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { useAction } from "../../../platform/use-action.ts";
import { ListProblem } from "../../../shell/lists/ListProblem.tsx";
import { useBackupColumns } from "./backup-columns.tsx";
import { BackupSchedule } from "./BackupSchedule.tsx";
import { backupsKey, backupsQuery, type Backup, type Backups } from "./system-queries.ts";
import styles from "./System.module.css";

/** Backups that superusers asked for: make one, stop it, and read its file again. */
export function BackupsTab() {
  const { t } = useTranslation("system");
  const list = useQuery(backupsQuery());
  const columns = useBackupColumns();
  const verify = useAction((id: number) => api.advanced.verifyBackup({ backup_id: id }), {
    changes: [backupsKey],
    failure: t("notVerified"),
  });
  return (
    <Stack gap="md">
      {list.data ? <NewBackup backups={list.data} /> : null}
      {list.data ? <BackupSchedule backups={list.data} /> : null}
      <DataTable
        label={t("backups")}
        height="tall"
        columns={columns}
        rows={list.data?.data}
        nameOf={({ file }) => file}
        note={({ problem, verification_problem: wrong }) => problem ?? wrong}
        actionsWidth={92}
        actions={({ id, file, state, verification }) =>
          state === "complete" ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t("verifyOf", { file })}
              disabled={verification === "running"}
              onClick={() => verify.mutate(id)}
            >
              {t("verify")}
            </Button>
          ) : null
        }
        problem={list.isError && !list.data ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconArchive size={22} stroke={1.6} />} title={t("noBackups")}>
            {t("noBackupsText")}
          </EmptyState>
        }
      />
    </Stack>
  );
}

function NewBackup({ backups: { data, folder, obstacle, next_at: next } }: { backups: Backups }) {
  const { t } = useTranslation("system");
  const options = { changes: [backupsKey], failure: t("notBackedUp") };
  const make = useAction(() => api.advanced.makeBackup(), options);
  const cancel = useAction((id: number) => api.advanced.cancelBackup({ backup_id: id }), options);
  const running = data.find(({ state }) => state === "running");
  return (
    <Panel
      title={t("newBackup")}
      action={
        running ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(running.id)}>
            {t("cancelBackup")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={make.isPending}
            disabled={obstacle !== null}
            onClick={() => make.mutate(undefined)}
          >
            {t("backUpNow")}
          </Button>
        )
      }
    >
      {obstacle === null ? (
        <p className={styles["plain"]}>{t("backupText", { folder })}</p>
      ) : (
        <p role="note">{obstacle}</p>
      )}
      {running ? <BackupProgress backup={running} /> : null}
      <Text mt={4} mb="xs" c="dimmed">
        {nextWords(t, next)}
      </Text>
    </Panel>
  );
}

function nextWords(t: ReturnType<typeof useTranslation<"system">>["t"], next: string | null): string {
  if (next === null) return t("noSchedule");
  const when = formatMoment(next);
  return Date.parse(next) > Date.now() ? t("nextBackup", { when }) : t("nextBackupSoon", { when });
}

function BackupProgress({ backup: { bytes, expected_bytes: expected } }: { backup: Backup }) {
  const { t } = useTranslation("system");
  return (
    <div role="status" className={styles["scan"]}>
      <p>{t("backingUp", { written: formatBytes(bytes), expected: formatBytes(expected) })}</p>
      <Progress value={expected === 0 ? 0 : Math.min(100, (100 * bytes) / expected)} aria-label={t("newBackup")} />
    </div>
  );
}
