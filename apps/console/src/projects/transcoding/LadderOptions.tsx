import { AUDIO_KBPS, LADDER_FPS, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { typedNumber } from "./typed-number.ts";
import styles from "../Settings.module.css";

interface Props {
  form: Form<ProjectLadder>;
  /** Days originals are kept; null when they are kept for good. */
  retentionDays: number | null;
}

/** What holds for all rungs together. */
export function LadderOptions({ form, retentionDays }: Props) {
  const { t } = useTranslation("projects");
  const { maxFps, audioKbps, remux, remuxMaxKbps } = form.values;
  return (
    <SettingGroup title={t("options")}>
      <Select
        label={t("maxFps")}
        allowDeselect={false}
        disabled={form.readOnly}
        data={LADDER_FPS.map((fps) => ({ value: String(fps), label: t("fps", { count: fps }) }))}
        value={String(maxFps)}
        onChange={(value) => form.edit({ maxFps: LADDER_FPS.find((fps) => String(fps) === value) ?? maxFps })}
      />
      <Select
        label={t("audio")}
        allowDeselect={false}
        disabled={form.readOnly}
        data={AUDIO_KBPS.map((kbps) => ({ value: String(kbps), label: t("kbps", { count: kbps }) }))}
        value={String(audioKbps)}
        onChange={(value) => form.edit({ audioKbps: AUDIO_KBPS.find((kbps) => String(kbps) === value) ?? audioKbps })}
      />
      <Switch label={t("lowAudio")} description={t("lowAudioHint")} {...form.flag("lowAudio")} />
      <Switch label={t("surround")} description={t("surroundHint")} {...form.flag("surround")} />
      <Switch label={t("mp4")} description={t("mp4Hint")} {...form.flag("mp4")} />
      <Switch label={t("neverUpscale")} description={t("neverUpscaleHint")} checked disabled readOnly />
      <Switch label={t("remux")} description={t("remuxHint")} {...form.flag("remux")} />
      {remux ? (
        <TextInput
          label={t("remuxMax")}
          description={t("remuxMaxHint")}
          {...inUnit("kbps")}
          readOnly={form.readOnly}
          value={remuxMaxKbps === 0 ? "" : String(remuxMaxKbps)}
          error={form.error("remuxMaxKbps")}
          onChange={(event) => form.edit({ remuxMaxKbps: typedNumber(event.currentTarget.value) })}
        />
      ) : null}
      <Switch label={t("dropSimilar")} description={t("dropSimilarHint")} {...form.flag("dropSimilar")} />
      <Switch label={t("fastFirst")} description={t("fastFirstHint")} checked disabled readOnly />
      <SettingRow label={t("originals")}>
        {retentionDays === null ? t("keepOriginalYes") : t("keepOriginalNo", { count: retentionDays })}{" "}
        <Link to="/settings/project/settings" className={styles["link"] ?? ""}>
          {t("changeInSettings")}
        </Link>
      </SettingRow>
    </SettingGroup>
  );
}
