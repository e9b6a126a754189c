import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconRefresh } from "@tabler/icons-react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import type { LogEntry } from "./log-columns.tsx";

const icon = { size: 16, stroke: 1.6 } as const;

const canRetry = ({ source_url, result, video }: LogEntry): boolean =>
  source_url !== null && (result === "failed" || result === "cancelled") && video !== null;

/** Retries an import that failed, and opens what happened to an upload. */
export function EntryActions({ entry, open, onToggle }: { entry: LogEntry; open: boolean; onToggle: () => void }) {
  const { t } = useTranslation("imports");
  const retry = useAction((id: string) => api.imports.retryImport({ id }), {
    changes: [["uploads"]],
    failure: t("importFailed"),
  });
  return (
    <>
      {canRetry(entry) ? (
        <Hint label={t("retryImport")}>
          <ActionIcon
            aria-label={t("retryImportOf", { file: entry.file_name })}
            loading={retry.isPending}
            onClick={() => retry.mutate(entry.id)}
          >
            <IconRefresh {...icon} />
          </ActionIcon>
        </Hint>
      ) : null}
      <ActionIcon
        aria-expanded={open}
        aria-label={t(open ? "hideRecord" : "showRecord", { file: entry.file_name })}
        onClick={onToggle}
      >
        {open ? <IconChevronUp {...icon} /> : <IconChevronDown {...icon} />}
      </ActionIcon>
    </>
  );
}
