import { HEALTH_SPANS, type HealthSpan } from "@kinora/domain/healthSpans.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "react-i18next";
import { bitrateWords, levelWords, type HealthSample } from "./health.ts";
import { HealthChart } from "./HealthChart.tsx";
import health from "./Health.module.css";

/** The bottom of the chart of the sound. */
const SILENCE_DB = -60;

/** So long nothing may be told before a line is broken, in milliseconds. */
const MISSED_MS = 12_000;

/** A figure as it is drawn. */
interface Figure {
  name: string;
  pick: (sample: HealthSample) => number | null;
  /** The top of its chart while its values are small. */
  atLeast: number;
  format: (value: number) => string;
  /** Not there at all until somebody told it: nothing is being encoded, or no player told. */
  onceKnown?: boolean;
}

/** The last minutes of a livestream as lines. */
export function HealthCharts({ samples, span }: { samples: readonly HealthSample[]; span: HealthSpan }) {
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  // A session is as long as it is; shorter ones leave room for what comes.
  const spanMs = span === "session" ? Math.max(HEALTH_SPANS.minutes.backMs, last - first) : HEALTH_SPANS[span].backMs;
  const place = { end: last, spanMs, gapMs: HEALTH_SPANS[span].apartMs + MISSED_MS };
  return (
    <div className={health["charts"]}>
      {useFigures().map(({ pick, onceKnown, ...figure }) => {
        const points = samples.map((sample) => ({ at: sample.at, value: pick(sample) }));
        if (onceKnown && points.every(({ value }) => value === null)) return null;
        return <HealthChart key={figure.name} points={points} {...place} {...figure} />;
      })}
    </div>
  );
}

function useFigures(): readonly Figure[] {
  const { t } = useTranslation("stream");
  const rounded = (value: number, digits: number) => formatNumber(Number(value.toFixed(digits)));
  const seconds = (value: number) => t("unitSeconds", { value: rounded(value, 1) });
  const frames = (value: number) => t("unitFrames", { value: rounded(value, 1) });
  const speed = (value: number) => t("unitSpeed", { value: value.toFixed(2) });
  const latency = (value: number) => t("unitSeconds", { value: rounded(value, 2) });
  const percent = (value: number) => t("unitPercent", { value: rounded(value, 1) });
  return [
    { name: t("chartBitrate"), pick: (at) => at.bitrateKbps, atLeast: 1000, format: bitrateWords },
    { name: t("chartFrameRate"), pick: (at) => at.frameRate, atLeast: 30, format: frames },
    { name: t("chartKeyframes"), pick: (at) => at.keyframeSeconds, atLeast: 4, format: seconds },
    { name: t("chartSpeed"), pick: (at) => at.encodeSpeed, atLeast: 2, format: speed, onceKnown: true },
    {
      name: t("chartLevel"),
      pick: ({ audioLevelDb: level }) => (level === null ? null : Math.max(0, level - SILENCE_DB)),
      atLeast: -SILENCE_DB,
      format: (value) => levelWords(value + SILENCE_DB),
    },
    { name: t("chartSegments"), pick: (at) => at.segmentSeconds, atLeast: 4, format: seconds },
    { name: t("chartDelay"), pick: (at) => at.delaySeconds, atLeast: 2, format: seconds },
    { name: t("chartViewers"), pick: (at) => at.viewers, atLeast: 4, format: formatNumber },
    { name: t("chartLatency"), pick: (at) => at.latencySeconds, atLeast: 2, format: latency, onceKnown: true },
    { name: t("chartRebuffer"), pick: (at) => at.rebufferPercent, atLeast: 5, format: percent, onceKnown: true },
  ];
}
