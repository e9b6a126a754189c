import { isChecking } from "@kinora/domain/videos/source-check.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationVideosKey, type InstallationVideoDetail } from "./video-queries.ts";

const MARKS = {
  waiting: "waiting",
  running: "running",
  matches: "healthy",
  differs: "failed",
  missing: "failed",
  failed: "failed",
} as const;

/** Whether a video's original is still what arrived; a superuser has it compared. */
export function SourceCheck({ video: { id, source, source_check: check } }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation("installationVideos");
  const verify = useAction(() => api.advanced.verifyVideoSource({ video_id: id }), {
    changes: [installationVideosKey],
    failure: t("notChecked"),
  });
  if (source.size_bytes === null) return null;
  const isBusy = check !== null && isChecking(check.state);
  return (
    <Panel title={t("checkOfOriginal")}>
      <Text>{t("checkText")}</Text>
      {check === null ? null : (
        <Stack role="status" gap="xs" mt="sm">
          <StatusDot
            state={MARKS[check.state]}
            detail={check.finished_at === null ? null : formatMoment(check.finished_at)}
          >
            {t(`check_${check.state}`, {
              checked: formatBytes(check.checked_bytes),
              total: formatBytes(check.total_bytes),
            })}
          </StatusDot>
          {check.state === "running" ? (
            <Progress
              value={check.total_bytes === 0 ? 0 : (100 * check.checked_bytes) / check.total_bytes}
              aria-label={t("checkOfOriginal")}
            />
          ) : null}
        </Stack>
      )}
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          disabled={isBusy || source.sha256 === null}
          loading={verify.isPending}
          onClick={() => verify.mutate(undefined)}
        >
          {t("checkOriginal")}
        </Button>
      </Group>
    </Panel>
  );
}
