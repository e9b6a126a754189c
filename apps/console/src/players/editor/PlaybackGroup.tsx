import {
  AUTOSTARTS,
  END_ACTIONS,
  LINK_MAX,
  PLAYBACK_RATES,
  PRELOADS,
  QUALITY_HEIGHTS,
} from "@kinora/domain/players/settings.ts";
import { playerWarnings } from "@kinora/domain/players/warnings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { Group } from "./Group.tsx";
import type { PlayerForm } from "./player-form.ts";
import { Warning } from "./Warning.tsx";
import styles from "./Editor.module.css";

/** How a player starts, plays and ends. */
export function PlaybackGroup({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  const { values } = form;
  const loud = playerWarnings(values).some(({ code }) => code === "autostart_with_sound");
  return (
    <Group name="playback" form={form} opened>
      <Select
        label={t("autostart")}
        {...form.choice(
          "autostart",
          AUTOSTARTS.map((value) => ({ value, label: t(`autostart_${value}`) })),
        )}
      />
      {loud ? <Warning>{t("warnAutostart")}</Warning> : null}
      <Switch label={t("mute_start")} {...form.flag("mute_start")} />
      <Switch label={t("loop")} {...form.flag("loop")} />
      <Quality form={form} name="start_quality" none={t("auto")} />
      <Quality form={form} name="quality_cap" none={t("noCap")} />
      <Select
        label={t("preload")}
        {...form.choice(
          "preload",
          PRELOADS.map((value) => ({ value, label: t(`preload_${value}`) })),
        )}
      />
      <Switch label={t("resume")} description={t("resumeHint")} {...form.flag("resume")} />
      <Rates form={form} />
      <Switch label={t("keyboard")} {...form.flag("keyboard")} />
      <Select
        label={t("end_action")}
        {...form.choice(
          "end_action",
          END_ACTIONS.map((value) => ({ value, label: t(`end_${value}`) })),
        )}
      />
      {values.end_action === "link" ? (
        <>
          <TextInput
            label={t("end_link_url")}
            required
            placeholder="https://example.com/next"
            maxLength={LINK_MAX}
            {...form.text("end_link_url")}
          />
          <TextInput label={t("end_link_label")} maxLength={80} {...form.text("end_link_label")} />
        </>
      ) : null}
    </Group>
  );
}

function Quality({ form, name, none }: { form: PlayerForm; name: "start_quality" | "quality_cap"; none: string }) {
  const { t } = useTranslation("players");
  const value = form.values[name];
  return (
    <Select
      label={t(name)}
      allowDeselect={false}
      disabled={form.readOnly}
      error={form.error(name)}
      value={value === null ? "" : String(value)}
      data={[
        { value: "", label: none },
        ...QUALITY_HEIGHTS.map((height) => ({ value: String(height), label: `${height}p` })),
      ]}
      onChange={(chosen) => form.edit({ [name]: chosen ? Number(chosen) : null })}
    />
  );
}

/** The speeds viewers can choose; the usual one is always among them. */
function Rates({ form: { values, readOnly, edit } }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  const change = (rate: number, on: boolean) =>
    edit({
      playback_rates: PLAYBACK_RATES.filter((each) => (each === rate ? on : values.playback_rates.includes(each))),
    });
  return (
    <fieldset className={styles["rates"]} disabled={readOnly}>
      <legend>{t("playback_rates")}</legend>
      {PLAYBACK_RATES.map((rate) => (
        <label key={rate} className={styles["rate"]}>
          <input
            type="checkbox"
            checked={values.playback_rates.includes(rate)}
            disabled={rate === 1}
            onChange={({ currentTarget }) => change(rate, currentTarget.checked)}
          />
          {`${rate}×`}
        </label>
      ))}
    </fieldset>
  );
}
