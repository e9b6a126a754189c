import { Panel } from "@kinora/ui/Panel.tsx";
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LoopFields } from "./loopFields.ts";
import styles from "./Loop.module.css";

type Choices = Omit<LoopFields, "items">;

/** When a loop plays, and in which order. */
export function LoopChoices({
  fields,
  readOnly,
  onChange,
}: {
  fields: Choices;
  readOnly: boolean;
  onChange: (choices: Partial<Choices>) => void;
}) {
  const { t } = useTranslation("loop");
  const box = (name: keyof Choices) => ({
    disabled: readOnly,
    checked: fields[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange({ [name]: event.currentTarget.checked }),
  });
  return (
    <Panel title={t("times")}>
      <div className={styles["times"]}>
        <Checkbox label={t("shuffle")} description={t("shuffleHint")} {...box("shuffle")} />
        <Checkbox label={t("fade")} description={t("fadeHint")} {...box("fade")} />
        <Checkbox label={t("beforeLive")} description={t("beforeLiveHint")} {...box("before_live")} />
        <Checkbox label={t("onDisconnect")} description={t("onDisconnectHint")} {...box("on_disconnect")} />
        <Checkbox label={t("whenPaused")} description={t("whenPausedHint")} {...box("when_paused")} />
      </div>
    </Panel>
  );
}
