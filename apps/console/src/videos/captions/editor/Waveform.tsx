import type { EditedCue } from "@kinora/domain/videos/caption-editing.ts";
import { formatTenths } from "@kinora/domain/videos/vtt-time.ts";
import { useWidth } from "@kinora/ui/kit/use-width.ts";
import { ActionIcon } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import { useStore } from "../../../platform/store.ts";
import type { FramedPlayer } from "../../../shell/frame/use-player.ts";
import { AudioPeaks, PEAKS_A_SECOND, type ReadPeaks } from "./audio-peaks.ts";
import type { CaptionEdits } from "./use-caption-edits.ts";
import styles from "./Editor.module.css";

/** Seconds that are shown at once, to choose from. */
const SPANS = [5, 10, 20, 60] as const;
const HEIGHT = 64;
const icon = { size: 16, stroke: 1.6 } as const;

interface WaveformProps {
  /** Null where the video cannot be played. */
  previewUrl: string | null;
  edits: CaptionEdits;
  player: FramedPlayer;
}

/** The sound around the player's time with the captions over it. A click goes there, and the ends of the selected caption can be moved. */
export function Waveform({ previewUrl, edits, player }: WaveformProps) {
  const { t } = useTranslation("captionsEditor");
  const [zoom, setZoom] = useState(1);
  const span = SPANS[zoom] ?? 10;
  const selectedStart = edits.selected?.start ?? 0;
  // The page of time that the player is in; where it has not played, that of the selected caption.
  const page = useStore(player.position, ({ seconds }) => Math.floor((seconds ?? selectedStart) / span));
  const from = page * span;
  const box = useRef<HTMLDivElement>(null);
  const { parts, failed } = usePeaks(previewUrl, from, span);
  const shown = edits.cues.filter(({ start, end }) => start < from + span && end > from);
  const momentAt = ({ clientX }: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return from + (Math.max(0, Math.min(clientX - left, width)) / width) * span;
  };
  const label = t("waveform", { from: formatTenths(from), to: formatTenths(from + span) });
  return (
    <div className={styles["sound"]}>
      <div
        ref={box}
        className={styles["wave"]}
        role="img"
        aria-label={label}
        onPointerDown={(event) => player.seek(momentAt(event))}
      >
        <Peaks parts={parts} from={from} span={span} />
        {shown.map((cue) => (
          <Block key={cue.id} cue={cue} from={from} span={span} edits={edits} momentAt={momentAt} />
        ))}
        <Playhead player={player} from={from} span={span} />
      </div>
      <div className={styles["zoom"]}>
        <span>{formatTenths(from)}</span>
        {failed ? <span role="status">{t("noSound")}</span> : null}
        <ActionIcon
          variant="subtle"
          aria-label={t("zoomIn")}
          title={t("zoomIn")}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconZoomIn {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t("zoomOut")}
          title={t("zoomOut")}
          disabled={zoom === SPANS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomOut {...icon} />
        </ActionIcon>
        <span>{formatTenths(from + span)}</span>
      </div>
    </div>
  );
}

/** The peaks of the time that is shown, once they are read. */
function usePeaks(previewUrl: string | null, from: number, span: number) {
  const [sound] = useState(() => (previewUrl === null ? null : new AudioPeaks(previewUrl)));
  const [read, setRead] = useState<{ parts: readonly ReadPeaks[]; failed: boolean }>({
    parts: [],
    failed: sound === null,
  });
  useEffect(() => {
    if (!sound) return;
    let isOver = false;
    sound.between(from, from + span).then(
      (parts) => isOver || setRead({ parts: parts ?? [], failed: parts === null }),
      () => isOver || setRead({ parts: [], failed: true }),
    );
    return () => {
      isOver = true;
    };
  }, [sound, from, span]);
  return read;
}

function Peaks({ parts, from, span }: { parts: readonly ReadPeaks[]; from: number; span: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || width === 0) return;
    const scale = globalThis.devicePixelRatio || 1;
    context.canvas.width = width * scale;
    context.canvas.height = HEIGHT * scale;
    context.scale(scale, scale);
    context.fillStyle = getComputedStyle(context.canvas).color;
    const bar = width / (span * PEAKS_A_SECOND);
    for (const { start, peaks } of parts) {
      for (const [at, peak] of peaks.entries()) {
        const height = Math.max(1, peak * HEIGHT);
        context.fillRect(
          (start - from) * PEAKS_A_SECOND * bar + at * bar,
          (HEIGHT - height) / 2,
          Math.max(1, bar),
          height,
        );
      }
    }
  }, [parts, from, span, width]);
  return <canvas ref={canvas} className={styles["peaks"]} />;
}

/** A caption over the sound; the ends of the selected one follow the pointer. */
function Block({
  cue: { id, start, end, text },
  from,
  span,
  edits,
  momentAt,
}: {
  cue: EditedCue;
  from: number;
  span: number;
  edits: CaptionEdits;
  momentAt: (event: PointerEvent) => number;
}) {
  const isSelected = edits.selected?.id === id;
  const drag = (which: "start" | "end") => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const moment = momentAt(event);
      if (which === "start" ? moment < end : moment > start) edits.change(id, { [which]: moment });
    },
  });
  const left = ((start - from) / span) * 100;
  return (
    <div
      className={styles["block"]}
      data-selected={isSelected || undefined}
      style={{ left: `${left}%`, width: `${((end - start) / span) * 100}%` }}
      onPointerDown={() => edits.select(id)}
    >
      <span dir="auto">{text}</span>
      {isSelected ? (
        <>
          <i className={styles["startHandle"]} {...drag("start")} />
          <i className={styles["endHandle"]} {...drag("end")} />
        </>
      ) : null}
    </div>
  );
}

function Playhead({ player, from, span }: { player: FramedPlayer; from: number; span: number }) {
  const seconds = useStore(player.position, (position) => position.seconds);
  if (seconds === null || seconds < from || seconds > from + span) return null;
  return <div className={styles["playhead"]} style={{ left: `${((seconds - from) / span) * 100}%` }} />;
}
