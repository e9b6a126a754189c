import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Stack } from "@mantine/core";
import { IconPlayerStopFilled, IconTestPipe } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import type { StreamDetail } from "../queries.ts";
import { useStreamActions } from "../stream/use-stream-actions.ts";

/** Tries a livestream without an encoder. */
export function TestPanel({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const actions = useStreamActions(stream.project_id);
  const { id, testing, state, enabled } = stream;
  const busy = !testing && hasSession(state);
  return (
    <Panel title={t("test")}>
      <Stack gap={12}>
        <p className="note">{t("testText")}</p>
        {testing ? (
          <Button
            variant="default"
            loading={actions.isPending}
            leftSection={<IconPlayerStopFilled size={16} />}
            onClick={() => actions.setTesting(id, false)}
          >
            {t("testStop")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={actions.isPending}
            disabled={busy || !enabled}
            leftSection={<IconTestPipe size={16} stroke={1.6} />}
            onClick={() => actions.setTesting(id, true)}
          >
            {t("testStart")}
          </Button>
        )}
        {busy ? <p className="note">{t("testBusy")}</p> : null}
        {enabled ? null : <p className="note">{t("disabledText")}</p>}
      </Stack>
    </Panel>
  );
}
