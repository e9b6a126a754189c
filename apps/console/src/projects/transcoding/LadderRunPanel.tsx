import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { ladderKey, type LadderRun } from "../queries.ts";

interface Props {
  projectId: number;
  run: LadderRun | null;
  dirty: boolean;
  readOnly: boolean;
}

/** Takes the ladder to the videos there are, shows how far that is, and stops it. */
export function LadderRunPanel({ projectId, run, dirty, readOnly }: Props) {
  const { t } = useTranslation("projects");
  const changes = [ladderKey(projectId), ["videos"]];
  const apply = useAction(() => api.resolutions.applyLadder({ project_id: projectId }), { changes });
  const cancel = useAction(() => api.resolutions.cancelLadderRun({ project_id: projectId }), { changes });
  const ask = async () => {
    if (await confirm({ title: t("applyTitle"), text: t("applyText"), yes: t("apply"), danger: false }))
      apply.mutate(undefined);
  };
  const running = run?.state === "running";
  return (
    <Panel title={t("existing")}>
      <Text className="note" mb="sm">
        {t("existingText")}
      </Text>
      <Stack gap="xs">
        {run ? <RunState run={run} /> : null}
        {readOnly ? null : running ? (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            {t("cancelRun")}
          </Button>
        ) : (
          <Button variant="default" disabled={dirty} loading={apply.isPending} onClick={() => void ask()}>
            {t("applyExisting")}
          </Button>
        )}
        {dirty && !readOnly && !running ? <span className="muted">{t("saveFirst")}</span> : null}
      </Stack>
    </Panel>
  );
}

function RunState({ run }: { run: LadderRun }) {
  const { t } = useTranslation("projects");
  const done = run.done + run.failed + run.skipped;
  const words = [
    t("runProgress", { done: formatNumber(done), total: formatNumber(run.total) }),
    ...(run.failed > 0 ? [t("runFailed", { count: run.failed })] : []),
    ...(run.skipped > 0 ? [t("runSkipped", { count: run.skipped })] : []),
  ];
  return (
    <Stack role="status" gap="xs">
      <Group gap="xs" justify="space-between">
        <StatusDot state={run.state}>{t(`runState_${run.state}`)}</StatusDot>
        <span className="muted">{words.join(" · ")}</span>
      </Group>
      <Progress value={run.total === 0 ? 100 : (100 * done) / run.total} aria-label={t("existing")} />
    </Stack>
  );
}
