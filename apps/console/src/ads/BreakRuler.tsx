import { planBreaks } from "@kinora/domain/ads/ad-schedule.ts";
import type { AdBreak } from "@kinora/domain/ads/ad-settings.ts";
import { useTranslation } from "../platform/i18n.ts";
import { minutesOf, placeAt, SAMPLE_SECONDS } from "./ad-fields.ts";
import { usePlaceText } from "./use-place-text.ts";
import styles from "./Ads.module.css";

const TICKS = [0, 120, 240, 360, 480, 600];

/** The breaks on a sample video of ten minutes. A click on the ruler adds a break there; one on a break opens it. */
export function BreakRuler({
  breaks,
  open,
  readOnly,
  onOpen,
  onAdd,
}: {
  breaks: readonly AdBreak[];
  /** The index of the break that is edited. */
  open: number | null;
  readOnly: boolean;
  onOpen: (index: number) => void;
  onAdd: (place: Pick<AdBreak, "position" | "at">) => void;
}) {
  const { t } = useTranslation("ads");
  const place = usePlaceText();
  const numbered = breaks.map((each, index) => ({ ...each, min_content_seconds: 0, index }));
  const planned = planBreaks(numbered, { durationSeconds: SAMPLE_SECONDS, live: false });
  const share = (at: number) => Math.min(1, at / SAMPLE_SECONDS) * 100;
  return (
    <div className={styles["ruler"]} role="group" aria-label={t("ruler")}>
      {/* By keyboard, breaks are added with the button below the ruler. */}
      <div
        className={styles["track"]}
        data-add={!readOnly}
        role="presentation"
        onClick={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          if (!readOnly && width > 0) onAdd(placeAt((clientX - left) / width));
        }}
      />
      {planned.map(({ at, break: { index, ...each } }) => (
        <button
          key={`${index} ${at}`}
          type="button"
          className={styles["mark"]}
          style={{ left: `${share(at)}%` }}
          data-open={index === open}
          aria-pressed={index === open}
          aria-label={t("breakNumber", { number: index + 1, place: place(each) })}
          onClick={() => onOpen(index)}
        >
          {index + 1}
        </button>
      ))}
      <div className={styles["ticks"]} aria-hidden="true">
        {TICKS.map((seconds) => (
          <span key={seconds} style={{ left: `${share(seconds)}%` }}>
            {minutesOf(seconds)}
          </span>
        ))}
      </div>
    </div>
  );
}
