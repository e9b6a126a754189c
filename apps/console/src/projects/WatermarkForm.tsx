import { WATERMARK_POSITIONS, WATERMARK_RANGES } from "@kinora/domain/watermark.ts";
import { Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { SaveBar } from "../layout/SaveBar.tsx";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { api } from "../platform/client.ts";
import { watermarkKey, type Watermark } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
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
  const positionName = useId();
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState<Settings | null>(null);
  const settings = edited ?? settingsOf(saved);
  const isDirty = (values: Settings) => JSON.stringify(values) !== JSON.stringify(settingsOf(saved));
  const dirty = isDirty(settings);
  useUnsaved(dirty, form);
  const keep = (values: Settings | null) => {
    setEdited(values);
    onDirty(values !== null && isDirty(values));
  };
  const save = useSettingsCall({
    call: api.resolutions.saveWatermark,
    changes: [watermarkKey(projectId)],
    onDone({ data }) {
      client.setQueryData(watermarkKey(projectId), data);
      keep(null);
    },
  });
  const edit = (change: Partial<Settings>) => keep({ ...settings, ...change });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dirty && !save.isPending && !readOnly) save.mutate({ project_id: projectId, ...settings });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles["form"]}>
      <WatermarkPreview projectId={projectId} watermark={saved} layout={settings} />
      <div className={styles["controls"]}>
        <Switch
          label={t("watermarkOn")}
          description={t("watermarkOnHint")}
          checked={settings.enabled}
          disabled={readOnly}
          onChange={(event) => edit({ enabled: event.currentTarget.checked })}
        />
        <fieldset className={styles["positions"]} disabled={readOnly}>
          <legend>{t("watermarkPosition")}</legend>
          <div className={styles["places"]}>
            {WATERMARK_POSITIONS.map((position) => (
              <label key={position} title={t(`watermarkAt_${position}`)}>
                <input
                  type="radio"
                  name={positionName}
                  value={position}
                  aria-label={t(`watermarkAt_${position}`)}
                  checked={settings.position === position}
                  onChange={() => edit({ position })}
                />
                <span aria-hidden="true" />
              </label>
            ))}
          </div>
        </fieldset>
        {PERCENTS.map((name) => (
          <label key={name} className={styles["percent"]}>
            <span>{t(`watermark_${name}`)}</span>
            <output className="tabular">{t("percent", { count: settings[name] })}</output>
            <input
              type="range"
              {...WATERMARK_RANGES[name]}
              step={1}
              aria-label={t(`watermark_${name}`)}
              aria-valuetext={t("percent", { count: settings[name] })}
              disabled={readOnly}
              value={settings[name]}
              onChange={(event) => edit({ [name]: Number(event.currentTarget.value) })}
            />
            <small>{t(`watermarkHint_${name}`)}</small>
          </label>
        ))}
      </div>
      {dirty ? (
        <div className={styles["bar"]}>
          <SaveBar saving={save.isPending} save={t("watermarkSave")} onDiscard={() => keep(null)} />
        </div>
      ) : null}
    </form>
  );
}
