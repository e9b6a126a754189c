import { ON_AIR_LABELS } from "@kinora/domain/live/on-air.ts";
import { formatTime } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { useRef, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useNow } from "../../platform/use-now.ts";
import type { StreamDetail } from "../queries.ts";
import { CutBar } from "./CutBar.tsx";
import { Lane } from "./Lane.tsx";
import type { Span } from "./timeline-lanes.ts";
import { useChosenSpan } from "./use-chosen-span.ts";
import { useTimeline, type Timeline } from "./use-timeline.ts";
import styles from "./Timeline.module.css";

const HOUR_MS = 3_600_000;
const HOURS = { hour: 1, sixHours: 6, day: 24 } as const;
const ZOOMS = ["hour", "sixHours", "day"] as const;
/** The lanes move on in such steps: what is chosen stays under the pointer. */
const STEP_MS = 5_000;
const TICKS = 6;

/** What happened to a livestream until now, lane by lane; a chosen part of it becomes a clip or a video. */
export function StreamTimeline({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("recordings");
  const [zoom, setZoom] = useState<(typeof ZOOMS)[number]>("hour");
  const nowMs = Math.ceil(useNow(true) / STEP_MS) * STEP_MS;
  const shown: Span = { fromMs: nowMs - HOURS[zoom] * HOUR_MS, toMs: nowMs };
  const lanes = useTimeline(stream, shown);
  const area = useRef<HTMLDivElement>(null);
  const { chosen, setChosen, drag } = useChosenSpan(shown, area);
  return (
    <Panel
      title={t("timeline")}
      action={
        <Segments
          aria-label={t("timelineSpan")}
          value={zoom}
          onChange={setZoom}
          data={ZOOMS.map((value) => ({ value, label: t(`timelineSpan_${value}`) }))}
        />
      }
    >
      <div className={styles["timeline"]} data-coming={lanes === undefined} {...drag}>
        <Lanes stream={stream} lanes={lanes ?? NO_LANES} shown={shown} onChoose={setChosen} />
        <Ticks shown={shown} />
        <div ref={area} className={styles["area"]}>
          {chosen === null ? null : <span className={styles["chosen"]} style={placeOf(chosen, shown)} />}
        </div>
      </div>
      <CutBar
        stream={stream}
        chosen={chosen}
        recordings={lanes?.recordings ?? []}
        nowMs={nowMs}
        onDone={() => setChosen(null)}
      />
    </Panel>
  );
}

const NO_LANES: Timeline = { ingest: [], onAir: [], recordings: [], recorded: [], restreams: [] };

interface LanesProps {
  stream: StreamDetail;
  lanes: Timeline;
  shown: Span;
  onChoose: (span: Span) => void;
}

function Lanes({ stream, lanes: { ingest, onAir, recorded, restreams }, shown, onChoose }: LanesProps) {
  const { t } = useTranslation("recordings");
  return (
    <>
      <Lane
        label={t("laneIngest")}
        shown={shown}
        blocks={ingest.map((span) => ({ ...span, tone: "ingest", label: t("laneIngest") }))}
      />
      <Lane
        label={t("laneOnAir")}
        shown={shown}
        blocks={onAir.map((span) => ({ ...span, tone: span.source, label: ON_AIR_LABELS[span.source] }))}
      />
      <Lane
        label={t("laneRecordings")}
        shown={shown}
        onChoose={onChoose}
        blocks={recorded.map(({ recording: { kind, video }, ...span }) => ({
          ...span,
          tone: kind === "clip" ? "clip" : "recording",
          label: video?.title ?? t(`kind_${kind}`),
        }))}
      />
      {stream.restreams.total === 0 && restreams.length === 0 ? null : (
        <Lane
          label={t("laneRestreams")}
          shown={shown}
          blocks={restreams.map((span) => ({ ...span, tone: "restream", label: span.name }))}
        />
      )}
    </>
  );
}

function Ticks({ shown: { fromMs, toMs } }: { shown: Span }) {
  const { t } = useTranslation("recordings");
  const earlier = Array.from({ length: TICKS - 1 }, (_, tick) => fromMs + ((toMs - fromMs) * tick) / (TICKS - 1));
  return (
    <div className={styles["ticks"]} aria-hidden="true">
      {earlier.map((atMs) => (
        <span key={atMs}>{formatTime(new Date(atMs))}</span>
      ))}
      <span>{t("timelineNow")}</span>
    </div>
  );
}

function placeOf({ fromMs, toMs }: Span, shown: Span) {
  const percent = (atMs: number) =>
    Math.min(100, Math.max(0, ((atMs - shown.fromMs) / (shown.toMs - shown.fromMs)) * 100));
  return { left: `${percent(fromMs)}%`, width: `${percent(toMs) - percent(fromMs)}%` };
}
