import { LADDER_PRESETS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { batch } from "./batch.ts";

/** Which resolutions new files are made in, where that is not what the project says. */
export function PresetField() {
  const { t } = useTranslation("imports");
  const chosen = useStore(batch, (value) => value);
  return (
    <Select
      label={t("preset")}
      placeholder={t("projectDefault")}
      clearable
      data={LADDER_PRESETS.map((value) => ({ value, label: t(`preset_${value}`) }))}
      value={chosen.preset}
      onChange={(value) => batch.set({ ...chosen, preset: LADDER_PRESETS.find((known) => known === value) ?? null })}
    />
  );
}
