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

/** A cell that says its column's name where there is no head above it. */
const fact = (name: string, label: string) => ({ role: "cell", className: files[name], "data-label": label }) as const;

/** One rendition: what it is, how far it is, how good it became and how long it took. */
export function RenditionRow({ rendition, menu }: { rendition: Rendition; menu?: ReactNode }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { kind, label, state, progress, width, height, codecs, copied, ssim } = rendition;
  const { frame_rate: rate, bitrate_average: bitrate, size_bytes: bytes, encode_seconds: seconds } = rendition;
  return (
    <div role="row" className={files["row"]}>
      <div role="cell" className={files["label"]}>
        {kind === "audio" ? t("videos:audio") : label}
      </div>
      <div role="cell" className={files["status"]}>
        <StatusDot tone={TONES[state]} detail={progress === null ? null : `${progress} %`}>
          {t(STATES[state])}
        </StatusDot>
      </div>
      <div {...fact("pixels", t("columnPixels"))}>
        {width === null || height === null ? "" : `${width} × ${height}`}
      </div>
      <div {...fact("codec", t("columnCodec"))}>{codecs === null ? "" : <span className="mono">{codecs}</span>}</div>
      <div {...fact("rate", t("columnRate"))}>
        {rate === null ? "" : t("videos:framesPerSecond", { rate: formatNumber(rate) })}
      </div>
      <div {...fact("bitrate", t("columnBitrate"))}>
        {bitrate === null ? "" : t("kilobits", { rate: formatNumber(Math.round(bitrate / 1000)) })}
      </div>
      <div {...fact("size", t("columnSize"))}>{bytes === 0 ? "" : formatBytes(bytes)}</div>
      <div {...fact("quality", t("columnLikeness"))}>
        {copied ? <CopiedBadge /> : ssim === null ? null : <LikenessBadge ssim={ssim} />}
      </div>
      <div {...fact("seconds", t("columnEncodeTime"))} title={t("encodeTimeHint")}>
        {seconds === null ? "" : workTime(seconds)}
      </div>
      <div role="cell" className={files["actions"]}>
        {menu}
      </div>
    </div>
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
