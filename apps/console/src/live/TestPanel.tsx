import { hasSession } from "@kinora/domain/streams.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconPlayerStop, IconTestPipe } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StreamDetail } from "./queries.ts";
import { useStreamActions } from "./useStreamActions.ts";
import styles from "./Stream.module.css";

/** Tries a livestream without an encoder. */
export function TestPanel({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const actions = useStreamActions(stream.project_id);
  const [working, setWorking] = useState(false);
  const { id, testing, state, enabled } = stream;
  const busy = !testing && hasSession(state);
  const turn = async (on: boolean) => {
    setWorking(true);
    await actions.setTesting(id, on);
    setWorking(false);
  };
  return (
    <Panel title={t("test")}>
      <div className={styles["form"]}>
        <p className={styles["note"]}>{t("testText")}</p>
        {testing ? (
          <Button
            variant="default"
            loading={working}
            leftSection={<IconPlayerStop size={16} stroke={1.6} />}
            onClick={() => void turn(false)}
          >
            {t("testStop")}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={working}
            disabled={busy || !enabled}
            leftSection={<IconTestPipe size={16} stroke={1.6} />}
            onClick={() => void turn(true)}
          >
            {t("testStart")}
          </Button>
        )}
        {busy ? <p className={styles["note"]}>{t("testBusy")}</p> : null}
        {enabled ? null : <p className={styles["note"]}>{t("disabledText")}</p>}
      </div>
    </Panel>
  );
}
