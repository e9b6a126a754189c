import { formatDuration } from "@kinora/ui/durations.ts";
import { formatTimeOfDay } from "@kinora/ui/moments.ts";
import { Box } from "@mantine/core";
import type { Span } from "./timeline-lanes.ts";
import styles from "./Timeline.module.css";

interface Block extends Span {
  tone: "ingest" | "live" | "loop" | "slate" | "recording" | "clip" | "restream";
  label: string;
}

/** One line of a timeline: what lasted when. Blocks that can be chosen are buttons. */
export function Lane({
  label,
  blocks,
  shown,
  onChoose,
}: {
  label: string;
  blocks: readonly Block[];
  shown: Span;
  onChoose?: (span: Span) => void;
}) {
  const spanMs = shown.toMs - shown.fromMs;
  const Tag = onChoose ? "button" : "span";
  return (
    <>
      <Box component="span" className="muted" fz={12} lh="24px">
        {label}
      </Box>
      <ul className={styles["lane"]} aria-label={label}>
        {blocks.map(({ fromMs, toMs, tone, label: name }) => {
          const times = `${formatTimeOfDay(new Date(fromMs))}, ${formatDuration((toMs - fromMs) / 1000)}`;
          return (
            <li
              key={`${fromMs}-${name}`}
              style={{
                left: `${((fromMs - shown.fromMs) / spanMs) * 100}%`,
                width: `${((toMs - fromMs) / spanMs) * 100}%`,
              }}
            >
              <Tag
                className={styles["block"]}
                data-tone={tone}
                title={`${name} · ${times}`}
                {...(onChoose
                  ? {
                      type: "button" as const,
                      "aria-label": `${name}, ${times}`,
                      onClick: () => onChoose({ fromMs, toMs }),
                    }
                  : {})}
              >
                <bdi className={styles["name"]}>{name}</bdi>
              </Tag>
            </li>
          );
        })}
      </ul>
    </>
  );
}
