import { likenessOf } from "@kinora/domain/videoDetails.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { VideoDetail } from "../platform/videos.ts";
import files from "./VideoFiles.module.css";

export type Rendition = VideoDetail["renditions"][number];

const TONES: Record<Rendition["state"], StatusTone> = {
  queued: "unpublished",
  processing: "processing",
  complete: "published",
  failed: "failed",
  cancelled: "unpublished",
};
const STATES = {
  queued: "layout:status_in_queue",
  processing: "layout:status_processing",
  complete: "layout:status_complete",
  failed: "layout:status_failed",
  cancelled: "layout:status_cancelled",
} as const;

/** Seconds of work: tenths below a minute, a running time above. */
const workTime = (seconds: number) =>
  seconds < 60 ? `${formatNumber(Math.round(seconds * 10) / 10)} s` : formatDuration(seconds);

/** One rendition: what it is, how far it is, how good it became and how long it took. */
export function RenditionRow({ rendition, menu }: { rendition: Rendition; menu?: ReactNode }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { kind, label, state, progress, width, height, codecs, copied, ssim } = rendition;
  const { frame_rate: rate, bitrate_average: bitrate, size_bytes: bytes, encode_seconds: seconds } = rendition;
  return (
    <tr>
      <td>{kind === "audio" ? t("videos:audio") : label}</td>
      <td>
        <StatusDot tone={TONES[state]} detail={progress === null ? null : `${progress} %`}>
          {t(STATES[state])}
        </StatusDot>
      </td>
      <td>{width === null || height === null ? "" : `${width} × ${height}`}</td>
      <td className="mono">{codecs}</td>
      <td className={files["end"]}>{rate === null ? "" : formatNumber(rate)}</td>
      <td className={files["end"]}>
        {bitrate === null ? "" : t("kilobits", { rate: formatNumber(Math.round(bitrate / 1000)) })}
      </td>
      <td className={files["end"]}>{bytes === 0 ? "" : formatBytes(bytes)}</td>
      <td>{copied ? <CopiedBadge /> : ssim === null ? null : <LikenessBadge ssim={ssim} />}</td>
      <td className={files["end"]}>{seconds === null ? "" : workTime(seconds)}</td>
      <td className={files["end"]}>{menu}</td>
    </tr>
  );
}

function CopiedBadge() {
  const { t } = useTranslation("video");
  return (
    <TooltipLater label={t("copiedHint")}>
      <span className={files["badge"]} data-likeness="excellent">
        {t("copied")}
      </span>
    </TooltipLater>
  );
}

function LikenessBadge({ ssim }: { ssim: number }) {
  const { t } = useTranslation("video");
  const likeness = likenessOf(ssim);
  const words = t(`likeness_${likeness}`);
  return (
    <TooltipLater label={t("ssimHint")}>
      <span className={files["badge"]} data-likeness={likeness}>
        {t("ssimBadge", { words, ssim: ssim.toFixed(3) })}
      </span>
    </TooltipLater>
  );
}
