import { estimateLadder } from "@kinora/domain/transcoding/ladder-estimate.ts";
import { CODEC_NAMES, renditionName } from "@kinora/domain/transcoding/picture-codecs.ts";
import { ladderProblem, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatWait } from "@kinora/ui/durations.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Text } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { Ladder } from "../queries.ts";
import { costsOf } from "./ladder-form.ts";
import styles from "../Settings.module.css";

interface Estimated extends Pick<Ladder, "history" | "codecs"> {
  ladder: ProjectLadder;
}

/** What a ten-minute 1080p upload would take with this ladder, by what this installation has done so far. */
export function EstimatePanel({ ladder, history, codecs }: Estimated) {
  const { t } = useTranslation("projects");
  const estimate = ladderProblem(ladder) === null ? estimateLadder(ladder, history, costsOf(codecs)) : null;
  const copied = estimate?.copied ?? null;
  const encodesNothing = estimate !== null && copied !== null && estimate.labels.length === 1;
  return (
    <Panel title={t("estimate")}>
      <Text className="note" mb="sm">
        {t(copied === null ? "estimateFor" : "estimateForCopied")}
      </Text>
      <dl className={styles["facts"]}>
        <div>
          <dt>{t("estimateLabels")}</dt>
          <dd>
            {estimate?.labels
              .map((label) => (label === copied ? t("estimateCopied", { label }) : renditionName(label)))
              .join(", ") ?? "–"}
          </dd>
        </div>
        <div>
          <dt>{t("estimateSize")}</dt>
          <dd>
            {estimate ? formatBytes(estimate.storedBytes) : "–"}
            <small>
              {t(!encodesNothing ? "estimateSizeHint" : ladder.mp4 ? "estimateSizeCopied" : "estimateSizeCopiedAlone")}
            </small>
            <SurroundSize bytes={estimate?.surroundBytes ?? 0} />
          </dd>
        </div>
        <div>
          <dt>{t("estimateTime")}</dt>
          <dd>
            {encodesNothing
              ? t("estimateNoEncoding")
              : estimate?.encode
                ? formatWait(estimate.encode.seconds)
                : estimate
                  ? t("noHistory")
                  : "–"}
            <small>
              {encodesNothing
                ? t("estimateNoEncodingHint")
                : estimate?.encode
                  ? estimate.encode.scaled
                    ? t("scaledFrom", { label: estimate.encode.basedOn.label })
                    : t("basedOn", { count: estimate.encode.basedOn.samples })
                  : t("noHistoryHint")}
            </small>
            {estimate?.encode?.without.map((codec) => (
              <small key={codec}>{t("estimateWithout", { codec: CODEC_NAMES[codec] })}</small>
            ))}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** What surround sound takes beside the upload in stereo; nothing where it is made stereo. */
function SurroundSize({ bytes }: { bytes: number }) {
  const { t } = useTranslation("projects");
  return bytes > 0 && <small>{t("estimateSurround", { size: formatBytes(bytes) })}</small>;
}
