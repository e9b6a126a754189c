import type { PlaybackFigures } from "@kinora/domain/playback/demo.ts";
import { StatStrip } from "@kinora/ui/kit/StatStrip.tsx";
import { formatBitrate, formatPixels } from "@kinora/ui/media-units.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";

const tenths = (value: number) => formatNumber(Math.round(value * 10) / 10);

/** How picture and sound arrive in a player. */
export function DemoFigures({ figures }: { figures: PlaybackFigures | null }) {
  const { t } = useTranslation("playerDemo");
  const none = t("none");
  const shown = (value: (known: PlaybackFigures) => string | null) => (figures && value(figures)) ?? none;
  return (
    <StatStrip
      wraps
      framed
      label={t("figures")}
      stats={[
        {
          label: t("firstFrame"),
          value: shown(({ first_frame_ms: ms }) =>
            ms === null ? null : t("milliseconds", { number: formatNumber(Math.round(ms)) }),
          ),
        },
        {
          label: t("rebuffering"),
          value: shown(({ waits, waited_ms: ms }) =>
            t("rebufferingValue", { count: waits, seconds: tenths(ms / 1_000) }),
          ),
        },
        {
          label: t("picture"),
          value: shown(({ width, height }) => (height === 0 ? null : formatPixels(width, height))),
        },
        {
          label: t("bandwidth"),
          value: shown(({ bits_per_second: bits }) => (bits === null ? null : formatBitrate(bits))),
        },
        {
          label: t("dropped"),
          value: shown(({ dropped_frames: dropped, frames }) =>
            t("droppedValue", { dropped: formatNumber(dropped), frames: formatNumber(frames) }),
          ),
        },
        {
          label: t("buffer"),
          value: shown(({ buffered_seconds: seconds }) => t("seconds", { seconds: tenths(seconds) })),
        },
      ]}
    />
  );
}
