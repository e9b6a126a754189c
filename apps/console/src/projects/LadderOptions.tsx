import { AUDIO_KBPS, LADDER_FPS, type ProjectLadder } from "@kinora/domain/projectLadder.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Switch } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SelectLater } from "../layout/SelectLater.tsx";
import { RemuxOption } from "./RemuxOption.tsx";
import styles from "./Settings.module.css";

interface Props {
  ladder: ProjectLadder;
  /** Days originals are kept; null when they are kept for good. */
  retentionDays: number | null;
  problem: { field: string; message: string } | null;
  readOnly: boolean;
  onEdit: (change: Partial<ProjectLadder>) => void;
}

/** What holds for all rungs together. */
export function LadderOptions({ ladder, retentionDays, problem, readOnly, onEdit }: Props) {
  const { t } = useTranslation("projects");
  return (
    <Panel title={t("options")}>
      <div className={styles["options"]}>
        <div className={styles["pair"]}>
          <SelectLater
            label={t("maxFps")}
            allowDeselect={false}
            disabled={readOnly}
            data={LADDER_FPS.map((fps) => ({ value: String(fps), label: t("fps", { count: fps }) }))}
            value={String(ladder.maxFps)}
            onChange={(value) => onEdit({ maxFps: LADDER_FPS.find((fps) => String(fps) === value) ?? ladder.maxFps })}
          />
          <SelectLater
            label={t("audio")}
            allowDeselect={false}
            disabled={readOnly}
            data={AUDIO_KBPS.map((kbps) => ({ value: String(kbps), label: t("kbps", { count: kbps }) }))}
            value={String(ladder.audioKbps)}
            onChange={(value) =>
              onEdit({ audioKbps: AUDIO_KBPS.find((kbps) => String(kbps) === value) ?? ladder.audioKbps })
            }
          />
        </div>
        <Switch
          label={t("mp4")}
          description={t("mp4Hint")}
          checked={ladder.mp4}
          disabled={readOnly}
          onChange={(event) => onEdit({ mp4: event.currentTarget.checked })}
        />
        <Switch label={t("neverUpscale")} description={t("neverUpscaleHint")} checked disabled readOnly />
        <RemuxOption ladder={ladder} problem={problem} readOnly={readOnly} onEdit={onEdit} />
        <Switch label={t("fastFirst")} description={t("fastFirstHint")} checked disabled readOnly />
        <div>
          {retentionDays === null ? t("keepOriginalYes") : t("keepOriginalNo", { count: retentionDays })}{" "}
          <Link to="/settings/project/settings" className={styles["link"] ?? ""}>
            {t("changeInSettings")}
          </Link>
        </div>
      </div>
    </Panel>
  );
}
