import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { LADDER_PRESETS, type LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import { ladderProblem, presetOf, withPreset, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { presetsProblem } from "@kinora/domain/transcoding/saved-presets.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { ladderKey, type Ladder } from "../queries.ts";
import { CodecOptions } from "./CodecOptions.tsx";
import { EstimatePanel } from "./EstimatePanel.tsx";
import { ladderInput, ladderOf, SERVER_NAMES } from "./ladder-form.ts";
import { LadderOptions } from "./LadderOptions.tsx";
import { LadderRunPanel } from "./LadderRunPanel.tsx";
import { RungTable } from "./RungTable.tsx";
import { SavedPresets } from "./SavedPresets.tsx";
import { WatermarkPanel } from "./WatermarkPanel.tsx";
import styles from "../Settings.module.css";

interface Props {
  projectId: number;
  ladder: Ladder;
  readOnly: boolean;
}

/** The rungs and options of new uploads, with what a typical upload would take beside them. */
export function LadderForm({ projectId, ladder, readOnly }: Props) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const [watermarkDirty, setWatermarkDirty] = useState(false);
  const form = useForm<ProjectLadder>({
    saved: ladderOf(ladder),
    readOnly,
    serverNames: SERVER_NAMES,
    check(edited) {
      const wrong = ladderProblem(edited) ?? presetsProblem(edited.presets, edited);
      return wrong === null ? {} : { [wrong.field]: wrong.message };
    },
  });
  const save = useAction(api.resolutions.saveLadder, {
    changes: [ladderKey(projectId)],
    onDone({ data }) {
      client.setQueryData(ladderKey(projectId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const edited = form.values;
  return (
    <SettingsArea>
      <div className={styles["columns"]}>
        <Stack gap="xl" miw={0}>
          <SettingsForm
            form={form}
            saving={save.isPending}
            locked={t("readOnly", { permission: permissionNames.resolutions_manage })}
            onSave={() => save.mutate(ladderInput(projectId, edited))}
          >
            <SettingGroup title={t("rungs")} action={<PresetChoice form={form} />}>
              <RungTable form={form} />
              <SavedPresets form={form} />
              {presetOf(edited) === "passthrough" ? (
                <p className={styles["tableNote"]}>{t("passthroughNote")}</p>
              ) : null}
            </SettingGroup>
            <CodecOptions form={form} codecs={ladder.codecs} />
            <LadderOptions form={form} retentionDays={ladder.source_retention_days} />
          </SettingsForm>
          <WatermarkPanel projectId={projectId} readOnly={readOnly} onDirty={setWatermarkDirty} />
        </Stack>
        <Stack gap="xl" miw={0}>
          <EstimatePanel ladder={edited} history={ladder.history} codecs={ladder.codecs} />
          <LadderRunPanel
            projectId={projectId}
            run={ladder.run}
            dirty={form.dirty || watermarkDirty}
            readOnly={readOnly}
          />
        </Stack>
      </div>
    </SettingsArea>
  );
}

/** Sets all rungs and options at once; "own" stands for a ladder that is none of the presets. */
function PresetChoice({ form }: { form: Form<ProjectLadder> }) {
  const { t } = useTranslation("projects");
  const preset = presetOf(form.values);
  const choose = (value: string) => {
    const chosen = LADDER_PRESETS.find((each) => each === value);
    if (chosen) form.edit(withPreset(form.values, chosen));
  };
  const names: (LadderPreset | "own")[] = preset === null ? [...LADDER_PRESETS, "own"] : [...LADDER_PRESETS];
  return (
    <Segments
      aria-label={t("presets")}
      disabled={form.readOnly}
      value={preset ?? "own"}
      onChange={choose}
      data={names.map((name) => ({ value: name, label: name === "own" ? t("presetOwn") : t(`preset_${name}`) }))}
    />
  );
}
