import { fromLocalTime, toLocalTime } from "@kinora/domain/zonedTime.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { StreamDetail } from "./queries.ts";
import { useWaitingChange } from "./useWaitingChange.ts";
import styles from "./Loop.module.css";

/** Announces when a livestream begins: its pages count down to it. */
export function StreamStart({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("loop");
  const { permissions } = useViewer();
  const change = useWaitingChange(stream);
  const { start_at: startAt, time_zone: zone } = stream;
  const kept = startAt === null ? "" : toLocalTime(startAt, zone);
  const [seen, setSeen] = useState(kept);
  const [typed, setTyped] = useState(kept);
  if (kept !== seen) {
    setSeen(kept);
    setTyped(kept);
  }
  const locked = !permissions.streams_manage;
  const moment = fromLocalTime(typed, zone);
  return (
    <Panel title={t("start")}>
      <div className={styles["times"]}>
        <p className={styles["note"]}>{t("startText", { zone })}</p>
        <div className={styles["start"]}>
          <TextInput
            type="datetime-local"
            label={t("startAt")}
            readOnly={locked}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {locked ? null : (
            <>
              <Button
                variant="default"
                disabled={typed === kept || moment === null}
                loading={change.isPending}
                onClick={() => change.mutate({ startAt: moment?.toISOString() ?? null })}
              >
                {t("announce")}
              </Button>
              {startAt === null ? null : (
                <Button variant="subtle" disabled={change.isPending} onClick={() => change.mutate({ startAt: null })}>
                  {t("unannounce")}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}
