import { PLAYER_LANGUAGES, PLAYER_RANGES } from "@kinora/domain/players/settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { Group } from "./Group.tsx";
import { NumberRow } from "./NumberRow.tsx";
import { CONTROLS, type PlayerForm } from "./player-form.ts";
import styles from "./Editor.module.css";

/** Which controls a player has, and in which language. */
export function ControlsGroup({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  return (
    <Group name="controls" form={form}>
      <Select
        label={t("language")}
        description={t("languageHint")}
        {...form.choice(
          "language",
          PLAYER_LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) })),
        )}
      />
      <Switch label={t("controls")} {...form.flag("controls")} />
      <div className={styles["switches"]}>
        {CONTROLS.map((name) => (
          <Switch
            key={name}
            label={t(name)}
            {...form.flag(name)}
            {...(name === "download" ? { description: t("downloadHint") } : {})}
            disabled={form.readOnly || !form.values.controls}
          />
        ))}
      </div>
      <NumberRow
        label={t("hide_after_seconds")}
        description={t("hideHint")}
        unit={t("seconds")}
        readOnly={form.readOnly}
        range={PLAYER_RANGES.hide_after_seconds}
        value={form.values.hide_after_seconds}
        error={form.error("hide_after_seconds")}
        onChange={(value) => form.edit({ hide_after_seconds: value })}
      />
    </Group>
  );
}
