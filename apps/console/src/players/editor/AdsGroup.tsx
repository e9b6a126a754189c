import { AD_TAG_MAX } from "@kinora/domain/ads/ad-tag.ts";
import { AD_SKIPS, CUSTOM_CSS_MAX, PLAYER_RANGES } from "@kinora/domain/players/settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Switch, Textarea, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlayerDetail } from "../queries.ts";
import { Group } from "./Group.tsx";
import { NumberRow } from "./NumberRow.tsx";
import { AD_CHOICES, adsChoice, chosenAds, type PlayerForm } from "./player-form.ts";
import styles from "./Editor.module.css";

const TIMEOUTS = ["ads_timeout_seconds", "ads_preroll_timeout_seconds"] as const;

type Schedules = PlayerDetail["ad_schedules"];

/** The ads a player shows: its project's, those of one schedule, its own, or none. */
export function AdsGroup({ form, schedules }: { form: PlayerForm; schedules: Schedules }) {
  const { t } = useTranslation("players");
  const { values, readOnly } = form;
  const choice = adsChoice(values);
  const choices = AD_CHOICES.filter((each) => each !== "schedule" || each === choice || schedules.length > 0);
  return (
    <Group name="ads" form={form}>
      <Select
        label={t("ads")}
        description={t("adsHint")}
        allowDeselect={false}
        disabled={readOnly}
        data={choices.map((value) => ({ value, label: t(value === "off" ? "ads_none" : `ads_${value}`) }))}
        value={choice}
        onChange={(value) => {
          const chosen = AD_CHOICES.find((known) => known === value);
          if (chosen) form.edit(chosenAds(chosen, schedules[0]?.id ?? null));
        }}
      />
      {choice === "schedule" ? <ScheduleField form={form} schedules={schedules} /> : null}
      {choice === "own" ? <TagFields form={form} /> : null}
      {choice === "off" ? null : <LimitFields form={form} />}
    </Group>
  );
}

function ScheduleField({ form, schedules }: { form: PlayerForm; schedules: Schedules }) {
  const { t } = useTranslation("players");
  const { ad_schedule_id: id } = form.values;
  const isThere = schedules.some((schedule) => schedule.id === id);
  return (
    <Select
      label={t("ad_schedule_id")}
      description={t("scheduleHint")}
      allowDeselect={false}
      disabled={form.readOnly}
      error={form.error("ad_schedule_id") ?? (isThere ? undefined : t("scheduleGone"))}
      data={schedules.map((schedule) => ({ value: String(schedule.id), label: schedule.name }))}
      value={isThere ? String(id) : null}
      onChange={(value) => form.edit({ ad_schedule_id: Number(value) })}
    />
  );
}

function TagFields({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  return (
    <>
      <TextInput
        label={t("ad_tag")}
        description={t("adTagHint")}
        required
        placeholder="https://ads.example.com/vast?cb={cachebuster}"
        maxLength={AD_TAG_MAX}
        spellCheck={false}
        classNames={{ input: "mono" }}
        {...form.text("ad_tag")}
      />
      <Textarea
        label={t("ad_fallback_tags")}
        description={t("fallbackHint")}
        rows={3}
        spellCheck={false}
        classNames={{ input: "mono" }}
        readOnly={form.readOnly}
        error={form.error("ad_fallback_tags")}
        value={form.values.ad_fallback_tags.join("\n")}
        onChange={({ currentTarget }) =>
          form.edit({ ad_fallback_tags: currentTarget.value === "" ? [] : currentTarget.value.split("\n") })
        }
      />
    </>
  );
}

function LimitFields({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  const { values, readOnly } = form;
  const number = (name: (typeof TIMEOUTS)[number] | "ads_skip_seconds") => ({
    label: t(name),
    unit: t("seconds"),
    readOnly,
    range: PLAYER_RANGES[name],
    error: form.error(name),
    onChange: (value: number) => form.edit({ [name]: value }),
  });
  return (
    <>
      {TIMEOUTS.map((name) => (
        <NumberRow
          key={name}
          {...number(name)}
          value={values[name]}
          placeholder={t("asProject")}
          onEmpty={() => form.edit({ [name]: null })}
        />
      ))}
      <Select
        label={t("ads_skip")}
        {...form.choice(
          "ads_skip",
          AD_SKIPS.map((value) => ({ value, label: t(`skip_${value}`) })),
        )}
      />
      {values.ads_skip === "after" ? (
        <NumberRow {...number("ads_skip_seconds")} value={values.ads_skip_seconds} />
      ) : null}
    </>
  );
}

/** What viewers and their browsers keep to themselves. Where a player may be embedded is a setting of the whole project. */
export function PrivacyGroup({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  const { values, readOnly } = form;
  return (
    <Group name="privacy" form={form}>
      <p className={styles["note"]}>
        {t("restrictionsText")} <Link to="/settings/restrictions">{t("openRestrictions")}</Link>
      </p>
      <Switch label={t("reports")} description={t("reportsHint")} {...form.flag("reports")} />
      <Switch label={t("context_menu")} {...form.flag("context_menu")} />
      <Switch
        label={t("respect_dnt")}
        description={t("respectDntHint")}
        {...form.flag("respect_dnt")}
        disabled={readOnly || !values.reports}
      />
      <Switch label={t("cookieless")} description={t("cookielessHint")} {...form.flag("cookieless")} />
    </Group>
  );
}

/** What few players need. */
export function AdvancedGroup({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  return (
    <Group name="advanced" form={form}>
      <Switch label={t("api")} description={t("apiHint")} {...form.flag("api")} />
      <Textarea
        label={t("custom_css")}
        description={t("customCssHint")}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        maxLength={CUSTOM_CSS_MAX}
        classNames={{ input: "mono" }}
        {...form.text("custom_css")}
      />
    </Group>
  );
}
