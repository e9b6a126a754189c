import { Panel } from "@kinora/ui/Panel.tsx";
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LoopFields } from "./loopFields.ts";
import styles from "./Loop.module.css";

type Times = Omit<LoopFields, "items">;

/** When a loop plays. */
export function LoopTimes({
  fields,
  readOnly,
  onChange,
}: {
  fields: Times;
  readOnly: boolean;
  onChange: (times: Partial<Times>) => void;
}) {
  const { t } = useTranslation("loop");
  const box = (name: keyof Times) => ({
    disabled: readOnly,
    checked: fields[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange({ [name]: event.currentTarget.checked }),
  });
  return (
    <Panel title={t("times")}>
      <div className={styles["times"]}>
        <Checkbox label={t("beforeLive")} description={t("beforeLiveHint")} {...box("before_live")} />
        <Checkbox label={t("onDisconnect")} description={t("onDisconnectHint")} {...box("on_disconnect")} />
        <Checkbox label={t("whenPaused")} description={t("whenPausedHint")} {...box("when_paused")} />
      </div>
    </Panel>
  );
}
