import { memo, useId, useRef, type PointerEvent } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { LoopEntry } from "./loop-fields.ts";
import { rulerTicks } from "./loop-ruler-ticks.ts";
import {
  blockAt,
  momentOf,
  momentOfKey,
  pixelOf,
  PROGRAMME_MS,
  type RulerBlock,
  type RulerView,
} from "./loop-ruler.ts";
import styles from "./LoopRuler.module.css";

const TOP = 26;
const HEIGHT = 44;
const TITLE_PIXELS = 56;
/** From this width on two pixels before the next block stay free, below it one. */
const WIDE_PIXELS = 8;
const MINUTE_MS = 60_000;

interface LoopRulerBandProps {
  items: readonly LoopEntry[];
  view: RulerView;
  blocks: readonly RulerBlock[];
  /** What is pointed at or chosen. */
  shown: RulerBlock | undefined;
  tickMinutes: number;
  nowMs: number;
  /** The moment from which keys go on. */
  atMs: number;
  /** What screen readers announce. */
  valueText: string;
  /** Null when nothing is pointed at any more. */
  onPoint: (atMs: number | null) => void;
  onChoose: (atMs: number) => void;
}

/** The drawing of a ruler, and an input over it that keys and assistive technology move along the programme. */
export function LoopRulerBand(props: LoopRulerBandProps) {
  const { items, view, blocks, shown, tickMinutes, nowMs, atMs, valueText, onPoint, onChoose } = props;
  const { t } = useTranslation("loop");
  const input = useRef<HTMLInputElement>(null);
  const markerX = nowMs < view.fromMs ? null : Math.round(pixelOf(view, nowMs));
  const playing = markerX === null ? undefined : blockAt(blocks, nowMs);
  const pointed = ({ currentTarget, clientX }: PointerEvent) =>
    momentOf(view, clientX - currentTarget.getBoundingClientRect().left);
  const move = (event: PointerEvent) => {
    if (event.pointerType === "touch") onChoose(pointed(event));
    else onPoint(pointed(event));
  };
  return (
    <div className={styles["band"]}>
      <input
        ref={input}
        type="range"
        className={styles["keys"]}
        aria-label={t("rulerLabel")}
        aria-valuetext={valueText}
        min={0}
        max={PROGRAMME_MS / MINUTE_MS}
        value={Math.round((atMs - nowMs) / MINUTE_MS)}
        onChange={(event) => onChoose(nowMs + Number(event.currentTarget.value) * MINUTE_MS)}
        onKeyDown={(event) => {
          const wantedMs = momentOfKey(event.key, { blocks, atMs, spanMs: view.untilMs - view.startMs });
          if (wantedMs === undefined) return;
          event.preventDefault();
          onChoose(wantedMs);
        }}
      />
      <svg
        className={styles["drawing"]}
        aria-hidden="true"
        height={TOP + HEIGHT + 2}
        onPointerDown={(event) => onChoose(pointed(event))}
        onPointerMove={move}
        onPointerLeave={() => onPoint(null)}
        onClick={() => input.current?.focus({ preventScroll: true })}
      >
        <Ticks view={view} tickMinutes={tickMinutes} markerX={markerX} />
        <Blocks items={items} view={view} blocks={blocks} playing={playing} markerX={markerX} />
        {markerX === null ? null : <rect className={styles["played"]} y={TOP} width={markerX} height={HEIGHT} />}
        {shown === undefined ? null : <rect className={styles["shown"]} rx={4} {...boxOf(shown, view)} />}
        {markerX === null ? null : (
          <g className={styles["now"]}>
            <text x={Math.max(14, markerX)} y={13}>
              {t("nextNow")}
            </text>
            <path d={`M${markerX} ${TOP - 6}V${TOP + HEIGHT + 2}`} />
          </g>
        )}
      </svg>
    </div>
  );
}

/** Where a block is drawn. */
function boxOf({ startsAtMs, endsAtMs }: RulerBlock, view: RulerView) {
  const x = pixelOf(view, startsAtMs);
  const space = pixelOf(view, endsAtMs) - x;
  return { x, y: TOP, width: Math.max(1, space - (space < WIDE_PIXELS ? 1 : 2)), height: HEIGHT };
}

/** What changes less often than every second is drawn less often. */
const Blocks = memo(function Blocks({
  items,
  view,
  blocks,
  playing,
  markerX,
}: Pick<LoopRulerBandProps, "items" | "view" | "blocks"> & {
  playing: RulerBlock | undefined;
  markerX: number | null;
}) {
  const { t } = useTranslation("loop");
  const hatch = useId();
  return (
    <g>
      <pattern id={hatch} className={styles["hatch"]} width={4} height={HEIGHT} patternUnits="userSpaceOnUse">
        <rect width={3} height={HEIGHT} />
      </pattern>
      {blocks.map((block) => {
        const box = boxOf(block, view);
        const { item, startsAtMs, tone } = block;
        // The line of now does not go through a title.
        const x = block === playing ? Math.max(box.x, markerX ?? 0) : box.x;
        const width = box.x + box.width - x;
        return (
          <g key={startsAtMs} className={styles["block"]} data-tone={block === playing ? "playing" : tone}>
            <rect {...box} rx={3} fill={item === null ? `url(#${hatch})` : undefined} />
            {item !== null && width >= TITLE_PIXELS ? (
              <foreignObject {...box} x={x} width={width}>
                <div className={styles["title"]}>
                  <span>{items[item]?.title || t("untitled")}</span>
                </div>
              </foreignObject>
            ) : null}
          </g>
        );
      })}
    </g>
  );
});

const Ticks = memo(function Ticks({
  view,
  tickMinutes,
  markerX,
}: Pick<LoopRulerBandProps, "view" | "tickMinutes"> & { markerX: number | null }) {
  return (
    <g className={styles["ticks"]}>
      {rulerTicks(view, tickMinutes, markerX).map(({ atMs, x, label, isMidnight }) => (
        <g key={atMs} data-midnight={isMidnight}>
          <path d={`M${x} ${TOP - (label === null ? 5 : 9)}V${TOP - 2}`} />
          {label === null ? null : (
            <text x={x} y={13}>
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
});
