import { HEALTH_SPANS, type HealthSpan } from "@kinora/domain/live/health-spans.ts";
import { Chart } from "@kinora/ui/kit/Chart.tsx";
import { formatTime } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { HealthSample } from "./health-samples.ts";
import { bitrateWords, levelWords } from "./ingest-words.ts";
import health from "./Health.module.css";

/** The bottom of the chart of the audio level. */
const SILENCE_DB = -60;

/** Without a sample for so long a line is broken, in milliseconds. */
const MISSED_MS = 12_000;

/** A figure as it is drawn. */
interface Figure {
  name: string;
  pick: (sample: HealthSample) => number | null;
  /** The top of its chart while its values are small. */
  atLeast: number;
  format: (value: number) => string;
  target?: number;
  /** Twice as wide as the others. */
  wide?: boolean;
  /** Left out until a value is known: nothing is encoded, or no player has reported. */
  onceKnown?: boolean;
}

/** How a session went, figure by figure. The axis begins with the session until the span is filled. */
export function HealthCharts({
  samples,
  span,
  since,
}: {
  samples: readonly HealthSample[];
  span: HealthSpan;
  /** When the session began. */
  since: string | null;
}) {
  const { t } = useTranslation("stream");
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  const startedAt = since === null ? first : Math.min(first, Date.parse(since));
  const from = span === "session" ? startedAt : Math.max(startedAt, last - HEALTH_SPANS[span].backMs);
  const times = samples.map(({ at }) => at);
  return (
    <div className={health["charts"]}>
      {useFigures().map(({ name, pick, onceKnown, wide = false, ...figure }) => {
        const values = samples.map(pick);
        if (onceKnown && values.every((value) => value === null)) return null;
        return (
          <div key={name} data-wide={wide}>
            <Chart
              label={name}
              times={times}
              series={[{ label: name, values }]}
              from={from}
              to={Math.max(last, from + 1000)}
              edges={[formatTime(new Date(from)), t("chartNow")]}
              gapMs={HEALTH_SPANS[span].apartMs + MISSED_MS}
              group="health"
              height={wide ? 96 : 64}
              {...figure}
            />
          </div>
        );
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
    { name: t("chartBitrate"), pick: (at) => at.bitrateKbps, atLeast: 1000, format: bitrateWords, wide: true },
    { name: t("chartViewers"), pick: (at) => at.viewers, atLeast: 4, format: formatNumber, wide: true },
    { name: t("chartFrameRate"), pick: (at) => at.frameRate, atLeast: 30, format: frames },
    { name: t("chartKeyframes"), pick: (at) => at.keyframeSeconds, atLeast: 4, format: seconds, target: 2 },
    { name: t("chartSpeed"), pick: (at) => at.encodeSpeed, atLeast: 2, format: speed, target: 1, onceKnown: true },
    {
      name: t("chartLevel"),
      pick: ({ audioLevelDb: level }) => (level === null ? null : Math.max(0, level - SILENCE_DB)),
      atLeast: -SILENCE_DB,
      format: (value) => levelWords(Math.min(0, value + SILENCE_DB)),
    },
    { name: t("chartSegments"), pick: (at) => at.segmentSeconds, atLeast: 4, format: seconds, target: 2 },
    { name: t("chartDelay"), pick: (at) => at.delaySeconds, atLeast: 2, format: seconds },
    { name: t("chartLatency"), pick: (at) => at.latencySeconds, atLeast: 2, format: latency, onceKnown: true },
    { name: t("chartRebuffer"), pick: (at) => at.rebufferPercent, atLeast: 5, format: percent, onceKnown: true },
  ];
}
