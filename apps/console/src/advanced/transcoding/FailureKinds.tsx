import { formatAgo } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Box, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { failuresQuery, queueKey, type FailureKind } from "./queue-queries.ts";
import styles from "./Transcoding.module.css";

/** What failed lately by kind; nothing while nothing did. */
export function FailureKinds() {
  const { t } = useTranslation("transcoding");
  const kinds = useQuery(failuresQuery()).data ?? [];
  if (kinds.length === 0) return null;
  return (
    <Box mt={16}>
      <Panel title={t("failures")}>
        <ul className={styles["kinds"]} aria-label={t("failures")}>
          {kinds.map((kind) => (
            <Kind key={`${kind.code} ${kind.reason}`} kind={kind} />
          ))}
        </ul>
      </Panel>
    </Box>
  );
}

function Kind({ kind: { code, reason, retryable, transcodes, accounts, latest_at: latest } }: { kind: FailureKind }) {
  const { t } = useTranslation("transcoding");
  const retry = useAction(() => api.advanced.retryTranscodeFailures({ code, reason }), {
    changes: [queueKey],
    failure: t("kindNotRetried"),
  });
  const question = { title: t("retryKindTitle"), text: t("retryKindText"), yes: t("retryKind"), danger: false };
  return (
    <li>
      <div>
        <p>{reason}</p>
        <p className="note">
          {t("failureCount", { count: transcodes })} {t("failureAccounts", { count: accounts })} ·{" "}
          {t("failureLatest", { since: formatAgo(latest) })} · <code>{code}</code>
        </p>
      </div>
      {retryable ? (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          onClick={() => void retry.mutateAfter(question, undefined)}
        >
          {t("retryKind")}
        </Button>
      ) : (
        <span className="note">{t("notRetryable")}</span>
      )}
    </li>
  );
}
