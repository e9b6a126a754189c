import { WATERMARK_POSITIONS, WATERMARK_RANGES } from "@kinora/domain/transcoding/watermark.ts";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Stack, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { watermarkKey, type Watermark } from "../queries.ts";
import { WatermarkPreview } from "./WatermarkPreview.tsx";
import styles from "./Watermark.module.css";

type Settings = Pick<Watermark, "enabled" | "position" | "opacity" | "size" | "margin">;

const PERCENTS = ["opacity", "size", "margin"] as const;

interface Props {
  projectId: number;
  saved: Watermark;
  readOnly: boolean;
  onDirty: (dirty: boolean) => void;
}

const settingsOf = ({ enabled, position, opacity, size, margin }: Settings): Settings => ({
  enabled,
  position,
  opacity,
  size,
  margin,
});

/** How the watermark lies on a video, beside a picture of it. */
export function WatermarkForm({ projectId, saved, readOnly, onDirty }: Props) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const form = useForm<Settings>({ saved: settingsOf(saved), readOnly });
  const { values: settings, dirty } = form;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const save = useAction(api.resolutions.saveWatermark, {
    changes: [watermarkKey(projectId)],
    onDone({ data }) {
      client.setQueryData(watermarkKey(projectId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() => save.mutate({ project_id: projectId, ...settings })}
    >
      <div className={styles["form"]}>
        <WatermarkPreview projectId={projectId} watermark={saved} layout={settings} />
        <Stack>
          <Switch label={t("watermarkOn")} description={t("watermarkOnHint")} {...form.flag("enabled")} />
          <PositionField form={form} />
          {PERCENTS.map((name) => (
            <label key={name} className={styles["percent"]}>
              <span>{t(`watermark_${name}`)}</span>
              <output>{t("percent", { count: settings[name] })}</output>
              <input
                type="range"
                {...WATERMARK_RANGES[name]}
                step={1}
                aria-label={t(`watermark_${name}`)}
                aria-valuetext={t("percent", { count: settings[name] })}
                disabled={readOnly}
                value={settings[name]}
                onChange={(event) => form.edit({ [name]: Number(event.currentTarget.value) })}
              />
              <small>{t(`watermarkHint_${name}`)}</small>
            </label>
          ))}
        </Stack>
      </div>
    </SettingsForm>
  );
}

function PositionField({ form }: { form: Form<Settings> }) {
  const { t } = useTranslation("projects");
  const name = useId();
  return (
    <fieldset className={styles["positions"]} disabled={form.readOnly}>
      <legend>{t("watermarkPosition")}</legend>
      <div className={styles["places"]}>
        {WATERMARK_POSITIONS.map((position) => (
          <label key={position} title={t(`watermarkAt_${position}`)}>
            <input
              type="radio"
              name={name}
              value={position}
              aria-label={t(`watermarkAt_${position}`)}
              checked={form.values.position === position}
              onChange={() => form.edit({ position })}
            />
            <span aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
