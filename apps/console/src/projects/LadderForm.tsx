import {
  LADDER_PRESETS,
  ladderProblem,
  presetOf,
  withPreset,
  type LadderPreset,
  type ProjectLadder,
} from "@kinora/domain/projectLadder.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { SaveBar } from "../layout/SaveBar.tsx";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { api } from "../platform/client.ts";
import { EstimatePanel } from "./EstimatePanel.tsx";
import { ladderInput, ladderOf } from "./ladderForm.ts";
import { LadderOptions } from "./LadderOptions.tsx";
import { LadderRunPanel } from "./LadderRunPanel.tsx";
import { ladderKey, type Ladder } from "./queries.ts";
import { RungTable } from "./RungTable.tsx";
import { useSettingsCall } from "./useSettingsCall.ts";
import { WatermarkPanel } from "./WatermarkPanel.tsx";
import styles from "./Settings.module.css";

interface Props {
  projectId: number;
  ladder: Ladder;
  readOnly: boolean;
}

/** The rungs and options of new uploads, with what a typical upload would take beside them. */
export function LadderForm({ projectId, ladder, readOnly }: Props) {
  const { t } = useTranslation("projects");
  const [saved, setSaved] = useState(() => ladderOf(ladder));
  const [edited, setEdited] = useState(saved);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [watermarkDirty, setWatermarkDirty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const dirty = JSON.stringify(edited) !== JSON.stringify(saved);
  useUnsaved(dirty, form);
  const save = useSettingsCall({
    call: api.resolutions.saveLadder,
    changes: [ladderKey(projectId)],
    onDone({ data }) {
      setSaved(ladderOf(data));
      setEdited(ladderOf(data));
    },
    onProblem({ fields }) {
      const [field, messages] = Object.entries(fields)[0] ?? [];
      setProblem(field && messages?.[0] ? { field, message: messages[0] } : null);
      return field !== undefined;
    },
  });
  const edit = (change: Partial<ProjectLadder>) => {
    setEdited({ ...edited, ...change });
    setProblem(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending || readOnly) return;
    const wrong = ladderProblem(edited);
    setProblem(wrong);
    if (wrong === null) save.mutate(ladderInput(projectId, edited));
  };
  const preset = presetOf(edited);
  const choosePreset = (value: string) => {
    const chosen = LADDER_PRESETS.find((each) => each === value);
    if (chosen) edit(withPreset(edited, chosen));
  };
  const names: (LadderPreset | "own")[] = preset === null ? [...LADDER_PRESETS, "own"] : [...LADDER_PRESETS];
  return (
    <div className={styles["columns"]}>
      <div className={styles["stack"]}>
        <form ref={form} onSubmit={submit} noValidate className={styles["stack"]}>
          <Panel
            title={t("rungs")}
            flush
            action={
              <Segments
                aria-label={t("presets")}
                disabled={readOnly}
                value={preset ?? "own"}
                onChange={choosePreset}
                data={names.map((name) => ({
                  value: name,
                  label: name === "own" ? t("presetOwn") : t(`preset_${name}`),
                }))}
              />
            }
          >
            <RungTable rungs={edited.rungs} problem={problem} readOnly={readOnly} onEdit={(rungs) => edit({ rungs })} />
            {preset === "passthrough" ? <p className={styles["tableNote"]}>{t("passthroughNote")}</p> : null}
          </Panel>
          <LadderOptions
            ladder={edited}
            retentionDays={ladder.source_retention_days}
            problem={problem}
            readOnly={readOnly}
            onEdit={edit}
          />
          {dirty ? (
            <SaveBar
              saving={save.isPending}
              onDiscard={() => {
                setEdited(saved);
                setProblem(null);
              }}
            />
          ) : null}
        </form>
        <WatermarkPanel projectId={projectId} readOnly={readOnly} onDirty={setWatermarkDirty} />
      </div>
      <div className={styles["stack"]}>
        <EstimatePanel ladder={edited} history={ladder.history} />
        <LadderRunPanel projectId={projectId} run={ladder.run} dirty={dirty || watermarkDirty} readOnly={readOnly} />
      </div>
    </div>
  );
}
