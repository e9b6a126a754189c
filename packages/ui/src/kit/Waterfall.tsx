import { Box, Stack } from "@mantine/core";
import styles from "./Waterfall.module.css";

export interface WaterfallStep {
  name: string;
  /** Milliseconds since the first step began. */
  startMs: number;
  endMs: number;
  tone: "done" | "running" | "failed";
}

/** Milliseconds as people read how long something took: `80 ms`, `2.1 s`, `3 min 20 s`, `1 h 5 min`. */
export function formatSpan(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Steps of one piece of work on one time axis, each as a bar from its start to its end, and a moment marked in it. */
export function Waterfall({
  label,
  steps,
  flag,
}: {
  label: string;
  steps: readonly WaterfallStep[];
  flag?: { atMs: number; words: string } | undefined;
}) {
  const totalMs = Math.max(1, ...steps.map(({ endMs }) => endMs), flag?.atMs ?? 0);
  const share = (ms: number) => `${(100 * ms) / totalMs}%`;
  return (
    <Stack gap={0} fz="xs" lh="24px" role="list" aria-label={label}>
      {steps.map(({ name, startMs, endMs, tone }) => (
        <div key={name} role="listitem" className={styles["step"]}>
          <span className="truncate muted">{name}</span>
          <span className={styles["track"]} aria-hidden="true">
            <span
              className={styles["bar"]}
              data-tone={tone}
              style={{ left: share(startMs), width: share(Math.max(0, endMs - startMs)) }}
            />
            {flag ? <span className={styles["line"]} style={{ left: share(flag.atMs) }} /> : null}
          </span>
          <Box component="span" ta="right">
            {formatSpan(endMs - startMs)}
          </Box>
        </div>
      ))}
      {flag ? (
        <div role="listitem" className={styles["flag"]}>
          {flag.words}
        </div>
      ) : null}
    </Stack>
  );
}
