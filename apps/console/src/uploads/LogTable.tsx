import { type UploadResult } from "@kinora/domain/uploads.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { UploadRecord } from "./UploadRecord.tsx";
import styles from "./UploadLog.module.css";

export type LogEntry = Awaited<ReturnType<typeof api.imports.listUploadLog>>["data"][number];

const TONES: Record<UploadResult, StatusTone> = {
  uploading: "processing",
  processing: "processing",
  complete: "published",
  cancelled: "unpublished",
  failed: "failed",
};

/** A cell that says its column's name where rows are cards. */
const fact = (label: string) => ({ role: "cell", "data-label": label }) as const;

/** The rows of the upload log, each with what can be done about it. */
export function LogTable({ entries }: { entries: readonly LogEntry[] }) {
  const { t } = useTranslation(["imports", "layout"]);
  const head = [
    t("columnTime"),
    t("columnFile"),
    t("columnSource"),
    t("columnSize"),
    t("columnUser"),
    t("columnDuration"),
    t("columnResult"),
    t("columnVideo"),
  ];
  return (
    <div className={styles["log"]} role="table" aria-label={t("log")}>
      <div role="row" className={`${styles["logRow"]} ${styles["logHead"]}`}>
        {head.map((label) => (
          <div key={label} role="columnheader">
            {label}
          </div>
        ))}
      </div>
      {entries.map((entry) => (
        <LogRow key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function LogRow({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation(["imports", "layout"]);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const retry = async () => {
    try {
      toastSuccess((await api.imports.retryImport({ id: entry.id })).message);
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("importFailed"));
    } finally {
      await client.invalidateQueries({ queryKey: ["uploads"] });
    }
  };
  const took =
    entry.finished_at === null
      ? null
      : (new Date(entry.finished_at).getTime() - new Date(entry.created_at).getTime()) / 1000;
  const canRetry =
    entry.source_url !== null && (entry.result === "failed" || entry.result === "cancelled") && entry.video !== null;
  return (
    <>
      <div role="row" className={styles["logRow"]}>
        <div role="cell" className={styles["logTime"]}>
          <ActionIcon
            aria-expanded={open}
            aria-label={t(open ? "hideRecord" : "showRecord", { file: entry.file_name })}
            onClick={() => setOpen(!open)}
          >
            {open ? <IconChevronDown size={16} stroke={1.6} /> : <IconChevronRight size={16} stroke={1.6} />}
          </ActionIcon>
          <time dateTime={entry.created_at} title={formatMoment(entry.created_at)}>
            {formatAgo(entry.created_at)}
          </time>
        </div>
        <div role="cell" className={styles["logFile"]} title={entry.source_url ?? entry.file_name}>
          {entry.file_name}
        </div>
        <div {...fact(t("columnSource"))} className="muted">
          {t(`source_${entry.source}`)}
        </div>
        <div {...fact(t("columnSize"))} className="tabular">
          {entry.size_bytes === null ? "" : formatBytes(entry.size_bytes)}
        </div>
        <div {...fact(t("columnUser"))} className="muted">
          {entry.user ? `${entry.user.first_name} ${entry.user.last_name}`.trim() : ""}
        </div>
        <div {...fact(t("columnDuration"))} className="tabular">
          {took === null ? "" : formatDuration(Math.round(took))}
        </div>
        <div role="cell" className={styles["logResult"]}>
          <StatusDot tone={TONES[entry.result]}>{t(`result_${entry.result}`)}</StatusDot>
        </div>
        <div role="cell" className={styles["logVideo"]}>
          {canRetry ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t("retryImportOf", { file: entry.file_name })}
              onClick={() => void retry()}
            >
              {t("retryImport")}
            </Button>
          ) : entry.video ? (
            <Link
              to="/video/$videoId"
              params={{ videoId: String(entry.video.id) }}
              aria-label={t("openVideo", { title: entry.video.title })}
            >
              {entry.video.title}
            </Link>
          ) : null}
        </div>
        {entry.error ? (
          <div role="cell" aria-colindex={2} aria-colspan={7} className={styles["logProblem"]}>
            {entry.error.message}{" "}
            <span className="muted">
              {entry.error.fix} (<code>{entry.error.code}</code>)
            </span>
          </div>
        ) : null}
      </div>
      {open ? (
        <div role="row" className={styles["recordRow"]}>
          <div role="cell">
            <UploadRecord entry={entry} />
          </div>
        </div>
      ) : null}
    </>
  );
}
