import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatAgo } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Progress } from "@mantine/core";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { useAction } from "../../../platform/use-action.ts";
import { Orphans } from "./Orphans.tsx";
import { ReclaimKinds } from "./ReclaimKinds.tsx";
import { storageKey, type StorageScan } from "./system-queries.ts";
import styles from "./System.module.css";

/** What could be deleted, as the last search found it. */
export function Reclaim({ scan }: { scan: StorageScan | null }) {
  const { t } = useTranslation("system");
  const options = { changes: [storageKey], failure: t("notSearched") };
  const search = useAction(() => api.advanced.scanStorage(), options);
  const cancel = useAction(() => api.advanced.cancelStorageScan(), options);
  const isRunning = scan?.state === "running";
  return (
    <Panel
      title={t("reclaim")}
      action={
        isRunning ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            {t("cancelSearch")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={search.isPending}
            disabled={scan?.deletion === "running"}
            onClick={() => search.mutate(undefined)}
          >
            {scan === null ? t("search") : t("searchAgain")}
          </Button>
        )
      }
    >
      <div role="status" className={styles["scan"]}>
        <p>{scanWords(t, scan)}</p>
        {isRunning ? (
          <Progress
            value={scan.expected_bytes === 0 ? 0 : Math.min(100, (100 * scan.bytes) / scan.expected_bytes)}
            aria-label={t("searchProgress")}
          />
        ) : null}
      </div>
      {scan && scan.candidates.length > 0 ? <ReclaimKinds candidates={scan.candidates} /> : null}
      {scan?.state === "complete" ? <Orphans scan={scan} /> : null}
    </Panel>
  );
}

function scanWords(t: ReturnType<typeof useTranslation<"system">>["t"], scan: StorageScan | null): string {
  if (scan === null) return t("neverSearched");
  const seen = { count: scan.files, files: formatNumber(scan.files), size: formatBytes(scan.bytes) };
  switch (scan.state) {
    case "running":
      return t("searching", seen);
    case "complete":
      return t("searched", { ...seen, when: formatAgo(scan.finished_at ?? scan.requested_at) });
    case "cancelled":
      return t("searchCancelled", seen);
    case "failed":
      return t("searchFailed", { problem: scan.problem ?? "" });
  }
}
