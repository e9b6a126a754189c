import type { LoopClock, LoopSlot } from "@kinora/domain/live/stream-loop.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatDay, formatMoment, formatTime } from "@kinora/ui/moments.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { ActionIcon, Button, Group, Stack } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useWidth } from "../health/use-width.ts";
import type { LoopEntry } from "./loop-fields.ts";
import { blockAt, PROGRAMME_MS, RULER_SPANS, rulerBlocks, rulerView, spanFor } from "./loop-ruler.ts";
import type { RulerBlock, RulerSpan } from "./loop-ruler.ts";
import { LoopRulerBand } from "./LoopRulerBand.tsx";
import styles from "./LoopRuler.module.css";

const SPANS: readonly RulerSpan[] = ["hour", "sixHours", "day"];
/** A step of the drawing is about a pixel: it is not made again every second. */
const STEPS = 1000;

interface LoopRulerProps {
  items: readonly LoopEntry[];
  clock: LoopClock;
  nowMs: number;
  playing: LoopSlot;
}

/** The part of the programme that shows, the moment that was chosen in it, and how to move both. */
function useRulerView({ clock, nowMs }: Pick<LoopRulerProps, "clock" | "nowMs">, widthPixels: number) {
  const [span, setSpan] = useState(() => spanFor(clock.seconds));
  const [startMs, setStartMs] = useState<number | null>(null);
  const [chosenMs, setChosenMs] = useState<number | null>(null);
  const { spanMs } = RULER_SPANS[span];
  const steadyMs = nowMs - (nowMs % (spanMs / STEPS));
  const view = useMemo(
    () => rulerView(steadyMs, { startMs, spanMs, widthPixels }),
    [steadyMs, startMs, spanMs, widthPixels],
  );
  const atMs = chosenMs !== null && chosenMs > nowMs ? chosenMs : null;

  const choose = (wantedMs: number) => {
    const withinMs = Math.max(nowMs, Math.min(wantedMs, nowMs + PROGRAMME_MS - 1));
    setChosenMs(withinMs);
    if (withinMs < view.startMs || withinMs >= view.untilMs) setStartMs(withinMs - spanMs / 2);
  };
  const turn = (by: -1 | 1) => {
    const turned = rulerView(steadyMs, { startMs: view.startMs + by * spanMs, spanMs, widthPixels });
    setStartMs(turned.startMs);
    setChosenMs(turned.startMs);
  };
  const zoom = (wanted: RulerSpan) => {
    setSpan(wanted);
    setStartMs(atMs === null ? null : atMs - RULER_SPANS[wanted].spanMs / 2);
  };
  const returnToNow = () => {
    setStartMs(null);
    setChosenMs(null);
  };
  return { span, view, steadyMs, atMs, choose, turn, zoom, returnToNow };
}

/** The programme of a loop's next 24 hours as a line: what is pointed at, touched or reached with arrow keys is described under it. */
export function LoopRuler({ items, clock, nowMs, playing }: LoopRulerProps) {
  const { t } = useTranslation("loop");
  const [ref, widthPixels] = useWidth(960);
  const [pointedMs, setPointedMs] = useState<number | null>(null);
  const { span, view, steadyMs, atMs, choose, turn, zoom, returnToNow } = useRulerView({ clock, nowMs }, widthPixels);
  const blocks = useMemo(() => rulerBlocks(clock, steadyMs, view), [clock, steadyMs, view]);
  const shownMs = pointedMs ?? atMs;
  const shown = shownMs === null ? undefined : blockAt(blocks, shownMs);
  const endsAtMs = playing.startsAtMs + (clock.seconds[playing.item] ?? 0) * 1000;
  const described = shown ?? { ...playing, endsAtMs };
  const isAtStart = view.startMs <= steadyMs;
  const words = useBlockWords(items, described, nowMs);
  return (
    <Stack gap="sm" mt="sm">
      <Group gap="8px 12px" justify="space-between">
        <Segments
          aria-label={t("rulerSpan")}
          value={span}
          onChange={zoom}
          data={SPANS.map((value) => ({ value, label: t(`rulerSpan_${value}`) }))}
        />
        <RulerPages
          isFirst={isAtStart}
          isLast={view.untilMs >= steadyMs + PROGRAMME_MS}
          isAtNow={isAtStart && atMs === null}
          onTurn={turn}
          onNow={returnToNow}
        />
      </Group>
      <div ref={ref}>
        <LoopRulerBand
          items={items}
          view={view}
          blocks={blocks}
          shown={shown}
          tickMinutes={RULER_SPANS[span].tickMinutes}
          nowMs={nowMs}
          atMs={atMs ?? nowMs}
          valueText={`${words.title}, ${words.times}`}
          onPoint={(pointed) => setPointedMs(pointed === null ? null : (blockAt(blocks, pointed)?.startsAtMs ?? null))}
          onChoose={choose}
        />
      </div>
      <p className={styles["described"]}>
        <strong className="truncate" dir="auto">
          {words.title}
        </strong>
        <span>{words.times}</span>
      </p>
    </Stack>
  );
}

interface RulerPagesProps {
  isFirst: boolean;
  isLast: boolean;
  isAtNow: boolean;
  onTurn: (by: -1 | 1) => void;
  onNow: () => void;
}

/** Turns to the time before or after what the ruler shows, and back to now. */
function RulerPages({ isFirst, isLast, isAtNow, onTurn, onNow }: RulerPagesProps) {
  const { t } = useTranslation("loop");
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <ActionIcon aria-label={t("rulerEarlier")} disabled={isFirst} onClick={() => onTurn(-1)}>
        <IconChevronLeft size={16} stroke={1.6} />
      </ActionIcon>
      <Button size="compact-sm" variant="default" disabled={isAtNow} onClick={onNow}>
        {t("nextNow")}
      </Button>
      <ActionIcon aria-label={t("rulerLater")} disabled={isLast} onClick={() => onTurn(1)}>
        <IconChevronRight size={16} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
}

/** What is said of a block: its title, when it begins and how long it lasts. */
function useBlockWords(
  items: readonly LoopEntry[],
  { item, startsAtMs, endsAtMs }: Omit<RulerBlock, "tone">,
  nowMs: number,
) {
  const { t } = useTranslation("loop");
  const [starts, ends] = [new Date(startsAtMs), new Date(endsAtMs)];
  if (item === null) {
    const words = (moment: Date) => `${formatDay(moment)}, ${formatTime(moment)}`;
    return { title: t("rulerMany"), times: t("rulerBetween", { starts: words(starts), ends: words(ends) }) };
  }
  const length = formatDuration((endsAtMs - startsAtMs) / 1000);
  const times = t(startsAtMs <= nowMs ? "rulerNow" : "rulerFrom", { starts: formatMoment(starts), length });
  return { title: items[item]?.title || t("untitled"), times };
}
