import { formatMoment, formatTimeOfDay } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { api } from "../../platform/client.ts";
import type { Translate } from "../../platform/i18n.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { LogFilter } from "./log-filter.ts";
import styles from "./Logs.module.css";

type Counts = Awaited<ReturnType<typeof api.advanced.countLogLines>>;
type Bar = Counts["data"][number];

interface LogHistogramProps {
  filter: LogFilter;
  refreshMs: number | false;
  /** Narrows the log to the time of the chosen bars. */
  onChoose: (span: { from: string; until: string }) => void;
}

/** How many lines each part of the shown time has. A drag, or arrow keys and Enter, narrows the log to some of them. */
export function LogHistogram({ filter, refreshMs, onChoose }: LogHistogramProps) {
  const { t } = useTranslation("logs");
  const counts = useQuery({
    queryKey: ["advanced", "logs", "counts", filter],
    queryFn: ({ signal }) => api.advanced.countLogLines(filter, { signal }),
    refetchInterval: refreshMs,
    placeholderData: (previous) => previous,
  });
  if (counts.isError && !counts.data) {
    return (
      <p className={styles["noBars"]} role="status">
        {t("noBars")}
      </p>
    );
  }
  if (!counts.data)
    return (
      <Box mb="sm" aria-busy="true">
        <div className={styles["bars"]} />
        <p className={styles["said"]} />
      </Box>
    );
  return <Bars counts={counts.data} onChoose={onChoose} />;
}

const startOf = ({ at }: Bar) => new Date(at).getTime();

/** One control: its value is the bar that is pointed at, and a drag chooses several. */
function Bars({ counts: { data, seconds }, onChoose }: { counts: Counts } & Pick<LogHistogramProps, "onChoose">) {
  const { t } = useTranslation("logs");
  const last = data.length - 1;
  const { pointed, first, end, control } = useChoice(last, () => {
    const [from, until] = [data[first], data[end]];
    if (!from || !until) return;
    onChoose({
      from: new Date(startOf(from)).toISOString(),
      until: new Date(startOf(until) + seconds * 1_000).toISOString(),
    });
  });
  const most = Math.max(1, ...data.map(({ lines }) => lines));
  const chosen = inWords(t, data.slice(first, end + 1), seconds);
  return (
    <Box mb="sm">
      <div
        className={styles["bars"]}
        role="slider"
        tabIndex={0}
        aria-label={t("bars")}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={end}
        aria-valuetext={chosen}
        {...control}
      >
        {data.map((bar, index) => (
          <span
            key={startOf(bar)}
            className={styles["bar"]}
            data-chosen={pointed && index >= first && index <= end ? true : undefined}
          >
            <Part share={bar.errors / most} tone="error" />
            <Part share={bar.warnings / most} tone="warn" />
            <Part share={(bar.lines - bar.errors - bar.warnings) / most} tone="other" />
          </span>
        ))}
      </div>
      <p className={styles["said"]} aria-hidden="true">
        {pointed ? chosen : inWords(t, data, seconds)}
      </p>
    </Box>
  );
}

/** Which of `last + 1` bars are pointed at, by the pointer or by keys; the newest one at first. */
function useChoice(last: number, choose: () => void) {
  const [at, setAt] = useState<number>();
  const [dragFrom, setDragFrom] = useState<number>();
  const current = Math.min(at ?? last, last);
  const barAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * (last + 1))));
  };
  const control = {
    onKeyDown(event: KeyboardEvent) {
      const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
      if (next !== undefined) setAt(Math.max(0, Math.min(last, next)));
      else if (event.key === "Enter") choose();
      else return;
      event.preventDefault();
    },
    onPointerMove: (event: PointerEvent) => setAt(barAt(event)),
    onPointerLeave: () => setAt(undefined),
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setAt(barAt(event));
      setDragFrom(barAt(event));
    },
    onPointerUp() {
      choose();
      setDragFrom(undefined);
    },
    onPointerCancel: () => setDragFrom(undefined),
  };
  return {
    pointed: at !== undefined,
    first: Math.min(current, dragFrom ?? current),
    end: Math.max(current, dragFrom ?? current),
    control,
  };
}

function Part({ share, tone }: { share: number; tone: "error" | "warn" | "other" }) {
  return share === 0 ? null : <i data-tone={tone} style={{ height: `${Math.max(4, share * 100)}%` }} />;
}

/** The time of some bars and what is in them. */
function inWords(t: Translate<"logs">, bars: readonly Bar[], seconds: number): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return "";
  const sum = (count: (bar: Bar) => number) => bars.reduce((all, bar) => all + count(bar), 0);
  return t("barsInWords", {
    from: formatMoment(first.at),
    until: formatTimeOfDay(new Date(startOf(last) + seconds * 1_000)),
    lines: formatNumber(sum(({ lines }) => lines)),
    warnings: formatNumber(sum(({ warnings }) => warnings)),
    errors: formatNumber(sum(({ errors }) => errors)),
  });
}
